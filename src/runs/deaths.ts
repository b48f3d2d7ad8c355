/** Runs with which processes have died. */
import { HubError } from "../runtime/errors.ts";
import type { RunRow } from "./queries.ts";

/**
 * So often a process may end, or lose the store, with a run in work: what ends each that has it is not done for ever. Each
 * takes a lease's time. What waits longest is taken first, so faults that follow each other may meet the same run.
 */
const MAX_DEATHS = 10;

/** Why a run is not done again after a death. */
export function unfitness({ deaths, is_repeatable: isRepeatable }: RunRow): HubError | undefined {
  if (deaths >= MAX_DEATHS)
    return new HubError("overloaded", `The process that did it has ended ${MAX_DEATHS} times; nothing was charged.`);
  if (deaths > 0 && isRepeatable === 0)
    return new HubError(
      "upstream_failed",
      "The process that did it has ended, and whether it was done is not known: what changes something is not done twice.",
    );
  return undefined;
}
