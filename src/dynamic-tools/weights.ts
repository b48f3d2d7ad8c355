/**
 * What the signals of the ranking are worth: the logarithms of odds, fitted to the tuning wishes of `bun run bench wishes`
 * as a conditional logit (McFadden 1974) with a ridge of 0.1. Signals without which the checking wishes fared as well were
 * dropped. In place of factors set by hand the best candidate is right for 74 % of the public checking half (59 %), 68 % of
 * the third draw's (59 %) and 84 % of the second's (82 %), though for less of the public tuning half (87 %, 92 %).
 */
import type { OF_CALL, OF_ENTRY } from "./ranking-signals.ts";

export const WEIGHTS: Readonly<Record<keyof typeof OF_ENTRY | keyof typeof OF_CALL, number>> = {
  score: 6,
  covers: 4.4,
  unsaid: -1.2,
  unsaidPath: -1.6,
  saysVerb: 1,
  unasked: -2.6,
  sameEffect: 1.2,
  otherEffect: -1.1,
  otherBrand: -4.3,
  own: 1.3,
  forAdministrators: -0.5,
  harsh: -1.5,
  quality: 1,
  placed: 5.1,
  understood: 4.5,
  takesWords: 2.3,
  missing: -0.2,
  missingInPath: -1,
  missingElsewhere: -1.2,
};
