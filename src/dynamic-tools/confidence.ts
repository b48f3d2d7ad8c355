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

/**
 * 0 to 0.98. Fitted with signs that cannot turn: what is guessed, missing or left over only takes away. The odds are less
 * than was fitted by `UNSEEN`: of wishes that nobody worked on fewer come out right, and 0.8 promises nine of ten there.
 */
export function confidenceOf(match: CandidateMatch, worths: readonly number[]): number {
  const { understood, placedShare, coverage, guessed, missing, operation } = match;
  const said = 0.45 * understood + 3.1 * placedShare + 0.3 * coverage.spoken + 0.7 * Number(isNamed(match));
  const leftOver = coverage.all * (1 - understood);
  const against =
    0.6 * missing.length + 0.3 * guessed + 0.15 * leftOver + 0.35 * Number(operation.method !== "GET") + UNSEEN;
  const odds = -2 + said + 2.25 * lead(worths) + 0.05 * (worths[0] ?? 0) - against;
  return Math.round(Math.min(0.98, logistic(odds)) * 100) / 100;
}

/** The logarithm of the odds between what was fitted to and what was not. */
const UNSEEN = 0.95;

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
