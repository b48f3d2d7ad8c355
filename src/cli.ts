/** The shell's face, `bun run <command> …`. Exit codes: 0 done, 1 it failed, 2 it was asked wrongly, 3 paid but not answered. */
import { type Command, UsageError } from "./cli/command.ts";
import { printable } from "./cli/printable.ts";
import { HubError, OperatorError } from "./runtime/errors.ts";
import { asOperatorError } from "./runtime/system-faults.ts";

/** Each is loaded when it is asked for: what one command needs, another should not wait for. */
const COMMANDS: Readonly<Record<string, Command>> = {
  actor: async (args) => (await import("./cli/actor.ts")).actorCommand(args),
  admin: async (args) => (await import("./cli/admin.ts")).adminCommand(args),
  backup: async (args) => (await import("./cli/backup.ts")).backupCommand(args),
  call: async (args) => (await import("./cli/call.ts")).callCommand(args),
  catalog: async (args) => (await import("./cli/catalog.ts")).catalogCommand(args),
  demo: async (args) => (await import("./cli/demo.ts")).demoCommand(args),
  ledger: async (args) => (await import("./cli/ledger.ts")).ledgerCommand(args),
  llm: async (args) => (await import("./cli/llm.ts")).llmCommand(args),
  new: async (args) => (await import("./cli/new.ts")).newCommand(args),
  pay: async (args) => (await import("./cli/pay.ts")).payCommand(args),
  restore: async (args) => (await import("./cli/restore.ts")).restoreCommand(args),
};

await main(process.argv.slice(2));

async function main([name = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) throw new UsageError(`Commands: ${Object.keys(COMMANDS).join(", ")}.`);
    process.exitCode = await command(args);
  } catch (thrown) {
    const mendable = asOperatorError(thrown);
    const error = mendable ?? thrown;
    const isAnswer = [UsageError, HubError, OperatorError].some((kind) => error instanceof kind);
    const told = error instanceof Error ? (isAnswer ? error.message : error.stack) : error;
    process.stderr.write(`${printable(String(told))}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
