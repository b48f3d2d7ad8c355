/**
 * How likely a tool is of the right operation, and how likely its request is right too: logistic regressions over the
 * tuning wishes of `bun run bench wishes`, for the former those that nothing fulfils among them. Its table of calibration
 * tells what they are worth.
 */
import type { CandidateMatch } from "./candidate-match.ts";

/** 0 to 1; `worths` are those of all candidates, this one's first. Few words, and common ones, are soon all spoken of. */
export function likelihoodOf(match: CandidateMatch, worths: readonly number[]): number {
  const { understood, placedShare, coverage } = match;
  const said = 2.2 * understood + 1.5 * placedShare + 1.35 * coverage.spoken + Number(isNamed(match));
  return logistic(-4 + said + 1.85 * lead(worths) + 0.1 * (worths[0] ?? 0));
}

/** 0 to 0.98. Of a bit less than was fitted: of those not seen fewer come out right. */
export function confidenceOf(match: CandidateMatch, worths: readonly number[]): number {
  const { understood, placedShare, coverage, missing } = match;
  const said = 1.75 * understood + 1.9 * placedShare + 0.4 * coverage.spoken + 0.5 * Number(isNamed(match));
  const odds = -3.2 + said + 2.2 * lead(worths) + 0.07 * (worths[0] ?? 0) - 0.2 * missing.length;
  return Math.round(Math.min(0.98, logistic(odds)) * 100) / 100;
}

function isNamed({ brands, entry }: CandidateMatch): boolean {
  return brands.known.length > 0 && brands.has(entry);
}

/** The logarithm of the first one's share of all odds: 0 where it stands alone. */
function lead(worths: readonly number[]): number {
  const [first = 0] = worths;
  return -Math.log(worths.reduce((sum, one) => sum + Math.exp(one - first), 0));
}

function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
