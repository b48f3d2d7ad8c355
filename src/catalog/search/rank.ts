/**
 * Scores entries for a query as `formula.ts` says, by adding up what the postings of its terms hold.
 * Shaped by speed: `bun run bench search`.
 */
import type { Brands } from "./brands.ts";
import { createFactors } from "./factors.ts";
import * as formula from "./formula.ts";
import { ID_BITS, type Postings, type PostingsReader } from "./postings.ts";
import type { Query } from "./query.ts";
import type { Candidates } from "./shortlist.ts";
import type { Signals } from "./signals.ts";
import { createStories } from "./stories.ts";
import type { UsageWeight } from "./usage.ts";
import type { Term } from "./vocabulary.ts";

/** Which entries are searched. */
export interface SearchScope {
  /** Ids of one category, or of all. */
  readonly first: number;
  readonly last: number;
  /** One bit each by their place in METHODS and AUTHS. */
  readonly methods: number;
  readonly auths: number;
}

/** The candidates stand in memory that the next query writes over. */
export interface Rank {
  (query: Query, categories: readonly number[], scope: SearchScope): Candidates;
  /** All in scope, the most prominent first. */
  everything(scope: SearchScope): Candidates;
}

/** No bit is missing. */
export const ALL = -1;

/** Of a larger share all is forgotten at once, for that is quicker than one by one. */
const MANY = 0.03;

interface RankSteps {
  /** What a full weight of each kind is worth. */
  readonly own: number;
  readonly whole: number;
}

interface Added extends RankSteps {
  readonly scope: SearchScope;
  /** Whether who says it becomes a candidate. */
  readonly opens: boolean;
}

interface Weighed {
  readonly term: Term;
  /** q(t). */
  readonly weight: number;
}

export function createRank(
  postings: PostingsReader,
  brands: Brands,
  signals: Signals,
  learnedOf: (stem: string) => readonly UsageWeight[],
): Rank {
  const { living } = signals;
  // One more than there can be, for the loop that writes down whom it may not count.
  const ids = new Uint32Array(living + 1);
  let count = 0;
  // By id; zero for whoever is no candidate.
  const scores = new Float32Array(living + 1);
  const saidByName = new Uint8Array(living + 1);
  const addStory = createStories(postings, signals);
  const factorsFor = createFactors(brands, signals, saidByName);

  return Object.assign(ranked, {
    everything(scope: SearchScope) {
      forget();
      for (let id = scope.first; id <= scope.last; id++) addTo(id, 1 + signals.prominence[id - 1]! / 255);
      dropOthers(scope);
      return { count, ids, scores };
    },
  });

  function ranked(query: Query, categories: readonly number[], scope: SearchScope): Candidates {
    forget();
    const { detail, synonyms } = query.blend;
    let share = 0;
    for (const [place, asked] of weighed(query).entries()) {
      const { term } = asked;
      share += (detail > 0 ? term.mentions : term.entries) / living;
      add(term, { ...stepsOf(asked, detail), scope, opens: place === 0 || share <= formula.GATE_SHARE });
    }
    if (synonyms > 0) addSynonyms(query, scope);
    for (const stem of query.stems) addLearned(stem, scope);
    dropOthers(scope);
    if (query.sentences.length > 0) addStory(query, { count, ids, scores });
    return { count, ids, scores, factors: factorsFor(query, categories) };
  }

  function forget(): void {
    if (count > MANY * living) {
      scores.fill(0);
      saidByName.fill(0);
    } else {
      const [known, sums, names, size] = [ids, scores, saidByName, count];
      for (let at = 0; at < size; at++) {
        const id = known[at]!;
        sums[id] = 0;
        names[id] = 0;
      }
    }
    count = 0;
  }

  function stepsOf({ term: { entries, mentions }, weight }: Weighed, detail: number): RankSteps {
    const step = weight / 255;
    return {
      own: step * (1 - detail) * formula.ownRarity(entries, living),
      whole: step * detail * formula.wholeRarity(mentions, living),
    };
  }

  function add({ stem }: Term, added: Added): void {
    if (added.own > 0 || added.whole > 0) addList(postings.own(stem), added);
    if (added.whole > 0) addList(postings.inputs(stem), added);
  }

  function addList(list: Postings, added: Added): void {
    const { opens, own, scope } = added;
    if (!opens && own === 0) addDescribing(list, added.whole);
    else if (opens && scope.first === 1 && scope.last === living) openAll(list, added);
    else openList(list, added);
  }

  /**
   * These three loops take most of a search: what they touch is at hand, and what adds nothing is left out. In this one
   * nothing is asked that the processor could guess wrong: everybody is written down, and only who is new is counted.
   */
  function openAll({ ids: said, own: ownShares, whole: wholeShares }: Postings, { own, whole }: Added): void {
    const [into, sums, names] = [ids, scores, saidByName];
    let size = count;
    for (let at = 0; at < said.length; at++) {
      const marked = said[at]!;
      const id = marked & ID_BITS;
      const score = sums[id]!;
      into[size] = id;
      size += score === 0 ? 1 : 0;
      sums[id] = score + own * ownShares[at]! + whole * wholeShares[at]!;
      names[id]! += marked >>> 31;
    }
    count = size;
  }

  function openList(list: Postings, { own, whole, scope, opens }: Added): void {
    const { ids: said, own: ownShares, whole: wholeShares } = list;
    const { first, last } = scope;
    const [into, sums, names] = [ids, scores, saidByName];
    let size = count;
    for (let at = 0; at < said.length; at++) {
      const marked = said[at]!;
      const id = marked & ID_BITS;
      const score = sums[id]!;
      if (score === 0) {
        if (!opens || id < first || id > last) continue;
        into[size++] = id;
      }
      sums[id] = own === 0 ? score + whole * wholeShares[at]! : score + own * ownShares[at]! + whole * wholeShares[at]!;
      if (marked !== id) names[id]!++;
    }
    count = size;
  }

  /** Of a word in a description that many say: most who say it are no candidates. */
  function addDescribing({ ids: said, whole: shares }: Postings, whole: number): void {
    const [sums, names] = [scores, saidByName];
    const size = said.length;
    for (let at = 0; at < size; at++) {
      const marked = said[at]!;
      const id = marked & ID_BITS;
      const score = sums[id]!;
      if (score === 0) continue;
      sums[id] = score + whole * shares[at]!;
      if (marked !== id) names[id]!++;
    }
  }

  /** What only might be meant fits no name. */
  function addSynonyms({ synonyms, blend }: Query, scope: SearchScope): void {
    for (const { stem, entries } of synonyms) {
      if (entries > formula.MAX_SYNONYM_SHARE * living) continue;
      const step = (blend.synonyms * formula.SYNONYM * formula.ownRarity(entries, living)) / 255;
      const list = postings.own(stem);
      for (let at = 0; at < list.ids.length; at++) {
        const id = list.ids[at]! & ID_BITS;
        if (id >= scope.first && id <= scope.last) addTo(id, step * list.own[at]!);
      }
    }
  }

  /** An entry that others came to by this word is a candidate, whether it says the word itself or not. */
  function addLearned(stem: string, scope: SearchScope): void {
    for (const { id, weight } of learnedOf(stem))
      if (id >= scope.first && id <= scope.last) addTo(id, formula.LEARNED * weight);
  }

  function addTo(id: number, score: number): void {
    if (scores[id] === 0) ids[count++] = id;
    scores[id]! += score;
  }

  function dropOthers({ methods, auths }: SearchScope): void {
    if (methods === ALL && auths === ALL) return;
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      if ((methods >> signals.methods[id - 1]!) & (auths >> signals.auths[id - 1]!) & 1) {
        ids[kept++] = id;
      } else {
        scores[id] = 0;
        saidByName[id] = 0;
      }
    }
    count = kept;
  }
}

/** All that is searched for, the rarest first. */
function weighed({ terms, kinds }: Query): Weighed[] {
  return [
    ...terms.map((term) => ({ term, weight: formula.repetition(term.times) })),
    ...kinds.map((term) => ({ term, weight: formula.KIND })),
  ].sort((a, b) => a.term.mentions - b.term.mentions);
}
