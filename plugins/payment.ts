/** The last gate before expense: what the account did not cover is paid here, or the run does not start. */
import { HubError } from "../src/runtime/errors.ts";
import { fingerprint, type Next, type Outcome, type Run, type Stage } from "../src/runtime/pipeline.ts";
import type { Rail } from "../src/runtime/ports.ts";

export function payment(rail: Rail): Stage {
  return (run, next) => (run.due === 0n ? next(run) : paid(run, next));

  async function paid(run: Run, next: Next): Promise<Outcome> {
    const { path, description } = run.work;
    const sale = { method: "POST", path, description, fingerprint: fingerprint(run), price: run.due };
    if (run.proof === undefined) {
      const message =
        run.shortage === undefined ? "This run needs a payment." : "Your account does not cover this run.";
      throw new HubError(run.shortage ?? "payment_required", message, { terms: await rail.terms(sale) });
    }
    // Verifying and claiming are one act: between them another request could use the same payment.
    await using claim = await rail.claim(run.proof, sale);
    const outcome = await next(run);
    if (outcome.ok) await claim.commit();
    return { ...outcome, headers: { ...outcome.headers, ...claim.headers } };
  }
}
