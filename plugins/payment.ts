/** The last gate before expense: what the account did not cover is paid here, or the run does not start. */
import { paymentDue, saleOf } from "../src/runtime/due.ts";
import type { Next, Outcome, Run, Stage } from "../src/runtime/pipeline.ts";
import type { Rail } from "../src/runtime/ports.ts";

export function payment(rail: Rail): Stage {
  return (run, next) => (run.due === 0n ? next(run) : paid(run, next));

  async function paid(run: Run, next: Next): Promise<Outcome> {
    if (run.proof === undefined) throw await paymentDue(rail, saleOf(run, run.due), run.shortage);
    // Verifying and claiming are one act: between them another request could use the same payment.
    await using claim = await rail.claim(run.proof, saleOf(run, run.due));
    const outcome = await next(run);
    if (outcome.ok) await claim.commit();
    return { ...outcome, headers: { ...outcome.headers, ...claim.headers } };
  }
}
