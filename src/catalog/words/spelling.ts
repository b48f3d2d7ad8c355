/** Which known word a misspelt one was meant to be. */
import { editDistance } from "../../text/edit-distance.ts";

/** Words of up to so many letters may be one edit away, longer ones two; another first letter counts as half of one more. */
const SHORT = 4;

/** The words of one length, the commonest first. */
interface SameLength {
  readonly words: readonly string[];
  /** How many words of any length are commoner than each. */
  readonly places: Uint32Array;
  /** The letters of each, one bit for a letter. */
  readonly letters: Uint32Array;
}

/**
 * Finds the nearest word; of equally near ones those with the same first letter, and of these the commonest.
 * `spellings` are lower-case, the commonest first.
 */
export function openSpelling(spellings: readonly string[]): (word: string) => string | undefined {
  let byLength: ReadonlyMap<number, SameLength> | undefined;

  return (word) => {
    // A hub at rest is asked for no word, and most searches hold none that is misspelt.
    byLength ??= groupByLength(spellings);
    const allowed = word.length <= SHORT ? 1 : 2;
    const letters = lettersOf(word);
    let best: string | undefined;
    let bestPlace = Number.POSITIVE_INFINITY;
    let least = allowed;
    let most = allowed;
    for (let length = word.length - allowed; length <= word.length + allowed; length++) {
      const known = byLength.get(length);
      if (known === undefined) continue;
      for (let at = 0; at < known.words.length; at++) {
        // An edit changes at most two letters of the set, so most words are out at a glance.
        if (bitsIn(letters ^ known.letters[at]!) > 2 * most) continue;
        const other = known.words[at]!;
        const place = known.places[at]!;
        const edits = editDistance(word, other, most) + (other[0] === word[0] ? 0 : 0.5);
        if (edits > least || (edits === least && place > bestPlace)) continue;
        [best, bestPlace, least] = [other, place, edits];
        // Whoever is further away than the best is not looked at closely.
        most = Math.min(allowed, Math.floor(least));
      }
    }
    return best;
  };
}

function groupByLength(spellings: readonly string[]): ReadonlyMap<number, SameLength> {
  const places = Map.groupBy(spellings.keys(), (place) => spellings[place]!.length);
  return new Map(
    [...places].map(([length, same]) => {
      const words = same.map((place) => spellings[place]!);
      return [length, { words, places: Uint32Array.from(same), letters: Uint32Array.from(words, lettersOf) }];
    }),
  );
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Without a loop: pairs, fours and bytes are added up side by side. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
