/** Writing items as CSV by RFC 4180, safe to open in a spreadsheet. */
import { type Item } from "../src/runtime/actor.ts";
import { invalidInput } from "../src/runtime/errors.ts";
import { MAX_COLUMNS } from "./_csv.ts";

export interface WrittenCsv {
  readonly csv: string;
  readonly columns: readonly string[];
  /** How many fields were kept from being taken for formulas. */
  readonly escaped: number;
}

const MAX_CELLS = 10_000_000;

/** What a spreadsheet runs as a formula, its full-width forms too (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The columns are the fields of all items in the order of their first appearance; null and missing fields are empty,
 * lists and objects are JSON text. A text that a spreadsheet would run is prefixed with `'`.
 * @throws {HubError} `invalid_input` on "/payload" when the table would be out of all proportion.
 */
export function writeCsv(items: readonly Item[]): WrittenCsv {
  const columns = columnsOf(items);
  if (columns.length * items.length > MAX_CELLS) {
    throw invalidInput("/payload", `its rows have too little in common: a table of more than ${MAX_CELLS} cells`);
  }
  let escaped = 0;
  const cell = (value: unknown): string => {
    const text = toText(value);
    const isFormula = typeof value === "string" && FORMULA.test(text) && !PLAIN_NUMBER.test(text);
    if (isFormula) escaped++;
    return quoted(isFormula ? `'${text}` : text);
  };
  const line = (values: readonly unknown[]): string => {
    const cells = values.map(cell).join(",");
    return cells === "" ? '""\r\n' : `${cells}\r\n`; // A bare line end would be no row at all.
  };
  const lines = items.map((item) => line(columns.map((name) => (Object.hasOwn(item, name) ? item[name] : null))));
  return { csv: columns.length === 0 ? "" : line(columns) + lines.join(""), columns, escaped };
}

function columnsOf(items: readonly Item[]): string[] {
  const columns = new Set<string>();
  for (const item of items) {
    for (const name of Object.keys(item)) columns.add(name);
    if (columns.size > MAX_COLUMNS) throw invalidInput("/payload", `has more than ${MAX_COLUMNS} columns`);
  }
  return [...columns];
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
