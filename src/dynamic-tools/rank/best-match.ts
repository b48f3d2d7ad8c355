/** One operation tried on an utterance with each thing that its body may be. */
import type { Callee } from "../../proxy/operations.ts";
import { inTurns } from "../../text/long-work.ts";
import { saysMuch } from "../fill/fill-state.ts";
import { otherAlternatives } from "../slots/alternatives.ts";
import { type Candidate, type CandidateMatch, matchCandidate } from "./candidate-match.ts";

/** Where the body may be one thing or another, that which takes most of what was said. */
export async function bestMatch(callee: Callee, one: Candidate, caller: string | undefined): Promise<CandidateMatch> {
  let best = await inTurns(matchCandidate(callee, one), caller);
  // A long wish takes its time with each.
  if (best.placedShare === 1 || saysMuch(one.said)) return best;
  for (const operation of otherAlternatives(callee.operation)) {
    const other = await inTurns(matchCandidate({ ...callee, operation }, one), caller);
    if (takenBy(other) > takenBy(best) && other.missing.length <= best.missing.length)
      best = { ...other, operation: callee.operation };
  }
  return best;
}

/** What was said and found its place, and then what the request says. */
function takenBy({ placedShare, constants }: CandidateMatch): number {
  return MAX_LEAVES * placedShare + leavesIn(constants);
}

/** More than any wish says. */
const MAX_LEAVES = 1000;

function leavesIn(value: unknown): number {
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce((sum, one) => sum + leavesIn(one), 0)
    : 1;
}
