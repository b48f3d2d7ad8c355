/**
 * What React's server components send along for their scripts: rows of elements, as strings that scripts push to a list
 * one by one. A row may stand in another by its number.
 */
import { boundedJsonIn } from "../../runtime/json.ts";
import { endOfString } from "./assigned.ts";

const MAX_ROWS = 5_000;
const PUSHED = /\b__next_f\.push\(\[1,(?=")/g;

/** The rows by their numbers. */
export type FlightRows = ReadonlyMap<string, unknown>;

/** The pieces of rows that a script pushes. */
export function pushedText(script: string): string {
  let text = "";
  for (const found of script.matchAll(PUSHED)) {
    const start = found.index + found[0].length;
    const end = endOfString(script, start);
    if (end === -1) break;
    const said = boundedJsonIn(script.slice(start, end));
    if (typeof said === "string") text += said;
  }
  return text;
}

/** `2:["$","p",null,{"children":"Rye"}]`, or `3:T1f,` and so many bytes of text. */
export function flightRows(text: string): FlightRows {
  const rows = new Map<string, unknown>();
  const bytes = Buffer.from(text);
  for (let at = 0, count = 0; at < bytes.length && count < MAX_ROWS; count++) {
    const { row, next } = rowAt(bytes, at);
    if (row !== undefined && row[1] !== undefined) rows.set(...row);
    at = next;
  }
  return rows;
}

interface RowAt {
  readonly row: [number: string, value: unknown] | undefined;
  /** Where the next row begins. */
  readonly next: number;
}

/** Of what begins a row. */
const HEAD_BYTES = 24;
const HEAD = /^([\da-f]{1,8}):(?:T([\da-f]{1,8}),)?/;

function rowAt(bytes: Buffer, at: number): RowAt {
  const line = bytes.indexOf("\n", at);
  const end = line === -1 ? bytes.length : line;
  const head = HEAD.exec(bytes.toString("latin1", at, at + HEAD_BYTES));
  if (head === null) return { row: undefined, next: end + 1 };
  const [whole, number = "", length] = head;
  const start = at + whole.length;
  if (length === undefined) return { row: [number, boundedJsonIn(bytes.toString("utf8", start, end))], next: end + 1 };
  const next = Math.min(bytes.length, start + Number.parseInt(length, 16));
  return { row: [number, bytes.toString("utf8", start, next)], next: Math.max(next, start) };
}

/** The number of the row that a string stands for. */
export function referenceOf(text: string): string | undefined {
  return /^\$[L@]?([\da-f]{1,8})$/.exec(text)?.[1];
}
