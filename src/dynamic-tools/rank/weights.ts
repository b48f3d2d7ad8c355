/**
 * What the signals are worth: the logarithms of odds, fitted to tuning wishes as conditional logits (McFadden 1974) with a
 * ridge of 0.1. `bun run bench wishes --fit` fits them anew, and tells beside these what they make of wishes left out.
 */
import type { OF_FULFILMENT, OF_LIKELIHOOD } from "./likelihood-signals.ts";
import type { OF_CALL, OF_ENTRY } from "./ranking-signals.ts";

/**
 * Of a candidate among the others. Five signals more (flags taken, inputs missing, another effect, whose the thing is, for
 * administrators) do not carry over to draws that are left out. `saysVerb` is more than was fitted (0.5): without it "list my
 * SIP domains" shows one of them.
 */
export const WEIGHTS: Readonly<Record<keyof typeof OF_ENTRY | keyof typeof OF_CALL, number>> = {
  score: 6,
  covers: 3.5,
  unsaid: -0.8,
  unsaidPath: -2.3,
  unsaidApi: -0.7,
  saysVerb: 1.2,
  unasked: -1.7,
  sameEffect: 1.3,
  otherBrand: -4.6,
  harsh: -0.9,
  placed: 6.5,
  understood: 8.4,
  missingInPath: -0.6,
  missingElsewhere: -0.9,
};

/** Of the best one's being right. */
export const LIKELIHOOD: Readonly<Record<keyof typeof OF_LIKELIHOOD, number>> = {
  constant: -3.05,
  placed: 0.95,
  spoken: 1,
  named: 1,
  lead: 2,
  twins: -0.64,
  worth: 0.22,
};

/** Of anything's being right. */
export const FULFILMENT: Readonly<Record<keyof typeof OF_FULFILMENT, number>> = {
  constant: -2.15,
  spoken: 1.4,
  named: 3.7,
  lead: 0.9,
  twins: -0.34,
  understood: 4.1,
  missing: -0.9,
};
