/** Only valid, defaulted input forms a cache key or is sold: a bad one is refused before anything is asked of it. */
import { invalidFields } from "../src/runtime/errors.ts";
import type { Stage } from "../src/runtime/run/pipeline.ts";
import { mapAwaitable } from "../src/runtime/world.ts";

export function validate(): Stage {
  return (run, next) =>
    mapAwaitable(run.operation.validate(run.input), (validation) => {
      if (validation.ok) return next({ ...run, input: validation.value, warnings: validation.warnings });
      throw invalidFields(`Cannot run "${run.operation.slug}"`, validation.issues);
    });
}
