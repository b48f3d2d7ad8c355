/** Objects of JSON within words: "create an issue {\"title\": \"Login\", \"labels\": [\"bug\"]}". */
import { isObject, jsonIn } from "../../../text/foreign.ts";
import type { TextRange } from "../../../text/text-range.ts";

export interface WrittenField extends TextRange {
  /** Names of fields from the top; positions where it stands in a list of objects. */
  readonly path: readonly string[];
  /** A text, a number, a flag, or a list of these. */
  readonly value: unknown;
}

/** "page_size=20", "?q=cats&page=2": a field with its value, as it is written. */
const PAIR = /[?&]?(?<![\p{L}\p{N}])[\w.[\]-]{1,60}=(?!=)(?:"[^"]{0,500}"|'[^']{0,500}'|[^\s,;&"']{1,500})?/gu;

/** The text with a blank in place of each of them. */
export function withoutPairs(text: string): string {
  return text.includes("=") ? text.replace(PAIR, (pair) => " ".repeat(pair.length)) : text;
}

const MAX_FIELDS = 100;
const MAX_DEPTH = 6;

export function fieldsWrittenIn(text: string): WrittenField[] {
  const found: WrittenField[] = [];
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1)) {
    const end = endOf(text, at);
    if (end === undefined) return found;
    const object = jsonIn(text.slice(at, end));
    if (!isObject(object)) continue;
    found.push(...placed(leavesOf(object, [], MAX_DEPTH), text, at, end));
    at = end;
  }
  return found.slice(0, MAX_FIELDS);
}

/** Behind the bracket that closes the one at `start`; those within texts close nothing. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\") at++;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === "{") depth++;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

type Leaf = Pick<WrittenField, "path" | "value">;

function leavesOf(value: unknown, path: readonly string[], depth: number): Leaf[] {
  if (value === null || depth === 0) return [];
  if (Array.isArray(value) && !value.some((one) => typeof one === "object")) return [{ path, value }];
  if (typeof value !== "object") return [{ path, value }];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name], depth - 1));
}

/** In the order in which they are written, each from its name to the next one's. */
function placed(leaves: readonly Leaf[], text: string, start: number, end: number): WrittenField[] {
  let from = start;
  const starts = leaves.map(({ path }) => {
    const name = path.findLast((one) => !/^\d+$/.test(one)) ?? "";
    const at = text.indexOf(JSON.stringify(name), from);
    from = at < 0 || at > end ? from : at + 1;
    return from - 1;
  });
  return leaves.map((leaf, at) => ({
    ...leaf,
    start: Math.max(start, starts[at] ?? start),
    end: starts[at + 1] ?? end,
  }));
}
