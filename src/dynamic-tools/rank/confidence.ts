/**
 * How likely anything in the catalogue does what is wanted, how likely a tool is of the right operation, and how likely
 * its request is right too: logistic regressions over the tuning wishes of `bun run bench wishes`, for the first two those
 * that nothing fulfils among them. Which signals they have was told by draws left out of the fit. The bench's table of
 * calibration tells what they are worth.
 */
import { OF_FULFILMENT, OF_LIKELIHOOD, type RankedMatches } from "./likelihood-signals.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { FULFILMENT, LIKELIHOOD } from "./weights.ts";
import { worthOf } from "./worth.ts";

/** From here on an operation is rather the right one than not. */
export const LIKELY = 0.5;
/**
 * Where several do alike each is less likely, and something may do what is wanted all the same. With one draw after the
 * other left out of the fit this offers 871 of 1,039 right operations, and 28 of 226 wishes that nothing fulfils; of what
 * nobody read 233 of 332, and eight of 81. By 0.35 for the operation alone it was 225 and eight.
 */
const LEAST_FULFILLED = 0.7;
const LEAST_LIKELY = 0.1;

/** Whether the best operation is shown, rather than nothing. */
export function mayBeOffered(likelihood: number, fulfilment: number): boolean {
  return likelihood >= LIKELY || (likelihood >= LEAST_LIKELY && fulfilment >= LEAST_FULFILLED);
}

/** Of 1,382 tuning wishes one right operation that changes what is there has less, and six wrong ones. */
const LEAST_SURE = 0.06;

/** Whether what is there may be changed, ended or deleted by so little: a wrong guess would do harm. */
export function isTooUnsure(ranked: RankedMatches): boolean {
  const { said, entry } = ranked[0].match;
  const makes = said.effect === "create" || said.effect === "compute";
  return !makes && effectOfOperation(entry) !== "read" && confidenceOf(ranked) < LEAST_SURE;
}

/** 0 to 1: whether any of the ranked does it, whichever that is. */
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

export function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
