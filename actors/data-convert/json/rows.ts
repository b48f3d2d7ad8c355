/** Which part of a JSON value are the rows: a list, the list in an envelope such as {"data":[…]}, or lists under a header. */
import type { Item } from "../../../src/runtime/actor.ts";
import { distinctNames } from "../../_shared/rows/field-names.ts";
import { isObject, type JsonObject } from "../../../src/text/foreign.ts";
import { type RowFields, setField, toItem } from "../../_shared/rows/fields.ts";
import { isList, type List, listOf, whole } from "./list.ts";

export interface JsonRows {
  /** Can be gone through more than once. */
  readonly items: Iterable<Item>;
  readonly count: number;
  readonly warnings: readonly string[];
  /** What is to be said in the report. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Names that envelopes use for their list, beside a count or links to further pages. */
const ENVELOPES = new Set(["data", "results", "records", "rows"]);

/** Long lists in it may be a `List` that is built as it is gone through. */
export function rowsOf(value: unknown): JsonRows {
  if (isList(value)) return listRows(value);
  if (Array.isArray(value)) return listRows(listOf(value));
  if (!isObject(value)) return { items: [toItem(value)], count: 1, warnings: [], facts: {} };
  const names = Object.keys(value);
  for (const name of names) {
    const list = envelopedList(name, value[name], names.length === 1);
    if (list !== undefined) return envelopeRows(value, name, list);
  }
  return { items: wholeItem(value), count: 1, warnings: [], facts: {} };
}

function envelopedList(name: string, value: unknown, isAlone: boolean): List | undefined {
  const list = Array.isArray(value) ? listOf(value) : isList(value) ? value : undefined;
  if (list === undefined) return undefined;
  const isNamed = ENVELOPES.has(name.toLowerCase());
  return isNamed || (isAlone && list.count > 0 && list.areObjects) ? list : undefined;
}

function envelopeRows(envelope: JsonObject, name: string, list: List): JsonRows {
  const names = namesBeside(envelope, list.width ?? 0);
  const { warnings, facts, ...rows } = names === undefined ? listRows(list) : namedRows(list, names);
  const others = Object.keys(envelope).filter((other) => other !== name);
  const beside: RowFields = {};
  for (const other of others) setField(beside, other, whole(envelope[other]));
  const isAlone = others.length === 0;
  const said = `The rows are those of the list "${name}"${isAlone ? "" : "; what stands beside it is in report.beside"}.`;
  return {
    ...rows,
    warnings: [said, ...warnings],
    facts: { rows_at: `/${name}`, ...(!isAlone && { beside }), ...facts },
  };
}

/** Names that envelopes use for those of the columns of their lists, which are texts or objects with a name. */
const COLUMNS = ["columns", "fields", "headers", "header"];

/** Each once, and as many as the lists are wide. */
function namesBeside(envelope: JsonObject, width: number): readonly string[] | undefined {
  for (const said of COLUMNS) {
    const value = Object.hasOwn(envelope, said) ? whole(envelope[said]) : undefined;
    if (width === 0 || !Array.isArray(value) || value.length !== width) continue;
    const names = value.map((column: unknown) => (isObject(column) ? column["name"] : column));
    if (names.every(isName) && new Set(names).size === width) return names;
  }
  return undefined;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function namedRows(list: List, columns: readonly string[]): JsonRows {
  const warnings = ["The names of the columns are those beside the list."];
  return { items: tableItems(list, columns, false), count: list.count, warnings, facts: { columns } };
}

/** Its long lists are built when it is asked for. */
function wholeItem(value: JsonObject): Iterable<Item> {
  return eachOf([value], (fields) => {
    const item: RowFields = {};
    for (const name of Object.keys(fields)) setField(item, name, whole(fields[name]));
    return item;
  });
}

/** Lists of the same length are the rows of a table; its first row is the header when it is all text and no other is. */
function listRows(list: List): JsonRows {
  const { count, width = 0 } = list;
  const first = count > 1 && width > 0 ? firstOf(list) : [];
  if (first.length === 0 || first.some((value) => typeof value === "object" && value !== null)) {
    return { items: eachOf(list, toItem), count, warnings: [], facts: {} };
  }
  const isHeader =
    first.every((name) => typeof name === "string" && name.trim() !== "") && new Set(first).size === first.length;
  const names = isHeader ? first.map(String) : first.map((_, index) => `column_${index + 1}`);
  const columns = distinctNames(names, names);
  const warning = isHeader
    ? "The first of the lists was read as the names of the columns."
    : "The lists have no header: their columns are numbered.";
  return {
    items: tableItems(list, columns, isHeader),
    count: isHeader ? count - 1 : count,
    warnings: [warning],
    facts: { header: isHeader, columns },
  };
}

function firstOf(list: Iterable<unknown>): readonly unknown[] {
  const [first] = list;
  return first as readonly unknown[]; // As the width of the list says.
}

function tableItems(list: List, columns: readonly string[], isHeader: boolean): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      let isName = isHeader;
      for (const row of list as Iterable<readonly unknown[]>) {
        if (!isName) {
          const item: RowFields = {};
          for (const [index, name] of columns.entries()) setField(item, name, row[index]);
          yield item;
        }
        isName = false;
      }
    },
  };
}

function eachOf<T>(values: Iterable<T>, toEach: (value: T) => Item): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (const value of values) yield toEach(value);
    },
  };
}
