/** Telling JSON, JSON lines, XML and delimited text apart, and which delimiter such text uses. */

import { firstFault } from "./json-fault.ts";
import { jsonIn } from "./foreign.ts";

export type Format = "json" | "ndjson" | "csv" | "xml";

/** In the order of preference between equally good guesses: the comma, which prose has too, comes last. */
const DELIMITERS = ["\t", ";", "|", ","] as const;

/** In characters. To build what a longer text holds would take many times its room. */
const LONG = 64 * 1024;
const SAMPLE_CHARS = 64 * 1024;
const SAMPLE_LINES = 50;

/** Blank text counts as a table without rows; text that is nothing else is a table too. */
export function detectFormat(text: string): Format {
  const first = text.charAt(text.search(/\S/));
  if (first === "<") return "xml";
  if (first === "{" || first === "[") return isJsonLines(text) ? "ndjson" : "json";
  return isJson(text) ? "json" : "csv";
}

/** Whether the first line is a JSON value by itself and is not the last one. */
export function isJsonLines(text: string): boolean {
  const trimmed = text.trim();
  const end = trimmed.search(/[\r\n]/);
  return end > 0 && isJson(trimmed.slice(0, end));
}

/**
 * The delimiter that splits the most lines into as many fields as the first one has. The comma, when none splits it.
 * Text in quotes does not count.
 */
export function guessDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS).replace(/(^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g, "$1");
  const lines = sample.split(/\r\n?|\n/).filter((line) => line !== "");
  // The cut may have gone through the last line of a long text.
  if (text.length > SAMPLE_CHARS && lines.length > 1) lines.pop();

  let best = { delimiter: ",", agreeing: 0, fields: 0 };
  for (const delimiter of DELIMITERS) {
    const counts = lines.slice(0, SAMPLE_LINES).map((line) => line.split(delimiter).length - 1);
    const fields = counts[0] ?? 0;
    const agreeing = fields === 0 ? 0 : counts.filter((count) => count === fields).length;
    if (agreeing > best.agreeing || (agreeing === best.agreeing && fields > best.fields)) {
      best = { delimiter, agreeing, fields };
    }
  }
  return best.delimiter;
}

/** Whether the whole text is JSON. */
export function isJson(text: string): boolean {
  if (text.length > LONG) return firstFault(text) === -1;
  return jsonIn(text) !== undefined;
}
