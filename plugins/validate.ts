/** Only valid, defaulted input forms a cache key or is sold: a bad one is refused before anything is asked of it. */
import { invalidFields } from "../src/runtime/errors.ts";
import type { Stage } from "../src/runtime/pipeline.ts";

export function validate(): Stage {
  return async (run, next) => {
    const validation = run.work.validate(run.input);
    if (validation.ok) {
      const refusal = await run.work.refusal?.(validation.value, run.standing);
      if (refusal !== undefined) throw refusal;
      return next({ ...run, input: validation.value, warnings: validation.warnings });
    }
    throw invalidFields(`Cannot run "${run.work.slug}"`, validation.issues);
  };
}
