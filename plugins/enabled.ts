/** Refuses actors that the operator has switched off, before anything of them is judged, quoted or told from the cache. */
import { HubError } from "../src/runtime/errors.ts";
import type { DisabledActors } from "../src/runtime/ports/disabled-actors.ts";
import type { Stage } from "../src/runtime/run/pipeline.ts";
import { mapAwaitable } from "../src/runtime/world.ts";

export function enabled(disabledActors: DisabledActors): Stage {
  return (run, next) => {
    const { actor } = run.operation.scope;
    if (actor === undefined) return next(run);
    return mapAwaitable(disabledActors.isDisabled(actor), (isDisabled) => {
      if (isDisabled) throw new HubError("actor_disabled", "The operator of this hub has switched this actor off.");
      return next(run);
    });
  };
}
