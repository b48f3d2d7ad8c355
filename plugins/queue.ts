/** A run that is to be done later is written down, with all that was set aside for it; its turn comes by the same stages. */
import { invalidInput } from "../src/runtime/errors.ts";
import type { Stage } from "../src/runtime/run/pipeline.ts";
import type { Later, RunQueue } from "../src/runtime/ports/runs.ts";
import type { Clock } from "../src/runtime/world.ts";
import type { Run } from "../src/runtime/run/run.ts";
import { type Outcome, queuedRun } from "../src/runtime/run/outcome.ts";

export function queue(runs: RunQueue, clock: Clock): Stage {
  return (run, next) =>
    // What is cached is there at once.
    run.later === undefined || run.hit !== undefined ? next(run) : written(run, run.later);

  async function written(run: Run, later: Later): Promise<Outcome> {
    const { standing, payment, proof } = run;
    const accountId = standing.state === "known" ? standing.holder.id : undefined;
    // Nobody else could ask for it again.
    if (accountId === undefined && payment === undefined)
      throw invalidInput("/wait", "needs an API key, which free_testnet gives for nothing, or a payment");
    const id = await runs.put({
      id: run.id,
      later,
      ...(accountId !== undefined && { accountId }),
      ...(payment !== undefined && { payment }),
      ...(payment !== undefined && proof !== undefined && { proof }),
      due: run.due,
      isCovered: run.isCovered,
      isRepeatable: run.mayRepeat ?? true,
      handOvers: run.handOvers,
    });
    return queuedRun(run, id, clock.now());
  }
}
