/** Finds out whose call it is. What is sold by the call is not even judged for whoever has neither key nor payment. */
import { unpaid } from "../src/runtime/run/payment-required.ts";
import { withHeaders } from "../src/runtime/errors.ts";
import type { Next, Outcome, Run, Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts } from "../src/runtime/ports/accounts.ts";
import type { Quotes } from "../src/runtime/ports/payment.ts";
import type { PriceList } from "../src/runtime/run/prices.ts";

export function credentials(accounts: Accounts, quotes: Quotes, prices: PriceList): Stage {
  return (sent, next) => {
    // Who names no key has no account to be found, and what is on the price list is open to be judged.
    const isOpen = sent.caller.key === undefined && sent.operation.pricing.by === "tier";
    return isOpen ? next(sent) : identified(sent, next);
  };

  async function identified(sent: Run, next: Next): Promise<Outcome> {
    const standing = await accounts.standing(sent.caller);
    const run = { ...sent, standing };
    if (standing.state === "known") {
      try {
        return await next(run);
      } catch (refusal) {
        throw withHeaders(refusal, await accounts.headers(standing.holder));
      }
    }
    const brought = run.proof ?? run.receipt;
    if (run.operation.pricing.by === "call" && brought === undefined) throw await quoted(run);
    return next(run);
  }

  async function quoted(run: Run): Promise<Error> {
    // What nobody can be given at present is not quoted for. More is said to those only who have a key or have paid.
    const outage = await run.operation.outage?.();
    if (outage !== undefined) return outage;
    // Quoted for the input as it will be judged, so that paying these terms pays for that very run.
    const validation = run.operation.validate(run.input);
    const input = validation.ok ? validation.value : run.input;
    return unpaid({ ...run, input }, quotes, prices);
  }
}
