/** The data that scripts of a page set down for other scripts: JSON that they assign to a variable, or parse from a string. */
import { boundedJsonIn } from "../../runtime/json.ts";

/** `window.__STATE__ = `, `self["x"]=`, `var data = `, and what begins there: an object, a list, or a string to parse. */
const ASSIGNED =
  /(?:\b(?:window|self|globalThis)(?:\.[\w$]{1,80}|\[["'][^"'\]]{1,80}["']\])|\b(?:var|let|const)\s[\w$]{1,80})\s{0,9}=\s{0,9}(?:JSON\.parse\(\s{0,9}(?=["'])|(?=[{[]))/g;
const MAX_ASSIGNED = 50;

/** What the script assigns that can be read, in its order; what is no JSON is left out. */
export function assignedValues(script: string): unknown[] {
  const values: unknown[] = [];
  let read = 0;
  for (const found of script.matchAll(ASSIGNED)) {
    // What looks like one within another is a part of it.
    if (found.index < read) continue;
    const start = found.index + found[0].length;
    const isString = script[start] === '"' || script[start] === "'";
    read = isString ? endOfString(script, start) : endOfValue(script, start);
    // What does not end here does not end further on.
    if (read === -1 || values.length === MAX_ASSIGNED) break;
    const literal = script.slice(start, read);
    const text = isString ? boundedJsonIn(asJsonString(literal)) : withoutUndefined(literal);
    if (typeof text === "string") values.push(boundedJsonIn(text));
  }
  return values;
}

/** Where the quotation that begins at `start` has ended; -1 where it does not. */
export function endOfString(script: string, start: number): number {
  const quote = script[start];
  for (let at = start + 1; at < script.length; at++) {
    if (script[at] === "\\") at++;
    else if (script[at] === quote) return at + 1;
  }
  return -1;
}

/** Where the object or list that begins at `start` has ended; -1 where it does not. */
function endOfValue(script: string, start: number): number {
  let depth = 0;
  for (let at = start; at < script.length; at++) {
    const sign = script[at];
    if (sign === '"') {
      at = endOfString(script, at) - 1;
      if (at < 0) return -1;
    } else if (sign === "{" || sign === "[") depth++;
    else if ((sign === "}" || sign === "]") && --depth === 0) return at + 1;
  }
  return -1;
}

/** A string of JavaScript as one of JSON. */
function asJsonString(literal: string): string {
  const inside = literal.slice(1, -1).replace(/\\(?:x([\da-f]{2})|.)|"/gis, (part, code: string | undefined) => {
    if (code !== undefined) return `\\u00${code}`;
    if (part === '"') return '\\"';
    return part === "\\'" ? "'" : part;
  });
  return `"${inside}"`;
}

/** Scripts know a value that JSON lacks; in a string it is a word. All strings in `literal` are ended. */
function withoutUndefined(literal: string): string {
  let text = "";
  for (let at = 0; at < literal.length;) {
    const quote = literal.indexOf('"', at);
    const end = quote === -1 ? literal.length : quote;
    text += literal.slice(at, end).replace(/\bundefined\b/g, "null");
    at = quote === -1 ? end : endOfString(literal, quote);
    text += literal.slice(end, at);
  }
  return text;
}
