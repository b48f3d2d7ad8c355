/**
 * What tells whether the best of the ranked candidates is right, and whether anything is. Each is a number; `weights.ts`
 * says what it is worth.
 */
import { wordsOf } from "../../catalog/words/words.ts";
import type { CandidateMatch } from "./candidate-match.ts";

export interface WeighedMatch {
  readonly match: CandidateMatch;
  /** The logarithm of its odds. */
  readonly worth: number;
}

/** The likeliest first. */
export type RankedMatches = readonly [WeighedMatch, ...WeighedMatch[]];

export const OF_LIKELIHOOD = {
  constant: () => 1,
  placed: ([{ match }]: RankedMatches) => match.placedShare,
  /** The weights of the words that it speaks of. */
  spoken: ([{ match }]: RankedMatches) => match.coverage.spoken,
  named: ([{ match }]: RankedMatches) => Number(isNamed(match)),
  lead: (ranked: RankedMatches) => rivalry(ranked).lead,
  twins: (ranked: RankedMatches) => rivalry(ranked).twins,
  worth: ([{ worth }]: RankedMatches) => worth,
} as const satisfies Readonly<Record<string, (ranked: RankedMatches) => number>>;

/** Where several operations do what is wanted, one of them is right whichever it is: the lead counts for less. */
export const OF_FULFILMENT = {
  constant: OF_LIKELIHOOD.constant,
  spoken: OF_LIKELIHOOD.spoken,
  named: OF_LIKELIHOOD.named,
  lead: OF_LIKELIHOOD.lead,
  twins: OF_LIKELIHOOD.twins,
  understood: ([{ match }]: RankedMatches) => match.understood,
  missing: ([{ match }]: RankedMatches) => match.missing.length,
} as const satisfies Readonly<Record<string, (ranked: RankedMatches) => number>>;

function isNamed({ brands, entry }: CandidateMatch): boolean {
  return brands.known.length > 0 && brands.has(entry);
}

const MOST_TWINS = 3;

/**
 * Equal services do not contest each other: if one is right, so is the other. `lead` is the logarithm of the first one's
 * share of all odds, its twins left out; `twins` says how many of those there are.
 */
function rivalry(ranked: RankedMatches): { readonly lead: number; readonly twins: number } {
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
