/** One of the ranked stands before the best though less speaks for it: a rule tells that it is the one that is meant. */
import type { CandidateMatch } from "./candidate-match.ts";
import type { WeighedMatch } from "./likelihood-signals.ts";

/** So much less than for the best may speak for the one that is meant, which is the first that `isMeant`. */
export function withMeantFirst(
  ranked: readonly WeighedMatch[],
  close: number,
  isMeant: (match: CandidateMatch) => boolean,
): readonly WeighedMatch[] {
  const [best] = ranked;
  const meant = ranked.find(({ match }) => isMeant(match));
  if (best === undefined || meant === undefined || meant === best || meant.worth < best.worth - close) return ranked;
  // As likely as the one before which it stands.
  return [{ ...meant, worth: best.worth }, ...ranked.filter((one) => one !== meant)];
}
