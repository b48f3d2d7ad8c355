/** What a slot takes by its description, where its name says nothing: "y" is the year of release. */
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { textOf } from "../../text/foreign.ts";
import type { Slot } from "./slots.ts";
import { spellOut } from "./spelled-names.ts";

const HEAD_WORDS = 3;

/** A letter or two, or a word that any slot might be called by. */
export function isOpaque({ name }: Slot): boolean {
  const word = spellOut(name);
  return (word.length <= 2 && word !== "id") || /^(?:value|val|param|arg|data|input|find|term)$/.test(word);
}

/** The first words that say something: "movie title search" of "Movie title to search for." */
export function headOf({ schema }: Slot): string {
  const [first = ""] = textOf(schema.description).split(/[.;:(\n]/, 1);
  return wordsOf(first.slice(0, 120))
    .filter((word) => !STOP_WORDS.has(word) && word.length > 1 && !/^(?:search|find|get|list|value|string)$/.test(word))
    .slice(0, HEAD_WORDS)
    .join(" ");
}
