/** What a command of the shell is: declared once, from which it is read, refused and explained. */
import { PROGRAM } from "./program.ts";
import { nearest } from "../runtime/meant-name.ts";
import { type Args, type Field, readArgs, type ArgValues, WrongArgs } from "./args.ts";

export interface Command {
  /** As it is typed after `bun run`, for example "ledger verify". */
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  /** Runs with its arguments and answers with its exit code. @throws {UsageError} */
  run(argv: readonly string[]): Promise<number>;
}

/** The command was asked wrongly; the message says how to ask. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface CommandDeclaration<A extends Args> {
  readonly name: string;
  readonly summary: string;
  readonly args: A;
  /** For a command that takes options which are not its own: what they are. */
  readonly fields?: { readonly hint: string; readonly description: string };
  /** What else is worth knowing. */
  readonly notes?: string;
  /** Exit codes beyond 0, 1 and 2. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Makes more of the help that follows from the declaration, as for what is to be run. */
  readonly explain?: (help: string, argv: readonly string[]) => Promise<string>;
  /** @throws {WrongArgs} for values that do not go together. */
  run(values: ArgValues<A>, fields: readonly Field[]): Promise<number>;
}

const EXIT_CODES = { 0: "done", 1: "it failed", 2: "it was asked wrongly" };

/** A command that knows `--help` beside what it declares. */
export function defineCommand<const A extends Args>(declaration: CommandDeclaration<A>): Command {
  const { name, summary, args, fields, explain = async (help) => help } = declaration;
  return {
    name,
    summary,
    async run(argv) {
      if (asksForHelp(argv)) return print(await explain(helpOf(declaration), argv));
      try {
        const { values, fields: others } = readArgs(args, argv, fields !== undefined);
        return await declaration.run(values, others);
      } catch (error) {
        if (!(error instanceof WrongArgs)) throw error;
        const help = await explain(helpOf(declaration), argv);
        throw new UsageError(argv.length === 0 ? help : `${error.message}\n\n${help}`);
      }
    },
  };
}

/** Several commands under one word. */
export function defineGroup(group: Pick<Command, "name" | "summary"> & { commands: readonly Command[] }): Command {
  const { name, summary } = group;
  const commands = new Map(group.commands.map((command) => [command.name.slice(name.length + 1), command]));
  const help = (): string =>
    [
      `Usage: ${PROGRAM} ${name} <command> …`,
      summary,
      columns([...commands].map(([word, command]) => [word, command.summary])),
      `${PROGRAM} ${name} <command> --help says what it takes.`,
    ].join("\n\n");
  return {
    name,
    summary,
    async run([word = "", ...argv]) {
      const command = commands.get(word);
      if (command !== undefined) return command.run(argv);
      if (word === "help" || asksForHelp([word])) return print(help());
      if (word === "") throw new UsageError(help());
      const near = nearest(word, commands.keys());
      const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
      throw new UsageError(`There is no command "${name} ${word}".${hint}\n\n${help()}`);
    },
  };
}

/** Rows of a name and what it is, aligned. */
export function columns(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd()).join("\n");
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  return own.includes("--help") || own.includes("-h");
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function helpOf<A extends Args>({ name, summary, args, fields, notes, exitCodes }: CommandDeclaration<A>): string {
  const entries = Object.entries(args);
  const words = entries.map(([each, arg]) => shapeOf(each, arg));
  if (fields !== undefined) words.push(`[${fields.hint} …]`);
  const rows = entries.map(([each, arg]) => [labelOf(each, arg), arg.description] as const);
  if (fields !== undefined) rows.push([fields.hint, fields.description]);
  const codes = Object.entries({ ...EXIT_CODES, ...exitCodes }).map(([code, meaning]) => `${code} ${meaning}`);
  return [
    usageLine(`Usage: ${PROGRAM} ${name}`, words),
    summary,
    columns(rows),
    notes ?? "",
    `Exit codes: ${codes.join(", ")}.`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const LINE = 110;

function usageLine(start: string, words: readonly string[]): string {
  let line = start;
  const lines: string[] = [];
  for (const word of words) {
    if (line.length + word.length >= LINE) {
      lines.push(line);
      line = " ".repeat(start.length);
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

function shapeOf(name: string, arg: Args[string]): string {
  const shape = `${labelOf(name, arg)}${arg.type !== "switch" && arg.isMany === true ? " …" : ""}`;
  return arg.type !== "switch" && arg.isRequired === true ? shape : `[${shape}]`;
}

function labelOf(name: string, arg: Args[string]): string {
  if (arg.type === "word") return `<${arg.hint}>`;
  return arg.type === "option" ? `--${name} <${arg.hint}>` : `--${name}`;
}
