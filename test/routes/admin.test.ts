/** What the operator can put right, over HTTP: nothing is locked for good, and each correction leaves its reason. */
import { expect, test } from "bun:test";
import { DAY_MS } from "../../src/runtime/day.ts";
import { UNDERPAID_MS } from "../../src/accounts/order-care.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { depositOf, NETWORK } from "../support/accounts.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const ADMIN = "the operator's token";
const HASH = () => crypto.randomUUID().replaceAll("-", "").toUpperCase().padEnd(64, "A");

test("the operator's token, and the one that it has replaced, open the operator's paths, and nothing else does", async () => {
  const earlier = "the token before it";
  await using hub = await startHub({ adminToken: ADMIN, settings: { ADMIN_TOKEN_PREVIOUS: earlier } });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${hub.url}/api/v1/admin/accounts/`, { headers })).status;
  for (const token of [ADMIN, earlier]) expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
  for (const token of [`${ADMIN} ${earlier}`, earlier.slice(1), "undefined", ""])
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(404);
});

test("a hub that is given the digest of a token is opened by the token, and not by what it was given", async () => {
  const digest = `sha256:${new Bun.CryptoHasher("sha256").update("the token itself").digest("hex")}`;
  await using hub = await startHub({ adminToken: digest });
  const ask = async (token: string) =>
    (await fetch(`${hub.url}/api/v1/admin/accounts/`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect([await ask("the token itself"), await ask(digest)]).toEqual([200, 404]);
});

describeStores("the operator", (open) => {
  async function setUp() {
    const clock = testClock(Date.now());
    const { store } = open();
    const hub = await startHub({ store, clock, adminToken: ADMIN });
    const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const response = await fetch(`${hub.url}/api/v1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, any> };
    };
    const operator = { authorization: `Bearer ${ADMIN}` };
    return {
      hub,
      clock,
      store,
      /** The operator asks. */
      look: async (path: string) => (await call("GET", `admin/${path}`, undefined, operator)).body,
      act: (path: string, body: object = {}) =>
        call("POST", `admin/${path}/`, { reason: "ticket 7", ...body }, operator),
      post: (path: string, body: object, key?: string) =>
        call("POST", `${path}/`, body, key === undefined ? {} : { "x-api-key": key }),
      usage: async (key: string) => call("GET", "agent/usage/", undefined, { "x-api-key": key }),
      register: async (fields: object) =>
        (await call("POST", "x402/register/", { email: "a@example.com", ...fields })).body,
      pay: (order: Record<string, any>, drops: bigint) => {
        const deposit = depositOf(Number(order["destination_tag"]), drops);
        return Promise.resolve(hub.services.deposits.credit(deposit)).then(() => deposit.txHash);
      },
      addsUp: async () => expect((await verifyLedger(store)).differences).toEqual([]),
      [Symbol.asyncDispose]: () => (hub as TestHub)[Symbol.asyncDispose](),
    };
  }

  async function funded(desk: Awaited<ReturnType<typeof setUp>>, drops = 2_000_000n) {
    const order = await desk.register({ per_call: true, amount: 1 });
    await desk.pay(order, drops);
    return { key: order["api_key"] as string, prefix: order["key_prefix"] as string, order };
  }

  test("debits a balance, reverses entries once, and never takes what is not there", async () => {
    await using desk = await setUp();
    const { key, prefix } = await funded(desk);
    expect(await desk.act(`accounts/${prefix}/debit`, { xrp: 3 })).toMatchObject({ status: 400 });
    for (const xrp of [0, -1, "1e3", "9".repeat(30)])
      expect(await desk.act(`accounts/${prefix}/debit`, { xrp })).toMatchObject({ status: 400 });
    expect(await desk.act(`accounts/${prefix}/debit`, { xrp: "0.5" })).toMatchObject({ status: 200 });
    expect((await desk.usage(key)).body).toMatchObject({
      balance: { xrp: 1.5 },
      recent: [{ kind: "debit", xrp: -0.5, reference: "ticket 7" }, { kind: "deposit" }],
    });
    const { entries } = await desk.look(`accounts/${prefix}/entries/`);
    const [debit, deposit] = entries;
    const reversed = await desk.act(`entries/${debit.id}/reverse`);
    expect(reversed.body["reversal"]).toMatchObject({ kind: "reversal", drops_xrp: 0.5, reverses: debit.id });
    expect(await desk.act(`entries/${debit.id}/reverse`)).toMatchObject({ status: 400 });
    expect(await desk.act(`entries/${reversed.body["reversal"].id}/reverse`)).toMatchObject({ status: 400 });
    expect(await desk.act(`entries/${deposit.id}/reverse`)).toMatchObject({ status: 200 });
    expect(await desk.act("entries/999999999/reverse")).toMatchObject({ status: 404 });
    expect(await desk.act("entries/x/reverse")).toMatchObject({ status: 404 });
    expect((await desk.usage(key)).body["balance"].xrp).toBe(0);
    await desk.addsUp();
  });

  test("reverses an entry once, however many ask for it at the same moment", async () => {
    await using desk = await setUp();
    const { prefix, key } = await funded(desk);
    await desk.act(`accounts/${prefix}/grant`, { xrp: 1 });
    const { entries } = await desk.look(`accounts/${prefix}/entries/`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.act(`entries/${entries[0].id}/reverse`)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    expect((await desk.usage(key)).body["balance"].xrp).toBe(2);
    await desk.addsUp();
  });

  test("records a refund of a balance, and of a parked payment, each transaction once", async () => {
    await using desk = await setUp();
    const { key, prefix } = await funded(desk);
    const [first, second] = [HASH(), HASH()];
    const refund = { xrp: 2, refund_tx_hash: first.toLowerCase() };
    expect((await desk.act(`accounts/${prefix}/refund`, { xrp: 1 })).status).toBe(400);
    expect((await desk.act(`accounts/${prefix}/refund`, refund)).body).toMatchObject({ refunded_xrp: 2 });
    expect((await desk.usage(key)).body).toMatchObject({
      balance: { xrp: 0 },
      recent: [{ kind: "refund", xrp: -2, reference: first }, {}],
    });
    const { txHash } = depositOf(1, 5n);
    await desk.hub.services.deposits.credit({ txHash, network: NETWORK, delivered: 700_000n, payer: "rPayer" });
    expect((await desk.look("parked/"))["parked"]).toContainEqual(expect.objectContaining({ tx_hash: txHash }));
    expect((await desk.act(`payments/${txHash}/refund`, { refund_tx_hash: first })).status).toBe(400);
    expect((await desk.act(`payments/${txHash}/refund`, { refund_tx_hash: second, xrp: 1 })).status).toBe(400);
    expect((await desk.act(`payments/${txHash}/refund`, { refund_tx_hash: second })).body).toMatchObject({
      refunded_xrp: 0.7,
    });
    expect((await desk.look("parked/"))["parked"]).not.toContainEqual(expect.objectContaining({ tx_hash: txHash }));
    expect((await desk.act(`payments/${txHash}/assign`, { key_prefix: prefix })).status).toBe(400);
    expect((await desk.act(`payments/${txHash}/refund`, { refund_tx_hash: HASH() })).status).toBe(400);
    const { lines } = await desk.look("audit/");
    expect(lines.slice(0, 2)).toMatchObject([
      { action: "refund", account_id: "", reason: `0.7 XRP of ${txHash} by ${second}: ticket 7` },
      { action: "refund", reason: `2 XRP by ${first}: ticket 7` },
    ]);
    await desk.addsUp();
  });

  test("takes no payment that has arrived for the one that sent it back", async () => {
    await using desk = await setUp();
    const { prefix } = await funded(desk);
    const [{ txHash }, other] = [depositOf(1, 5n), depositOf(1, 5n)];
    const facts = { network: NETWORK, delivered: 700_000n, payer: "rPayer" };
    await desk.hub.services.deposits.credit({ txHash, ...facts });
    await desk.hub.services.deposits.credit({ txHash: other.txHash, ...facts });
    const issue = { pointer: "/refund_tx_hash", detail: "is a payment that has arrived here" };
    for (const refund_tx_hash of [txHash, txHash.toLowerCase(), other.txHash])
      expect((await desk.act(`payments/${txHash}/refund`, { refund_tx_hash })).body["errors"]).toEqual([issue]);
    const refund = { xrp: 1, refund_tx_hash: txHash };
    expect((await desk.act(`accounts/${prefix}/refund`, refund)).body["errors"]).toEqual([issue]);
    await desk.addsUp();
  });

  test("says in the audit how much it granted", async () => {
    await using desk = await setUp();
    const { prefix } = await funded(desk);
    await desk.act(`accounts/${prefix}/grant`, { xrp: 1.5, calls: 20 });
    await desk.act(`accounts/${prefix}/grant`, { calls: 1 });
    const { lines } = await desk.look("audit/");
    expect(lines.slice(0, 2)).toMatchObject([
      { action: "grant", reason: "1 call(s): ticket 7" },
      { action: "grant", reason: "1.5 XRP, 20 call(s): ticket 7" },
    ]);
  });

  test("cancels an order: what it has received is parked, and so is what comes later", async () => {
    await using desk = await setUp();
    const order = await desk.register({ tier: "basic" });
    const early = await desk.pay(order, 4_000_000n);
    const cancelled = await desk.act(`orders/${order["order_id"]}/cancel`);
    expect(cancelled.body).toEqual({ order_id: order["order_id"], status: "cancelled", parked: [early] });
    const late = await desk.pay(order, 10_000_000n);
    const { parked } = await desk.look("parked/");
    expect(parked).toContainEqual(expect.objectContaining({ tx_hash: early, delivered_xrp: 4 }));
    expect(parked).toContainEqual(expect.objectContaining({ tx_hash: late, delivered_xrp: 10 }));
    expect((await desk.usage(order["api_key"])).body["code"]).toBe("key_pending");
    const verified = await desk.post("webhook/verify", { order_id: order["order_id"], tx_hash: late });
    expect(verified).toMatchObject({ status: 402, body: { code: "payment_invalid" } });
    expect((await desk.act(`payments/${early}/assign`, { order_id: order["order_id"] })).status).toBe(400);
    await desk.act(`payments/${early}/assign`, { key_prefix: order["key_prefix"] });
    expect((await desk.usage(order["api_key"])).body).toMatchObject({ key: { tier: "per_call" }, balance: { xrp: 4 } });
    const { order: paid } = await funded(desk);
    expect((await desk.act(`orders/${paid["order_id"]}/cancel`)).status).toBe(400);
    expect((await desk.act("orders/ord_none/cancel")).status).toBe(404);
    await desk.addsUp();
  });

  test("moves the money of an underpaid order to its own balance, to another key or to another order", async () => {
    await using desk = await setUp();
    const [own, other, third] = [
      await desk.register({ tier: "basic" }),
      await desk.register({ tier: "basic" }),
      await desk.register({ tier: "basic" }),
    ];
    for (const order of [own, other]) await desk.pay(order, 4_000_000n);
    await desk.pay(other, 2_000_000n);
    expect((await desk.act(`orders/${third["order_id"]}/move`)).status).toBe(400);
    expect((await desk.act(`orders/${own["order_id"]}/move`)).body).toMatchObject({ outcome: "credited" });
    expect((await desk.usage(own["api_key"])).body).toMatchObject({ key: { tier: "per_call" }, balance: { xrp: 4 } });
    await desk.pay(own, 1_000_000n);
    expect((await desk.usage(own["api_key"])).body["balance"].xrp).toBe(5);

    const moved = await desk.act(`orders/${other["order_id"]}/move`, { order_id: third["order_id"] });
    expect(moved.body).toMatchObject({
      status: "cancelled",
      moved_to: [{ status: "underpaid" }, { status: "underpaid" }],
    });
    await desk.pay(third, 4_000_000n);
    expect((await desk.usage(third["api_key"])).body).toMatchObject({ key: { tier: "basic" }, balance: { xrp: 0 } });
    await desk.addsUp();
  });

  test("an order that stays underpaid becomes balance by itself after a week, and at once when its maker asks", async () => {
    await using desk = await setUp();
    const order = await desk.register({ tier: "basic" });
    await desk.pay(order, 4_000_000n);
    desk.clock.advance(UNDERPAID_MS);
    expect(await desk.hub.services.orderCare.creditStale()).toBe(0);
    desk.clock.advance(2 * DAY_MS);
    expect(await desk.hub.services.orderCare.creditStale()).toBe(1);
    expect(await desk.hub.services.orderCare.creditStale()).toBe(0);
    expect((await desk.usage(order["api_key"])).body).toMatchObject({ key: { tier: "per_call" }, balance: { xrp: 4 } });

    const { body: invoice } = await desk.post("webhook/create", { email: "b@example.com", tier: "pro" });
    const tx_hash = await desk.pay(invoice, 3_000_000n);
    const asked = { order_id: invoice["order_id"], tx_hash };
    expect((await desk.post("webhook/verify", asked)).body).toMatchObject({ status: "underpaid", api_key: null });
    const answer = await desk.post("webhook/verify", { ...asked, as_balance: true });
    expect(answer.body).toMatchObject({ status: "confirmed", outcome: "credited", tier: "per_call", calls_per_day: 0 });
    expect((await desk.usage(answer.body["api_key"])).body["balance"].xrp).toBe(3);
    await desk.addsUp();
  });

  test("lets a suspended account go again as it was, and gives a lost key a successor", async () => {
    await using desk = await setUp();
    const { key, prefix } = await funded(desk);
    const waiting = await desk.register({ tier: "basic" });
    for (const each of [prefix, waiting["key_prefix"]]) await desk.act(`accounts/${each}/suspend`);
    await desk.act(`accounts/${prefix}/suspend`);
    expect((await desk.usage(key)).body["code"]).toBe("key_unknown");
    expect((await desk.act(`accounts/${prefix}/unsuspend`)).body).toMatchObject({ status: "active" });
    expect((await desk.usage(key)).body["balance"].xrp).toBe(2);
    await desk.pay(waiting, 10_000_000n);
    expect((await desk.usage(waiting["api_key"])).body["code"]).toBe("key_unknown");
    expect((await desk.act(`accounts/${waiting["key_prefix"]}/unsuspend`)).body).toMatchObject({ status: "active" });
    expect((await desk.usage(waiting["api_key"])).body["key"].tier).toBe("basic");

    const { body } = await desk.act(`accounts/${prefix}/key`);
    expect((await desk.usage(key)).body["code"]).toBe("key_unknown");
    expect((await desk.usage(body["api_key"])).body["balance"].xrp).toBe(2);
  });

  test("suspends without a reason, which is the one act that may have to be quick", async () => {
    await using desk = await setUp();
    const { key, prefix } = await funded(desk);
    const suspended = await desk.act(`accounts/${prefix}/suspend`, { reason: undefined });
    expect(suspended).toEqual({ status: 200, body: { key_prefix: prefix, status: "suspended" } });
    expect((await desk.usage(key)).body["code"]).toBe("key_unknown");
    const { lines } = await desk.look("audit/");
    expect(lines).toContainEqual(expect.objectContaining({ action: "suspend", reason: "No reason was given." }));
  });

  test("a grant to a key that waits for its payment can be spent", async () => {
    await using desk = await setUp();
    const order = await desk.register({ tier: "basic" });
    await desk.act(`accounts/${order["key_prefix"]}/grant`, { xrp: 1 });
    expect((await desk.usage(order["api_key"])).body).toMatchObject({ key: { tier: "per_call" }, balance: { xrp: 1 } });
    await desk.pay(order, 10_000_000n);
    expect((await desk.usage(order["api_key"])).body).toMatchObject({ key: { tier: "basic" }, balance: { xrp: 1 } });
  });

  test("turns the pages of every list, and nobody else sees or does any of it", async () => {
    await using desk = await setUp();
    for (const list of ["accounts", "orders", "payments", "parked"]) {
      const [all, rest] = [await desk.look(`${list}/`), await desk.look(`${list}/?offset=1`)];
      expect(rest[list]).toEqual(expect.arrayContaining(all[list].slice(1)));
      expect((await desk.look(`${list}/?offset=x`))["code"]).toBe("invalid_input");
      expect((await desk.look(`${list}/?offset=1000000000`))[list]).toEqual([]);
    }
    const paths = ["debit", "refund", "suspend", "unsuspend", "key"].map((act) => `accounts/hub_live_x/${act}`);
    for (const path of [
      ...paths,
      "entries/1/reverse",
      "orders/ord_x/cancel",
      "orders/ord_x/move",
      "payments/AB/refund",
    ]) {
      expect((await desk.post(`admin/${path}`, { reason: "x" })).status).toBe(404);
      expect((await desk.act(path, { reason: "" })).status).toBe(400);
    }
  });
});

test("without a token nothing of the operator's is served, described or linked", async () => {
  await using hub = await startHub();
  await using own = await startHub({ adminToken: ADMIN });
  const asked = (url: string, path: string, method: string) =>
    fetch(url + path, { method, headers: { accept: "text/html", authorization: `Bearer ${ADMIN}` } });
  const operators = Object.entries(((await (await fetch(`${own.url}/openapi.json`)).json()) as any).paths)
    .map(([path]) => path)
    .filter((path) => path.startsWith("/api/v1/admin/") || path === "/operator");
  expect(operators.length).toBeGreaterThan(20);
  for (const path of operators)
    for (const method of ["GET", "POST", "DELETE"])
      expect([path, method, (await asked(hub.url, path, method)).status]).toEqual([path, method, 404]);
  const described = Object.keys(((await (await fetch(`${hub.url}/openapi.json`)).json()) as any).paths);
  expect(described.filter((path) => operators.includes(path))).toEqual([]);
  const linked = async (url: string) => (await (await asked(url, "/docs", "GET")).text()).includes('"/operator"');
  expect([await linked(hub.url), await linked(own.url)]).toEqual([false, true]);
});
