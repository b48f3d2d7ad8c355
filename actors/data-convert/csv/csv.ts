/** Reading delimited text by RFC 4180 and as it is found: mixed line ends, ragged rows, odd headers, stray quotes. */
import { CsvError } from "csv-parse/sync";
import type { Item } from "../../../src/runtime/actor.ts";
import { type HubError, invalidInput } from "../../../src/runtime/errors.ts";
import { distinctNames } from "../../_shared/rows/field-names.ts";
import { type RowFields, setField } from "../../_shared/rows/fields.ts";
import { type CsvDialect, dialectOf, HEADER_SAMPLE, lacksHeader } from "./dialect.ts";
import { type Records, recordsIn } from "./records.ts";

export interface Table {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** The field of what is surplus, where a row has some. */
  readonly extra: string | undefined;
  readonly count: number;
  /** Read anew each time they are gone through: as objects they take many times the room of their text. */
  readonly rows: Iterable<Item>;
  readonly hasHeader: boolean;
  readonly title?: string;
  /** Sentences on what was not regular. */
  readonly warnings: readonly string[];
}

export const MAX_ROWS = 1_000_000;
export const MAX_COLUMNS = 10_000;

/** Every row repeats the header as JSON, so few bytes of CSV can ask for a great many of JSON. */
const MAX_HEADER_CHARS = 32 * 1024 * 1024;

/**
 * The first line is the header, unless its fields have the types of all that is below them. Values stay text as they
 * are written; lines with nothing on them are skipped.
 * A missing field is null, surplus fields of a row stand in its list `_extra`. A column without a name is
 * "column_3", a name that comes again gets a number.
 * @throws {HubError} `invalid_input` on "/payload", with line and column of a quote that is never closed.
 */
export function readCsv(text: string): Table {
  const dialect = dialectOf(text);
  const { delimiter, title } = dialect;
  if (isTooWide(dialect)) throw tooWide();
  const records = recordsIn(dialect);
  const { sample, ...survey } = surveyOf(dialect, records);
  if ((sample[0]?.length ?? 0) > MAX_COLUMNS) throw tooWide();
  const hasHeader = !lacksHeader(sample);
  const [first = []] = sample;
  const header = hasHeader ? first : first.map(() => "");
  const count = Math.max(0, survey.count - (hasHeader ? 1 : 0));

  if (count > MAX_ROWS) throw invalidInput("/payload", `has more than ${MAX_ROWS} rows`);
  const columns = distinctNames(
    header.map((name, index) => (name.trim() === "" ? `column_${index + 1}` : name)),
    header,
  );
  const headerChars = columns.reduce((sum, name) => sum + name.length + 6, 0);
  if (headerChars * count > MAX_HEADER_CHARS) {
    throw invalidInput(
      "/payload",
      "its column names, repeated in every row, are too much: shorten them or send fewer rows",
    );
  }
  const extra = distinctNames([...columns, "_extra"], columns).at(-1) ?? "_extra";
  return {
    delimiter,
    columns,
    extra: survey.long > 0 ? extra : undefined,
    hasHeader,
    ...(title !== undefined && { title }),
    count,
    rows: {
      *[Symbol.iterator]() {
        let isHeader = hasHeader;
        for (const record of records) {
          if (!isHeader) yield toRow(columns, record, extra);
          isHeader = false;
        }
      },
    },
    warnings: [...peculiarities(dialect, columns, hasHeader), ...irregularities(survey, extra)],
  };
}

/** Told of a first line without quotes at once: to read a million columns takes seconds. */
function isTooWide({ body, delimiter }: CsvDialect): boolean {
  const end = body.indexOf("\n");
  const line = end === -1 ? body : body.slice(0, end);
  if (line.includes('"')) return false;
  let count = 1;
  for (let at = line.indexOf(delimiter); at !== -1 && count <= MAX_COLUMNS; at = line.indexOf(delimiter, at + 1))
    count++;
  return count > MAX_COLUMNS;
}

function tooWide(): HubError {
  return invalidInput("/payload", `has more than ${MAX_COLUMNS} columns`);
}

/** What is known of a table once it has been read, without its rows. */
interface Survey {
  /** The first records. */
  readonly sample: readonly (readonly string[])[];
  readonly count: number;
  /** Records with fewer fields than the first one, and with more. */
  readonly short: number;
  readonly long: number;
}

/** @throws {HubError} `invalid_input` for a quote that is never closed. */
function surveyOf({ body, linesBefore }: CsvDialect, records: Records): Survey {
  const sample: (readonly string[])[] = [];
  let [count, short, long] = [0, 0, 0];
  const note = (record: readonly string[]): void => {
    if (sample.length < HEADER_SAMPLE) sample.push(record);
    const width = sample[0]?.length ?? 0;
    if (record.length < width) short++;
    if (record.length > width) long++;
    count++;
  };
  try {
    records.readOver(note, MAX_ROWS + 2);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidInput("/payload", `has a quoted field that is never closed${quotePosition(body, error, linesBefore)}`);
  }
  return { sample, count, short, long };
}

/** The library counts bytes up to the end of the last whole field, and names the line where the text ends. */
function quotePosition(text: string, error: CsvError, linesBefore: number): string {
  if (typeof error["bytes"] !== "number") return "";
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, error["bytes"])).length;
  const lines = text.slice(0, text.indexOf('"', before)).split(/\r\n?|\n/);
  return `: it starts at line ${lines.length + linesBefore}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function toRow(columns: readonly string[], record: readonly string[], extra: string): Item {
  const row: RowFields = {};
  for (const [index, name] of columns.entries()) setField(row, name, record[index] ?? null);
  if (record.length > columns.length) row[extra] = record.slice(columns.length);
  return row;
}

const NO_DELIMITER = "None of , ; | and tab parts the lines: each was read as one value.";
/** What a name of one column does not have, but the lines of another format. */
const MARK = /[^\p{L}\p{M}\p{N}\p{Sc}\p{Extended_Pictographic} _.()/%#@&'"+-]/u;

function peculiarities(
  { body, title, escape, hasBlanks }: CsvDialect,
  columns: readonly string[],
  hasHeader: boolean,
): string[] {
  const warnings: string[] = [];
  if (columns.length === 1 && MARK.test(/^[^\r\n]*/.exec(body)?.[0] ?? "")) warnings.push(NO_DELIMITER);
  if (title !== undefined) warnings.push("The line above the table is its title: it is in report.title.");
  if (!hasHeader)
    warnings.push("The first line has the types of those below it: it was read as data, and the columns are numbered.");
  if (escape === "\\") warnings.push("A backslash before a quote makes it one of the text.");
  if (hasBlanks) warnings.push("Blanks after the delimiter are left out.");
  return warnings;
}

function irregularities({ short, long }: Pick<Survey, "short" | "long">, extra: string): string[] {
  const warnings: string[] = [];
  if (short > 0) warnings.push(`Rows with fewer fields than the header: ${short}; what is missing is null.`);
  if (long > 0) warnings.push(`Rows with more fields than the header: ${long}; the surplus is in "${extra}".`);
  return warnings;
}
