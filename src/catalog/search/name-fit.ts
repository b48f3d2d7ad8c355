/**
 * Looks at the names of the first candidates: one that says what was asked and little else ("Create a task") is meant
 * rather than one that says it among other things ("Create a story for a task").
 */
import { stemmer } from "stemmer";
import type { Database } from "../sqlite.ts";
import { wordsOf } from "../words.ts";
import type { Query } from "./query.ts";
import type { Candidate } from "./rank.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Candidates looked at; those behind keep their order. */
const LOOKED_AT = 60;
const ADDS = 0.25;

export function createNameFit(database: Database): (query: Query, candidates: readonly Candidate[]) => Candidate[] {
  const nameOf = database.query<{ name: string }, [number]>("SELECT name FROM entries WHERE id = ?");
  return (query, candidates) => {
    const asked = new Set(query.terms.map(({ stem }) => stem));
    const first = candidates.slice(0, LOOKED_AT).map(({ id, score }) => {
      const words = wordsOf(nameOf.get(id)?.name ?? "").filter((word) => !STOP_WORDS.has(word));
      return {
        id,
        score: score * (1 + ADDS * query.guesswork * fit(asked, new Set(words.map((word) => stemmer(word))))),
      };
    });
    first.sort((a, b) => b.score - a.score || a.id - b.id);
    return [...first, ...candidates.slice(LOOKED_AT)];
  };
}

/** The F1 of both: 1 when they are the same words. */
function fit(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  let common = 0;
  for (const stem of asked) if (said.has(stem)) common++;
  return common === 0 ? 0 : (2 * common) / (asked.size + said.size);
}
