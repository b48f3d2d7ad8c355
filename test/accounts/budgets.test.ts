/** What a key may take of its account: counted when it is set aside, given back with it, and begun anew each day. */
import { expect, test } from "bun:test";
import { giveBackLapsed } from "../../src/accounts/spending/holds.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { DAY_MS, endOfDay } from "../../src/runtime/day.ts";
import { LEASE_MS } from "../../src/store/processes/leases.ts";
import { callOf, makeCall, openTestAccount, testServices } from "../support/accounts.ts";
import { testClock } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const PRICE = 50_000n;

describeStores("a budget", (open) => {
  async function setUp(tier: "basic" | "per_call" = "per_call") {
    const { store } = open();
    const clock = testClock(endOfDay(Date.now()) + 1000);
    const services = testServices(store, {}, clock);
    const account = await openTestAccount(services, tier, 10n * PRICE);
    const used = async () => {
      const [limits] = await store.ask((db, { key_limits: limits }) => db.select().from(limits));
      if (limits === undefined) throw new Error("no limits");
      return [limits.day_calls, limits.day_drops, limits.total_drops];
    };
    const clear = () => store.ask((db, { key_limits: limits }) => db.delete(limits));
    await clear();
    return { ...services, ...account, services, store, clock, used };
  }

  test("ends calls from the balance by the day and for good, and begins anew the next day", async () => {
    const { services, key, prefix, keyLimits, clock, store } = await setUp();
    await keyLimits.setBudget(prefix, { dropsPerDay: 2n * PRICE, dropsTotal: 3n * PRICE }, "test");
    const call = () => makeCall(services, key);
    expect([await call(), await call(), await call()]).toEqual(["charge", "charge", "budget_exhausted"]);
    const refused = await services.accounts.reserve(await callOf(services, key));
    expect(refused?.shortage).toEqual({ code: "budget_exhausted", retryAfterMs: endOfDay(clock.now()) - clock.now() });
    clock.advance(DAY_MS);
    expect([await call(), await call()]).toEqual(["charge", "budget_exhausted"]);
    const last = await services.accounts.reserve(await callOf(services, key));
    expect(last?.shortage).toEqual({ code: "budget_exhausted" });
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("counts what is set aside, and gives back what a run that failed or died had of it", async () => {
    const { services, key, prefix, keyLimits, clock, store, used } = await setUp();
    await keyLimits.setBudget(prefix, { callsPerDay: 2, dropsPerDay: 2n * PRICE }, "test");
    expect(await makeCall(services, key, { fails: true })).toBe("failed");
    expect(await used()).toEqual([0, 0n, 0n]);
    await services.accounts.reserve(await callOf(services, key)); // Its process dies.
    expect(await used()).toEqual([1, PRICE, PRICE]);
    expect([await makeCall(services, key), await makeCall(services, key)]).toEqual(["charge", "budget_exhausted"]);
    await store.transact(() => giveBackLapsed(clock.now() + LEASE_MS + 1));
    expect(await used()).toEqual([1, PRICE, PRICE]);
    expect(await makeCall(services, key)).toBe("charge");
  });

  test("ends daily calls before the quota does, without touching the balance, and says so in the headers", async () => {
    const { services, accounts, directory, key, prefix, keyLimits, store } = await setUp("basic");
    await keyLimits.setBudget(prefix, { callsPerDay: 3 }, "test");
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => makeCall(services, key)));
    expect(outcomes.toSorted()).toEqual(["budget_exhausted", "budget_exhausted", "call", "call", "call"]);
    const holder = await directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    expect(await accounts.headers(holder)).toMatchObject({ "x-calls-limit": "3", "x-calls-remaining": "0" });
    // What strangers get for nothing it gets as they do.
    expect(await makeCall(services, key, { billing: "open" })).toBe("call");
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("gives back what it counted where the account does not cover the call", async () => {
    const { services, key, prefix, keyLimits, used } = await setUp();
    await keyLimits.setBudget(prefix, { dropsTotal: 100n * PRICE }, "test");
    expect(await makeCall(services, key, { price: 11n * PRICE })).toBe("insufficient_balance");
    expect(await used()).toEqual([0, 0n, 0n]);
  });

  test("goes on counting where it is changed, and begins anew where it was lifted", async () => {
    const { services, key, prefix, keyLimits } = await setUp();
    await keyLimits.setBudget(prefix, { dropsTotal: PRICE }, "test");
    expect([await makeCall(services, key), await makeCall(services, key)]).toEqual(["charge", "budget_exhausted"]);
    await keyLimits.setBudget(prefix, { dropsTotal: 2n * PRICE }, "test");
    expect([await makeCall(services, key), await makeCall(services, key)]).toEqual(["charge", "budget_exhausted"]);
    await keyLimits.setBudget(prefix, {}, "test");
    expect(await makeCall(services, key)).toBe("charge");
    await keyLimits.setBudget(prefix, { dropsTotal: PRICE }, "test");
    expect([await makeCall(services, key), await makeCall(services, key)]).toEqual(["charge", "budget_exhausted"]);
  });

  test("that is set anew while a call is set aside is never given back more than it counted", async () => {
    const { services, key, prefix, keyLimits, used } = await setUp();
    await keyLimits.setBudget(prefix, { dropsTotal: 9n * PRICE }, "test");
    const reserved = await services.accounts.reserve(await callOf(services, key));
    await keyLimits.setBudget(prefix, {}, "test");
    await keyLimits.setBudget(prefix, { dropsTotal: PRICE }, "test");
    await reserved?.[Symbol.asyncDispose]();
    expect(await used()).toEqual([0, 0n, 0n]);
  });

  test.each(["per_call", "basic"] as const)(
    "that is begun anew is given back nothing of the one before, by a key of tier %s",
    async (tier) => {
      const { services, key, prefix, keyLimits, used } = await setUp(tier);
      await keyLimits.setBudget(prefix, { callsPerDay: 9 }, "test");
      const reserved = await services.accounts.reserve(await callOf(services, key));
      await keyLimits.setBudget(prefix, {}, "test");
      await keyLimits.setBudget(prefix, { callsPerDay: 1 }, "test");
      expect(await makeCall(services, key)).toBe(tier === "basic" ? "call" : "charge");
      await reserved?.[Symbol.asyncDispose]();
      expect((await used())[0]).toBe(1);
      expect(await makeCall(services, key)).toBe("budget_exhausted");
    },
  );
});
