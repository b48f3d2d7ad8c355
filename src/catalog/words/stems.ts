/** What a text is about, as the index sees it: the stems of its words, filler words left out. */
import { stemOf } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { splitIdentifier, wordsOf } from "./words.ts";

export function contentStems(text: string): string[] {
  return wordsOf(IN_WORDS.test(text) ? text : splitIdentifier(text))
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => stemOf(word));
}

/** Nothing in it is written in one. */
const IN_WORDS = /^[a-z\d ]*$/;
