/** Which part of a JSON value are the rows: a list, the list in an envelope such as {"data":[…]}, or lists under a header. */
import type { Item } from "../../src/runtime/actor.ts";
import { distinctNames } from "../_shared/names.ts";
import { isObject } from "../../src/text/foreign.ts";
import { type Fields, setField, toItem } from "../_shared/record.ts";

export interface JsonRows {
  readonly items: readonly Item[];
  readonly warnings: readonly string[];
  /** What is to be said in the report. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Names that envelopes use for their list, beside a count or links to further pages. */
const ENVELOPES = new Set(["data", "results", "records", "rows"]);

export function rowsOf(value: unknown): JsonRows {
  if (Array.isArray(value)) return listRows(value);
  if (!isObject(value)) return { items: [toItem(value)], warnings: [], facts: {} };
  const names = Object.keys(value);
  const [name] = names.filter((candidate) => isEnvelope(candidate, value[candidate], names.length === 1));
  if (name === undefined) return { items: [value], warnings: [], facts: {} };
  const { items, warnings, facts } = listRows(value[name] as readonly unknown[]); // As `isEnvelope` has seen.
  const beside: Fields = {};
  for (const other of names) if (other !== name) setField(beside, other, value[other]);
  const said = `The rows are those of the list "${name}"${names.length > 1 ? "; what stands beside it is in report.beside" : ""}.`;
  return {
    items,
    warnings: [said, ...warnings],
    facts: { rows_at: `/${name}`, ...(names.length > 1 && { beside }), ...facts },
  };
}

function isEnvelope(name: string, value: unknown, isAlone: boolean): boolean {
  if (!Array.isArray(value)) return false;
  const isNamed = ENVELOPES.has(name.toLowerCase());
  return isNamed || (isAlone && value.length > 0 && value.every(isObject));
}

/** Lists of the same length are the rows of a table; its first row is the header when it is all text and no other is. */
function listRows(list: readonly unknown[]): JsonRows {
  const rows = list.filter((row): row is readonly unknown[] => Array.isArray(row));
  const [first = []] = rows;
  const isTable = list.length > 1 && rows.length === list.length && rows.every(({ length }) => length === first.length);
  if (!isTable || first.length === 0 || first.some((value) => typeof value === "object" && value !== null)) {
    return { items: list.map(toItem), warnings: [], facts: {} };
  }
  const isHeader =
    first.every((name) => typeof name === "string" && name.trim() !== "") && new Set(first).size === first.length;
  const names = isHeader ? first.map(String) : first.map((_, index) => `column_${index + 1}`);
  const columns = distinctNames(names, names);
  const items = rows.slice(isHeader ? 1 : 0).map((row) => {
    const item: Fields = {};
    for (const [index, name] of columns.entries()) setField(item, name, row[index]);
    return item;
  });
  const warning = isHeader
    ? "The first of the lists was read as the names of the columns."
    : "The lists have no header: their columns are numbered.";
  return { items, warnings: [warning], facts: { header: isHeader, columns } };
}
