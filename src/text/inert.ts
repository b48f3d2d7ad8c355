/**
 * Texts of strangers that others show: what nobody sees is taken out, and links and tags that would run something lead
 * nowhere. The rest of Markdown and HTML stays as it is.
 */
import { decodeHTML } from "entities";
import { isObject } from "./foreign.ts";
import { seenText } from "./plain-text.ts";

const NOWHERE = "about:blank";
const MAY_RUN = /script|[<[(]|&/i;
/** The scheme of an address, however it is broken up. */
const RUNS = /^(?:javascript|vbscript|livescript|data|file|blob):/i;
const SCRIPT_SCHEME = /(?:java|vb|live)script:(?=\S)/gi;
const ACTIVE_TAGS: ReadonlySet<string> = new Set(
  "script style iframe frame object embed applet svg math form meta base link".split(" "),
);
const TAG = /<\/?([a-z]{1,20})[^<>]*>?/gi;
const HANDLER = /[\s/]on[a-z]{3,30}\s{0,5}=\s{0,5}(?:"[^"]{0,2000}"|'[^']{0,2000}'|[^\s>"']{1,2000})/gi;
const REFERENCE = /\b(href|src|action|formaction|data|poster|xlink:href)\s{0,5}=\s{0,5}(["']?)([^"'<>]{1,2000})/gi;
const LINK = /\]\(\s{0,20}<?([^()<>]{1,2000})/g;
const DEFINITION = /^[ >]{0,10}\[[^\]\n]{1,200}\]:[ \t]{0,20}<?([^\s<>]{1,2000})/gm;
const AUTOLINK = /<((?:java|vb|live)script|data|file|blob):[^<>]{0,2000}>?/gi;

export function inertText(text: string): string {
  const seen = seenText(text);
  if (!MAY_RUN.test(seen)) return seen;
  return seen
    .replace(AUTOLINK, `<${NOWHERE}>`)
    .replace(TAG, (tag, name: string) =>
      ACTIVE_TAGS.has(name.toLowerCase()) ? "" : tag.replace(HANDLER, "").replace(REFERENCE, withoutRunning),
    )
    .replace(LINK, (whole, target: string) => (runs(target) ? `](${NOWHERE}` : whole))
    .replace(DEFINITION, (whole, target: string) => (runs(target) ? whole.replace(target, NOWHERE) : whole))
    .replace(SCRIPT_SCHEME, `${NOWHERE}#`);
}

function withoutRunning(whole: string, name: string, quote: string, target: string): string {
  return runs(target) ? `${name}=${quote}${NOWHERE}` : whole;
}

/** As a browser reads it: entities taken for their characters, blanks and controls passed over. */
function runs(target: string): boolean {
  return RUNS.test(decodeHTML(target).replace(/[\s\p{Cc}]/gu, ""));
}

/** What is sent or compared as it is, and shown to nobody as a text. */
const EXACT: ReadonlySet<string> = new Set(["enum", "const", "default", "pattern", "$ref", "name", "url", "required"]);

/** A document with every text of it inert; of values that a call is made of only what is not seen goes. */
export function inertDocument<T>(document: T, isExact = false): T {
  return cleaned(document, isExact) as T; // Only texts are changed, and only into texts.
}

function cleaned(value: unknown, isExact: boolean): unknown {
  if (typeof value === "string") return isExact ? seenText(value) : inertText(value);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, isExact));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [seenText(name), cleaned(one, EXACT.has(name) && !isObject(one))]),
  );
}
