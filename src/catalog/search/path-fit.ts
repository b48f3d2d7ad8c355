/**
 * How little a path says that was not asked for: "/users/{id}/keys" is another thing than the user, and of two entries that
 * answer the words alike the one whose path says less besides is meant.
 */
import * as formula from "./formula.ts";
import type { Query } from "./query.ts";
import { codeOf, FIELD_END, MAX_WORDS, type Wordings } from "./wordings.ts";

/** What the score of an entry is to be multiplied by; 1 where its path says as much besides as one can. */
export function createPathFit(wordings: Wordings): (query: Query) => (id: number) => number {
  return ({ terms, blend }) => {
    const asked = new Set(terms.map(({ stem }) => codeOf(stem)));
    return (id) => {
      const wording = wordings.of(id);
      let unsaid = 0;
      for (let at = 0; wording[at] !== FIELD_END; at++) {
        const code = wording[at]!;
        if (!asked.has(code) && wording.indexOf(code) === at) unsaid++;
      }
      return ((1 + MAX_WORDS) / (1 + unsaid)) ** (blend.detail * (1 - blend.context) * formula.PATH);
    };
  };
}
