/** A run that cannot start is not sold: it is refused before anything is set aside for it. */
import { refusalOf, type Stage } from "../src/runtime/run/pipeline.ts";
import { mapAwaitable } from "../src/runtime/world.ts";

export function available(): Stage {
  return (run, next) => {
    // A payment may have bought its answer before: the rail looks, and takes nothing new for what cannot be delivered.
    return mapAwaitable(run.proof === undefined ? refusalOf(run) : undefined, (refusal) => {
      if (refusal !== undefined) throw refusal;
      return next(run);
    });
  };
}
