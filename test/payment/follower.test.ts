import { expect, test } from "bun:test";
import { once } from "node:events";
import type { Order } from "../../src/accounts/orders.ts";
import { createDeposits } from "../../src/accounts/deposits.ts";
import { passingMarkers, readAnew } from "../../src/payment/follower/markers.ts";
import { rewind } from "../../src/payment/follower/rewind.ts";
import { listenToLedgers } from "../../src/payment/xrpl/stream.ts";
import type { Store } from "../../src/store/store.ts";
import { testServices } from "../support/accounts.ts";
import { NETWORK, BUYER, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { describeStores, openTestStore } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

/** An order of so many drops, for a balance unless a tier is named. */
async function orderOf(store: Store, amount: bigint, tier: "per_call" | "basic" = "per_call"): Promise<Order> {
  return (await testServices(store).register({ email: "payer@example.com", tier, amount })).order;
}

async function orderNow(store: Store, { id }: Order): Promise<string> {
  const order = await testServices(store).orderKeys.order(id);
  return `${order?.status} ${order?.delivered}`;
}

async function use(store: Store, hash: string): Promise<string> {
  const deposit = await testServices(store).orderKeys.deposit(hash);
  return deposit === undefined ? "nothing" : `${deposit.purpose} ${deposit.delivered}`;
}

describeStores("following a wallet", (open) => {
  test("a payment confirms its order and nobody had to ask; less does not, and the rest does", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const [whole, parts] = [await orderOf(store, 1_000_000n), await orderOf(store, 1_000_000n)];
    world.pay({ DestinationTag: whole.destination_tag });
    world.pay({ DestinationTag: parts.destination_tag, Amount: "400000" });
    await follower.catchUp();
    expect([await orderNow(store, whole), await orderNow(store, parts)]).toEqual([
      "confirmed 1000000",
      "underpaid 400000",
    ]);
    world.pay({ DestinationTag: parts.destination_tag, Amount: "700000" });
    await follower.catchUp();
    expect(await orderNow(store, parts)).toBe("confirmed 1100000");
    expect(follower.state()).toEqual({
      isStarting: false,
      ledger: world.served.sandbox.chain.history.last.index,
      behind: 0,
      fault: undefined,
      gaps: [],
    });
  });

  test("counts what was delivered, and no look-alike, failure or other kind of transaction", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 1_000_000n);
    const DestinationTag = order.destination_tag;
    const look = { currency: "xrp", issuer: OTHER.address, value: "1000000" };
    const gain = 250_000n;
    world.weather.outcome = ({ fields }) => {
      const type = fields.TransactionType;
      if ("SendMax" in fields)
        return { result: "tesSUCCESS", delivered: "300000", change: (draft) => draft.credit(SHOP.address, 300_000n) };
      if ("Amount" in fields && typeof fields.Amount === "object")
        return {
          result: "tesSUCCESS",
          delivered: look,
          change: (draft) => draft.change(SHOP.address, { Domain: "AB" }),
        };
      if (["EscrowFinish", "PaymentChannelClaim", "AccountDelete", "OfferCreate"].includes(type))
        return { result: "tesSUCCESS", change: (draft) => draft.credit(SHOP.address, gain) };
      return undefined;
    };
    const lookAlike = world.pay({ DestinationTag, Amount: look });
    const partial = world.pay({ DestinationTag, Amount: "1000000", SendMax: look, Flags: 0x0002_0000 });
    const escrow = world.pay({
      TransactionType: "EscrowFinish",
      Owner: BUYER.address,
      OfferSequence: 1,
      ...NO_PAYMENT,
    });
    const channel = world.pay({ TransactionType: "PaymentChannelClaim", Channel: "AB".repeat(32), ...NO_PAYMENT });
    const closing = world.pay({ TransactionType: "AccountDelete", DestinationTag, Amount: undefined, Fee: "200000" });
    const trade = world.pay({ TransactionType: "OfferCreate", TakerGets: "1", TakerPays: look, ...NO_PAYMENT });
    delete world.weather.outcome;
    const failed = world.pay({ DestinationTag, Amount: "9000000000000" });
    const own = world.pay({ Destination: BUYER.address, DestinationTag }, SHOP);
    await follower.catchUp();
    const uses = await Promise.all(
      [lookAlike, partial, escrow, channel, closing, trade, failed, own].map((hash) => use(store, hash)),
    );
    expect(uses).toEqual([
      "nothing",
      "order 300000",
      "parked 250000",
      "parked 250000",
      "parked 250000",
      "nothing",
      "nothing",
      "nothing",
    ]);
    expect(await orderNow(store, order)).toBe("underpaid 300000");
  });

  test("what no order asked for is parked: wrong tags, missing tags, amounts the server cannot tell", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 1_000_000n);
    const wrong = world.pay({ DestinationTag: order.destination_tag === 5 ? 6 : 5 });
    const zero = world.pay({ DestinationTag: 0 });
    const missing = world.pay({});
    world.weather.isDeliveredUnavailable = () => true;
    const unknown = world.pay({ DestinationTag: order.destination_tag });
    await follower.catchUp();
    const uses = await Promise.all([wrong, zero, missing, unknown].map((hash) => use(store, hash)));
    expect(uses).toEqual(Array(4).fill("parked 1000000"));
    expect(await orderNow(store, order)).toBe("pending 0");
  });

  test("a check that the shop cashes is parked with what it brought, the fee left out", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    world.weather.outcome = ({ fields }) =>
      fields.TransactionType === "CheckCash"
        ? { result: "tesSUCCESS", change: (draft) => draft.credit(SHOP.address, 5000n) }
        : undefined;
    const cash = { TransactionType: "CheckCash", CheckID: "AB".repeat(32), Destination: undefined, Amount: "5000" };
    const hash = world.pay(cash, SHOP);
    await follower.catchUp();
    expect(await use(store, hash)).toBe("parked 5000");
  });

  test("reads more than a page, and whole ledgers only", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 10_000_000n);
    const DestinationTag = order.destination_tag;
    world.pay({ DestinationTag });
    // The shop's own payments stand in its history, too.
    for (let sent = 0; sent < 205; sent++) world.send({ Destination: OTHER.address, Amount: "1" }, SHOP);
    for (const wallet of [BUYER, OTHER]) world.send({ DestinationTag }, wallet);
    world.close();
    world.pay({ DestinationTag });
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 4000000");
  }, 30_000);

  test("a process that comes back goes on from the marker, also over what it had counted without moving it", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await world.follower(store).catchUp();
    const order = await orderOf(store, 3_000_000n);
    world.pay({ DestinationTag: order.destination_tag });
    const { index } = world.served.sandbox.chain.history.last;
    const marked = world.markers(store);
    const dying = world.follower(store, {
      markers: { ...marked, advance: () => Promise.reject(new Error("killed")) },
    });
    await expect(dying.catchUp()).rejects.toThrow("killed");
    expect(await marked.from()).toMatchObject({ after: index - 1 });
    world.pay({ DestinationTag: order.destination_tag });
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 2000000");
    expect(await marked.from()).toMatchObject({ after: index + 1 });
    await marked.advance(readUpTo(index));
    expect(await marked.from()).toMatchObject({ after: index + 1 });
  });

  test("the first start reads back to when the hub began, though its ledger answered only later", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    for (let ledgers = 0; ledgers < 5; ledgers++) world.close();
    const since = world.clock.now();
    const order = await orderOf(store, 1_000_000n);
    world.pay({ DestinationTag: order.destination_tag });
    for (let ledgers = 0; ledgers < 40; ledgers++) world.close();
    await world.follower(store, { markers: world.markers(store, since) }).catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 1000000");
  });

  test("two processes that follow at once count each payment once", async () => {
    await using world = openDepositWorld();
    const { store, database } = open();
    await using theirs = await openTestStore(database.address);
    const followers = [world.follower(store), world.follower(theirs)];
    await Promise.all(followers.map((follower) => follower.catchUp()));
    const order = await orderOf(store, 1_000_000_000n);
    for (let round = 0; round < 20; round++) {
      world.send({ DestinationTag: order.destination_tag, Amount: "7" });
      world.pay({ DestinationTag: order.destination_tag, Amount: "5" });
      await Promise.all(followers.map((follower) => follower.catchUp()));
    }
    expect(await orderNow(store, order)).toBe("underpaid 240");
  });

  test("goes on behind ledgers that no server holds, says so as long as it lasts, and counts them when one has them", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const said: string[] = [];
    const follower = world.follower(store, { warn: (sentence) => said.push(sentence) });
    await follower.catchUp();
    const order = await orderOf(store, 3_000_000n);
    const { chain } = world.served.sandbox;
    world.pay({ DestinationTag: order.destination_tag });
    world.pay({ DestinationTag: order.destination_tag });
    const missing = chain.history.last.index;
    world.pay({ DestinationTag: order.destination_tag });
    world.weather.isMissing = (index) => index === missing;
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 2000000");
    const gap = { first: missing, last: missing, reason: "missing" };
    expect(follower.state()).toMatchObject({
      ledger: missing + 1,
      behind: 0,
      fault: expect.stringContaining(`Ledgers ${missing} to ${missing} are held by no server`),
      gaps: [gap],
    });
    expect(said).toEqual([expect.stringContaining(`No server holds ledgers ${missing} to ${missing}`)]);
    const restarted = world.follower(store);
    await restarted.catchUp();
    expect(restarted.state().gaps).toMatchObject([gap]);
    delete world.weather.isMissing;
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 3000000");
    await follower.catchUp();
    expect(follower.state()).toMatchObject({ fault: undefined, gaps: [] });
  });

  test("goes on when all that was not read is gone, also before anything was ever read", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const { chain } = world.served.sandbox;
    const since = world.clock.now();
    const markers = world.markers(store, since);
    for (let ledgers = 0; ledgers < 40; ledgers++) world.close();
    const first = chain.history.last.index;
    world.weather.isMissing = (index) => index < first;
    const order = await orderOf(store, 2_000_000n);
    world.pay({ DestinationTag: order.destination_tag });
    await world.follower(store, { markers }).catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 1000000");
    expect(await markers.gaps()).toMatchObject([{ last: first - 1, reason: "missing" }]);
    const last = chain.history.last.index;
    for (let ledgers = 0; ledgers < 10; ledgers++) world.close();
    world.weather.isMissing = (index) => index < last + 5;
    world.pay({ DestinationTag: order.destination_tag });
    const follower = world.follower(store, { markers });
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 2000000");
    expect(follower.state().gaps).toMatchObject([{ last: first - 1 }, { first: last + 1, last: last + 4 }]);
    delete world.weather.isMissing;
    await world.follower(store, { markers }).catchUp();
    expect(await markers.gaps()).toEqual([]);
  });

  test("what is missing after a restore is not lost where an older gap begins at the same ledger", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const markers = world.markers(store);
    const read = { stamp: undefined, at: 0, uncounted: [] };
    const oldGap = { first: 21, last: 27 };
    await markers.from();
    await markers.advance({ ...read, missing: oldGap, upTo: 1020 });
    await store.transact(rewind);
    expect(await markers.from()).toMatchObject({ after: 20 });
    await markers.advance({ ...read, missing: { first: 21, last: 50 }, upTo: 1030 });
    expect(await markers.gaps()).toMatchObject([{ first: 21, last: 50, reason: "missing" }]);
    await markers.shrink({ ...oldGap, reason: "missing", since: 0 }, []);
    expect(await markers.gaps()).toHaveLength(1);
  });

  test("another server is asked for what the first does not hold, and a gap is filled by whichever holds some of it", async () => {
    await using world = openDepositWorld({ isMirrored: true });
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 9_000_000n);
    const { chain } = world.served.sandbox;
    const start = chain.history.last.index;
    for (let payments = 0; payments < 6; payments++) world.pay({ DestinationTag: order.destination_tag });
    // The first has lost 1 to 5, the second 2 to 6: 1 is read there, then what is behind the gap.
    world.weather.isMissing = (index) => index > start && index < start + 6;
    world.mirrorWeather.isMissing = (index) => index > start + 1;
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 2000000");
    expect(follower.state().gaps).toMatchObject([{ first: start + 2, last: start + 5 }]);
    world.mirrorWeather.isMissing = (index) => index !== start + 3 && index <= start + 6;
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 3000000");
    await follower.catchUp();
    expect(follower.state().gaps).toMatchObject([
      { first: start + 2, last: start + 2 },
      { first: start + 4, last: start + 5 },
    ]);
    delete world.mirrorWeather.isMissing;
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 6000000");
    expect(await world.markers(store).gaps()).toEqual([]);
  });

  test("two processes that find the same gap at once, or fill it, count each payment in it once", async () => {
    await using world = openDepositWorld();
    const { store, database } = open();
    await using theirs = await openTestStore(database.address);
    const followers = () => [world.follower(store), world.follower(theirs), world.follower(store)];
    const all = async () => Promise.all(followers().map((each) => each.catchUp()));
    await all();
    const order = await orderOf(store, 1_000_000_000n);
    for (let round = 0; round < 5; round++) {
      for (let payments = 0; payments < 3; payments++)
        world.pay({ DestinationTag: order.destination_tag, Amount: "7" });
      const { index } = world.served.sandbox.chain.history.last;
      world.weather.isMissing = (each) => each === index - 1 || each === index - 2;
      await all();
      expect(await world.markers(theirs).gaps()).toMatchObject([{ first: index - 2, last: index - 1 }]);
      delete world.weather.isMissing;
      await all();
      expect(await world.markers(theirs).gaps()).toEqual([]);
      expect(await orderNow(store, order)).toBe(`underpaid ${(round + 1) * 21}`);
    }
  });

  test("a payment that cannot be counted stops none that comes after it, is tried again, and is parked at last", async () => {
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    const { store } = open();
    const deposits = createDeposits({ store, referralPercent: 5, main: NETWORK, clock });
    const bad = new Set<string>();
    const reported: unknown[] = [];
    const follower = world.follower(store, {
      report: (error) => reported.push(error),
      deposits: {
        credit: async (deposit) => {
          if (bad.has(deposit.txHash) && !deposit.isParked) throw new Error("more than a balance holds");
          return deposits.credit(deposit);
        },
      },
    });
    await follower.catchUp();
    const orders = [await orderOf(store, 1_000_000n), await orderOf(store, 1_000_000n)];
    const hashes = orders.map((order) => world.send({ DestinationTag: order.destination_tag }));
    world.close();
    const { index } = world.served.sandbox.chain.history.last;
    bad.add(hashes[0] ?? "");
    await follower.catchUp();
    expect(await Promise.all(orders.map((order) => orderNow(store, order)))).toEqual([
      "pending 0",
      "confirmed 1000000",
    ]);
    expect(String(reported[0])).toContain(hashes[0] ?? "");
    expect(follower.state()).toMatchObject({
      ledger: index,
      fault: expect.stringContaining("hold a payment that could not be counted"),
      gaps: [{ first: index, last: index, reason: "uncounted" }],
    });
    world.close();
    clock.advance(59_000);
    await follower.catchUp();
    expect(await use(store, hashes[0] ?? "")).toBe("nothing");
    clock.advance(61_000);
    world.close();
    await follower.catchUp();
    expect(await use(store, hashes[0] ?? "")).toBe("parked 1000000");
    expect(follower.state()).toMatchObject({ fault: undefined, gaps: [] });
  });

  test("payments of one ledger that cannot be counted are one gap, however often they are tried", async () => {
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    const { store } = open();
    const credit = () => Promise.reject(new Error("more than a balance holds"));
    const follower = world.follower(store, {
      markers: passingMarkers(),
      deposits: { credit },
      report: () => undefined,
    });
    for (let sent = 0; sent < 3; sent++) world.send({});
    world.close();
    const { index } = world.served.sandbox.chain.history.last;
    for (let tries = 0; tries < 4; tries++) {
      await follower.catchUp();
      clock.advance(60_000);
      world.close();
    }
    expect(follower.state().gaps).toMatchObject([{ first: index, last: index, reason: "uncounted" }]);
  });

  test("a disk that is full is no payment's fault, is reported once while it lasts, and all is counted when it has room", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const deposits = createDeposits({ store, referralPercent: 5, main: NETWORK, clock: world.clock });
    const order = await orderOf(store, 1_000_000n);
    const reported: unknown[] = [];
    const stop = new AbortController();
    let isFull = true;
    let tries = 0;
    const follower = world.follower(store, {
      markers: passingMarkers(), // In memory: it is the store that cannot be written to.
      storeFault: () => (isFull ? "The disk is full." : undefined),
      stop: stop.signal,
      report: (error) => reported.push(error),
      deposits: {
        async credit(deposit) {
          follower.wake();
          if (++tries === 3) isFull = false;
          else if (isFull) throw new Error("database or disk is full");
          const result = await deposits.credit(deposit);
          stop.abort();
          return result;
        },
      },
    });
    world.pay({ DestinationTag: order.destination_tag });
    await follower.run();
    expect([tries, reported.length, follower.state().gaps]).toEqual([3, 1, []]);
    expect(await orderNow(store, order)).toBe("confirmed 1000000");
  });

  test("a store that is down is no payment's fault: nothing is passed", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await world.follower(store).catchUp();
    const order = await orderOf(store, 1_000_000n);
    world.pay({ DestinationTag: order.destination_tag });
    const down = (): Promise<never> => Promise.reject(new Error("down"));
    const marked = world.markers(store);
    let isDown = false;
    for (const markers of [
      { ...marked, gaps: () => (isDown ? down() : marked.gaps()) },
      { ...marked, advance: down },
    ]) {
      let tries = 0;
      isDown = false;
      const credit = () => {
        isDown = true;
        tries++;
        return down();
      };
      const follower = world.follower(store, { markers, deposits: { credit } });
      await expect(follower.catchUp()).rejects.toThrow("down");
      expect(tries).toBe(1);
    }
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 1000000");
  });

  test("a stale server is read no further than it knows, and a silent, broken or foreign one not at all", async () => {
    await using world = openDepositWorld({ timeoutMs: 150 });
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 1_000_000n);
    const known = world.served.sandbox.chain.history.last.index;
    world.pay({ DestinationTag: order.destination_tag });
    world.weather.lastKnownLedger = () => known;
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("pending 0");
    delete world.weather.lastKnownLedger;
    for (const fault of [
      { kind: "silence" },
      { kind: "text", status: 502, text: "<html>" },
      { kind: "error", error: "tooBusy" },
    ] as const) {
      world.weather.answer = (method) => (method === "account_tx" ? fault : undefined);
      expect(await refusal(follower.catchUp())).toBe("ledger_unavailable");
    }
    delete world.weather.answer;
    world.weather.networkId = () => 1;
    expect(await refusal(follower.catchUp())).toBe("ledger_unavailable");
    delete world.weather.networkId;
    expect(await orderNow(store, order)).toBe("pending 0");
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 1000000");
  });

  test("hears of a ledger over a WebSocket at once, also after the socket was dropped and messages were lost", async () => {
    await using world = openDepositWorld({ overSocket: true });
    const { store } = open();
    const stop = new AbortController();
    const counted = new EventTarget();
    const deposits = createDeposits({ store, referralPercent: 5, main: NETWORK, clock: world.clock });
    const follower = world.follower(store, {
      stop: stop.signal,
      deposits: {
        async credit(deposit) {
          const credited = await deposits.credit(deposit);
          counted.dispatchEvent(new Event("deposit"));
          return credited;
        },
      },
    });
    await follower.catchUp();
    const order = await orderOf(store, 1_000_000_000n);
    const awake = new EventTarget();
    listenToLedgers({ urls: [world.served.socketUrl], signal: stop.signal, random: () => 0, firstRetryMs: 1 }, () => {
      follower.wake();
      awake.dispatchEvent(new Event("wake"));
    });
    void follower.run();
    await once(awake, "wake", { signal: AbortSignal.timeout(5000) });

    const first = once(counted, "deposit", { signal: AbortSignal.timeout(5000) });
    // Until the subscription stands, the closing of a ledger is heard by nobody.
    const closing = setInterval(world.close, 5);
    world.pay({ DestinationTag: order.destination_tag });
    await first;
    clearInterval(closing);

    // This ledger closes unheard, and the next question finds the line cut.
    world.weather.events = () => [];
    world.pay({ DestinationTag: order.destination_tag });
    world.weather.events = (messages) => [...messages, ...messages].toReversed();
    const second = once(counted, "deposit", { signal: AbortSignal.timeout(5000) });
    let cuts = 0;
    world.weather.answer = () => (cuts++ === 0 ? { kind: "hang-up" } : undefined);
    world.close();
    const retrying = setInterval(world.close, 5);
    await second;
    clearInterval(retrying);
    stop.abort();
    expect(await orderNow(store, order)).toBe("underpaid 2000000");
  });

  test("says so when a test network has begun anew, however few ledgers that is ago", async () => {
    const { store } = open();
    for (const [before, after] of [
      [150, 3],
      [30, 3],
      [30, 29],
      [30, 30],
      [5, 60],
    ] as const) {
      await using old = openDepositWorld();
      // The same wallet was read there, ledger by ledger.
      const markers = old.markers(store);
      for (let ledger = 0; ledger < before; ledger++) {
        old.close();
        if (ledger % 3 === 0) await old.follower(store, { markers }).catchUp();
      }
      await old.follower(store, { markers }).catchUp();
      await using anew = openDepositWorld();
      const hash = anew.pay({ DestinationTag: 1 });
      for (let ledger = 1; ledger < after; ledger++) anew.close();
      const follower = anew.follower(store, { markers });
      expect(await refusal(follower.catchUp())).toBe("ledger_unavailable");
      expect(await refusal(old.follower(store, { markers }).catchUp())).toBe("none");
      // The operator has seen it, and has it read from its beginning.
      expect(await store.transact(() => readAnew(old.network))).toBe(1);
      await anew.follower(store, { markers }).catchUp();
      expect(await use(store, hash)).toBe("parked 1000000");
    }
  }, 30_000);

  test("says that it lags when the ledger has not been read for a minute", async () => {
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    clock.advance(60_000);
    expect(follower.state().fault).toBeUndefined();
    clock.advance(1);
    expect(follower.state().fault).toContain("over a minute");
  });
});

/** Fields of a payment that other transactions do not have. */
const NO_PAYMENT = { Destination: undefined, Amount: undefined };

function readUpTo(upTo: number) {
  return { upTo, stamp: undefined, missing: undefined, uncounted: [], at: 0 };
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "none",
    (error: { code?: string }) => error.code ?? String(error),
  );
}
