/** A request on one line. */

import { MAX_PROSE } from "./utterance.ts";

/** Its beginning, with single blanks and straight apostrophes. */
export function lineOf(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'")
    .trim()
    .slice(0, MAX_PROSE);
}
