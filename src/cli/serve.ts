/** `serve`, of the executable alone: from a checkout it is `npm start`. */
import { type Command, defineCommand } from "./command.ts";

export function serveCommand(serve: () => Promise<unknown>): Command {
  return defineCommand({
    name: "serve",
    summary: "Serves the hub, until it is told to stop.",
    args: {},
    notes: "It takes its settings from the environment, as docs/configuration.md lists them.",
    async run() {
      await serve();
      return 0;
    },
  });
}
