/** The records of a delimited text, read part by part: all of them together take many times the room of their text. */
import { parse } from "csv-parse/sync";
import { collectorOfTexts } from "../../../src/text/collector.ts";
import type { CsvDialect } from "./dialect.ts";

/** Can be gone through any number of times, once they were read over. */
export interface Records extends Iterable<readonly string[]> {
  /**
   * Notes each of them, the first `most` at least. To be called first.
   * @throws {CsvError} for a quote that is never closed.
   */
  readOver(note: (record: readonly string[]) => void, most: number): void;
}

/** Of a part: reading many small ones takes longer. */
const PART_CHARS = 64 * 1024;
/** Of a part, if they are short: a part is kept for as long as the next one is read. */
const PART_RECORDS = 2_000;
const LINE_END = /\r\n|\n|\r/;

/** Lines with nothing on them are skipped. */
export function recordsIn(dialect: CsvDialect): Records {
  if (dialect.body.trim() === "") return { readOver: () => undefined, *[Symbol.iterator]() {} };
  return dialect.body.includes('"') || dialect.hasBlanks ? quotedRecords(dialect) : plainRecords(dialect);
}

/** Without quotes every line is a record, and every delimiter parts two fields. */
function plainRecords({ body, delimiter }: CsvDialect): Records {
  function* records(): Generator<readonly string[]> {
    const leave = collectorOfTexts();
    for (let start = 0; start < body.length;) {
      const end = lineEndFrom(body, start + PART_CHARS);
      for (const line of body.slice(start, end).split(LINE_END)) if (line !== "") yield line.split(delimiter);
      leave(end - start);
      start = end;
    }
  }
  return {
    readOver(note) {
      for (const record of records()) note(record);
    },
    [Symbol.iterator]: records,
  };
}

function lineEndFrom(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === "\n" || text[at] === "\r") return at;
  return text.length;
}

function quotedRecords({ body, delimiter, escape, hasBlanks }: CsvDialect): Records {
  const source = Buffer.from(body);
  /** In bytes: where a record begins that the text can be parted before. */
  const cuts: number[] = [];
  const options = {
    delimiter,
    escape,
    ltrim: hasBlanks,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true, // A quote inside a field is text; only one at its start quotes.
    skip_empty_lines: true,
  };
  return {
    readOver(note, most) {
      let cut = 0;
      let records = 0;
      const leave = collectorOfTexts();
      const each = (record: string[], { bytes }: { readonly bytes: number }): null => {
        note(record);
        if (++records === PART_RECORDS || bytes - cut >= PART_CHARS) {
          leave(bytes - cut);
          cuts.push((cut = bytes));
          records = 0;
        }
        return null; // The library keeps it no longer.
      };
      parse(source, { ...options, on_record: each, to: most });
    },
    *[Symbol.iterator]() {
      const leave = collectorOfTexts();
      let start = 0;
      for (const end of [...cuts, source.length]) {
        yield* parse(source.subarray(start, end), options);
        leave(end - start);
        start = end;
      }
    },
  };
}
