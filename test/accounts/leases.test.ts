/** What a call has set aside is a lease: it lasts as long as its process renews it, and not much longer. */
import { expect, test } from "bun:test";
import { LEASE_MS, RENEW_MS } from "../../src/store/processes/leases.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { stepsOf } from "../../src/store/store.ts";
import { callOf, makeCall, openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

describeStores("what is set aside", (open) => {
  /** Two processes over one store, and an account that can pay for one call. */
  async function setUp(what: "price" | "daily call" = "price") {
    const clock = testClock(NOON);
    const { store } = open();
    const [here, there] = [testServices(store, {}, clock), testServices(store, {}, clock)];
    const account = await openTestAccount(here, "per_call", what === "price" ? 50_000n : 0n);
    if (what === "daily call") await here.operator.grant(account.prefix, { calls: 1, reason: "test" });
    return { clock, store, here, there, ...account };
  }

  test.each(["price", "daily call"] as const)(
    "as a %s by a process that was killed is free again after 20 seconds",
    async (what) => {
      const { clock, here, there, key, store } = await setUp(what);
      await here.accounts.reserve(await callOf(here, key));
      expect(await makeCall(there, key)).toBe("insufficient_balance");
      clock.advance(LEASE_MS);
      expect(await makeCall(there, key)).not.toMatch(/^(?:call|charge)$/);
      clock.advance(1);
      expect(await makeCall(there, key)).toBe(what === "price" ? "charge" : "call");
      expect((await verifyLedger(store)).differences).toEqual([]);
    },
  );

  test("is not the operator's to take", async () => {
    const { here, there, key, prefix } = await setUp();
    const reservation = await here.accounts.reserve(await callOf(here, key));
    await expect(there.corrections.debit(prefix, 1n, "ticket 9")).rejects.toMatchObject({ code: "invalid_input" });
    await reservation?.[Symbol.asyncDispose]();
    await there.corrections.debit(prefix, 50_000n, "ticket 9");
    expect(await makeCall(here, key)).toBe("insufficient_balance");
  });

  test("is given back by whoever renews its own, without a call", async () => {
    const { clock, here, there, key } = await setUp();
    await here.accounts.reserve(await callOf(here, key));
    clock.advance(LEASE_MS + 1);
    expect(await there.renew()).toBe(1);
  });

  test("stays so through a run of minutes while its process renews it, and is charged once", async () => {
    const { clock, here, there, key, store } = await setUp();
    const reservation = await here.accounts.reserve(await callOf(here, key));
    for (let passed = 0; passed < 300_000; passed += RENEW_MS) {
      clock.advance(RENEW_MS);
      await here.renew();
      await there.renew();
      if (passed % 60_000 === 0) expect(await makeCall(there, key)).toBe("insufficient_balance");
    }
    await reservation?.commit();
    await reservation?.[Symbol.asyncDispose]();
    expect(await makeCall(there, key)).toBe("insufficient_balance");
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("by a process that stood still is charged after all, unless it was spent meanwhile", async () => {
    const { clock, here, there, key, prefix, store } = await setUp();
    const first = await here.accounts.reserve(await callOf(here, key));
    clock.advance(LEASE_MS + 1);
    await there.renew();
    await first?.commit();
    expect(await makeCall(there, key)).toBe("insufficient_balance");

    await here.operator.grant(prefix, { drops: 50_000n, reason: "test" });
    const second = await here.accounts.reserve(await callOf(here, key));
    clock.advance(LEASE_MS + 1);
    expect(await makeCall(there, key)).toBe("charge");
    await expect(Promise.resolve(second?.commit())).rejects.toThrow("nothing was charged");
    await second?.[Symbol.asyncDispose]();
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("stays its run's that was written down, though the store's answer to that was lost", async () => {
    const { clock, here, there, key, store } = await setUp();
    const call = await callOf(here, key);
    const reservation = await here.accounts.reserve(call);
    const { hold, step } = reservation?.handOver?.() ?? {};
    await store.transact(() => stepsOf(step?.("run")));
    await reservation?.[Symbol.asyncDispose](); // Nobody has been told that it is handed over.
    clock.advance(LEASE_MS + 1);
    await there.renew();
    expect(await makeCall(there, key)).toBe("insufficient_balance");
    const resumed = await there.accounts.resume({ ...(hold !== undefined && { hold }), due: 0n }, call);
    await resumed?.commit();
    expect((await there.readUsage((await there.directory.find(key))!))["balance"]).toEqual({ xrp: 0, drops: "0" });
    expect((await verifyLedger(store)).differences).toEqual([]);
  });
});
