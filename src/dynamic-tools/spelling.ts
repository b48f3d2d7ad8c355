/** Words that no entry says, read as those that the index knows in their place. */
import { loadLoanWords, foreignFillers } from "../catalog/search/loan-words.ts";
import { STOP_WORDS } from "../catalog/stop-words.ts";
import { contentStems } from "../catalog/stems.ts";
import { wordsOf } from "../catalog/words.ts";
import { editDistance } from "../text/edit-distance.ts";
import type { Catalog } from "../runtime/catalog.ts";
import type { Utterance } from "./utterance.ts";

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

/** `entriesSaying` is of a search for the plain words. */
export async function withoutTypos(
  catalog: Catalog,
  said: Utterance,
  entriesSaying: ReadonlyMap<string, number>,
): Promise<Utterance> {
  if (foreignFillers(wordsOf(said.plain), loanWords, STOP_WORDS) !== undefined) return said;
  const unknown = said.plain
    .split(" ")
    .filter((word) => /^\p{Ll}+$/u.test(word) && word.length >= LEAST_LETTERS && !loanWords.meanings.has(word))
    .filter((word) => contentStems(word).some((stem) => entriesSaying.get(stem) === 0));
  const content = contentStems(said.plain).length;
  if (unknown.length === 0 || unknown.length > MAX_WORDS || unknown.length >= content) return said;
  const known = await Promise.all(
    unknown.map(async (word) => [word, (await catalog.search({ text: word, limit: 1 })).correctedTo] as const),
  );
  const meant = new Map(known.filter(([word, to]) => to !== undefined && isNear(word, to)));
  const plain = said.plain
    .split(" ")
    .map((word) => meant.get(word) ?? word)
    .join(" ");
  return { ...said, plain };
}
