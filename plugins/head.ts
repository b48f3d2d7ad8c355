/** A HEAD asks what a GET would be told: how the account stands, or what is due. Nothing is done, and nothing charged. */
import { unpaid } from "../src/runtime/run/payment-required.ts";
import { type Next, refusalOf, type Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts } from "../src/runtime/ports/accounts.ts";
import type { Quotes } from "../src/runtime/ports/payment.ts";
import { type Clock, elapsedSince } from "../src/runtime/world.ts";
import type { PriceList } from "../src/runtime/run/prices.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";

export function head(accounts: Accounts, quotes: Quotes, prices: PriceList, clock: Clock): Stage {
  return (run, next: Next) => (run.headersOnly ? answered(run) : next(run));

  async function answered(run: Run): Promise<Outcome> {
    const refusal = await refusalOf(run);
    if (refusal !== undefined) throw refusal;
    const { standing, id: runId, startedAt } = run;
    if (standing.state !== "known") throw await unpaid(run, quotes, prices);
    return {
      ok: true,
      runId,
      startedAt,
      durationMs: elapsedSince(startedAt, clock.now()),
      charge: 0n,
      answer: { itemsJson: "", count: 0, warnings: [] },
      warnings: [],
      headers: await accounts.headers(standing.holder),
    };
  }
}
