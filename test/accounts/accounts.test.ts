import { expect, test } from "bun:test";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { callerWith, callOf, makeCall, openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

describeStores("an account", (open) => {
  /** Services whose clock stands at noon, over the suite's store. */
  function setUp(settings: Parameters<typeof testServices>[1] = {}) {
    const clock = testClock(NOON);
    const { store } = open();
    return { clock, store, services: testServices(store, settings, clock) };
  }

  async function usage(services: ReturnType<typeof testServices>, key: string): Promise<any> {
    const holder = await services.directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    return services.readUsage(holder);
  }

  test("spends its daily calls first, then its balance, then is told to pay", async () => {
    const { services } = setUp();
    const { key, prefix } = await openTestAccount(services, "per_call", 120_000n);
    await services.operator.grant(prefix, { calls: 2, reason: "test" });
    const calls = [];
    for (let each = 0; each < 5; each++) calls.push(await makeCall(services, key));
    expect(calls).toEqual(["call", "call", "charge", "charge", "insufficient_balance"]);
    expect(await usage(services, key)).toMatchObject({
      quota: { calls_per_day: 2, used: 2, remaining: 0, resets_at: "2026-11-22T00:00:00.000Z" },
      balance: { xrp: 0.02, drops: "20000" },
      daily: [{ date: "2026-11-21", calls: 2, charged_xrp: 0.1 }],
    });
  });

  test("without calls left is told when the next come, and gets them then", async () => {
    const { services, clock } = setUp();
    const { key } = await openTestAccount(services, "basic");
    for (let each = 0; each < 300; each++) expect(await makeCall(services, key)).toBe("call");
    const reservation = await services.accounts.reserve(await callOf(services, key));
    expect(reservation).toMatchObject({
      due: 50_000n,
      charge: 50_000n,
      shortage: { code: "quota_exhausted", retryAfterMs: 12 * HOUR },
    });
    clock.advance(12 * HOUR);
    expect(await makeCall(services, key)).toBe("call");
    clock.advance(-HOUR); // The clock is corrected: yesterday's quota stays closed.
    expect(await makeCall(services, key)).toBe("call");
    const { quota, recent } = await usage(services, key);
    expect(recent[0]).toMatchObject({ kind: "call", reference: "search" });
    // It shows the day that is counted in.
    expect(quota).toMatchObject({ used: 2, resets_at: "2026-11-23T00:00:00.000Z" });
  });

  test("pays nothing for a call that failed", async () => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, "per_call", 50_000n);
    const { key: subscriber } = await openTestAccount(services, "basic");
    expect(await makeCall(services, key, { fails: true })).toBe("failed");
    expect(await makeCall(services, subscriber, { fails: true })).toBe("failed");
    expect((await usage(services, key)).balance.drops).toBe("50000");
    expect((await usage(services, subscriber)).quota.used).toBe(0);
    expect(await makeCall(services, key)).toBe("charge");
  });

  test.each([
    ["basic", 0n, "call"],
    ["enterprise", 0n, "call"],
    ["free_testnet", 120_000n, "charge"],
    ["free_testnet", 0n, "insufficient_balance"],
    ["per_call", 120_000n, "charge"],
    ["per_call", 119_999n, "insufficient_balance"],
  ] as const)("of tier %s with %p drops makes a charged run of 0.12 XRP by: %s", async (tier, drops, outcome) => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, tier, drops);
    expect(await makeCall(services, key, { billing: "charged", price: 120_000n })).toBe(outcome);
  });

  test("that brings a payment keeps its balance, but spends a daily call before either", async () => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, "per_call", 1_000_000n);
    expect(await makeCall(services, key, { hasProof: true })).toBe("insufficient_balance");
    expect((await usage(services, key)).balance.drops).toBe("1000000");
    const { key: subscriber } = await openTestAccount(services, "basic");
    expect(await makeCall(services, subscriber, { hasProof: true })).toBe("call");
  });

  test("hears after each call how it stands, and before it is counted, how it stood", async () => {
    const { services } = setUp({ keyPerMinute: 10 });
    const { key, prefix } = await openTestAccount(services, "basic");
    await services.operator.grant(prefix, { drops: 1_000_000n, reason: "test" });
    await using reservation = await services.accounts.reserve(await callOf(services, key));
    expect(reservation?.headers()).toMatchObject({ "x-charge-xrp": "0", "x-calls-remaining": "300" });
    await reservation?.commit();
    expect(reservation?.headers()).toEqual({
      "x-charge-xrp": "0",
      "x-balance-xrp": "1",
      "x-calls-limit": "300",
      "x-calls-remaining": "299",
      "x-calls-reset": String(Date.UTC(2026, 10, 22) / 1000),
      "ratelimit-policy": '"day";q=300;w=86400, "burst";q=10;w=60',
      ratelimit: '"day";r=299;t=43200, "burst";r=9;t=60',
    });
  });

  test("or nobody's, that pays by the request, hears what that cost once it is certain", async () => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, "per_call");
    for (const sent of [undefined, key, "hub_live_nobody"]) {
      await using reservation = await services.accounts.reserve(await callOf(services, sent, { hasProof: true }));
      expect(reservation?.headers()["x-charge-xrp"]).toBe("0");
      await reservation?.commit();
      expect(reservation?.headers()["x-charge-xrp"]).toBe("0.05");
    }
  });

  test("that is unlimited says -1 and has no policy of the day", async () => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, "enterprise");
    await using reservation = await services.accounts.reserve(await callOf(services, key));
    await reservation?.commit();
    expect(reservation?.headers()).toMatchObject({ "x-calls-limit": "-1", "x-calls-remaining": "-1" });
    expect(reservation?.headers()["ratelimit"]).toBeUndefined();
  });

  test("that calls too often in a minute is refused, and nobody else is", async () => {
    const { services } = setUp({ keyPerMinute: 2 });
    const { key } = await openTestAccount(services, "basic");
    await makeCall(services, key);
    await makeCall(services, key);
    const refusal = await makeCall(services, key).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HubError);
    expect((refusal as HubError).code).toBe("rate_limited");
    const { key: other } = await openTestAccount(services, "basic");
    expect(await makeCall(services, other)).toBe("call");
  });

  test("gets back what a process that died had set aside, once its time is up", async () => {
    const { services, clock } = setUp();
    const { key } = await openTestAccount(services, "per_call", 50_000n);
    await services.accounts.reserve(await callOf(services, key)); // Nobody will ever commit or release it.
    expect(await makeCall(services, key)).toBe("insufficient_balance");
    clock.advance(HOUR);
    expect(await makeCall(services, key)).toBe("charge");
  });

  test("is not charged for a call that outlived its hold", async () => {
    const { services, clock } = setUp();
    const { key } = await openTestAccount(services, "per_call", 50_000n);
    const late = await services.accounts.reserve(await callOf(services, key));
    clock.advance(HOUR);
    expect(await makeCall(services, key)).toBe("charge");
    await expect(Promise.resolve(late?.commit())).rejects.toThrow("nothing was charged");
    expect((await usage(services, key)).balance.drops).toBe("0");
  });

  test("has a key until it is revoked, suspended, replaced or expired", async () => {
    const { services, clock } = setUp();
    const standing = async (key: string) => {
      const found = await services.accounts.standing(callerWith(key));
      return found.state === "refused" ? found.code : found.state;
    };
    const holderOf = async (key: string) => {
      const holder = await services.directory.find(key);
      if (holder === undefined) throw new Error("no such key");
      return holder;
    };
    const [revoked, suspended, replaced, expired] = await Promise.all([
      openTestAccount(services, "basic"),
      openTestAccount(services, "basic"),
      openTestAccount(services, "enterprise"),
      openTestAccount(services, "basic"),
    ]);
    await services.keyCare.revoke(await holderOf(revoked.key));
    await services.operator.suspend(suspended.prefix, "test");
    const { key: successor } = await services.keyCare.rotate(await holderOf(replaced.key), 60);
    expect(await standing(revoked.key)).toBe("key_unknown");
    expect(await standing(suspended.key)).toBe("key_unknown");
    expect(await standing(replaced.key)).toBe("known");
    await expect(services.keyCare.rotate(await holderOf(replaced.key), 60)).rejects.toThrow("replaced already");
    clock.advance(60_000);
    expect(await standing(replaced.key)).toBe("key_unknown");
    expect(await standing(successor.text)).toBe("known");
    clock.advance(31 * 24 * HOUR);
    expect(await standing(expired.key)).toBe("known"); // Its tier has run out, the key has not.
    expect(await standing("hub_live_nonsense")).toBe("key_unknown");
  });

  test("gets no successor for a key that was ended while that was asked for", async () => {
    const { services } = setUp();
    for (const end of ["revoke", "suspend", "rekey"] as const) {
      const { key, prefix } = await openTestAccount(services, "basic");
      const holder = await services.directory.find(key);
      if (holder === undefined) throw new Error("no such key");
      if (end === "revoke") await services.keyCare.revoke(holder);
      else await services.operator[end](prefix, "test");
      await expect(services.keyCare.rotate(holder, 60)).rejects.toMatchObject({ code: "key_unknown" });
      if (end === "suspend") await services.operator.unsuspend(prefix, "test");
      // As if nobody had asked.
      if (end === "suspend") expect((await services.keyCare.rotate(holder, 60)).key.prefix).toStartWith("hub_live_");
    }
  });

  test("counts together under both keys of a rotation", async () => {
    const { services } = setUp();
    const { key } = await openTestAccount(services, "basic");
    const holder = await services.directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    const { key: successor } = await services.keyCare.rotate(holder, 3600);
    await makeCall(services, key);
    await makeCall(services, successor.text);
    expect((await usage(services, key)).quota.used).toBe(2);
  });

  test("adds up: verify finds the sums right, and names each one that is not", async () => {
    const { store } = setUp();
    expect((await verifyLedger(store)).differences).toEqual([]);
    await store.transact(function* () {
      yield { build: (db, { balances }) => db.update(balances).set({ drops: 77n, held: 0n }), values: {} };
    });
    const { differences } = await verifyLedger(store);
    expect(differences.length).toBeGreaterThan(0);
    expect(differences[0]).toMatch(
      /^balance of account [0-9a-f-]{36} \(xrpl:21338\): 77 is kept, the entries say \d+$/,
    );
  });
});
