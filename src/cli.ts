/** The shell's face: `bun run actor <slug> …`, `bun run admin …`, `bun run ledger verify`, `bun run new <slug>`. Exit codes: 0 done, 1 it failed, 2 it was asked wrongly. */
import { actorCommand } from "./cli/actor.ts";
import { adminCommand } from "./cli/admin.ts";
import { ledgerCommand } from "./cli/ledger.ts";
import { newCommand } from "./cli/new.ts";
import { type Command, UsageError } from "./cli/command.ts";
import { HubError } from "./runtime/errors.ts";

const COMMANDS: Readonly<Record<string, Command>> = {
  actor: actorCommand,
  admin: adminCommand,
  ledger: ledgerCommand,
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
