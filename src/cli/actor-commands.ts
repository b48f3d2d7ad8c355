/** `bun run actor …`: by its first word a command about packages, or else the slug of an actor to run. */
import { actorCommand } from "./actor.ts";
import { PACKAGE_COMMANDS } from "./actor-packages.ts";
import { type Command, columns } from "./command.ts";

export const actorCommands: Command = {
  name: actorCommand.name,
  summary: `${actorCommand.summary.replace(/\.$/, "")}; installs those of others.`,
  async run(argv) {
    const [word = "", ...rest] = argv;
    const command = PACKAGE_COMMANDS.get(word);
    if (command !== undefined) return command.run(rest);
    const code = await actorCommand.run(argv);
    if (word === "--help" || word === "-h") process.stdout.write(`\n${packagesHelp()}\n`);
    return code;
  },
};

function packagesHelp(): string {
  const rows = [...PACKAGE_COMMANDS.values()].map(({ name, summary }) => [name, summary] as const);
  return `Actors of others, and one's own for others:\n\n${columns(rows)}`;
}
