/** Command-line flags made from an actor's input schema, and the help that lists them. */
import { PROGRAM } from "./program.ts";
import type { TSchema } from "@sinclair/typebox";
import type { Actor } from "../runtime/actor.ts";
import { nearest } from "../runtime/meant-name.ts";
import { jsonIn } from "../text/foreign.ts";
import { type Field, WrongArgs } from "./args.ts";
import { fieldRows } from "./field-help.ts";
import { printable } from "./printable.ts";

/**
 * The input that flags spell: text as it is, numbers and booleans by their schema, lists and objects as JSON. A boolean
 * stands alone, and with `no-` before its name for false.
 */
export function inputFromFlags(actor: Actor, flags: readonly Field[]): Record<string, unknown> {
  const entries = flags.map(([flag, text]) => {
    const { name, schema, isNegated } = fieldOf(actor, flag);
    if (schema === undefined) {
      const near = nearest(flag, Object.keys(actor.input.properties));
      throw new WrongArgs(
        `${actor.slug} has no field --${flag}.${near === undefined ? "" : ` Did you mean --${near}?`}`,
      );
    }
    const isBoolean = schema["type"] === "boolean";
    if (isBoolean && text !== undefined) throw new WrongArgs(`--${flag} takes no value.`);
    if (!isBoolean && text === undefined) throw new WrongArgs(`--${flag} needs a value.`);
    return [name, text === undefined ? !isNegated : typed(schema, text)] as const;
  });
  return Object.fromEntries(entries);
}

function fieldOf({ input: { properties } }: Actor, flag: string) {
  if (Object.hasOwn(properties, flag)) return { name: flag, schema: properties[flag], isNegated: false };
  const name = flag.replace(/^no-/, "");
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isNegated = name !== flag && schema?.["type"] === "boolean";
  return { name, schema: isNegated ? schema : undefined, isNegated };
}

export function helpOf(actor: Actor): string {
  const lines = [
    `${actor.name}: ${actor.description}`,
    "",
    `Usage: ${PROGRAM} actor ${actor.slug} [--field value …]   or the input as JSON on standard input`,
    "",
    fieldRows(actor.input, (name) => `--${name}`),
    "",
    "Examples of input:",
    ...actor.examples.map(({ title, input }) => `  ${title}: ${JSON.stringify(input)}`),
  ];
  return printable(lines.join("\n"));
}

/** What does not read as its type is left as text: the schema says what it should have been. */
function typed(schema: TSchema, value: string): unknown {
  switch (schema["type"]) {
    case "number":
    case "integer":
      return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
    case "array":
    case "object": {
      const read = jsonIn(value);
      return read === undefined ? value : read;
    }
    default:
      return value;
  }
}
