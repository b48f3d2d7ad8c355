/**
 * How far a question is worded as an entry is: neighbours that are neighbours in both, and how little else the description
 * and the path say.
 */
import * as formula from "./formula.ts";
import { pathFit } from "./path-fit.ts";
import type { Query } from "./query.ts";
import { codeOf, FIELD_END, type Wordings } from "./wordings.ts";

const CODES = 0x1_0000;

/** What the score of an entry is to be multiplied by. */
export function createWordingFit(wordings: Wordings, living: number): (query: Query) => (id: number) => number {
  return ({ terms, neighbours, blend }) => {
    const asked = new Set(terms.map(({ stem }) => codeOf(stem)));
    const pairs = new Map<number, number>();
    let all = 0;
    for (const [one, other] of neighbours) {
      const key = keyOf(codeOf(one.stem), codeOf(other.stem));
      if (pairs.has(key)) continue;
      // A pair is as rare as the commoner of the two, at least.
      const rarity = formula.wholeRarity(Math.max(one.mentions, other.mentions), living);
      pairs.set(key, rarity);
      all += rarity;
    }

    return (id) => {
      const wording = wordings.of(id);
      const name = wording.indexOf(FIELD_END) + 1;
      const told = wording.length - 1 - wording.indexOf(FIELD_END, name);
      const found = new Set<number>();
      let [said, paired, last] = [0, 0, FIELD_END];
      for (let at = name; at < wording.length; at++) {
        const code = wording[at]!;
        const isAsked = asked.has(code);
        if (isAsked && at >= wording.length - told) said++;
        if (isAsked && last !== FIELD_END) {
          const key = keyOf(last, code);
          if (!found.has(key)) paired += pairs.get(key) ?? 0;
          found.add(key);
        }
        last = isAsked ? code : FIELD_END;
      }
      const { PAIRS, TOLD } = formula;
      return (
        (1 + (all > 0 ? (blend.detail * PAIRS * paired) / all : 0)) *
        (1 + (told > 0 ? (blend.detail * TOLD * said) / told : 0)) *
        pathFit(wording.subarray(0, name - 1), asked, blend)
      );
    };
  };
}

/** In whatever order. */
function keyOf(one: number, other: number): number {
  return one < other ? one * CODES + other : other * CODES + one;
}
