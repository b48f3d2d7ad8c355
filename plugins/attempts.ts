/** A run that fails costs its caller nothing, but it may have cost the hub: what keeps failing is not tried for ever. */
import { HubError } from "../src/runtime/errors.ts";
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Attempts, Trial } from "../src/runtime/ports/attempts.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";
import { fingerprint } from "../src/runtime/run/fingerprint.ts";

export function attempts(limits: Attempts): Stage {
  return (run, next) => {
    const trial = trialOf(run);
    return trial === undefined ? next(run) : tried(trial, run, next);
  };

  async function tried(trial: Trial, run: Run, next: Next): Promise<Outcome> {
    await using attempt = await limits.begin(trial);
    const outcome = await next({ ...run, spend: attempt.spend });
    if (outcome.ok) return outcome;
    const failures = await attempt.fail();
    return failures < 2 ? outcome : { ...outcome, error: toldOf(outcome.error, failures) };
  }
}

/** Only what may cost the hub something, and is free when it fails. */
function trialOf(run: Run): Trial | undefined {
  const { hit, payment, standing, operation, input, isCovered } = run;
  if (hit !== undefined) return undefined;
  const account = payment === undefined && standing.state === "known" ? standing.holder.id : undefined;
  const asksModel = isCovered && operation.asksModel?.(input) === true;
  if (payment === undefined && (account === undefined || !asksModel)) return undefined;
  return {
    input: fingerprint(run),
    ...(payment !== undefined && { payment }),
    ...(account !== undefined && { account }),
  };
}

function toldOf({ code, message, details, nextActions }: HubError, failures: number): HubError {
  const told = `This input has failed ${failures} times within ten minutes: word it differently.`;
  return new HubError(code, message, { ...details, nextActions: [told, ...nextActions] });
}
