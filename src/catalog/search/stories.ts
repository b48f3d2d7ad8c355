/**
 * What a description in several sentences adds to a score: the entry that answers one sentence best, and the API whose
 * operations answer them all.
 */
import * as formula from "./formula.ts";
import { ID_BITS, type PostingsReader } from "./postings.ts";
import type { Query } from "./query.ts";
import type { Candidates } from "./shortlist.ts";
import type { Signals } from "./signals.ts";
import type { Term } from "./vocabulary.ts";

/** Adds to the scores of the candidates. */
export function createStories(
  postings: PostingsReader,
  { living, documents, apis }: Pick<Signals, "living" | "documents" | "apis">,
): (query: Query, candidates: Candidates) => void {
  // By id.
  const sentence = new Float32Array(living + 1);
  const bestSentence = new Float32Array(living + 1);
  // By document.
  const context = new Float32Array(apis);
  const mostOfApi = new Float32Array(apis);

  return (query, candidates) => {
    for (const terms of query.sentences) takeSentence(terms, candidates);
    addSentences(candidates);
    addContext(query, candidates);
  };

  function takeSentence(terms: readonly Term[], { count, ids }: Candidates): void {
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

  function addSentences({ count, ids, scores }: Candidates): void {
    for (let at = 0; at < count; at++) {
      const id = ids[at]!;
      scores[id]! += formula.SENTENCE * bestSentence[id]!;
      bestSentence[id] = 0;
    }
  }

  function addContext({ terms, blend }: Query, { count, ids, scores }: Candidates): void {
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
}
