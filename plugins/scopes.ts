/** Lets a key do only what its scopes allow, before anything is judged, found or charged for it. */
import { requireScope } from "../src/runtime/scopes.ts";
import type { Stage } from "../src/runtime/run/pipeline.ts";

export function scopes(): Stage {
  return (run, next) => {
    const { standing, operation, later } = run;
    if (standing.state === "known") {
      requireScope(standing.holder.scopes, operation.scope);
      // Whoever may not ask for its runs would never be told what it pays for.
      if (later !== undefined) requireScope(standing.holder.scopes, { area: "runs" });
    }
    return next(run);
  };
}
