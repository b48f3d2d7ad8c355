import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { verifyLedger } from "../../src/accounts/verify.ts";
import type { Requirements } from "../../src/payment/requirements.ts";
import { LedgerDraft } from "../../src/sandbox-ledger/ledger/draft.ts";
import type { Store } from "../../src/store/store.ts";
import { chargedActor } from "../support/actors.ts";
import { BUYER, type DepositWorld, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { depositOf, openTestAccount } from "../support/accounts.ts";
import { toyLedger } from "../support/toy-ledger.ts";
import { startHub, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { paymentFields, proofOf, signed } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const RUN = "/api/v1/genius/actors/charged/run/";
const ADMIN = "the operator's token";

interface Answer {
  readonly status: number;
  // What came over the wire: the tests say what it must be.
  readonly body: Record<string, any>;
}

async function ask(hub: TestHub, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(hub.url + path, { method: "POST", body: JSON.stringify(body), headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function quote(hub: TestHub, headers = {}): Promise<Requirements> {
  return (await ask(hub, RUN, { q: "x" }, headers)).body["accepts"][0];
}

/** Pays by the terms on the ledger, with the invoice in the transaction. */
function payOnLedger(world: DepositWorld, { amount, extra }: Requirements, fields: object = {}): string {
  const InvoiceID = createHash("sha256").update(extra.invoiceId).digest("hex").toUpperCase();
  return world.pay({ Amount: amount, DestinationTag: extra.destinationTag, InvoiceID, ...fields });
}

function present(hub: TestHub, required: Requirements, txHash: string, headers = {}): Promise<Answer> {
  return ask(hub, RUN, { q: "x" }, { "payment-signature": proofOf(required, { txHash }), ...headers });
}

function convert(hub: TestHub, tx_hash: string, invoice_id: string, headers = {}): Promise<Answer> {
  const body = { email: "payer@example.com", per_call: true, tx_hash, invoice_id };
  return ask(hub, "/api/v1/x402/register/", body, headers);
}

/** The buyer's next one. */
function sequenceOf({ served }: DepositWorld): number {
  return new LedgerDraft(served.sandbox.chain.open).account(BUYER.address)?.Sequence ?? 0;
}

async function balanceOf(hub: TestHub, key: string): Promise<number> {
  const usage = await fetch(`${hub.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } });
  return ((await usage.json()) as { balance: { xrp: number } }).balance.xrp;
}

describeStores("a payment for a call that bought nothing", (open) => {
  const { actor, state } = chargedActor({ isDown: true });
  const start = (world: DepositWorld, store: Store, options: Partial<TestHubOptions> = {}) =>
    startHub({
      store,
      ledger: world.ledger,
      wallet: SHOP.address,
      actors: [actor],
      chargedTiers: ["enhanced"],
      adminToken: ADMIN,
      ...options,
    });

  test("whose run failed becomes the balance of a new key, once, and the proof is spent", async () => {
    state.isDown = true;
    const clock = testClock(Date.now());
    await using world = openDepositWorld({ clock });
    await using hub = await start(world, open().store, { clock });
    const required = await quote(hub);
    const hash = payOnLedger(world, required);
    expect((await present(hub, required, hash)).status).toBe(502);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => convert(hub, hash.toLowerCase(), required.extra.invoiceId)),
    );
    const [{ body }] = answers as [Answer];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(new Set(answers.map((answer) => answer.body["api_key"])).size).toBe(1);
    expect(body).toMatchObject({
      status: "active",
      tier: "per_call",
      credited_xrp: 0.12,
      tx_hash: hash,
      amount_xrp: 0.12,
    });
    expect(await balanceOf(hub, body["api_key"])).toBe(0.12);
    state.isDown = false;
    const spent = await present(hub, required, hash);
    expect([spent.status, spent.body["code"]]).toEqual([402, "payment_already_used"]);
    clock.advance(86_400_000);
    world.close(); // Its ledger goes on: without one no terms are quoted.
    const late = await convert(hub, hash, required.extra.invoiceId);
    expect([late.status, late.body["code"], Array.isArray(late.body["accepts"])]).toEqual([
      402,
      "payment_already_used",
      true,
    ]);
    expect((await verifyLedger(open().store)).differences).toEqual([]);
  });

  test("that was made on the ledger and never presented becomes balance, all of it, follower or not", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    for (const isFollowed of [false, true]) {
      const required = await quote(hub);
      const hash = payOnLedger(world, required, { Amount: "500000" });
      if (isFollowed) await follower.catchUp();
      const { status, body } = await convert(hub, hash, required.extra.invoiceId);
      expect([status, await balanceOf(hub, body["api_key"])]).toEqual([200, 0.5]);
      await follower.catchUp();
      const spent = await present(hub, required, hash);
      expect([spent.status, spent.body["code"]]).toEqual([402, "payment_already_used"]);
      expect(await balanceOf(hub, body["api_key"])).toBe(0.5);
    }
  });

  test("whose run failed is nobody's who shows its public hash with an invoice of his own", async () => {
    state.isDown = true;
    await using world = openDepositWorld();
    await using hub = await start(world, open().store);
    const [mine, theirs] = [await quote(hub), await quote(hub)];
    const hash = payOnLedger(world, mine);
    expect((await present(hub, mine, hash)).status).toBe(502);
    const stranger = await openTestAccount(hub.services, "basic");
    for (const headers of [{}, { "x-api-key": stranger.key }])
      for (const invoice of [theirs.extra.invoiceId, mine.extra.invoiceId.toLowerCase(), "A".repeat(54)]) {
        const { status, body } = await convert(hub, hash, invoice, headers);
        expect([status, body["code"]]).toEqual([402, "payment_invalid"]);
        expect(JSON.stringify(body)).not.toContain("hub_live_");
      }
    expect(await balanceOf(hub, stranger.key)).toBe(0);
    const { status, body } = await convert(hub, hash, mine.extra.invoiceId);
    expect([status, await balanceOf(hub, body["api_key"])]).toEqual([200, 0.12]);
  });

  test("that came by a check is nobody's, whatever invoice its maker wrote on it", async () => {
    await using world = openDepositWorld();
    await using hub = await start(world, open().store);
    const { extra } = await quote(hub);
    const invoiceHash = createHash("sha256").update(extra.invoiceId).digest("hex").toUpperCase();
    const cashed = depositOf(7, 120_000n, { type: "CheckCash", isParked: true, invoiceHash });
    await hub.services.deposits.credit(cashed);
    const request = { txHash: cashed.txHash, invoiceId: extra.invoiceId, email: "payer@example.com" };
    await expect(hub.services.convert(request)).rejects.toMatchObject({ code: "payment_invalid" });
  });

  test("is nobody's who does not know its invoice, and nobody's that was spent, failed or went elsewhere", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const [mine, other] = [await quote(hub), await quote(hub)];
    const order = await ask(hub, "/api/v1/agent/register/", { email: "a@example.com", per_call: true });
    const unspent = payOnLedger(world, mine);
    const refused = [
      [unspent, other.extra.invoiceId],
      [payOnLedger(world, other, { Destination: OTHER.address }), other.extra.invoiceId],
      [payOnLedger(world, other, { Amount: "9000000000000" }), other.extra.invoiceId],
      [payOnLedger(world, other, { InvoiceID: undefined }), other.extra.invoiceId],
    ] as const;
    for (const [hash, invoice] of refused) {
      const { status, body } = await convert(hub, hash, invoice);
      expect([status, body["code"]]).toEqual([402, "payment_invalid"]);
    }
    const toOrder = payOnLedger(world, other, { DestinationTag: Number(order.body["destination_tag"]) });
    expect((await convert(hub, toOrder, other.extra.invoiceId)).body["code"]).toBe("payment_already_used");
    expect((await hub.services.orderKeys.order(order.body["order_id"]))?.delivered).toBe(120_000n);
    expect((await present(hub, mine, unspent)).status).toBe(200);
    const redeemed = await convert(hub, unspent, mine.extra.invoiceId);
    expect(redeemed.body["code"]).toBe("payment_already_used");
    expect((await present(hub, mine, unspent)).status).toBe(200);
    expect((await convert(hub, "AB".repeat(32), mine.extra.invoiceId)).body["code"]).toBe("settlement_unknown");
    for (const body of [
      { email: "a@example.com", per_call: true, tx_hash: unspent },
      { email: "a@example.com", per_call: true, tx_hash: "1", invoice_id: mine.extra.invoiceId },
      { email: "a@example.com", tx_hash: unspent, invoice_id: mine.extra.invoiceId },
      { email: "none", per_call: true, tx_hash: unspent, invoice_id: mine.extra.invoiceId },
    ])
      expect((await ask(hub, "/api/v1/x402/register/", body)).body["code"]).toBe("invalid_input");
  });

  test("beyond the price of its call is told to its payer, parked, and becomes balance once", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    const operator = { headers: { authorization: `Bearer ${ADMIN}` } };
    const listed = async (hash: string) => {
      const answer = await fetch(`${hub.url}/api/v1/admin/payments/`, operator);
      const { payments } = (await answer.json()) as { payments: Record<string, unknown>[] };
      const own = payments.filter(({ tx_hash: name }) => String(name).startsWith(hash));
      return own.map(({ tx_hash: name, purpose, delivered }) => [name, purpose, delivered]).toSorted();
    };
    for (const isFollowed of [false, true]) {
      const required = await quote(hub);
      const hash = payOnLedger(world, required, { Amount: "5000000" });
      if (isFollowed) await follower.catchUp();
      const proof = { "payment-signature": proofOf(required, { txHash: hash }) };
      const answer = await fetch(hub.url + RUN, { method: "POST", body: JSON.stringify({ q: "x" }), headers: proof });
      expect([answer.status, answer.headers.get("x-payment-surplus-xrp")]).toEqual([200, "4.88"]);
      await follower.catchUp();
      const parked = await listed(hash);
      expect(parked.map(([name, purpose]) => [name, purpose])).toEqual([
        [hash, "invoice"],
        [`${hash}-SURPLUS`, "parked"],
      ]);
      const stranger = await convert(hub, hash, (await quote(hub)).extra.invoiceId);
      expect([stranger.status, stranger.body["code"]]).toEqual([402, "payment_invalid"]);
      const { status, body } = await convert(hub, hash, required.extra.invoiceId);
      expect([status, body["credited_xrp"], await balanceOf(hub, body["api_key"])]).toEqual([200, 4.88, 4.88]);
      const other = await convert(hub, hash, required.extra.invoiceId, { "x-api-key": body["api_key"] });
      expect(other.body["code"]).toBe("payment_already_used");
      expect((await present(hub, required, hash)).status).toBe(200);
    }
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("is either run with or converted when both come at once, never both and never neither", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const outcomes = new Set<string>();
    for (let round = 0; round < 15; round++) {
      const required = await quote(hub);
      const hash = payOnLedger(world, required);
      const before = state.runs;
      const both = [() => present(hub, required, hash), () => convert(hub, hash, required.extra.invoiceId)];
      if (round % 2 === 0) both.reverse();
      const answers = await Promise.all(both.map((act) => act()));
      const [run, conversion] = round % 2 === 0 ? answers.toReversed() : answers;
      const isRun = run?.status === 200;
      const isConverted = conversion?.status === 200;
      expect([isRun !== isConverted, isRun]).toEqual([true, state.runs > before]);
      outcomes.add(isRun ? "run" : "converted");
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test("is not converted while its run is under way", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    await using hub = await start(world, open().store);
    const required = await quote(hub);
    const hash = payOnLedger(world, required);
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const reached = new Promise<void>((resolve) => (state.reached = resolve));
    const running = present(hub, required, hash);
    await reached;
    const busy = await convert(hub, hash, required.extra.invoiceId);
    expect([busy.status, busy.body["code"]]).toEqual([409, "idempotency_in_progress"]);
    gate.resolve();
    expect((await running).status).toBe(200);
    state.gate = Promise.resolve();
    state.reached = () => undefined;
  });

  test("that its hub submitted and never heard of again is settled first, and the operator cannot give it away", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    const required = await quote(hub);
    const { index } = world.served.sandbox.chain.history.last;
    const fields = { ...paymentFields(required, BUYER, sequenceOf(world), index + 5), NetworkID: 21_338 };
    world.weather.answer = (method) => (method === "tx" ? { kind: "text", status: 502, text: "" } : undefined);
    const proof = proofOf(required, { signedTxBlob: signed(fields, BUYER) });
    const lost = await ask(hub, RUN, { q: "x" }, { "payment-signature": proof });
    expect([lost.status, lost.body["code"]]).toEqual([503, "settlement_unknown"]);
    const hash: string = lost.body["tx_hash"];
    delete world.weather.answer;
    const early = await convert(hub, hash, required.extra.invoiceId);
    expect([early.status, early.body["code"]]).toEqual([503, "settlement_unknown"]);
    world.close();
    await follower.catchUp();
    const operator = { authorization: `Bearer ${ADMIN}` };
    const order = (await ask(hub, "/api/v1/agent/register/", { email: "a@example.com", tier: "basic" })).body;
    const body = { key_prefix: order["key_prefix"], reason: "hasty" };
    expect((await ask(hub, `/api/v1/admin/payments/${hash}/assign/`, body, operator)).status).toBe(400);
    const { status, body: credited } = await convert(hub, hash, required.extra.invoiceId);
    expect([status, await balanceOf(hub, credited["api_key"])]).toEqual([200, 0.12]);
    const spent = await ask(hub, RUN, { q: "x" }, { "payment-signature": proof });
    expect([spent.status, spent.body["code"]]).toEqual([402, "payment_already_used"]);
  });

  test("adds to the key that is sent with it", async () => {
    await using world = openDepositWorld();
    await using hub = await start(world, open().store);
    const first = await quote(hub);
    const { body } = await convert(hub, payOnLedger(world, first), first.extra.invoiceId);
    const second = await quote(hub);
    const headers = { "x-api-key": body["api_key"] };
    const added = await convert(hub, payOnLedger(world, second), second.extra.invoiceId, headers);
    expect(added.body).toMatchObject({ api_key: null, key_prefix: body["key_prefix"] });
    expect(await balanceOf(hub, body["api_key"])).toBe(0.24);
  });

  test("of the test network never becomes the balance of a live key", async () => {
    await using world = openDepositWorld();
    const ledgers = { ledger: toyLedger("xrpl:0"), testLedger: world.ledger };
    await using hub = await start(world, open().store, ledgers);
    const free = { "x-api-key": (await openTestAccount(hub.services, "free_testnet")).key };
    const required = await quote(hub, free);
    expect(required.network).toBe(world.ledger.network);
    const hash = payOnLedger(world, required);
    state.isDown = true;
    expect((await present(hub, required, hash, free)).status).toBe(502);
    const { status, body } = await convert(hub, hash, required.extra.invoiceId);
    expect([status, body["code"]]).toEqual([402, "payment_invalid"]);
  });

  test("that pays an invoice is no deposit, and is not parked once it is presented, whoever meets it first", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    for (const isFollowedFirst of [true, false]) {
      const required = await quote(hub);
      const hash = payOnLedger(world, required);
      if (isFollowedFirst) await follower.catchUp();
      expect((await hub.services.orderKeys.deposit(hash))?.purpose).toBe(isFollowedFirst ? "parked" : undefined);
      expect((await present(hub, required, hash)).status).toBe(200);
      await follower.catchUp();
      expect((await hub.services.orderKeys.deposit(hash))?.purpose).toBe("invoice");
    }
  });

  test("is the operator's to assign while it is parked; then it pays for nothing else", async () => {
    await using world = openDepositWorld();
    const { store } = open();
    await using hub = await start(world, store);
    const follower = world.follower(store);
    await follower.catchUp();
    const operator = { authorization: `Bearer ${ADMIN}` };
    const assign = (hash: string, body: object) =>
      ask(hub, `/api/v1/admin/payments/${hash}/assign/`, { reason: "ticket 17", ...body }, operator);
    const order = (await ask(hub, "/api/v1/agent/register/", { email: "a@example.com", tier: "basic" })).body;
    const required = await quote(hub);
    const [untagged, invoiced, spent] = [
      world.pay({ Amount: "10000000" }),
      payOnLedger(world, required),
      payOnLedger(world, await quote(hub)),
    ];
    await follower.catchUp();

    const listed = await fetch(`${hub.url}/api/v1/admin/payments/`, { headers: operator });
    const { payments } = (await listed.json()) as { payments: Record<string, unknown>[] };
    expect(payments).toContainEqual(
      expect.objectContaining({ tx_hash: untagged, purpose: "parked", delivered_xrp: 10, order_id: null }),
    );
    expect((await assign(untagged, { order_id: order["order_id"] })).body).toEqual({
      tx_hash: untagged,
      order_id: order["order_id"],
      status: "confirmed",
    });
    expect(await balanceOf(hub, order["api_key"])).toBe(0);
    const toKey = await assign(invoiced.toLowerCase(), { key_prefix: order["key_prefix"] });
    expect(toKey.body).toMatchObject({ status: "confirmed" });
    expect(await balanceOf(hub, order["api_key"])).toBe(0.12);

    const again = await assign(untagged, { order_id: order["order_id"] });
    expect([again.status, again.body["code"]]).toEqual([400, "invalid_input"]);
    expect((await assign("AB".repeat(32), { order_id: order["order_id"] })).status).toBe(404);
    expect((await assign(spent, { order_id: "ord_1" })).body["code"]).toBe("unknown_order");
    expect((await assign(spent, {})).status).toBe(400);
    expect((await present(hub, required, invoiced)).body["code"]).toBe("payment_already_used");
    expect((await convert(hub, invoiced, required.extra.invoiceId)).body["code"]).toBe("payment_already_used");
    const notes = await store.ask((db, { audit }) => db.select().from(audit));
    expect(notes.filter(({ action }) => action === "assign")).toHaveLength(2);
    expect(
      (await fetch(`${hub.url}/api/v1/admin/payments/${spent}/assign/`, { method: "POST", body: "{}" })).status,
    ).toBe(404);
    expect((await verifyLedger(store)).differences).toEqual([]);
  });

  test("beyond the price of its call is the operator's to assign while it is parked", async () => {
    state.isDown = false;
    await using world = openDepositWorld();
    await using hub = await start(world, open().store);
    const required = await quote(hub);
    const hash = payOnLedger(world, required, { Amount: "1120000" });
    expect((await present(hub, required, hash)).status).toBe(200);
    const order = (await ask(hub, "/api/v1/agent/register/", { email: "a@example.com", per_call: true })).body;
    const operator = { authorization: `Bearer ${ADMIN}` };
    const body = { order_id: order["order_id"], reason: "overpaid" };
    const assigned = await ask(hub, `/api/v1/admin/payments/${hash}-surplus/assign/`, body, operator);
    expect([assigned.status, await balanceOf(hub, order["api_key"])]).toEqual([200, 1]);
    expect((await convert(hub, hash, required.extra.invoiceId)).body["code"]).toBe("payment_already_used");
  });
});
