/** Writing items as CSV by RFC 4180, safe to open in a spreadsheet. */
import Papa from "papaparse";
import { type Item } from "../../../src/runtime/actor.ts";
import { invalidInput } from "../../../src/runtime/errors.ts";
import { MAX_COLUMNS } from "./csv.ts";
import { collectorOfTexts } from "../../../src/text/collector.ts";
import { LongText, LongValue } from "../../../src/text/long-value.ts";
import { inOnePiece } from "../../../src/text/parts.ts";

export interface WrittenCsv {
  readonly csv: string | LongText;
  readonly columns: readonly string[];
  /** How many fields were kept from being taken for formulas. */
  readonly escaped: number;
}

const MAX_CELLS = 10_000_000;

/** What a spreadsheet runs as a formula, its full-width forms too (OWASP, "CSV Injection"). A plain number is none. */
const FORMULA = /^(?![+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$)[=+\-@\t\r\n＝＋－＠]/;

/** An attribute of XML keeps its name: a name alone calls nothing and reaches nothing. */
const ATTRIBUTE = /^@[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/**
 * The items are gone through twice. The columns are `order`, which has all their fields, or else their fields in the order of their first appearance; null and missing fields are empty,
 * lists and objects are JSON text. A text that a spreadsheet would run is prefixed with `'`.
 * @throws {HubError} `invalid_input` on "/payload" when the table would be out of all proportion.
 */
export function writeCsv(items: Iterable<Item>, count: number, order?: readonly string[]): WrittenCsv {
  const columns = order ?? columnsOf(items);
  if (columns.length * count > MAX_CELLS) {
    throw invalidInput("/payload", `its rows have too little in common: a table of more than ${MAX_CELLS} cells`);
  }
  if (columns.length === 0) return { csv: "", columns, escaped: 0 };
  let escaped = columns.filter((name) => !ATTRIBUTE.test(name) && isFormula(name)).length;
  // A line with nothing on it would be no row at all, so a lone empty cell is quoted.
  const quotes = columns.length === 1 ? (cell: unknown) => cell === "" : false;
  const options = { escapeFormulae: FORMULA, newline: NEWLINE, quotes };
  // Papa escapes all of a table or nothing, so the names of columns are a table of their own.
  const names = columns.map((name) => (isFormula(name) && !ATTRIBUTE.test(name) ? `'${name}` : name));
  const parts = [Papa.unparse([names], { ...options, escapeFormulae: false }) + NEWLINE];
  const leave = collectorOfTexts();
  for (const some of inBatches(items)) {
    const data = some.map((item) => columns.map((name) => (Object.hasOwn(item, name) ? toCell(item[name]) : "")));
    for (const record of data) escaped += record.filter(isFormula).length;
    const part = inOnePiece(Papa.unparse(data, options) + NEWLINE);
    parts.push(part);
    leave(part.length);
  }
  return { csv: new LongText(parts), columns, escaped };
}

const NEWLINE = "\r\n";
/** Enough that writing them costs nothing more. */
const WRITTEN_AT_ONCE = 256;

function* inBatches(items: Iterable<Item>): Generator<readonly Item[]> {
  let some: Item[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < WRITTEN_AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function isFormula(cell: unknown): boolean {
  return typeof cell === "string" && FORMULA.test(cell);
}

function columnsOf(items: Iterable<Item>): string[] {
  const columns = new Set<string>();
  for (const item of items) {
    for (const name of Object.keys(item)) columns.add(name);
    if (columns.size > MAX_COLUMNS) throw invalidInput("/payload", `has more than ${MAX_COLUMNS} columns`);
  }
  return [...columns];
}

function toCell(value: unknown): unknown {
  if (value instanceof LongValue) return [...value.json()].join("");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "");
}
