/** Words as the index and the queries see them: identifiers taken apart, accents and markup gone. */

import { inertText } from "../../text/inert.ts";
import { withoutSpans } from "../../text/spans.ts";
import { foldLetters } from "../../text/fold-letters.ts";

/**
 * "GET_RunInstances" → "GET Run Instances", "files.listByUser" → "files list By User", "getURLsById" → "get URLs By Id".
 * Digits stay with their word.
 */
export function splitIdentifier(identifier: string): string {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])(?![A-Z]s(?![a-z]))([A-Z][a-z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** "users keys" of "/users/{id}/keys": what parameters are called is said by their values. */
export function pathWords(path: string): string {
  return splitIdentifier(path.replace(/\{[^{}]*\}/g, " "));
}

/** Plain text of a description: HTML and Markdown markup removed, blanks folded, cut at a word. */
export function withoutMarkup(text: string, maxChars: number): string {
  const read = withoutSpans(text.slice(0, maxChars * 4), "<!--", "-->", " ")
    .replace(/<[^<>]{1,300}>/g, " ")
    .replace(/!?\[([^[\]]{0,200})\]\([^()]{0,500}\)/g, "$1")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/[`*_#>|]{2,}|`|(?<=^|\s)[#>*-]+(?=\s)/g, " ")
    .replace(/\p{Cc}|\s+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const plain = inertText(read);
  if (plain.length <= maxChars) return plain;
  const cut = plain.lastIndexOf(" ", maxChars - 1);
  return `${plain.slice(0, cut > maxChars / 2 ? cut : maxChars - 1).trimEnd()}…`;
}

/** Lower-case words without accents, in order. */
export function wordsOf(text: string): string[] {
  // Most texts need nothing taken off their letters.
  if (ASCII.test(text)) return text.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return (
    foldLetters(text)
      .replace(WITHIN, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Hyphens that show only at the end of a line, and joiners: pages have them within words. */
const WITHIN = /[\u00ad\u200c\u2060\ufeff]|\u200d/g;
const ASCII = /^[\t\n\r -~]*$/;
