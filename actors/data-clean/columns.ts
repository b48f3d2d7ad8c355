/** Types by column: the texts of one field of all rows become numbers, booleans or dates together, or stay text together. */
import { isoDate, isLosslessNumber } from "./clean-types.ts";
import { isObject } from "../../src/text/foreign.ts";
import { type RowFields, setField } from "../_shared/rows/fields.ts";

export type ColumnType = "number" | "boolean" | "date" | "text";

export interface ColumnReport {
  readonly type: ColumnType;
  /** A sentence, with the text that decided. */
  readonly why: string;
}

/** Learns the types of all fields from all rows, and then gives each row its types. */
export interface TypeInference {
  /** A row that is cleaned already. What was sent with a type keeps it. */
  observe(row: unknown): void;
  /** To be called when every row was observed. */
  decide(): Decision;
}

export interface Decision {
  /** By the path of a field, "address.zip" or "sizes[]"; only columns where there was something to decide. */
  readonly columns: Readonly<Record<string, ColumnReport>>;
  /** The row with its texts typed. */
  typed(row: unknown, tally: TypeTally): unknown;
}

export interface TypeTally {
  /** How many texts became a number or a boolean. */
  values: number;
  /** How many texts became another text: a date in ISO 8601. */
  dates: number;
}

/** What is known of one field while the rows are read. */
interface Column {
  readonly path: string;
  fields: Map<string, Column> | undefined;
  texts: number;
  /** Texts that could be typed if they stood alone. */
  typeable: number;
  /** Values that were sent with a type, by it. */
  readonly sent: string[];
  first: string | undefined;
  /** The first text that is none of this type. */
  readonly against: { number: string | undefined; boolean: string | undefined; date: string | undefined };
  type: ColumnType;
  /** Whether its own texts or those of a field below get a type. */
  changes: boolean;
}

const MAX_REPORTED = 100;
const MAX_QUOTED = 40;
const LOOKS_NUMERIC = /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

export function createTypeInference(): TypeInference {
  const root = newColumn("");
  return {
    observe: (row) => observe(root, row),
    decide() {
      const columns: RowFields = {};
      decide(root, columns);
      return {
        columns: columns as Record<string, ColumnReport>,
        typed: (row, tally) => typed(root, row, tally),
      };
    },
  };
}

function newColumn(path: string): Column {
  return {
    path,
    fields: undefined,
    texts: 0,
    typeable: 0,
    sent: [],
    first: undefined,
    against: { number: undefined, boolean: undefined, date: undefined },
    type: "text",
    changes: false,
  };
}

function fieldOf(column: Column, name: string): Column {
  const fields = (column.fields ??= new Map<string, Column>());
  let field = fields.get(name);
  if (field === undefined) {
    const dot = column.path === "" || name === "[]" ? "" : ".";
    fields.set(name, (field = newColumn(`${column.path}${dot}${name}`)));
  }
  return field;
}

function observe(column: Column, value: unknown): void {
  if (typeof value === "string") observeText(column, value);
  else if (Array.isArray(value)) {
    noteSent(column, "list");
    for (const element of value) observe(fieldOf(column, "[]"), element);
  } else if (isObject(value)) {
    noteSent(column, "object");
    for (const name of Object.keys(value)) observe(fieldOf(column, name), value[name]);
  } else noteSent(column, typeof value);
}

function noteSent({ sent }: Column, type: string): void {
  if (!sent.includes(type)) sent.push(type);
}

function observeText(column: Column, text: string): void {
  const { against } = column;
  column.first ??= text;
  column.texts++;
  const isNumber = isLosslessNumber(text);
  const isBoolean = text === "true" || text === "false";
  const isDate =
    !isNumber && !isBoolean && (against.date === undefined || column.typeable === 0) && isoDate(text) !== undefined;
  if (isNumber || isBoolean || isDate) column.typeable++;
  if (!isNumber) against.number ??= text;
  if (!isBoolean) against.boolean ??= text;
  if (!isDate) against.date ??= text;
}

function decide(column: Column, report: RowFields): void {
  column.type = typeOf(column);
  const isWorthWords =
    column.typeable > 0 || (column.against.number !== undefined && LOOKS_NUMERIC.test(column.against.number));
  if (isWorthWords && Object.keys(report).length < MAX_REPORTED) {
    setField(report, column.path || "value", { type: column.type, why: reason(column) });
  }
  column.changes = column.type !== "text";
  column.fields?.forEach((field) => {
    decide(field, report);
    column.changes ||= field.changes;
  });
}

function typeOf({ texts, sent, against }: Column): ColumnType {
  if (texts === 0) return "text";
  for (const type of ["number", "boolean", "date"] as const) {
    if (against[type] === undefined && sent.every((other) => other === type)) return type;
  }
  return "text";
}

function reason({ type, texts, sent, against, first }: Column): string {
  if (type !== "text")
    return `${texts === 1 ? "The text is" : `All ${texts} texts are`} a ${type}, and nothing is lost.`;
  const { number = "" } = against;
  if (LOOKS_NUMERIC.test(number)) return `${quoted(number)} would lose a zero, a sign or a digit as a number.`;
  // The type that lasted longer than the first text is the one that its reader expects.
  const nearest = (["number", "boolean", "date"] as const).find((each) => against[each] !== first) ?? "number";
  const stray = against[nearest];
  if (stray !== undefined) return `Not all are of one type: ${quoted(stray)} is no ${nearest}.`;
  return `Texts stand beside values of another type: ${sent.join(", ")}.`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text);
}

function typed(column: Column, value: unknown, tally: TypeTally): unknown {
  if (!column.changes) return value;
  if (typeof value === "string") {
    if (column.type === "text") return value;
    if (column.type === "date") {
      const date = isoDate(value) ?? value;
      if (date !== value) tally.dates++;
      return date;
    }
    tally.values++;
    return column.type === "number" ? Number(value) : value === "true";
  }
  if (Array.isArray(value)) {
    const elements = fieldOf(column, "[]");
    return value.map((element) => typed(elements, element, tally));
  }
  if (!isObject(value)) return value;
  const fields: RowFields = {};
  for (const name of Object.keys(value)) setField(fields, name, typed(fieldOf(column, name), value[name], tally));
  return fields;
}
