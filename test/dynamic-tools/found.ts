/** Entries that were made up, as the search finds them for a wish. */
import type { Candidate } from "../../src/dynamic-tools/rank/candidate-match.ts";
import { queryCoverage, termWeights } from "../../src/dynamic-tools/rank/coverage.ts";
import { parseWish, type Wish } from "../../src/dynamic-tools/words/wish/wish.ts";
import { contentStems } from "../../src/catalog/words/stems.ts";
import type { Entry } from "../../src/runtime/catalog.ts";

export const said = (words: string): Wish => parseWish(words, () => false);

const OF_CRM = { slug: "s", provider: "crm.com", api: "crm.com", apiTitle: "CRM" };

export const entryOf = (method: string, name: string, path: string, description = "") =>
  ({ ...OF_CRM, description, method, name, path }) as unknown as Entry; // Only these are read.

/** Each word that was said is as rare as any other. */
export function candidate(words: string, entry: Entry): Candidate {
  const wish = said(words);
  const weights = termWeights(new Map(contentStems(wish.plain).map((stem) => [stem, 100])), 10_000);
  return { entry, said: wish, coverage: queryCoverage(entry, weights) } as unknown as Candidate; // Only these are read.
}
