/** A payer learns how its order, or the payment of its invoice, stands without knowing the transaction. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { hash, randomUUID } from "node:crypto";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { describeStores } from "../support/stores.ts";
import { toyLedger } from "../support/toy-ledger.ts";

/** A database is made for it, on machines that may be busy. */
setDefaultTimeout(30_000);

const NETWORK = "xrpl:21338";
const INVOICE = "A".repeat(54);

describeStores("the state of a payment", (open) => {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await startHub({ ledger: toyLedger(NETWORK), store: await open().database.open() });
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  async function statusOf(body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${hub.url}/api/v1/webhook/status/`, { method: "POST", body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("an order is pending, then underpaid with what is missing, then confirmed", async () => {
    const made = await fetch(`${hub.url}/api/v1/agent/register/`, {
      method: "POST",
      body: JSON.stringify({ email: "payer@example.com", per_call: true, amount: 1 }),
    });
    const { order_id: id, destination_tag: tag } = (await made.json()) as Record<string, string>;
    const log: unknown[] = [];
    const note = async () => {
      const { body } = await statusOf({ order_id: id });
      log.push([body["status"], body["delivered_xrp"], body["missing_xrp"], body["tx_hash"]]);
    };
    const pay = (txHash: string, delivered: bigint) =>
      hub.services.deposits.credit({
        txHash,
        network: NETWORK,
        destinationTag: Number(tag),
        delivered,
        payer: "rPayer",
      });
    await note();
    await pay("A1", 400_000n);
    await note();
    await pay("B2", 600_001n);
    await note();
    expect(log).toEqual([
      ["pending", 0, 1, null],
      ["underpaid", 0.4, 0.6, "A1"],
      ["confirmed", 1.000001, 0, expect.stringMatching(/^(?:A1|B2)$/)],
    ]);
  });

  test("the payment of an invoice is found by the invoice, the largest of several, and only while it has bought nothing", async () => {
    const invoiceHash = hash("sha256", INVOICE, "hex").toUpperCase();
    const arrive = (txHash: string, delivered: bigint) =>
      hub.services.deposits.credit({ txHash, network: NETWORK, delivered, payer: "rPayer", invoiceHash });
    expect((await statusOf({ invoice_id: INVOICE })).body["status"]).toBe("pending");
    await arrive("C3", 1n);
    await arrive("D4", 120_000n);
    expect((await statusOf({ invoice_id: INVOICE })).body).toMatchObject({
      status: "arrived",
      tx_hash: "D4",
      delivered_xrp: 0.12,
      network: NETWORK,
    });
    const other = (await statusOf({ invoice_id: "B".repeat(54) })).body;
    expect(other).toMatchObject({ status: "pending", tx_hash: null });
    expect(other["recommended_next_action"]).toContain("or has bought its call already");
  });

  test("a payment whose call has failed is told of until it has bought one", async () => {
    const invoiceId = "F".repeat(54);
    const claims = createClaimRepository(open().store, { now: Date.now }, randomUUID);
    const stands = {
      hash: "E5".repeat(32),
      result: "tesSUCCESS",
      type: "Payment",
      account: "rPayer",
      destination: "rHub",
      destinationTag: undefined,
      invoiceHash: hash("sha256", invoiceId, "hex").toUpperCase(),
      delivered: 120_000n,
      closedAt: Date.now(),
    };
    const payment = { hash: stands.hash, network: NETWORK, invoiceId, request: "a run", payer: "rPayer", stands };
    const lease = await claims.enter({ ...payment, price: 120_000n });
    await claims.giveBack(lease!);
    expect((await statusOf({ invoice_id: invoiceId })).body).toMatchObject({
      status: "arrived",
      tx_hash: stands.hash,
      delivered_xrp: 0.12,
    });
    await claims.redeem((await claims.take(stands.hash))!, "{}");
    expect((await statusOf({ invoice_id: invoiceId })).body).toMatchObject({ status: "pending", tx_hash: null });
  });

  test("what names nothing, or two things, is refused", async () => {
    expect((await statusOf({ order_id: "ord_nobody" })).body["code"]).toBe("unknown_order");
    for (const body of [{}, { order_id: "a", invoice_id: INVOICE }, { invoice_id: "short" }, { order_id: "a b" }])
      expect((await statusOf(body)).status).toBe(400);
  });
});
