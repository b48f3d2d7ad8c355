/** Runs a command as it was typed, and tells whoever sits at the shell what went wrong. */
import metadata from "../package.json" with { type: "json" };
import { columns, type Command, UsageError } from "./cli/command.ts";
import { printable } from "./cli/printable.ts";
import { isExecutable, PROGRAM } from "./cli/program.ts";
import { StoppedError } from "./cli/stopped-by.ts";
import { HubError, OperatorError } from "./runtime/errors.ts";
import { nearest } from "./runtime/meant-name.ts";
import { asOperatorError } from "./runtime/files/system-faults.ts";
import { outageCause } from "./store/faults.ts";

/** Each is loaded when it is asked for: what one command needs, another should not wait for. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["actor", async () => (await import("./cli/actor-commands.ts")).actorCommands],
  ["admin", async () => (await import("./cli/admin/admin.ts")).adminCommand],
  ["backup", async () => (await import("./cli/backup.ts")).backupCommand],
  ["call", async () => (await import("./cli/call.ts")).callCommand],
  ["catalog", async () => (await import("./cli/catalog/catalog.ts")).catalogCommand],
  ["connect", async () => (await import("./cli/connect.ts")).connectCommand],
  ["demo", async () => (await import("./cli/demo.ts")).demoCommand],
  ["ledger", async () => (await import("./cli/ledger.ts")).ledgerCommand],
  ["llm", async () => (await import("./cli/llm/llm.ts")).llmCommand],
  ["new", async () => (await import("./cli/new.ts")).newCommand],
  ["pay", async () => (await import("./cli/pay.ts")).payCommand],
  ["restore", async () => (await import("./cli/restore.ts")).restoreCommand],
  ...(isExecutable ? [["serve", serve] as const] : []),
]);

/** Its exit code, whatever happens. */
export async function runShell(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (thrown) {
    const reason = reasonOf(thrown);
    const error = asOperatorError(reason) ?? reason;
    tell(error);
    return exitCodeOf(error);
  }
}

async function serve(): Promise<Command> {
  return (await import("./cli/serve.ts")).serveCommand(() => import("./main.ts"));
}

function exitCodeOf(error: unknown): number {
  if (error instanceof StoppedError) return error.exitCode;
  return error instanceof UsageError ? 2 : 1;
}

/** A wait that was cut short says only that it was; why is what it was cut short with. */
function reasonOf(thrown: unknown): unknown {
  const isCut = thrown instanceof Error && thrown.name === "AbortError" && thrown.cause instanceof Error;
  return isCut ? thrown.cause : thrown;
}

export function tell(error: unknown): void {
  process.stderr.write(`${printable(toldOf(error))}\n`);
}

function toldOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof HubError) return withCause(error);
  const isAnswer = error instanceof UsageError || error instanceof OperatorError;
  return isAnswer ? error.message : String(error.stack);
}

/** What is never published of a store that cannot be reached is told here: who sits at the shell set its address. */
function withCause(error: HubError): string {
  const why = outageCause(error) ?? "";
  return why === "" ? error.message : `${error.message.replace(/\.$/, "")}: ${why}`;
}

/** `help` lists the commands; `help <command>` is `<command> --help`; `--version` is the hub's. */
async function run([name = "", ...argv]: readonly string[]): Promise<number> {
  const load = COMMANDS.get(name);
  if (load !== undefined) return (await load()).run(argv);
  const [of] = argv;
  if (name === "help" && of !== undefined) return run([...argv, "--help"]);
  if (name === "--version") {
    process.stdout.write(`${metadata.name} ${metadata.version}\n`);
    return 0;
  }
  if (["help", "--help", "-h"].includes(name)) {
    const commands = await Promise.all([...COMMANDS.values()].map((each) => each()));
    const rows = commands.map(({ name: word, summary }) => [word, summary] as const);
    process.stdout.write(
      `Usage: ${PROGRAM} <command> …\n\n${columns(rows)}\n\n${PROGRAM} <command> --help says more.\n`,
    );
    return 0;
  }
  const near = nearest(name, COMMANDS.keys());
  const fault = name === "" ? "" : `There is no command "${name}".${near ? ` Did you mean "${near}"?` : ""}\n`;
  throw new UsageError(`${fault}Commands: ${[...COMMANDS.keys()].join(", ")}.`);
}
