/** Command-line flags made from an actor's input schema, and the help that lists them. */
import { parseArgs } from "node:util";
import type { TSchema } from "@sinclair/typebox";
import type { Actor } from "../runtime/actor.ts";
import { UsageError } from "./command.ts";

/** The input that flags spell: text as it is, numbers and booleans by their schema, lists and objects as JSON. */
export function inputFromFlags(actor: Actor, args: readonly string[]): Record<string, unknown> {
  const properties = actor.input.properties;
  const options = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { type: schema["type"] === "boolean" ? "boolean" : "string" } as const,
    ]),
  );
  try {
    const { values } = parseArgs({ args: joinNegatives(args), options, allowNegative: true, strict: true });
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typed(properties[name], value)]));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new UsageError(`${reason}\n\n${helpOf(actor)}`);
  }
}

export function helpOf(actor: Actor): string {
  const required = new Set(actor.input.required ?? []);
  const rows = Object.entries(actor.input.properties).map(([name, schema]) => {
    const facts = [
      required.has(name) ? "required" : "",
      Array.isArray(schema["enum"]) ? `one of ${schema["enum"].join(", ")}` : "",
      schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    ].filter((fact) => fact !== "");
    const note = facts.length === 0 ? "" : ` (${facts.join("; ")})`;
    return [`  --${name} <${schema["type"] ?? "json"}>`, `${schema.description ?? ""}${note}`] as const;
  });
  const width = Math.max(0, ...rows.map(([flag]) => flag.length));
  return [
    `${actor.name}: ${actor.description}`,
    "",
    `Usage: bun run actor ${actor.slug} [--field value …]   or the input as JSON on standard input`,
    "",
    ...rows.map(([flag, text]) => `${flag.padEnd(width)}  ${text}`.trimEnd()),
    "",
    "Examples of input:",
    ...actor.examples.map(({ title, input }) => `  ${title}: ${JSON.stringify(input)}`),
  ].join("\n");
}

/** `--lon -74` means a value, not another flag. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const previous = joined.at(-1);
    if (/^-\d/.test(arg) && previous?.startsWith("--") && !previous.includes("="))
      joined[joined.length - 1] = `${previous}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

/** What does not read as its type is left as text: the schema says what it should have been. */
function typed(schema: TSchema | undefined, value: string | boolean | undefined): unknown {
  if (typeof value !== "string") return value;
  switch (schema?.["type"]) {
    case "number":
    case "integer":
      return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
    case "array":
    case "object":
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    default:
      return value;
  }
}
