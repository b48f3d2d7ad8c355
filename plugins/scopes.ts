/** Lets a key do only what its scopes allow, before anything is judged, found or charged for it. */
import { isAllowed, requireScope } from "../src/runtime/scopes.ts";
import type { Stage } from "../src/runtime/run/pipeline.ts";
import { mapAwaitable } from "../src/runtime/world.ts";

export function scopes(): Stage {
  return (run, next) => {
    const { standing, operation, later } = run;
    if (standing.state !== "known" || standing.holder.scopes === undefined) return next(run);
    const { scopes: own } = standing.holder;
    // Whoever may not ask for its runs would never be told what it pays for.
    if (later !== undefined) requireScope(own, { area: "runs" });
    if (isAllowed(own, operation.scope)) return next(run);
    return mapAwaitable(operation.namedScope?.(standing) ?? operation.scope, (named) => {
      requireScope(own, named);
      return next(run);
    });
  };
}
