/** The shell's face: `bun run actor <slug> …`, `bun run new <slug>`. Exit codes: 0 done, 1 it failed, 2 it was asked wrongly. */
import { actorCommand } from "./cli/actor.ts";
import { newCommand } from "./cli/new.ts";
import { type Command, UsageError } from "./cli/command.ts";
import { HubError } from "./runtime/errors.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  actor: actorCommand,
  new: newCommand,
};

await main(process.argv.slice(2));

async function main([name = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) throw new UsageError(`Commands: ${Object.keys(COMMANDS).join(", ")}.`);
    process.exitCode = await command(args);
  } catch (error) {
    const isAnswer = error instanceof UsageError || error instanceof HubError;
    process.stderr.write(`${isAnswer ? error.message : error instanceof Error ? error.stack : error}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
