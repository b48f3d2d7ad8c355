/**
 * What the score of an entry is multiplied by, `ADDS` of the formula: whether its provider is named, its category meant, its
 * name said, its method asked for, and how prominent it is.
 */
import { stemOf } from "../words/stem.ts";
import { STOP_WORDS } from "../words/stop-words.ts";
import type { Brand, Brands } from "./brands.ts";
import * as formula from "./formula.ts";
import type { Query } from "./query.ts";
import type { Factors } from "./shortlist.ts";
import type { Signals } from "./signals.ts";

/**
 * `saidByName` tells by id how many terms the name of an entry says. `categories` are how likely each is meant. What is
 * returned holds until the next query.
 */
export function createFactors(
  brands: Brands,
  { documents, apis, nameWords, methods: methodOf, categories: categoryOf, prominence }: Signals,
  saidByName: Uint8Array,
): (query: Query, categories: readonly number[]) => Factors {
  // By document: how surely it is named.
  const named = new Float32Array(apis);
  let meant: readonly Brand[] = [];
  // Words that no name is counted by.
  const fillers = new Set([...STOP_WORDS].map(stemOf));

  return ({ terms, methods, blend }, categories) => {
    for (const brand of meant) for (const document of brand.documents) named[document] = 0;
    const { ADDS } = formula;
    const { detail } = blend;
    const brief = 1 - detail;
    const doneByVerb = 1 + (1 - blend.context) * ADDS.verb;
    meant = brief > 0 ? brands.of(terms) : [];
    let mostNamed = 0;
    for (const { documents: own, weight } of meant)
      for (const document of own) {
        named[document]! += weight;
        mostNamed = Math.max(mostNamed, named[document]!);
      }
    // A name may say fillers that are not counted with its words.
    const mostOfName = 1 + terms.filter(({ stem }) => fillers.has(stem)).length;
    const most =
      (1 + brief * ADDS.brand * Math.min(mostNamed, formula.MAX_NAMED)) *
      (1 + brief * ADDS.category * Math.max(0, ...categories)) *
      (1 + brief * ADDS.name * mostOfName) *
      (1 + detail * ADDS.saidName * mostOfName) *
      (1 + brief * ADDS.prominence) *
      (methods === 0 ? 1 : doneByVerb);
    return {
      most,
      of(id) {
        const place = id - 1;
        const said = saidByName[id]!;
        const inName = nameWords[place]!;
        let factor = 1;
        // Where nothing is brief, all that fades with it is a factor of one.
        if (brief > 0) {
          const nameFit = (2 * said) / (terms.length + inName);
          factor =
            (1 + brief * ADDS.brand * Math.min(named[documents[place]!]!, formula.MAX_NAMED)) *
            (1 + brief * ADDS.category * (categories[categoryOf[place]!] ?? 0)) *
            (1 + brief * ADDS.name * nameFit);
        }
        if (said > 0 && inName > 0) factor *= 1 + detail * ADDS.saidName * (said / inName);
        if (brief > 0) factor *= 1 + brief * ADDS.prominence * (prominence[place]! / 255);
        if ((methods >> methodOf[place]!) & 1) factor *= doneByVerb;
        return factor;
      },
    };
  };
}
