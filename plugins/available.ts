/** A run that cannot start is not sold: it is refused before anything is set aside for it. */
import { type Next, refusalOf, type Stage } from "../src/runtime/run/pipeline.ts";
import { type Awaitable, mapAwaitable } from "../src/runtime/world.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";

export function available(): Stage {
  return (run, next) => {
    // A payment may have bought its answer before: the rail looks, and takes nothing new for what cannot be delivered.
    return mapAwaitable(run.proof === undefined ? refusalOf(run) : undefined, (refusal) => {
      if (refusal !== undefined) throw refusal;
      // What waits in the cache is there at once, unless its payment was for a fresh run.
      const isThere = run.hit !== undefined && run.proof === undefined;
      return run.later === undefined || isThere ? next(run) : keepable(run, next);
    });
  };
}

/** What cannot be kept until its turn comes is refused here, too. */
function keepable(run: Run, next: Next): Awaitable<Outcome> {
  const { operation, input, standing } = run;
  return mapAwaitable(operation.mayRepeat?.(input, standing) ?? true, (mayRepeat) => next({ ...run, mayRepeat }));
}
