import { expect, test } from "bun:test";
import { once } from "node:events";
import type { Order } from "../../src/accounts/orders.ts";
import { createDeposits } from "../../src/accounts/deposits.ts";
import { listenToLedgers } from "../../src/payment/xrpl/stream.ts";
import type { Store } from "../../src/store/store.ts";
import { testServices } from "../support/accounts.ts";
import { BUYER, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { describeStores, openTestStore } from "../support/stores.ts";
import { testClock } from "../support/works.ts";

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
      ledger: world.served.sandbox.chain.history.last.index,
      behind: 0,
      fault: undefined,
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
    expect(await marked.from()).toEqual({ after: index - 1 });
    world.pay({ DestinationTag: order.destination_tag });
    await world.follower(store).catchUp();
    expect(await orderNow(store, order)).toBe("underpaid 2000000");
    expect(await marked.from()).toEqual({ after: index + 1 });
    await marked.advance(index);
    expect(await marked.from()).toEqual({ after: index + 1 });
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

  test("does not pass a ledger that the server does not hold, says so, and goes on when it is there", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const order = await orderOf(store, 3_000_000n);
    const { chain } = world.served.sandbox;
    world.pay({ DestinationTag: order.destination_tag });
    world.pay({ DestinationTag: order.destination_tag });
    const missing = chain.history.last.index;
    world.pay({ DestinationTag: order.destination_tag });
    world.weather.isMissing = (index) => index === missing;
    expect(await refusal(follower.catchUp())).toBe("ledger_unavailable");
    expect(await orderNow(store, order)).toBe("underpaid 1000000");
    expect(follower.state()).toMatchObject({ ledger: missing - 1, behind: 2 });
    delete world.weather.isMissing;
    await follower.catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 3000000");
  });

  test("another server is asked for what the first does not hold", async () => {
    await using world = openDepositWorld();
    const page = { entries: [], upTo: 9, validatedIndex: 9 };
    const { store } = open();
    const asked: unknown[] = [];
    const history = {
      network: world.ledger.network,
      read: async (_account: string, from: unknown) => {
        asked.push(from);
        return page;
      },
    };
    await using partial = openDepositWorld({ urls: [world.served.url] });
    world.weather.isMissing = (index) => index > 2;
    const order = await orderOf(store, 1_000_000n);
    partial.pay({ DestinationTag: order.destination_tag });
    for (let ledgers = 0; ledgers < 3; ledgers++) world.close();
    await partial.follower(store, { markers: freshMarkers(2) }).catchUp();
    expect(await orderNow(store, order)).toBe("confirmed 1000000");
    await partial.follower(store, { history, markers: freshMarkers(8) }).catchUp();
    expect(asked).toEqual([{ after: 8 }]);
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
    const deposits = createDeposits({ store, referralPercent: 5, clock: world.clock });
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

  test("says so when a test network has begun anew, and its ledgers are behind the marker", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    const markers = world.markers(store);
    await markers.from();
    await markers.advance(103);
    expect(await refusal(world.follower(store, { markers }).catchUp())).toBe("ledger_unavailable");
    world.close();
    expect(await refusal(world.follower(store, { markers }).catchUp())).toBe("none");
  });

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

function freshMarkers(after: number) {
  let last = after;
  return { from: async () => ({ after: last }), advance: async (ledger: number) => void (last = ledger) };
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => "none",
    (error: { code?: string }) => error.code ?? String(error),
  );
}
