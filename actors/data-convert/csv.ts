/** Reading delimited text by RFC 4180 and as it is found: mixed line ends, ragged rows, odd headers, stray quotes. */
import { CsvError, parse } from "csv-parse/sync";
import { type Item } from "../../src/runtime/actor.ts";
import { invalidInput } from "../../src/runtime/errors.ts";
import { guessDelimiter } from "../../src/text/detect.ts";
import { distinctNames } from "../_shared/names.ts";
import { type Fields, setField } from "../_shared/record.ts";

export interface Table {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly rows: readonly Item[];
  /** Sentences on what was not regular. */
  readonly warnings: readonly string[];
}

export const MAX_ROWS = 1_000_000;
export const MAX_COLUMNS = 10_000;

/** Every row repeats the header as JSON, so few bytes of CSV can ask for a great many of JSON. */
const MAX_HEADER_CHARS = 32 * 1024 * 1024;

/**
 * The first line is the header. Values stay text as they are written; lines with nothing on them are skipped.
 * A missing field is null, surplus fields of a row stand in its list `_extra`. A column without a name is
 * "column_3", a name that comes again gets a number.
 * @throws {HubError} `invalid_input` on "/payload", with line and column of a quote that is never closed.
 */
export function readCsv(text: string): Table {
  // Excel writes its delimiter into a first line of its own.
  const hint = /^sep=([,;\t|])(?:\r\n?|\n|$)/i.exec(text);
  const body = hint === null ? text : text.slice(hint[0].length);
  const delimiter = hint?.[1] ?? guessDelimiter(body);
  const [header = [], ...records] = body.trim() === "" ? [] : parseRecords(body, delimiter, hint === null ? 0 : 1);

  if (header.length > MAX_COLUMNS) throw invalidInput("/payload", `has more than ${MAX_COLUMNS} columns`);
  if (records.length > MAX_ROWS) throw invalidInput("/payload", `has more than ${MAX_ROWS} rows`);
  const columns = distinctNames(
    header.map((name, index) => (name.trim() === "" ? `column_${index + 1}` : name)),
    header,
  );
  const headerChars = columns.reduce((sum, name) => sum + name.length + 6, 0);
  if (headerChars * records.length > MAX_HEADER_CHARS) {
    throw invalidInput(
      "/payload",
      "its column names, repeated in every row, are too much: shorten them or send fewer rows",
    );
  }
  const extra = distinctNames([...columns, "_extra"], columns).at(-1) ?? "_extra";
  return {
    delimiter,
    columns,
    rows: records.map((record) => toRow(columns, record, extra)),
    warnings: irregularities(columns, records, extra),
  };
}

function parseRecords(text: string, delimiter: string, linesBefore: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true, // A quote inside a field is text; only one at its start quotes.
      skip_empty_lines: true,
      to: MAX_ROWS + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidInput("/payload", `has a quoted field that is never closed${quotePosition(text, error, linesBefore)}`);
  }
}

/** The library counts bytes up to the end of the last whole field, and names the line where the text ends. */
function quotePosition(text: string, error: CsvError, linesBefore: number): string {
  if (typeof error["bytes"] !== "number") return "";
  const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, error["bytes"])).length;
  const lines = text.slice(0, text.indexOf('"', before)).split(/\r\n?|\n/);
  return `: it starts at line ${lines.length + linesBefore}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

function toRow(columns: readonly string[], record: readonly string[], extra: string): Item {
  const row: Fields = {};
  for (const [index, name] of columns.entries()) setField(row, name, record[index] ?? null);
  if (record.length > columns.length) row[extra] = record.slice(columns.length);
  return row;
}

function irregularities(columns: readonly string[], records: readonly string[][], extra: string): string[] {
  const short = records.filter((record) => record.length < columns.length).length;
  const long = records.filter((record) => record.length > columns.length).length;
  const warnings: string[] = [];
  if (short > 0) warnings.push(`Rows with fewer fields than the header: ${short}; what is missing is null.`);
  if (long > 0) warnings.push(`Rows with more fields than the header: ${long}; the surplus is in "${extra}".`);
  return warnings;
}
