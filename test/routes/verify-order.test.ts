import { expect, test } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { BUYER, type DepositWorld, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { startHub, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const DAY_MS = 86_400_000;

function open_(world: DepositWorld, store: Store, options: Partial<TestHubOptions> = {}): Promise<TestHub> {
  return startHub({ store, ledger: world.ledger, wallet: SHOP.address, ...options });
}

interface Answer {
  readonly status: number;
  // What came over the wire: the tests say what it must be.
  readonly body: Record<string, any>;
}

async function post(hub: TestHub, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${hub.url}/api/v1/${path}/`, { method: "POST", body: JSON.stringify(body), headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function create(hub: TestHub, tier = "basic", headers = {}): Promise<Record<string, any>> {
  const { status, body } = await post(hub, "webhook/create", { email: "payer@example.com", tier }, headers);
  expect(status).toBe(200);
  return body;
}

const paying = (order: Record<string, unknown>, xrp: number) => ({
  Amount: String(xrp * 1_000_000),
  DestinationTag: Number(order["destination_tag"]),
});

async function works(hub: TestHub, key: string): Promise<number> {
  return (await fetch(`${hub.url}/api/v1/demo/402/`, { headers: { "x-api-key": key } })).status;
}

describeStores("webhook/verify", (open) => {
  test("confirms a payment and issues the key, again for a day, and to nobody without the order's id", async () => {
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    await using hub = await open_(world, open().store, { clock });
    const order = await create(hub);
    expect(order).not.toHaveProperty("api_key");
    const tx_hash = world.pay(paying(order, 10));
    const first = await post(hub, "webhook/verify", {
      order_id: order["order_id"],
      tx_hash: tx_hash.toLowerCase(),
      amount: 10,
    });
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: "confirmed",
        order_id: order["order_id"],
        tx_hash,
        delivered_xrp: 10,
        tier: "basic",
        calls_per_day: 300,
      },
    });
    expect(first.body).not.toHaveProperty("warnings");
    const key = first.body["api_key"];
    expect(key).toStartWith(first.body["key_prefix"]);
    expect(await works(hub, key)).toBe(200);
    clock.advance(DAY_MS - 1);
    const body = { order_id: order["order_id"], tx_hash };
    expect((await post(hub, "webhook/verify", body)).body["api_key"]).toBe(key);
    clock.advance(1);
    expect((await post(hub, "webhook/verify", body)).body).toMatchObject({ status: "confirmed", api_key: null });
    const stranger = await post(hub, "webhook/verify", { order_id: `ord_${"0".repeat(32)}`, tx_hash });
    expect([stranger.status, stranger.body["code"]]).toEqual([404, "unknown_order"]);
    const hostile = await post(hub, "webhook/verify", { order_id: "ord_\u0000", tx_hash });
    expect([hostile.status, hostile.body["errors"]]).toEqual([
      400,
      [expect.objectContaining({ pointer: "/order_id" })],
    ]);
  });

  test("the follower and verify at the same instant count a payment once", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await open_(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    for (let round = 0; round < 5; round++) {
      const order = await create(hub);
      const tx_hash = world.pay(paying(order, 12));
      const body = { order_id: order["order_id"], tx_hash };
      const [, ...answers] = await Promise.all([
        follower.catchUp(),
        ...Array.from({ length: 4 }, () => post(hub, "webhook/verify", body)),
      ]);
      expect(new Set(answers.map((answer) => answer.body["status"]))).toEqual(new Set(["confirmed"]));
      expect(new Set(answers.map((answer) => answer.body["api_key"])).size).toBe(1);
      expect(answers[0]?.body["order_delivered_xrp"]).toBe(12);
      const usage = await fetch(`${hub.url}/api/v1/agent/usage/`, {
        headers: { "x-api-key": answers[0]?.body["api_key"] },
      });
      expect(await usage.json()).toMatchObject({ balance: { xrp: 2 }, key: { tier: "basic" } });
    }
  });

  test("what is underpaid says what is missing, and the rest confirms it, however late", async () => {
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    await using hub = await open_(world, open().store, { clock });
    const order = await create(hub);
    const order_id = order["order_id"];
    const first = world.pay(paying(order, 4));
    expect((await post(hub, "webhook/verify", { order_id, tx_hash: first })).body).toMatchObject({
      status: "underpaid",
      delivered_xrp: 4,
      api_key: null,
      recommended_next_action: expect.stringContaining("missing 6 XRP"),
    });
    clock.advance(30 * DAY_MS);
    const rest = world.pay(paying(order, 6));
    const answer = await post(hub, "webhook/verify", { order_id, tx_hash: rest });
    expect(answer.body).toMatchObject({ status: "confirmed", delivered_xrp: 6, order_delivered_xrp: 10 });
    expect(await works(hub, answer.body["api_key"])).toBe(200);
  });

  test("what is not validated is pending, and the caller's amount is compared but never believed", async () => {
    await using world = openDepositWorld();
    await using hub = await open_(world, open().store);
    const order = await create(hub);
    const order_id = order["order_id"];
    const tx_hash = world.send(paying(order, 1));
    const pending = await post(hub, "webhook/verify", { order_id, tx_hash, amount: "10" });
    expect(pending).toMatchObject({ status: 200, body: { status: "pending", delivered_xrp: 0, api_key: null } });
    expect((await post(hub, "webhook/verify", { order_id, tx_hash: "AB".repeat(32) })).body["status"]).toBe("pending");
    world.close();
    const paid = await post(hub, "webhook/verify", { order_id, tx_hash, amount: 10 });
    expect(paid.body).toMatchObject({
      status: "underpaid",
      delivered_xrp: 1,
      warnings: [expect.stringContaining("amount")],
    });
  });

  test("another customer's payment, a failed one, one of ours and one to somebody else pay nothing", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await open_(world, store);
    const [mine, theirs] = [await create(hub), await create(hub)];
    const order_id = mine["order_id"];
    const known = world.pay(paying(theirs, 10));
    await post(hub, "webhook/verify", { order_id: theirs["order_id"], tx_hash: known });
    const hashes = [
      known,
      world.pay(paying(theirs, 10)),
      world.pay({ Amount: "10000000" }),
      world.pay({ ...paying(mine, 10), Destination: OTHER.address }),
      world.pay({ ...paying(mine, 10), Destination: BUYER.address }, SHOP),
      world.pay({ ...paying(mine, 10), Amount: "9000000000000" }),
    ];
    for (const tx_hash of hashes) {
      const answer = await post(hub, "webhook/verify", { order_id, tx_hash, amount: 10 });
      expect(answer).toMatchObject({
        status: 402,
        body: { code: "payment_invalid", deposit_address: SHOP.address },
      });
      // Whoever has got hold of the order's id learns nothing by which its payment is found on the ledger.
      expect(JSON.stringify(answer.body)).not.toContain(mine["destination_tag"]);
      expect(JSON.stringify(answer.body)).not.toContain(theirs["order_id"]);
    }
    // What was looked at for the wrong order is still there for the right one.
    const right = await post(hub, "webhook/verify", { order_id: theirs["order_id"], tx_hash: hashes[1] });
    expect(right.body).toMatchObject({ status: "confirmed", order_delivered_xrp: 20 });
  });

  test("a payment of another network is refused, whichever ledger has it", async () => {
    await using world = openDepositWorld();
    await using testnet = openDepositWorld({ networkId: 1 });
    const { store } = open();
    await using hub = await open_(world, store, { testLedger: testnet.ledger });
    const order = await create(hub);
    const tx_hash = testnet.pay(paying(order, 10));
    const verify = () => post(hub, "webhook/verify", { order_id: order["order_id"], tx_hash });
    expect(await verify()).toMatchObject({ status: 402, body: { code: "payment_invalid" } });
    await testnet.follower(store).catchUp();
    expect(await verify()).toMatchObject({ status: 402, body: { code: "payment_invalid" } });
    expect((await hub.services.orderKeys.order(order["order_id"]))?.delivered).toBe(0n);
  });

  test.each([
    ["no body", {}],
    ["no hash", { order_id: "ord_1" }],
    ["half a hash", { order_id: "ord_1", tx_hash: "AB".repeat(16) }],
    ["no hexadecimal digits", { order_id: "ord_1", tx_hash: "XY".repeat(32) }],
    ["a hash with spaces", { order_id: "ord_1", tx_hash: ` ${"AB".repeat(32)}` }],
    ["a number for an order", { order_id: 1, tx_hash: "AB".repeat(32) }],
    ["an amount that is none", { order_id: "ord_1", tx_hash: "AB".repeat(32), amount: "1e3" }],
    ["a negative amount", { order_id: "ord_1", tx_hash: "AB".repeat(32), amount: -1 }],
  ])("refuses %s", async (_, body) => {
    await using world = openDepositWorld();
    await using hub = await open_(world, open().store);
    expect(await post(hub, "webhook/verify", body)).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  test("a ledger that does not answer is 503, but not for what was counted before", async () => {
    await using world = openDepositWorld({ timeoutMs: 150 });
    const { store } = open();
    await using hub = await open_(world, store);
    const [counted, waiting] = [await create(hub), await create(hub)];
    const follower = world.follower(store);
    await follower.catchUp();
    const known = world.pay(paying(counted, 10));
    await follower.catchUp();
    const tx_hash = world.pay(paying(waiting, 10));
    world.weather.answer = () => ({ kind: "silence" });
    const lost = await post(hub, "webhook/verify", { order_id: waiting["order_id"], tx_hash });
    expect(lost).toMatchObject({ status: 503, body: { code: "ledger_unavailable", retryable: true } });
    const answer = await post(hub, "webhook/verify", { order_id: counted["order_id"], tx_hash: known });
    expect(answer.body).toMatchObject({ status: "confirmed", api_key: expect.stringMatching(/^hub_live_/) });
  });

  test("a renewal confirms without giving away the key it renews, and a key that was rotated away is not given out", async () => {
    await using world = openDepositWorld();
    await using hub = await open_(world, open().store);
    const order = await create(hub);
    const first = await post(hub, "webhook/verify", {
      order_id: order["order_id"],
      tx_hash: world.pay(paying(order, 10)),
    });
    const key = first.body["api_key"];
    const renewal = await create(hub, "pro", { "x-api-key": key });
    const renewed = await post(hub, "webhook/verify", {
      order_id: renewal["order_id"],
      tx_hash: world.pay(paying(renewal, 30)),
    });
    expect(renewed.body).toMatchObject({ status: "confirmed", api_key: null, tier: "pro", calls_per_day: 1000 });
    expect(renewed.body["key_prefix"]).toBe(first.body["key_prefix"]);
    await post(hub, "agent/keys/rotate", { grace_seconds: 0 }, { "x-api-key": key });
    const again = await post(hub, "webhook/verify", { order_id: order["order_id"], tx_hash: first.body["tx_hash"] });
    expect(again.body).toMatchObject({ status: "confirmed", api_key: null });
  });

  test("of an order that two requests make a balance at once tells both that it is one", async () => {
    await using world = openDepositWorld();
    await using hub = await open_(world, open().store);
    const order = await create(hub);
    const tx_hash = world.pay(paying(order, 3));
    const given = { order_id: order["order_id"], tx_hash };
    expect((await post(hub, "webhook/verify", given)).body).toMatchObject({ status: "underpaid" });
    const giveUp = () => post(hub, "webhook/verify", { ...given, as_balance: true });
    const answers = await Promise.all([giveUp(), giveUp(), giveUp()]);
    const [first] = answers;
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { status: "confirmed", api_key: first?.body["api_key"] }]);
    expect(await works(hub, first?.body["api_key"])).toBe(200);
  });

  test("a referrer gains its share when the follower meets the payment, once", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await open_(world, store);
    const referrer = await post(hub, "agent/register", { email: "r@example.com", tier: "free_testnet" });
    const referrer_api_key = referrer.body["api_key"];
    const order = await post(hub, "agent/register", { email: "new@example.com", tier: "pro", referrer_api_key });
    const follower = world.follower(store);
    await follower.catchUp();
    const tx_hash = world.pay(paying(order.body, 31));
    await follower.catchUp();
    await post(hub, "webhook/verify", { order_id: order.body["order_id"], tx_hash });
    const balanceOf = async (key: string) =>
      ((await (await fetch(`${hub.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } })).json()) as any).balance
        .xrp;
    expect([await balanceOf(referrer_api_key), await balanceOf(order.body["api_key"])]).toEqual([1.5, 1]);
  });
});
