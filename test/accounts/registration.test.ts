import { expect, test } from "bun:test";
import type { RegistrationRequest } from "../../src/accounts/registration.ts";
import { keyOfOrder } from "../../src/accounts/key.ts";
import { DAY_MS } from "../../src/runtime/day.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import {
  accountSettings,
  callerWith,
  depositOf,
  makeCall,
  NETWORK,
  openTestAccount,
  testServices,
} from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const TEST_NETWORK = "xrpl:1";

describeStores("a registration", (open) => {
  function setUp(settings: Parameters<typeof testServices>[1] = {}) {
    const clock = testClock(NOON);
    const { store } = open();
    const services = testServices(store, settings, clock);
    const register = (request: Partial<RegistrationRequest>) =>
      services.register({ email: "new@example.com", tier: "basic", amount: 1_000_000n, ...request });
    const standing = async (key: string) => {
      const found = await services.accounts.standing(callerWith(key));
      return found.state === "refused" ? found.code : found.state;
    };
    const usage = async (key: string): Promise<any> => services.readUsage(await holderOf(key));
    const holderOf = async (key: string) => {
      const holder = await services.directory.find(key);
      if (holder === undefined) throw new Error("no such key");
      return holder;
    };
    const balance = async (key: string) => BigInt((await usage(key)).balance.drops);
    return { clock, store, services, register, standing, usage, holderOf, balance };
  }

  test("for the free tier gives a key that works at once, and an order that takes any amount", async () => {
    const { register, standing } = setUp({ networks: { main: NETWORK, test: TEST_NETWORK } });
    const { key, order, status } = await register({ tier: "free_testnet" });
    expect(key?.text).toStartWith("hub_test_");
    expect(await standing(key?.text ?? "")).toBe("known");
    expect({ status, amount: order.amount, network: order.network }).toEqual({
      status: "active",
      amount: 0n,
      network: TEST_NETWORK,
    });
  });

  test("for a paid tier gives a key that starts to work when its order is paid", async () => {
    const { register, standing, services, usage } = setUp();
    const { key, order, status } = await register({ tier: "pro" });
    const text = key?.text ?? "";
    expect([status, order.status, order.amount]).toEqual(["pending_payment", "pending", 30_000_000n]);
    expect(await standing(text)).toBe("key_pending");
    expect(await services.deposits.credit(depositOf(order.destination_tag, 30_000_000n))).toEqual({
      state: "confirmed",
      orderId: order.id,
    });
    expect(await standing(text)).toBe("known");
    expect(await usage(text)).toMatchObject({
      key: { tier: "pro", status: "active", expires_at: new Date(NOON + 365 * DAY_MS).toISOString() },
      quota: { calls_per_day: 1000 },
      balance: { drops: "0" },
    });
  });

  test("can have its key handed out again by whoever knows the order and the hub's secret", async () => {
    const { register } = setUp();
    const { key, order } = await register({});
    expect(keyOfOrder(accountSettings().secret, order.id, "live")).toEqual(key as NonNullable<typeof key>);
  });

  test("gets a tag of its own each time, and never 0", async () => {
    const { register } = setUp();
    const orders = await Promise.all(Array.from({ length: 50 }, async () => (await register({})).order));
    const tags = new Set(orders.map((order) => order.destination_tag));
    expect(tags.size).toBe(50);
    for (const tag of tags) expect(tag).toBeWithin(1, 4_294_967_296);
  });

  test("paid in parts is confirmed by the part that completes it; what is too much becomes balance", async () => {
    const { register, standing, services, balance } = setUp();
    const { key, order } = await register({ tier: "basic" });
    const text = key?.text ?? "";
    const pay = (drops: bigint) => services.deposits.credit(depositOf(order.destination_tag, drops));
    expect((await pay(4_000_000n)).state).toBe("underpaid");
    expect(await standing(text)).toBe("key_pending");
    expect((await pay(7_000_000n)).state).toBe("confirmed");
    expect(await balance(text)).toBe(1_000_000n);
    expect((await pay(500_000n)).state).toBe("confirmed");
    expect(await balance(text)).toBe(1_500_000n);
  });

  test("paid after its time is confirmed all the same", async () => {
    const { register, standing, services, clock } = setUp();
    const { key, order } = await register({ tier: "per_call", amount: 2_000_000n });
    clock.advance(30 * DAY_MS);
    await services.deposits.credit(depositOf(order.destination_tag, 2_000_000n));
    expect(await standing(key?.text ?? "")).toBe("known");
  });

  test("is credited once for a payment that is told of many times at once", async () => {
    const { register, services, balance } = setUp();
    const { key, order } = await register({ tier: "per_call", amount: 1_000_000n });
    const deposit = depositOf(order.destination_tag, 1_000_000n);
    const told = await Promise.all(Array.from({ length: 20 }, async () => services.deposits.credit(deposit)));
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(["confirmed"]));
    expect(await balance(key?.text ?? "")).toBe(1_000_000n);
  });

  test("is not paid by money of another ledger, nor by another's tag; that money is parked", async () => {
    const { register, standing, services, holderOf } = setUp();
    const { key, order } = await register({ tier: "basic" });
    const { credit } = services.deposits;
    const elsewhere = depositOf(order.destination_tag, 10_000_000n, { network: TEST_NETWORK });
    expect(await credit(elsewhere)).toEqual({ state: "parked" });
    const { destinationTag: _, ...untagged } = depositOf(1, 10_000_000n);
    expect(await credit(untagged)).toEqual({ state: "parked" });
    expect(await standing(key?.text ?? "")).toBe("key_pending");
    const parked = (await services.arrivals.deposits()).filter(({ order_id: id }) => id === null);
    expect(parked.map(({ tx_hash: hash }) => hash)).toContain(elsewhere.txHash);
    expect((await holderOf(key?.text ?? "")).account.status).toBe("pending");
  });

  test("is paid by what its balance can hold; what is more is parked, and stops nothing", async () => {
    const { register, services, balance } = setUp();
    const { key, order, keyPrefix } = await register({ tier: "per_call" });
    const most = 9_000_000_000_000_000n;
    const states: string[] = [];
    for (const drops of [most - 1n, 2n, 1n, most + 1n, 99_999_999_999_999_999n])
      states.push((await services.deposits.credit(depositOf(order.destination_tag, drops))).state);
    expect(states).toEqual(["confirmed", "parked", "confirmed", "parked", "parked"]);
    expect(await balance(key?.text ?? "")).toBe(most);
    const refusal = { code: "invalid_input", message: "A balance holds at most 9000000000 XRP." };
    await expect(services.operator.grant(keyPrefix, { drops: 1n, reason: "test" })).rejects.toMatchObject(refusal);
    const [{ tx_hash: hash } = { tx_hash: "" }] = (await services.arrivals.deposits()).filter(
      ({ purpose, delivered }) => purpose === "parked" && delivered === 2n,
    );
    await expect(services.arrivals.assign(hash, { keyPrefix }, "test")).rejects.toMatchObject(refusal);
  });

  test("with a key renews it: time that is left is added to", async () => {
    const { register, services, holderOf, usage } = setUp();
    const { key } = await openTestAccount(services, "basic");
    const { key: none, order } = await register({ tier: "basic", holder: await holderOf(key) });
    expect(none).toBeUndefined();
    await services.deposits.credit(depositOf(order.destination_tag, 10_000_000n));
    expect((await usage(key)).key.expires_at).toBe(new Date(NOON + 60 * DAY_MS).toISOString());
  });

  test("with a free key upgrades it: its test money stays behind, and what is topped up is test money", async () => {
    const { register, services, holderOf, usage } = setUp({ networks: { main: NETWORK, test: TEST_NETWORK } });
    const { key, order: first } = await register({ tier: "free_testnet" });
    const text = key?.text ?? "";
    await services.deposits.credit(depositOf(first.destination_tag, 500_000n, { network: TEST_NETWORK }));
    const { order: topUp } = await register({ tier: "per_call", holder: await holderOf(text) });
    expect(topUp.network).toBe(TEST_NETWORK);
    expect((await usage(text)).balance.drops).toBe("500000");
    const { order } = await register({ tier: "pro", holder: await holderOf(text) });
    expect(order.network).toBe(NETWORK);
    await services.deposits.credit(depositOf(order.destination_tag, 30_000_000n));
    expect(await usage(text)).toMatchObject({ key: { tier: "pro", network: NETWORK }, balance: { drops: "0" } });
  });

  test("whose subscription is not paid gives no subscription for a small top-up", async () => {
    const { register, services, holderOf, usage } = setUp();
    const { key, order } = await register({ tier: "enterprise" });
    const text = key?.text ?? "";
    const { order: topUp } = await register({ tier: "per_call", amount: 50_000n, holder: await holderOf(text) });
    await services.deposits.credit(depositOf(topUp.destination_tag, 50_000n));
    expect(await usage(text)).toMatchObject({
      key: { tier: "per_call", status: "active" },
      quota: { calls_per_day: 0 },
      balance: { drops: "50000" },
    });
    await services.deposits.credit(depositOf(order.destination_tag, 100_000_000n));
    expect(await usage(text)).toMatchObject({ key: { tier: "enterprise" }, quota: { calls_per_day: -1 } });
  });

  test("refuses to turn a key into a free one, or to sell again what is for ever", async () => {
    const { register, services, holderOf } = setUp();
    const basic = await openTestAccount(services, "basic");
    const enterprise = await openTestAccount(services, "enterprise");
    await expect(register({ tier: "free_testnet", holder: await holderOf(basic.key) })).rejects.toThrow("renewed");
    await expect(register({ tier: "pro", holder: await holderOf(enterprise.key) })).rejects.toThrow("for ever");
  });

  test("pays who brought it, once and when it is paid; not itself, and not a stranger", async () => {
    const { register, services, balance } = setUp();
    const referrer = await openTestAccount(services, "basic");
    const { order } = await register({ tier: "basic", referrerKey: referrer.key });
    const { order: own } = await register({ tier: "basic", email: "Owner@Example.com", referrerKey: referrer.key });
    const { order: stranger } = await register({ tier: "basic", referrerKey: "hub_live_nobody" });
    expect(await balance(referrer.key)).toBe(0n);
    const payment = depositOf(order.destination_tag, 10_000_000n);
    await services.deposits.credit(payment);
    await services.deposits.credit(payment);
    for (const { destination_tag: tag } of [own, stranger]) await services.deposits.credit(depositOf(tag, 10_000_000n));
    await services.deposits.credit(depositOf(order.destination_tag, 10_000_000n));
    expect(await balance(referrer.key)).toBe(500_000n);
    expect(await makeCall(services, referrer.key)).toBe("call");
  });

  test("leaves a ledger that adds up", async () => {
    const { store } = setUp();
    const { differences, entries } = await verifyLedger(store);
    expect(differences).toEqual([]);
    expect(entries).toBeGreaterThan(5);
  });
});
