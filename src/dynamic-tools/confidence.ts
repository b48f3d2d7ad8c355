/** How likely a tool is right, from what is known of it. */
import type { CandidateMatch } from "./candidate-match.ts";

/** `second` is the worth of the next best as a share of this one's. */
export function confidenceOf(
  { understood, placedShare, missing, brands, entry }: CandidateMatch,
  second: number,
): number {
  const isNamed = brands.known.length > 0 && brands.has(entry) ? 1 : 0;
  const raw =
    understood * (0.5 + 0.5 * placedShare) * (1 - (0.25 * Math.max(0, second - 0.7)) / 0.3) * 0.9 ** missing.length;
  return Math.round(Math.min(0.98, raw * (0.75 + 0.25 * isNamed)) * 100) / 100;
}
