/** Finds the data a request brings along: fenced, quoted, or standing there as JSON, XML or a table. */
import type { QuotedData } from "../runtime/intents.ts";
import { detectFormat, guessDelimiter, isJson } from "../text/detect.ts";
import { isYaml } from "../text/yaml-lines.ts";

type TextSpan = Omit<QuotedData, "format">;

export function quotedData(request: string): QuotedData | undefined {
  const yaml = fencedYaml(request) ?? linesOfYaml(request);
  if (yaml !== undefined) return { ...yaml, format: "yaml" };
  const span = fenced(request) ?? markup(request) ?? json(request) ?? table(request) ?? quoted(request);
  return span === undefined ? undefined : { ...span, format: formatOf(span.text) };
}

function fenced(request: string): TextSpan | undefined {
  const start = request.indexOf("```");
  const end = start === -1 ? -1 : request.indexOf("```", start + 3);
  if (end === -1) return undefined;
  const text = request
    .slice(start + 3, end)
    .replace(/^[a-z]*[ \t]*\r?\n?/i, "")
    .replace(/\r?\n$/, "");
  return text.trim() === "" ? undefined : { text, start, end: end + 3 };
}

const SAYS_YAML = /\bya?ml\b/i;

function fencedYaml(request: string): TextSpan | undefined {
  const span = SAYS_YAML.test(request) ? fenced(request) : undefined;
  return span !== undefined && isYaml(span.text) ? span : undefined;
}

/** Behind a first line that says what it is: lines with colons stand in many a letter. */
function linesOfYaml(request: string): TextSpan | undefined {
  const start = request.indexOf("\n");
  if (start === -1 || !SAYS_YAML.test(request.slice(0, start))) return undefined;
  const text = request.slice(start).trim();
  return isYaml(text) ? { text, start, end: request.length } : undefined;
}

/** From the first tag to the last one; a quoted text with markup keeps what stands around its tags. */
function markup(request: string): TextSpan | undefined {
  const start = request.search(/<(?:\?xml\b|!doctype\b|[a-z][\w:.-]*(?:\s[^<>]*)?\/?>)/i);
  const end = request.lastIndexOf(">") + 1;
  if (start === -1 || end <= start) return undefined;
  const within = quoted(request);
  if (within !== undefined && within.start < start && within.end > end) return within;
  const isClosed = /<\/[a-z][\w:.-]*\s*>|\/>/i.test(request.slice(start, end));
  return isClosed ? { text: request.slice(start, end), start, end } : undefined;
}

/** From the first bracket on, the longest text that is a JSON array or object, or lines that are one each. */
function json(request: string): TextSpan | undefined {
  const start = request.search(/[[{]/);
  if (start === -1) return undefined;
  const lines = jsonLines(request.slice(start));
  if (lines !== "") return { text: lines, start, end: start + lines.length };
  const close = request[start] === "[" ? "]" : "}";
  for (let end = request.lastIndexOf(close), tries = 0; end > start && tries < 20; tries++) {
    const text = request.slice(start, end + 1);
    if (isJson(text)) return { text, start, end: end + 1 };
    end = request.lastIndexOf(close, end - 1);
  }
  return undefined;
}

function jsonLines(text: string): string {
  const lines = text.split("\n");
  const foreign = lines.findIndex((line) => !/^\s*[[{]/.test(line) || !isJson(line));
  const count = foreign === -1 ? lines.length : foreign;
  return count > 1 ? lines.slice(0, count).join("\n") : "";
}

/** Lines that all have the same delimiter: behind a colon of the first line, or behind the first line. */
function table(request: string): TextSpan | undefined {
  const inQuotes = quoted(request);
  if (inQuotes !== undefined && isTable(inQuotes.text)) return inQuotes;
  const newline = request.indexOf("\n");
  if (newline === -1) return undefined;
  const colon = request.lastIndexOf(": ", newline);
  const behindLine = newline + 1 + Math.max(request.slice(newline + 1).search(/[^\r\n]/), 0);
  const starts = [...(colon === -1 ? [] : [colon + 2]), behindLine];
  for (const start of starts) {
    const text = request.slice(start).trimEnd();
    if (isTable(text)) return { text, start, end: start + text.length };
  }
  return undefined;
}

function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/);
  const delimiter = guessDelimiter(text);
  const [columns = 0, ...others] = lines.map((line) => line.split(delimiter).length);
  return lines.length > 1 && columns > 1 && others.every((count) => count > 1);
}

/** A quoted text; an apostrophe within a word opens and closes nothing. */
function quoted(request: string): TextSpan | undefined {
  return (
    between(request, '"') ??
    match(request, /“([^“”]+)”/) ??
    match(request, /«\s?([^«»]+?)\s?»/) ??
    between(request, "'") ??
    match(request, /`([^`]+)`/)
  );
}

/** From the first such mark that follows no letter to the last that precedes none. */
function between(request: string, mark: '"' | "'"): TextSpan | undefined {
  const start = request.search(mark === '"' ? /(?<!\w)"/ : /(?<!\w)'/);
  const last = start === -1 ? undefined : [...request.matchAll(mark === '"' ? /"(?!\w)/g : /'(?!\w)/g)].at(-1);
  if (last === undefined || last.index <= start + 1) return undefined;
  const text = request.slice(start + 1, last.index);
  return text.trim() === "" ? undefined : { text, start, end: last.index + 1 };
}

function match(request: string, pattern: RegExp): TextSpan | undefined {
  const found = pattern.exec(request);
  if (found?.[1] === undefined || found[1].trim() === "") return undefined;
  return { text: found[1], start: found.index, end: found.index + found[0].length };
}

function formatOf(text: string): QuotedData["format"] {
  const format = detectFormat(text);
  if (format === "csv") return isTable(text) ? "csv" : "text";
  return format === "ndjson" ? "json" : format;
}
