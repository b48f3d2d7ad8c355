/** How a delimited text is written: its title, delimiter, quotes, blanks and whether it has a header. */
import { guessDelimiter } from "../../../src/text/detect.ts";

export interface CsvDialect {
  readonly delimiter: string;
  /** What stands before the table, and how many lines of the text that takes. */
  readonly title?: string;
  readonly linesBefore: number;
  readonly body: string;
  /** What makes a quote within quotes one of the text. */
  readonly escape: '"' | "\\";
  /** Whether every delimiter is followed by a blank that is none of the value. */
  readonly hasBlanks: boolean;
}

const SAMPLE_CHARS = 64 * 1024;
const SAMPLE_LINES = 50;
/** Records from which it is seen whether the first is a header. */
export const HEADER_SAMPLE = SAMPLE_LINES + 1;

export function dialectOf(text: string): CsvDialect {
  // Excel writes its delimiter into a first line of its own.
  const hint = /^sep=([,;\t|])(?:\r\n?|\n|$)/i.exec(text);
  const rest = hint === null ? text : text.slice(hint[0].length);
  const title = titleOf(rest);
  const body = title === undefined ? rest : rest.slice(title.length);
  const delimiter = hint?.[1] ?? guessDelimiter(body);
  const sample = body.slice(0, SAMPLE_CHARS);
  return {
    delimiter,
    ...(title !== undefined && { title: title.trim() }),
    linesBefore: (hint === null ? 0 : 1) + (title === undefined ? 0 : title.split(/\r\n?|\n/).length - 1),
    body,
    escape: /[^\\"]\\"[^",;\t|\r\n]/.test(sample) && !/[^\\,;\t|\r\n]""/.test(sample) ? "\\" : '"',
    hasBlanks: delimiter !== "\t" && hasBlanks(sample, delimiter),
  };
}

/** A first line in words, with one field, above lines that all have the same number of more; with the blank lines after it. */
function titleOf(text: string): string | undefined {
  const [, first = ""] = /^([^\r\n]{1,500})(?:\r\n?|\n)/.exec(text) ?? [];
  if (!/\S[ _-]\S|^#/.test(first) || /[,;\t|"]/.test(first)) return undefined;
  const title = /^[^\r\n]+(?:\r\n?|\n)[\s]*/.exec(text.slice(0, 2000))?.[0] ?? "";
  const body = text.slice(title.length);
  const delimiter = guessDelimiter(body);
  const counts = body
    .slice(0, SAMPLE_CHARS)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "")
    .slice(0, SAMPLE_LINES);
  if (counts.length < 2) return undefined;
  const fields = counts.map((line) => line.replace(/"[^"]*"/g, "").split(delimiter).length);
  return fields.every((count) => count === fields[0] && count > 1) ? title : undefined;
}

function hasBlanks(sample: string, delimiter: string): boolean {
  const outside = sample.replace(/"[^"]*"/g, '"');
  const marks = outside.split(delimiter).length - 1;
  const blanks = outside.split(`${delimiter} `).length - 1;
  return marks > 0 && (blanks === marks || outside.includes(`${delimiter} "`));
}

/**
 * Whether the first row is data: one of its fields has the type of all that is below it, and none of them is a name above
 * numbers or dates. Years in a row are names.
 */
export function lacksHeader(records: readonly (readonly string[])[]): boolean {
  const [first = [], ...rest] = records.slice(0, HEADER_SAMPLE);
  if (rest.length === 0 || first.some((name) => name.trim() === "")) return false;
  let isData = false;
  const numbers = first.filter((field) => typeOf(field) === "number");
  if (
    numbers.length > 1 &&
    numbers.every((field) => /^(?:1[89]|2[01])\d\d$/.test(field)) &&
    numbers.length < first.length
  )
    return false;
  for (const [index, field] of first.entries()) {
    const below = new Set(
      rest
        .map((record) => record[index] ?? "")
        .filter((value) => value !== "")
        .map(typeOf),
    );
    const [type] = below;
    if (below.size !== 1 || type === undefined || type === "text") continue;
    if (typeOf(field) !== type) return false;
    isData = true;
  }
  return isData;
}

function typeOf(field: string): string {
  const text = field.trim();
  if (/^[-+]?\d[\d.,]*%?$/.test(text)) return "number";
  if (/^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(text)) return "date";
  if (/^(?:true|false)$/i.test(text)) return "boolean";
  if (/^https?:\/\/\S+$/.test(text)) return "address";
  return /^[^\s@]{1,200}@[^\s@]{1,200}\.[a-z]{2,20}$/i.test(text) ? "email" : "text";
}
