/** Finds out whose call it is. What is sold by the call is not even judged for whoever has neither key nor payment. */
import { unpaid } from "../src/runtime/run/payment-required.ts";
import { standingHeaders } from "../src/runtime/run/standing-headers.ts";
import { withHeaders } from "../src/runtime/errors.ts";
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts, Holder } from "../src/runtime/ports/accounts.ts";
import { type Awaitable, mapAwaitable } from "../src/runtime/world.ts";
import type { Quotes } from "../src/runtime/ports/payment.ts";
import type { PriceList } from "../src/runtime/run/prices.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";

export function credentials(accounts: Accounts, quotes: Quotes, prices: PriceList): Stage {
  return (sent, next) => {
    // Who names no key has no account to be found, and what is on the price list is open to be judged.
    const { key, account } = sent.caller;
    const isOpen = key === undefined && account === undefined && sent.operation.pricing.by === "tier";
    return isOpen ? next(sent) : identified(sent, next);
  };

  function identified(sent: Run, next: Next): Awaitable<Outcome> {
    return mapAwaitable(accounts.standing(sent.caller), (standing) => {
      const run = { ...sent, standing };
      if (standing.state === "known") return ofHolder(run, standing.holder, next);
      const isPaidFor = (run.proof ?? run.receipt) !== undefined;
      return run.operation.pricing.by === "call" && !isPaidFor ? refused(run) : next(run);
    });
  }

  async function ofHolder(run: Run, holder: Holder, next: Next): Promise<Outcome> {
    try {
      return await next(run);
    } catch (refusal) {
      throw withHeaders(refusal, await standingHeaders(accounts, holder));
    }
  }

  function refused(run: Run): Awaitable<never> {
    return mapAwaitable(quoted(run), (error) => {
      throw error;
    });
  }

  function quoted(run: Run): Awaitable<Error> {
    // What nobody can be given at present is not quoted for. More is said to those only who have a key or have paid.
    return mapAwaitable<Error | undefined, Error>(run.operation.outage?.(), (outage) => outage ?? quotedFor(run));
  }

  /** Quoted for the input as it will be judged, so that paying these terms pays for that very run. */
  function quotedFor(run: Run): Awaitable<Error> {
    return mapAwaitable(run.operation.validate(run.input), (validation) =>
      unpaid({ ...run, input: validation.ok ? validation.value : run.input }, quotes, prices),
    );
  }
}
