/**
 * Orders the best anew by how much of the question each answers, how alike the two are worded, and how little its path says
 * besides. BM25 adds words up, so an entry that says one rare word to the full may stand before one that says them all; a
 * look at the best few sets that right at next to no cost.
 */
import * as formula from "./formula.ts";
import { ID_BITS, type Postings, type PostingsReader } from "./postings.ts";
import type { Query } from "./query.ts";
import type { Shortlist } from "./shortlist.ts";
import type { Term } from "./vocabulary.ts";
import { createWordingFit } from "./wording-fit.ts";
import type { Wordings } from "./wordings.ts";

/** Returns a shortlist with its first `formula.COVERED` in another order; all keep at least their score. */
export function createCoverage(
  postings: PostingsReader,
  wordings: Wordings,
  living: number,
): (best: Shortlist, query: Query) => Shortlist {
  const fitting = createWordingFit(wordings, living);

  return (best, query) => {
    const count = Math.min(formula.COVERED, best.ids.length);
    if (count < 2) return best;
    // Few words are seldom worded as a description is.
    const fit = query.blend.detail > 0 ? fitting(query) : undefined;
    // Of a story in several sentences no operation answers all.
    const covered = query.terms.length < 2 || query.sentences.length > 0 ? undefined : coverageOf(best, count, query);
    return reordered(best, count, (id) => (fit?.(id) ?? 1) * (covered?.(id) ?? 1));
  };

  function coverageOf(
    best: Shortlist,
    count: number,
    { terms, kinds, synonyms, blend }: Query,
  ): (id: number) => number {
    const ids = best.ids.slice(0, count).sort();
    const covered = new Float32Array(count);
    let asked = 0;
    for (const term of terms) addTerm(term, 1);
    for (const term of kinds) addTerm(term, formula.KIND);
    if (blend.synonyms > 0) {
      for (const { stem, entries, mentions } of synonyms) {
        if (entries > formula.MAX_SYNONYM_SHARE * living) continue;
        addWhoSays(postings.own(stem), blend.synonyms * formula.SYNONYM * formula.wholeRarity(mentions, living));
      }
    }
    const { COVERAGE } = formula;
    return (id) => 1 + COVERAGE * Math.min(1, covered[placeOf(id, ids, 0)]! / asked);

    function addTerm({ stem, mentions }: Term, share: number): void {
      const rarity = share * formula.wholeRarity(mentions, living);
      asked += rarity;
      addWhoSays(postings.own(stem), rarity);
      // Few words are not about inputs, and those lists were not read for them.
      if (blend.detail > 0) addWhoSays(postings.inputs(stem), formula.COVERED_BY_INPUTS * rarity);
    }

    function addWhoSays({ ids: said }: Postings, share: number): void {
      let at = 0;
      for (let place = 0; place < count; place++) {
        at = placeOf(ids[place]!, said, at);
        if (at === said.length) return;
        if ((said[at]! & ID_BITS) === ids[place]) covered[place]! += share;
      }
    }
  }
}

/** The first place from `low` on that holds an id not below this; of postings, which mark some ids, as well. */
function placeOf(id: number, ascending: Uint32Array, low: number): number {
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle]! & ID_BITS) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** No factor is below 1, so the rest stays behind. They come nearly in order: each is put in its place among those before it. */
function reordered(best: Shortlist, count: number, factorOf: (id: number) => number): Shortlist {
  const [ids, scores] = [best.ids.slice(), best.scores.slice()];
  for (let at = 0; at < count; at++) {
    const id = ids[at]!;
    scores[at]! *= factorOf(id);
    const score = scores[at]!;
    let to = at;
    for (; to > 0 && (scores[to - 1]! < score || (scores[to - 1] === score && ids[to - 1]! > id)); to--) {
      ids[to] = ids[to - 1]!;
      scores[to] = scores[to - 1]!;
    }
    ids[to] = id;
    scores[to] = score;
  }
  return { ids, scores };
}
