/** Scores entries for a query as `formula.ts` says, by adding up what the postings of its terms hold. */
import type { Brands } from "./brands.ts";
import * as formula from "./formula.ts";
import { ID_BITS, type Postings, type PostingsReader } from "./postings.ts";
import type { AskedTerm, Query } from "./query.ts";
import type { Candidates } from "./shortlist.ts";
import type { Signals } from "./signals.ts";
import type { UsageWeight } from "./usage.ts";
import type { Term } from "./vocabulary.ts";

/** Which entries are searched. */
export interface Scope {
  /** Ids of one category, or of all. */
  readonly first: number;
  readonly last: number;
  /** One bit each by their place in METHODS and AUTHS. */
  readonly methods: number;
  readonly auths: number;
}

/** The candidates stand in memory that the next query writes over. */
export interface Rank {
  (query: Query, categories: readonly number[], scope: Scope): Candidates;
  /** All in scope, the most prominent first. */
  everything(scope: Scope): Candidates;
}

/** No bit is missing. */
export const ALL = -1;

interface Steps {
  /** What a full weight of each kind is worth. */
  readonly own: number;
  readonly whole: number;
}

interface Added extends Steps {
  readonly scope: Scope;
  /** Whether who says it becomes a candidate. */
  readonly opens: boolean;
}

export function createRank(
  postings: PostingsReader,
  brands: Brands,
  signals: Signals,
  learnedOf: (stem: string) => readonly UsageWeight[],
): Rank {
  const { living, documents } = signals;
  const ids = new Uint32Array(living);
  let count = 0;
  // By id; zero for whoever is no candidate.
  const scores = new Float32Array(living + 1);
  const saidByName = new Uint8Array(living + 1);
  const sentence = new Float32Array(living + 1);
  const bestSentence = new Float32Array(living + 1);
  // By document.
  const apis = documents.reduce((most, document) => Math.max(most, document), 0) + 1;
  const named = new Float32Array(apis);
  const context = new Float32Array(apis);
  const mostOfApi = new Float32Array(apis);

  return Object.assign(ranked, {
    everything(scope: Scope) {
      forget();
      for (let id = scope.first; id <= scope.last; id++) addTo(id, 1 + signals.prominence[id - 1]! / 255);
      dropOthers(scope);
      return { count, ids, scores };
    },
  });

  function ranked(query: Query, categories: readonly number[], scope: Scope): Candidates {
    forget();
    const { detail, synonyms } = query.blend;
    let share = 0;
    for (const [place, term] of query.terms.toSorted((a, b) => a.mentions - b.mentions).entries()) {
      share += (detail > 0 ? term.mentions : term.entries) / living;
      add(term, { ...stepsOf(term, detail), scope, opens: place === 0 || share <= formula.GATE_SHARE });
    }
    if (synonyms > 0) addSynonyms(query, scope);
    for (const stem of query.stems) addLearned(stem, scope);
    dropOthers(scope);
    for (const terms of query.sentences) takeSentence(terms);
    if (query.sentences.length > 0) {
      addSentences();
      addContext(query);
    }
    weigh(query, categories);
    return { count, ids, scores };
  }

  function forget(): void {
    for (let at = 0; at < count; at++) {
      scores[ids[at]!] = 0;
      saidByName[ids[at]!] = 0;
    }
    count = 0;
  }

  function stepsOf({ times, entries, mentions }: AskedTerm, detail: number): Steps {
    const repeated = formula.repetition(times) / 255;
    return {
      own: repeated * (1 - detail) * formula.ownRarity(entries, living),
      whole: repeated * detail * formula.wholeRarity(mentions, living),
    };
  }

  function add({ stem }: Term, added: Added): void {
    if (added.own > 0 || added.whole > 0) addList(postings.own(stem), added);
    if (added.whole > 0) addList(postings.inputs(stem), added);
  }

  function addList(list: Postings, { own, whole, scope, opens }: Added): void {
    for (let at = 0; at < list.ids.length; at++) {
      const marked = list.ids[at]!;
      const id = marked & ID_BITS;
      if (id < scope.first || id > scope.last) continue;
      const score = scores[id]!;
      if (score === 0) {
        if (!opens) continue;
        ids[count++] = id;
      }
      scores[id] = score + own * list.own[at]! + whole * list.whole[at]!;
      if (marked !== id) saidByName[id]!++;
    }
  }

  /** What only might be meant fits no name. */
  function addSynonyms({ synonyms, blend }: Query, scope: Scope): void {
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
  function addLearned(stem: string, scope: Scope): void {
    for (const { id, weight } of learnedOf(stem))
      if (id >= scope.first && id <= scope.last) addTo(id, formula.LEARNED * weight);
  }

  function addTo(id: number, score: number): void {
    if (scores[id] === 0) ids[count++] = id;
    scores[id]! += score;
  }

  function dropOthers({ methods, auths }: Scope): void {
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

  function takeSentence(terms: readonly Term[]): void {
    for (const { stem, mentions } of terms) {
      if (mentions > formula.MAX_TELLING_SHARE * living) continue;
      const step = formula.wholeRarity(mentions, living) / 255;
      for (const { ids: said, whole } of [postings.own(stem), postings.inputs(stem)])
        for (let at = 0; at < said.length; at++) sentence[said[at]! & ID_BITS]! += step * whole[at]!;
    }
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      if (sentence[id]! > bestSentence[id]!) bestSentence[id] = sentence[id]!;
    }
    sentence.fill(0);
  }

  function addSentences(): void {
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      scores[id]! += formula.SENTENCE * bestSentence[id]!;
      bestSentence[id] = 0;
    }
  }

  function addContext({ terms, blend }: Query): void {
    context.fill(0);
    for (const { stem, mentions } of terms) {
      if (mentions > formula.MAX_TELLING_SHARE * living) continue;
      mostOfApi.fill(0);
      for (const { ids: said, whole } of [postings.own(stem), postings.inputs(stem)]) {
        for (let at = 0; at < said.length; at++) {
          const api = documents[(said[at]! & ID_BITS) - 1]!;
          if (whole[at]! > mostOfApi[api]!) mostOfApi[api] = whole[at]!;
        }
      }
      const step = formula.wholeRarity(mentions, living) / 255;
      for (let api = 0; api < apis; api++) context[api]! += step * mostOfApi[api]!;
    }
    const share = blend.context * formula.CONTEXT;
    for (let at = 0; at < count; at++) scores[ids[at]!]! += share * context[documents[ids[at]! - 1]!]!;
  }

  function weigh({ terms, methods, blend }: Query, categories: readonly number[]): void {
    const { ADDS } = formula;
    const brief = 1 - blend.detail;
    const meant = brief > 0 ? brands.of(terms) : [];
    for (const brand of meant) for (const document of brand.documents) named[document]! += brand.weight;
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      const place = id - 1;
      const said = saidByName[id]!;
      const inName = signals.nameWords[place]!;
      const nameFit = (2 * said) / (terms.length + inName);
      const nameShare = inName === 0 ? 0 : said / inName;
      const doesIt = (methods >> signals.methods[place]!) & 1;
      scores[id]! *=
        (1 + brief * ADDS.brand * Math.min(named[documents[place]!]!, formula.MAX_NAMED)) *
        (1 + brief * ADDS.category * (categories[signals.categories[place]!] ?? 0)) *
        (1 + brief * ADDS.name * nameFit) *
        (1 + blend.detail * ADDS.saidName * nameShare) *
        (1 + brief * ADDS.prominence * (signals.prominence[place]! / 255)) *
        (1 + (1 - blend.context) * ADDS.verb * doesIt);
    }
    for (const brand of meant) for (const document of brand.documents) named[document] = 0;
  }
}
