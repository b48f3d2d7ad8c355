/**
 * How likely anything in the catalogue does what is wanted, how likely a tool is of the right operation, and how likely
 * its request is right too: logistic regressions over the tuning wishes of `bun run bench wishes`, for the first two those
 * that nothing fulfils among them. Which signals they have was told by draws left out of the fit. The bench's table of
 * calibration tells what they are worth.
 */
import { OF_FULFILMENT, OF_LIKELIHOOD, type RankedMatches } from "./likelihood-signals.ts";
import { FULFILMENT, LIKELIHOOD } from "./weights.ts";
import { worthOf } from "./worth.ts";

/** 0 to 1, of any of the ranked: one may be, and which of them it is be open. */
export function fulfilmentOf(ranked: RankedMatches): number {
  return logistic(worthOf(OF_FULFILMENT, FULFILMENT, ranked));
}

/** 0 to 1, of the first of the ranked. */
export function likelihoodOf(ranked: RankedMatches): number {
  return logistic(oddsOf(ranked));
}

function oddsOf(ranked: RankedMatches): number {
  return worthOf(OF_LIKELIHOOD, LIKELIHOOD, ranked);
}

/**
 * 0 to 0.98: what is likely to be right may be asked wrongly. Fitted with signs that cannot turn: what is guessed, missing
 * or left over only takes away. The odds are less than was fitted by `UNSEEN`: of wishes that nobody worked on fewer come
 * out right.
 */
export function confidenceOf(ranked: RankedMatches): number {
  const [{ match }] = ranked;
  const { understood, placedShare, coverage, guessed, missing, operation } = match;
  const leftOver = coverage.all * (1 - understood);
  const against =
    0.42 * missing.length + 0.2 * guessed + 0.2 * leftOver + 0.57 * Number(operation.method !== "GET") + UNSEEN;
  const odds = -1 + 0.78 * oddsOf(ranked) + 1.34 * placedShare - against;
  return Math.round(Math.min(0.98, logistic(odds)) * 100) / 100;
}

/** The logarithm of the odds between what was fitted to and what was not. */
const UNSEEN = 0.95;

function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
