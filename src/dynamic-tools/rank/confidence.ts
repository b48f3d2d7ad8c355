/**
 * How likely a tool is of the right operation, and how likely its request is right too: logistic regressions over the
 * tuning wishes of `bun run bench wishes`, for the former those that nothing fulfils among them. Which signals they have
 * was told by draws left out of the fit. The bench's table of calibration tells what they are worth.
 */
import { wordsOf } from "../../catalog/words.ts";
import type { CandidateMatch } from "./candidate-match.ts";

export interface WeighedMatch {
  readonly match: CandidateMatch;
  /** The logarithm of its odds. */
  readonly worth: number;
}

/** The likeliest first. */
export type Ranked = readonly [WeighedMatch, ...WeighedMatch[]];

/** 0 to 1, of the first of the ranked. */
export function likelihoodOf(ranked: Ranked): number {
  return logistic(oddsOf(ranked));
}

function oddsOf(ranked: Ranked): number {
  const [{ match, worth }] = ranked;
  const said = 0.95 * match.placedShare + match.coverage.spoken + Number(isNamed(match));
  const { lead, twins } = rivalry(ranked);
  return -3.05 + said + 2 * lead - 0.64 * twins + 0.22 * worth;
}

/**
 * 0 to 0.98: what is likely to be right may be asked wrongly. Fitted with signs that cannot turn: what is guessed, missing
 * or left over only takes away. The odds are less than was fitted by `UNSEEN`: of wishes that nobody worked on fewer come
 * out right.
 */
export function confidenceOf(ranked: Ranked): number {
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

function isNamed({ brands, entry }: CandidateMatch): boolean {
  return brands.known.length > 0 && brands.has(entry);
}

const MOST_TWINS = 3;

/**
 * Equal services do not contest each other: if one is right, so is the other. `lead` is the logarithm of the first one's
 * share of all odds, its twins left out; `twins` says how many of those there are.
 */
function rivalry(ranked: Ranked): { readonly lead: number; readonly twins: number } {
  const [first, ...others] = ranked;
  const isTwin = twinOf(first.match);
  const rivals = others.filter(({ match }) => !isTwin(match));
  return {
    lead: -Math.log(rivals.reduce((sum, { worth }) => sum + Math.exp(worth - first.worth), 1)),
    twins: Math.min(MOST_TWINS, others.length - rivals.length),
  };
}

/** Of another provider, it speaks of the same words at least, and takes as much of what was said. */
function twinOf({ said, entry, coverage, placedShare }: CandidateMatch): (other: CandidateMatch) => boolean {
  const spoken = wordsOf(said.plain).filter((word) => !coverage.isUnspoken(word));
  return (other) =>
    other.entry.provider !== entry.provider &&
    other.placedShare >= placedShare - ALIKE &&
    spoken.every((word) => !other.coverage.isUnspoken(word));
}

const ALIKE = 0.01;

function logistic(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
