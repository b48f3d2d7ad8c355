/** Words that no entry says, read as those that the index knows in their place. */
import { loadLoanWords, foreignFillers } from "../catalog/search/loan-words.ts";
import { STOP_WORDS } from "../catalog/stop-words.ts";
import { contentStems } from "../catalog/stems.ts";
import { wordsOf } from "../catalog/words.ts";
import { editDistance } from "../text/edit-distance.ts";
import type { Catalog } from "../runtime/catalog.ts";
import type { Utterance } from "./utterance.ts";
import { WELL_KNOWN_SERVICES } from "./well-known-services.ts";

/** A shorter word is near to many. */
const LEAST_LETTERS = 4;
/** Who mistypes more writes another language. */
const MAX_WORDS = 4;

const LONG = 8;

const loanWords = loadLoanWords();

function isNear(word: string, to: string): boolean {
  const most = word.length < LONG ? 1 : 2;
  return to[0] === word[0] && !to.includes(" ") && editDistance(word, to, most) <= most;
}

/** Misspelt words with what they mean. `entriesSaying` is of a search for the plain words. */
export async function typosIn(
  catalog: Catalog,
  said: Utterance,
  entriesSaying: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  if (foreignFillers(wordsOf(said.plain), loanWords, STOP_WORDS) !== undefined) return new Map();
  const unknown = said.plain
    .split(" ")
    .filter((word) => /^\p{Ll}+$/u.test(word) && word.length >= LEAST_LETTERS)
    .filter((word) => !loanWords.meanings.has(word) && !WELL_KNOWN_SERVICES.has(word))
    .filter((word) => contentStems(word).some((stem) => entriesSaying.get(stem) === 0));
  const content = contentStems(said.plain).length;
  if (unknown.length === 0 || unknown.length > MAX_WORDS || unknown.length >= content) return new Map();
  const known = await Promise.all(
    unknown.map(async (word) => [word, (await catalog.search({ text: word, limit: 1 })).correctedTo] as const),
  );
  return new Map(known.flatMap(([word, to]) => (to !== undefined && isNear(word, to) ? [[word, to] as const] : [])));
}

export function respelt(text: string, typos: ReadonlyMap<string, string>): string {
  return typos.size === 0 ? text : text.replace(/\p{L}+/gu, (word) => typos.get(word) ?? word);
}
