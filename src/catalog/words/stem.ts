/**
 * The stem of a word, as SQLite's porter tokenizer writes it. People use few words, and each is stemmed several times in a
 * search: those of late are remembered.
 * Shaped by speed: `bun run bench search`.
 */
import { stemmer } from "stemmer";

const MAX_KNOWN = 8192;
/** Longer ones are rarely said twice. */
const MAX_CHARS = 20;
const known = new Map<string, string>();

export function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = stemmer(word);
  if (word.length > MAX_CHARS) return stem;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, stem);
  return stem;
}
