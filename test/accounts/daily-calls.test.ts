/** Calls of one account that come in the same moment are set aside and counted together, and none is lost or given away. */
import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { giveBackCalls, giveBackLapsed, partHold } from "../../src/accounts/spending/holds.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { stepsOf, type Store } from "../../src/store/store.ts";
import { LEASE_MS } from "../../src/store/processes/leases.ts";
import { callOf, makeCall, openTestAccount, testServices } from "../support/accounts.ts";
import { playCount } from "../support/long.ts";
import { testClock } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const PLAYS = playCount("PLAYS", { short: 6, long: 24 });
/** Of the tier. */
const QUOTA = 300;
const NOON = Date.UTC(2026, 10, 21, 12);

describeStores("daily calls", (open) => {
  /** Two processes over one store, and an account with so many calls a day. */
  async function setUp(calls: number) {
    const clock = testClock(NOON);
    const { store } = open();
    const [here, there] = [testServices(store, {}, clock), testServices(store, {}, clock)];
    const { key, prefix } = await openTestAccount(here, "per_call");
    await here.operator.grant(prefix, { calls, reason: "test" });
    return { clock, store, here, there, key, prefix };
  }

  /** The same with a quota of the tier's own, every day anew. */
  async function setUpTier() {
    const clock = testClock(NOON);
    const { store } = open();
    const [here, there] = [testServices(store, {}, clock), testServices(store, {}, clock)];
    return { clock, store, here, there, ...(await openTestAccount(here, "free_testnet")) };
  }

  test("of one moment are one hold and one entry that says how many", async () => {
    const { here, key, store } = await setUp(5);
    const held = await reserved(here, key, 3);
    expect((await holdsIn(store)).map(({ calls }) => calls)).toEqual([3]);
    expect(held.map((one) => one.headers()["x-calls-remaining"])).toEqual(["5", "4", "3"]);
    await Promise.all(held.map((one) => one.commit()));
    expect(held.map((one) => one.headers()["x-calls-remaining"])).toEqual(["4", "3", "2"]);
    expect(await callsOf(here, key, store)).toEqual([{ reference: "search", calls: 3 }]);
    expect(await holdsIn(store)).toEqual([]);
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("that are wanted by more than are left go to the first of them", async () => {
    const { here, key } = await setUp(3);
    const told = await Promise.all(Array.from({ length: 5 }, () => makeCall(here, key)));
    expect(told.toSorted()).toEqual(["call", "call", "call", "insufficient_balance", "insufficient_balance"]);
  });

  test("of 100 can all be used: in one process, over two, one by one and at once", async () => {
    const { here, there, key, store } = await setUp(100);
    const told: string[] = [];
    for (let call = 0; call < 10; call++) told.push(await makeCall(call % 2 === 0 ? here : there, key));
    const crowd = Array.from({ length: 120 }, (_, at) => makeCall(at % 3 === 0 ? here : there, key));
    told.push(...(await Promise.all(crowd)));
    expect(told.filter((each) => each === "call").length).toBe(100);
    expect(await makeCall(here, key)).toBe("insufficient_balance");
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("of one moment can be handed over one by one, and outlive their process", async () => {
    const { clock, here, there, key, store } = await setUp(3);
    const [first, second] = await reserved(here, key, 2);
    const over = first?.handOver?.();
    if (over?.hold === undefined || second === undefined) throw new Error("Nothing was handed over");
    await store.transact(() => stepsOf(over.step?.("run")));
    over.done();
    await first?.[Symbol.asyncDispose]();
    await second.commit();
    await second[Symbol.asyncDispose]();
    clock.advance(LEASE_MS + 1);
    expect(await makeCall(there, key)).toBe("call");
    expect(await makeCall(there, key)).toBe("insufficient_balance");
    const call = await callOf(there, key);
    const resumed = await there.accounts.resume({ hold: over.hold, due: 0n }, call);
    await resumed?.commit();
    expect((await callsOf(here, key, store)).reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    expect(await holdsIn(store)).toEqual([]);
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("that are set aside are given back and handed over only as many as there are", async () => {
    const { here, key, store, clock } = await setUp(3);
    const [first, ...others] = await reserved(here, key, 2);
    const [row] = await holdsIn(store);
    if (row === undefined) throw new Error("Nothing was set aside");
    await store.transact(() => giveBackCalls(row, 3));
    const part = { ...row, id: "its own", calls: 3 };
    expect(async () => store.transact(() => partHold(row, part, clock.now()))).toThrow("took too long");
    expect(await holdsIn(store)).toEqual([row]);
    for (const one of [first, ...others]) await one?.[Symbol.asyncDispose]();
    const told = await Promise.all(Array.from({ length: 4 }, () => makeCall(here, key)));
    expect(told.filter((each) => each === "call").length).toBe(3);
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("that have lapsed together are counted as far as there still are any", async () => {
    const { clock, here, there, key, store } = await setUp(3);
    const held = await reserved(here, key, 3);
    clock.advance(LEASE_MS + 1);
    expect(await makeCall(there, key)).toBe("call");
    const ended = await Promise.allSettled(held.map(async (one) => one.commit()));
    for (const one of held) await one[Symbol.asyncDispose]();
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(await makeCall(here, key)).toBe("insufficient_balance");
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("of an account that calls without a pause are set aside ahead, and given back when it pauses", async () => {
    const { here, key, store } = await setUp(1_000);
    const remaining: unknown[] = [];
    const ahead: number[][] = [];
    for (let wave = 0; wave < 3; wave++) {
      const held = await reserved(here, key, 5);
      await Promise.all(held.map((one) => one.commit()));
      for (const one of held) await one[Symbol.asyncDispose]();
      remaining.push(...held.map((one) => Number(one.headers()["x-calls-remaining"])));
      ahead.push((await holdsIn(store)).map(({ calls }) => calls));
    }
    // The first ones tell that it is busy; the second take more than they need, which is there for the third.
    expect(ahead).toEqual([[], [20], [15]]);
    expect(remaining.slice(0, 5)).toEqual([999, 998, 997, 996, 995]);
    expect(remaining.slice(5)).toEqual([994, 993, 992, 991, 990, 989, 988, 987, 986, 985]);
    await paused(store);
    const [last] = await reserved(here, key, 1);
    expect(last?.headers()["x-calls-remaining"]).toBe("985");
    await last?.[Symbol.asyncDispose]();
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test.each(["pauses", "dies"])("are all there for another process when one that set some aside %s", async (how) => {
    const { clock, here, there, key, store } = await setUp(400);
    for (let wave = 0; wave < 2; wave++) await Promise.all(Array.from({ length: 4 }, () => makeCall(here, key)));
    if (how === "pauses") await paused(store);
    else clock.advance(LEASE_MS + 1);
    const told = await Promise.all(Array.from({ length: 400 }, () => makeCall(there, key)));
    let made = told.filter((each) => each === "call").length;
    while ((await makeCall(there, key)) === "call") made++;
    expect(made).toBe(392);
    expect((await callsOf(here, key, store)).reduce((sum, { calls }) => sum + calls, 0)).toBe(400);
    await paused(store);
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("are set aside ahead only far from the end of the quota", async () => {
    const { here, key, store } = await setUp(300);
    for (let wave = 0; wave < 2; wave++) await Promise.all(Array.from({ length: 4 }, () => makeCall(here, key)));
    expect(await holdsIn(store)).toEqual([]);
  });

  test("are never more than the quota, and none is lost, however calls come and fail", async () => {
    const round = fc.record({ here: fc.nat(9), there: fc.nat(9), failing: fc.nat(4), pause: fc.boolean() });
    const play = fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(round, { maxLength: 5 }),
      async (calls, rounds) => {
        const { clock, here, there, key, store } = await setUp(calls);
        let made = 0;
        for (const { pause, ...each } of rounds) {
          const some = (services: typeof here, count: number, fails = false) =>
            Array.from({ length: count }, () => makeCall(services, key, { fails }));
          const told = await Promise.all([
            ...some(here, each.here),
            ...some(there, each.failing, true),
            ...some(there, each.there),
          ]);
          made += told.filter((one) => one === "call").length;
          if (pause) clock.advance(LEASE_MS + 1);
        }
        // What failed has given its call back.
        while ((await makeCall(here, key)) === "call") made++;
        expect(made).toBe(calls);
        expect(await holdsIn(store)).toEqual([]);
        expect((await verifyLedger(store)).differences).toEqual([]);
      },
    );
    await fc.assert(play, { numRuns: PLAYS });
  }, 60_000);

  test("are counted once each, and never above a day's quota, wherever the clock is set", async () => {
    const step = fc.constantFrom(
      ...[0, 1, 5, 21, 3_600, 86_400].flatMap((seconds) => [seconds * 1000, seconds * -1000]),
    );
    const round = fc.record({ here: fc.nat(9), there: fc.nat(9), failing: fc.nat(4), during: step, after: step });
    const play = fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
      const { clock, here, there, key, store } = await setUpTier();
      let made = 0;
      for (const { during, after, ...each } of rounds) {
        const some = (services: typeof here, count: number, fails = false) =>
          Array.from({ length: count }, () => makeCall(services, key, { fails }));
        const calls = [...some(here, each.here), ...some(here, each.failing, true)];
        await setImmediate();
        clock.advance(during);
        const told = await Promise.all([...calls, ...some(there, each.there), ...some(here, each.here)]);
        made += told.filter((one) => one === "call").length;
        clock.advance(after);
        await store.transact(() => giveBackLapsed(clock.now()), "relaxed");
      }
      while ((await makeCall(here, key)) === "call") made++;
      await paused(store);
      const counted = (await callsOf(here, key, store)).reduce((sum, { calls }) => sum + calls, 0);
      const days = await store.ask((db, tables) => db.select().from(tables.days));
      const id = await accountOf(here, key);
      expect(counted).toBe(made);
      // Accounts of other tests stand beside this one, some of them with more than a quota.
      expect(days.filter(({ account_id, calls }) => account_id === id && calls > QUOTA)).toEqual([]);
      expect(days.filter(({ held }) => held !== 0)).toEqual([]);
      expect((await verifyLedger(store)).differences).toEqual([]);
    });
    await fc.assert(play, { numRuns: PLAYS });
  }, 60_000);
});

/** So many calls, set aside in the same moment. */
async function reserved(services: ReturnType<typeof testServices>, key: string, count: number) {
  const call = await callOf(services, key);
  const all = await Promise.all(Array.from({ length: count }, () => services.accounts.reserve(call)));
  return all.filter((one) => one !== undefined);
}

/** Until nothing is set aside any more. */
async function paused(store: Store): Promise<void> {
  while ((await holdsIn(store)).length > 0) await setImmediate();
}

async function holdsIn(store: Store) {
  return store.ask((db, { holds }) => db.select().from(holds));
}

async function accountOf({ directory }: ReturnType<typeof testServices>, key: string): Promise<string | undefined> {
  return (await directory.find(key))?.id;
}

/** What the journal of the key's account says of its calls. */
async function callsOf(services: ReturnType<typeof testServices>, key: string, store: Store) {
  const id = await accountOf(services, key);
  const all = await store.ask((db, { entries }) => db.select().from(entries));
  const own = all.filter(({ account_id, kind }) => account_id === id && kind === "call");
  return own.map(({ reference, calls }) => ({ reference, calls }));
}
