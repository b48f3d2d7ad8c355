/** What a failed run came to is told, though what was set aside for it cannot be given back: that lapses by itself. */
import { expect, test } from "bun:test";
import { credentials } from "../../plugins/credentials.ts";
import { idempotency } from "../../plugins/idempotency.ts";
import { quota } from "../../plugins/quota.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { storedIdempotency } from "../../src/store/responses/idempotency.ts";
import { callerWith, openTestAccount, testServices } from "../support/accounts.ts";
import { failingStore } from "../support/failing-store.ts";
import { coinRail, operationOf, PRICES, runThrough, testClock, UNLIMITED } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

describeStores("a run that has failed", (open) => {
  test.each([
    ["basic", "a daily call"],
    ["per_call", "a price of its balance"],
  ] as const)("of tier %s, on %s, says why, at whichever statement the store goes after it", async (tier) => {
    const clock = testClock(Date.UTC(2026, 10, 21, 12));
    const failing = failingStore(open().store);
    const services = testServices(failing.store, {}, clock);
    const { accounts } = services;
    const rail = coinRail([]);
    const store = storedIdempotency(failing.store, clock);
    const stages = [
      credentials(accounts, rail, PRICES),
      idempotency({ store, accounts, rail, proofs: UNLIMITED, prices: PRICES }),
      quota(accounts, PRICES),
    ];
    const { key } = await openTestAccount(services, tier, 10_000_000n);

    let failures = 0;
    for (let at = 1; ; at++) {
      const operation = operationOf({
        pricing: { by: "call" },
        perform() {
          failing.failAt(at);
          throw new HubError("upstream_failed", "It did not answer.");
        },
      });
      const sent = { operation, caller: callerWith(key), idempotencyKey: `order-0001-of-${tier}-${at}` };
      const outcome = await runThrough(stages, sent, clock).catch((error: unknown) => error);
      const failed = failing.failed();
      failing.failAt(0);
      expect([at, outcome]).toMatchObject([at, { ok: false, error: { code: "upstream_failed" } }]);
      if (failed === undefined) break;
      failures++;
    }
    expect(failures).toBeGreaterThan(3);

    clock.advance(60_000);
    await services.renew();
    const rows = await open().store.ask((db, tables) => db.select().from(tables.holds));
    expect(rows).toEqual([]);
    expect((await verifyLedger(open().store)).differences).toEqual([]);
  });
});
