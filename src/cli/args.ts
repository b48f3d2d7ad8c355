/** The arguments that a command declares, and how they are read from a command line. */
import { parseArgs } from "node:util";
import { nearest } from "../runtime/meant-name.ts";

/** Makes a value of what was written. @throws {Error} whose message says what it should have been. */
type Read = (text: string) => unknown;

/** A value in its place, for example `<slug>`. */
export interface Word {
  readonly type: "word";
  /** What stands for it in the help, without brackets. */
  readonly hint: string;
  readonly description: string;
  readonly isRequired?: boolean;
  /** Takes all words that are left. */
  readonly isMany?: boolean;
  readonly read?: Read;
}

/** A value with its name before it, for example `--reason <text>`. */
export interface Option extends Omit<Word, "type"> {
  readonly type: "option";
}

/** A name alone, for example `--dry-run`. */
export interface Switch {
  readonly type: "switch";
  readonly description: string;
}

/** By name; the words in the order of their places. */
export type Args = Readonly<Record<string, Word | Option | Switch>>;

type ReadBy<Arg> = Arg extends { readonly read: (text: string) => infer T } ? T : string;
type ArgValue<Arg> = Arg extends { readonly type: "switch" }
  ? boolean
  : Arg extends { readonly isMany: true }
    ? readonly ReadBy<Arg>[]
    : Arg extends { readonly isRequired: true }
      ? ReadBy<Arg>
      : ReadBy<Arg> | undefined;
export type ArgValues<A extends Args> = { readonly [Name in keyof A]: ArgValue<A[Name]> };

/** An option that no command has declared, such as a parameter of what is called; its value is absent where none follows. */
export type Field = readonly [name: string, value: string | undefined];

export interface ParsedArgs<A extends Args> {
  readonly values: ArgValues<A>;
  readonly fields: readonly Field[];
}

/** The command line was wrong; the message is a sentence without how to ask. */
export class WrongArgs extends Error {
  override readonly name = "WrongArgs";
}

/**
 * `takesFields` says whether undeclared options are fields of something else; otherwise they are refused.
 * @throws {WrongArgs}
 */
export function readArgs<A extends Args>(args: A, argv: readonly string[], takesFields: boolean): ParsedArgs<A> {
  const given = new Map<string, string[]>();
  const fields: Field[] = [];
  const words = Object.entries(args).flatMap(([name, arg]) => (arg.type === "word" ? [{ name, ...arg }] : []));
  let place = 0;

  const { tokens } = parseArgs({
    args: joinValues(args, argv, takesFields),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === "option") takeOption(token.name, token.value);
    if (token.kind === "positional") takeWord(token.value);
  }
  const values = Object.entries(args).map(([name, arg]) => [name, valueOf(name, arg, given.get(name) ?? [])]);
  return { values: Object.fromEntries(values) as ArgValues<A>, fields }; // Each is what its declaration says it is.

  function takeOption(name: string, value: string | undefined): void {
    const arg = Object.hasOwn(args, name) ? args[name] : undefined;
    if (arg === undefined || arg.type === "word") {
      if (!takesFields) throw new WrongArgs(unknownOption(name, args));
      fields.push([name, value]);
      return;
    }
    const before = given.get(name) ?? [];
    if (arg.type === "switch" && value !== undefined) throw new WrongArgs(`--${name} takes no value.`);
    if (arg.type === "option" && value === undefined)
      throw new WrongArgs(`--${name} needs a value; one that begins with "--" is written --${name}=….`);
    if (before.length > 0 && !(arg.type === "option" && arg.isMany === true))
      throw new WrongArgs(`--${name} is given twice.`);
    given.set(name, [...before, value ?? ""]);
  }

  function takeWord(text: string): void {
    const word = words[place];
    if (word === undefined) throw new WrongArgs(`${JSON.stringify(text)} is one word too many.`);
    if (word.isMany !== true) place++;
    given.set(word.name, [...(given.get(word.name) ?? []), text]);
  }
}

function valueOf(name: string, arg: Args[string], texts: readonly string[]): unknown {
  if (arg.type === "switch") return texts.length > 0;
  const shown = arg.type === "word" ? `<${arg.hint}>` : `--${name}`;
  if (arg.isRequired === true && texts.length === 0) throw new WrongArgs(`${shown} is missing.`);
  const read = texts.map((text) => {
    try {
      return arg.read === undefined ? text : arg.read(text);
    } catch (error) {
      throw new WrongArgs(`${shown}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return arg.isMany === true ? read : read[0];
}

function unknownOption(name: string, args: Args): string {
  return `There is no option --${name}.${meantOption(name, args)}`;
}

/** A sentence about the option that was most likely meant, with a blank before it; empty where none is like it. */
export function meantOption(name: string, args: Args): string {
  const names = Object.keys(args).filter((each) => args[each]?.type !== "word");
  const near = nearest(name, names) ?? names.find((each) => name.length > 2 && each.startsWith(name));
  return near === undefined ? "" : ` Did you mean --${near}?`;
}

/** Writes `--name value` as `--name=value`, so that a value may be a number below zero. */
function joinValues(args: Args, argv: readonly string[], takesFields: boolean): string[] {
  const joined: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at] ?? "";
    if (arg === "--") return [...joined, ...argv.slice(at)];
    if (/^-[^-]/.test(arg)) throw new WrongArgs(`There is no option ${arg}; names of options begin with "--".`);
    const name = /^--([^=]+)$/.exec(arg)?.[1];
    const type = name !== undefined && Object.hasOwn(args, name) ? args[name]?.type : undefined;
    const takesValue = type === "option" || (type !== "switch" && takesFields);
    const next = argv[at + 1];
    if (name !== undefined && takesValue && next !== undefined && !next.startsWith("--")) {
      joined.push(`${arg}=${next}`);
      at++;
    } else joined.push(arg);
  }
  return joined;
}
