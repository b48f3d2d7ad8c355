/** "end the meeting 5": where one operation would change the meeting by nothing that was said, another that takes "end" as what is done with it is meant. */
import type { CandidateMatch } from "./candidate-match.ts";
import type { WeighedMatch } from "./likelihood-signals.ts";
import { withMeantFirst } from "./meant-first.ts";

/** So much less may speak for the one that takes the verb. */
const CLOSE = 3;

/** `ranked` with what takes the verb itself as a value before what of the same provider leaves open what is changed. */
export function withDeedTaken(ranked: readonly WeighedMatch[]): readonly WeighedMatch[] {
  const [best] = ranked;
  if (best?.match.unsaidChange === undefined) return ranked;
  const { provider } = best.match.entry;
  return withMeantFirst(ranked, CLOSE, (match) => match.entry.provider === provider && takesVerb(match));
}

function takesVerb({ said, constants, unsaidChange }: CandidateMatch): boolean {
  if (unsaidChange !== undefined) return false;
  const values = [constants.params, constants.body].flatMap((part) => Object.values(part ?? {}));
  return values.some((value) => said.verbs.includes(String(value).toLowerCase()));
}
