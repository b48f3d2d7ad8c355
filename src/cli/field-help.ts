/** The fields of a schema as the help of a command lists them. */
import { type JsonObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { columns } from "./command.ts";

/** `spell` writes a field's name as it is given on the command line. */
export function fieldRows(schema: unknown, spell: (name: string) => string): string {
  const { properties, required } = objectOf(schema);
  const needed = new Set(listOf(required));
  const rows = Object.entries(objectOf(properties)).map(
    ([name, field]) =>
      [`${spell(name)} <${typeOf(objectOf(field))}>`, noteOf(objectOf(field), needed.has(name))] as const,
  );
  return columns(rows);
}

function typeOf({ type }: JsonObject): string {
  return [type].flat().map(textOf).filter(Boolean).join(" or ") || "json";
}

/** In one line: descriptions of APIs have paragraphs. */
function noteOf({ description, enum: members, default: byDefault }: JsonObject, isNeeded: boolean): string {
  const facts = [
    isNeeded ? "required" : "",
    Array.isArray(members) ? `one of ${members.join(", ")}` : "",
    byDefault === undefined ? "" : `default ${JSON.stringify(byDefault)}`,
  ].filter((fact) => fact !== "");
  const said = textOf(description).replaceAll(/\s+/g, " ").trim();
  return facts.length === 0 ? said : `${said} (${facts.join("; ")})`.trim();
}
