/** What payments do to a key that has something already: nothing is ever taken from it, and no money is locked. */
import { describe, expect, test } from "bun:test";
import { DAY_MS } from "../../src/runtime/day.ts";
import type { RegistrationRequest } from "../../src/accounts/registration.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { callerWith, depositOf, makeCall, NETWORK, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const TEST_NETWORK = "xrpl:1";
const TWO_LEDGERS = { networks: { main: NETWORK, test: TEST_NETWORK } };

describeStores("a payment", (open, name) => {
  function setUp(settings: Parameters<typeof testServices>[1] = {}) {
    const clock = testClock(NOON);
    const { store } = open();
    const services = testServices(store, settings, clock);
    const holderOf = async (key: string) => {
      const holder = await services.directory.find(key);
      if (holder === undefined) throw new Error("no such key");
      return holder;
    };
    return {
      clock,
      store,
      services,
      holderOf,
      /** A key and the order that pays for it; with `key`, another order for that. */
      async order(request: Partial<RegistrationRequest>, key?: string) {
        const holder = key === undefined ? {} : { holder: await holderOf(key) };
        const made = await services.register({
          email: "a@example.com",
          tier: "basic",
          amount: 1_000_000n,
          ...request,
          ...holder,
        });
        return { key: made.key?.text ?? key ?? "", tag: made.order.destination_tag, id: made.order.id };
      },
      pay: (tag: number, drops: bigint, payer = "rPayer") => services.deposits.credit(depositOf(tag, drops, { payer })),
      async stands(key: string) {
        const { key: shown, balance, recent } = (await services.readUsage(await holderOf(key))) as any;
        return { tier: shown.tier, until: shown.expires_at, xrp: balance.xrp, last: recent[0]?.kind };
      },
      outcome: async (id: string) => (await services.orderKeys.order(id))?.outcome,
    };
  }

  test("that is sent back is taken from the ledger it was sent on: test money does not stand for real money", async () => {
    const { services, store, clock, order, pay, stands, holderOf } = setUp(TWO_LEDGERS);
    const { key, tag } = await order({ tier: "free_testnet" });
    const { prefix } = (await holderOf(key)).key;
    await services.deposits.credit(depositOf(tag, 5_000_000n, { network: TEST_NETWORK }));
    const basic = await order({ tier: "basic" }, key);
    await pay(basic.tag, 13_000_000n);
    clock.advance(31 * DAY_MS);
    expect(await stands(key)).toMatchObject({ tier: "free_testnet", xrp: 5 });

    const send = (drops: bigint, network?: string) =>
      services.corrections.refund(prefix, { drops, txHash: depositOf(9, drops).txHash, network, reason: "asked for" });
    const refusal = await send(2_000_000n).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ details: { issues: [{ pointer: "/network" }] } });
    await send(2_000_000n, NETWORK);
    await send(4_000_000n); // Only the one has as much.
    expect(await services.corrections.entries(prefix)).toMatchObject([
      { kind: "refund", network: TEST_NETWORK, balance_after: 1_000_000n },
      { kind: "refund", network: NETWORK, balance_after: 1_000_000n },
      { kind: "deposit", network: NETWORK },
      { kind: "deposit", network: TEST_NETWORK },
    ]);
    expect(await send(2_000_000n, NETWORK).catch((error: unknown) => error)).toMatchObject({ code: "invalid_input" });
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  describe("on a ledger that the hub has left, such as its sandbox,", () => {
    /** The same store behind a hub that is paid on the main network by now. */
    function moved() {
      const before = setUp();
      const real = { networks: { main: "xrpl:0", test: TEST_NETWORK } };
      return { before, after: setUp(real) };
    }

    test("has bought no tier: play money never becomes real money", async () => {
      const { before, after } = moved();
      const { key, tag } = await before.order({ tier: "enterprise" });
      await before.pay(tag, 101_000_000n);
      expect(await before.stands(key)).toMatchObject({ tier: "enterprise", xrp: 1 });
      expect(await after.stands(key)).toMatchObject({ tier: "per_call", until: null, xrp: 0 });
      expect(await makeCall(after.services, key)).toBe("insufficient_balance");
      expect(await before.stands(key)).toMatchObject({ tier: "enterprise", xrp: 1 });
    });

    test("does not keep a tier from being bought with real money", async () => {
      const { before, after } = moved();
      const { key, tag } = await before.order({ tier: "pro" });
      await before.pay(tag, 30_000_000n);
      const real = await after.order({ tier: "basic" }, key);
      const paid = depositOf(real.tag, 10_000_000n, { network: "xrpl:0" });
      expect(await after.services.deposits.credit(paid)).toMatchObject({ state: "confirmed" });
      expect(await after.outcome(real.id)).toBe("started");
      expect(await after.stands(key)).toMatchObject({ tier: "basic", xrp: 0 });
      after.clock.advance(31 * DAY_MS);
      expect(await after.stands(key)).toMatchObject({ tier: "per_call" });
    });

    test("is balance there when the operator gives it to an order later, and ends no tier", async () => {
      const { before, after } = moved();
      const { key } = await before.order({ tier: "per_call" });
      const play = await before.order({ tier: "enterprise" }, key);
      const real = await after.order({ tier: "basic" }, key);
      await after.services.deposits.credit(depositOf(real.tag, 10_000_000n, { network: "xrpl:0" }));
      await after.services.deposits.credit(depositOf(play.tag, 100_000_000n));
      expect(await after.outcome(play.id)).toBe("credited");
      expect(await after.stands(key)).toMatchObject({ tier: "basic", xrp: 0 });
      expect((await verifyLedger(after.store)).differences).toEqual([]);
    });
  });

  test("for a lower tier, made before a higher one was bought and paid after it, becomes balance in full", async () => {
    const { order, pay, stands, outcome } = setUp();
    const first = await order({ tier: "per_call" });
    await pay(first.tag, 1_000_000n);
    const [basic, pro, lifetime] = [
      await order({ tier: "basic" }, first.key),
      await order({ tier: "pro" }, first.key),
      await order({ tier: "enterprise" }, first.key),
    ];
    await pay(lifetime.tag, 100_000_000n);
    await pay(pro.tag, 31_000_000n);
    await pay(basic.tag, 10_000_000n);
    expect(await stands(first.key)).toEqual({ tier: "enterprise", until: null, xrp: 42, last: "deposit" });
    expect([await outcome(lifetime.id), await outcome(pro.id), await outcome(basic.id)]).toEqual([
      "started",
      "credited",
      "credited",
    ]);
  });

  test("for the tier that runs extends it, for a higher one starts it at once, and a second lifetime is balance", async () => {
    const { order, pay, stands, outcome, clock } = setUp();
    const { key, tag } = await order({ tier: "basic" });
    await pay(tag, 10_000_000n);
    clock.advance(10 * DAY_MS);
    const again = await order({ tier: "basic" }, key);
    await pay(again.tag, 10_000_000n);
    expect(await stands(key)).toMatchObject({
      tier: "basic",
      until: new Date(NOON + 60 * DAY_MS).toISOString(),
      xrp: 0,
    });
    const pro = await order({ tier: "pro" }, key);
    const both = [await order({ tier: "enterprise" }, key), await order({ tier: "enterprise" }, key)];
    await pay(pro.tag, 30_000_000n);
    expect(await stands(key)).toMatchObject({
      tier: "pro",
      until: new Date(NOON + 375 * DAY_MS).toISOString(),
      xrp: 0,
    });
    for (const each of both) await pay(each.tag, 100_000_000n);
    expect(await stands(key)).toEqual({ tier: "enterprise", until: null, xrp: 100, last: "deposit" });
    expect(await Promise.all([again, pro, ...both].map(({ id }) => outcome(id)))).toEqual([
      "extended",
      "started",
      "started",
      "credited",
    ]);
  });

  test("is spent from when the tier has run out, and a top-up then works, too", async () => {
    const { order, pay, stands, services, clock } = setUp();
    const { key, tag } = await order({ tier: "basic" });
    await pay(tag, 10_050_000n);
    clock.advance(31 * DAY_MS);
    expect((await services.accounts.standing(callerWith(key))).state).toBe("known");
    expect(await stands(key)).toMatchObject({ tier: "per_call", until: null, xrp: 0.05 });
    expect([await makeCall(services, key), await makeCall(services, key)]).toEqual(["charge", "insufficient_balance"]);
    const more = await order({ tier: "per_call", amount: 25_000_000n }, key);
    await pay(more.tag, 25_000_000n);
    expect(await makeCall(services, key)).toBe("charge");
  });

  test("a free key that was upgraded is a free key again, and spends the real money it is left with", async () => {
    const { order, services, stands, clock } = setUp(TWO_LEDGERS);
    const { key } = await order({ tier: "free_testnet" });
    const basic = await order({ tier: "basic" }, key);
    await services.deposits.credit(depositOf(basic.tag, 10_060_000n));
    expect(await stands(key)).toMatchObject({ tier: "basic", xrp: 0.06 });
    clock.advance(31 * DAY_MS);
    expect(await stands(key)).toMatchObject({ tier: "free_testnet", until: null, xrp: 0.06 });
    expect(await makeCall(services, key)).toBe("call");
    const run = { billing: "charged", price: 50_000n } as const;
    expect([await makeCall(services, key, run), await makeCall(services, key, run)]).toEqual([
      "charge",
      "insufficient_balance",
    ]);
    expect(await stands(key)).toMatchObject({ xrp: 0.01 });
  });

  test("a run that is free to strangers takes a daily call, then counts against the address, and never the balance", async () => {
    const { order, pay, services, stands } = setUp({ anonymous: { perMinute: 2, perDay: 10 } });
    const { key, tag } = await order({ tier: "per_call" });
    await pay(tag, 1_000_000n);
    await services.operator.grant(key.slice(0, 17), { calls: 1, reason: "test" });
    const run = { billing: "open", price: 50_000n } as const;
    const runs = [
      await makeCall(services, key, run),
      await makeCall(services, key, run),
      await makeCall(services, key, run),
    ];
    expect(runs).toEqual(["call", "call", "call"]);
    await expect(makeCall(services, key, run)).rejects.toThrow("free calls");
    expect((await stands(key)).xrp).toBe(1);
  });

  test("by who has paid for the referrer, too, earns the referrer nothing", async () => {
    const { order, pay, stands } = setUp();
    const referrer = await order({ email: "first@example.com", tier: "per_call" });
    await pay(referrer.tag, 1_000_000n, "rOne");
    const own = await order({ email: "second@example.com", tier: "pro", referrerKey: referrer.key });
    await pay(own.tag, 10_000_000n, "rAnother");
    await pay(own.tag, 20_000_000n, "rOne");
    expect((await stands(referrer.key)).xrp).toBe(1);
    const brought = await order({ email: "third@example.com", tier: "pro", referrerKey: referrer.key });
    await pay(brought.tag, 30_000_000n, "rAnother");
    expect((await stands(referrer.key)).xrp).toBe(2.5);
  });

  test.skipIf(name === "SQLite")(
    "of six that refer to each other crosswise none waits for another's undoing",
    async () => {
      const { order, pay, services, store } = setUp();
      const keys: string[] = [];
      for (let each = 0; each < 6; each++) {
        const { key, tag } = await order({ email: `${each}@example.com`, tier: "per_call" });
        await pay(tag, 1_000_000n, `rOwn${each}`);
        keys.push(key);
      }
      for (let round = 0; round < 10; round++) {
        const orders = [];
        for (const [each, key] of keys.entries())
          orders.push(await order({ tier: "per_call", referrerKey: keys[(each + 1 + (round % 5)) % 6] ?? "" }, key));
        const before = Date.now();
        await Promise.all(orders.map(({ tag }, each) => pay(tag, 1_000_000n, `rOther${round}${each}`)));
        expect(Date.now() - before).toBeLessThan(900); // A deadlock is noticed after a second.
      }
      const holders = await Promise.all(keys.map((key) => services.directory.find(key)));
      const balances = await store.ask((db, tables) => db.select().from(tables.balances));
      const own = balances.filter(({ account_id: id }) => holders.some((holder) => holder?.id === id));
      expect(own.map(({ drops }) => drops)).toEqual(Array.from({ length: 6 }, () => 11_500_000n));
      expect((await verifyLedger(store)).differences).toEqual([]);
    },
  );
});
