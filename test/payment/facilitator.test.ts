import { describe, expect, test } from "bun:test";
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader, HTTPFacilitatorClient } from "@x402/core/http";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { paymentMiddleware, x402ResourceServer } from "@x402/hono";
import { Hono } from "hono";
import type { Requirements } from "../../src/payment/requirements.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { startHub, TEST_WALLET, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import type { ToyLedger } from "../support/toy-ledger.ts";
import { describeStores, openTestStore } from "../support/stores.ts";
import { XrplSeller } from "../support/xrpl-seller.ts";

const NETWORK = "xrpl:21338";
const payer = walletOf("payer");

type Sellers = PaymentRequirements & { readonly extra: Requirements["extra"] };

/** What a seller that is paid into the hub's wallet asks for. */
function sellers(extra: object = { invoiceId: "order-1" }, overrides: object = {}): Sellers {
  return {
    scheme: "exact",
    network: NETWORK,
    asset: "XRP",
    amount: "70000",
    payTo: TEST_WALLET,
    maxTimeoutSeconds: 60,
    extra: { areFeesSponsored: false, destinationTag: 7, ...extra } as Requirements["extra"],
    ...overrides,
  };
}

interface World extends AsyncDisposable {
  readonly hub: TestHub;
  readonly ledger: ToyLedger;
  readonly client: HTTPFacilitatorClient;
}

async function world(options: TestHubOptions = {}): Promise<World> {
  const ledger = instantLedger(NETWORK, payer);
  const hub = await startHub({ ledger, ...options });
  const client = new HTTPFacilitatorClient({ url: `${hub.url}/facilitator` });
  return { hub, ledger, client, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

function paying(accepted: Sellers, ledger: ToyLedger, overrides: object = {}): PaymentPayload {
  const id = accepted.extra.invoiceId;
  // A payment without an invoice names none.
  const fields = id === undefined ? { InvoiceID: undefined, ...overrides } : overrides;
  const asked = id === undefined ? { ...accepted, extra: { ...accepted.extra, invoiceId: "" } } : accepted;
  const signedTxBlob = blobFor(asked as unknown as Requirements, ledger, payer, fields);
  return { x402Version: 2, accepted, payload: { signedTxBlob } };
}

/** What a settlement comes to, also where the stock client throws it. */
async function settled(client: HTTPFacilitatorClient, payload: PaymentPayload, asked: Sellers) {
  const { success, transaction, errorReason } = await client.settle(payload, asked);
  return { success, transaction, errorReason };
}

describe("the facilitator, asked by the stock client over HTTP", () => {
  test("names its networks, without a key of its own", async () => {
    await using it = await world({ testLedger: instantLedger("xrpl:1", payer) });
    expect(await it.client.getSupported()).toEqual({
      kinds: [NETWORK, "xrpl:1"].map((network) => ({
        x402Version: 2,
        scheme: "exact",
        network,
        extra: { areFeesSponsored: false },
      })) as never,
      extensions: [],
      signers: { "xrpl:*": [] },
    });
  });

  test.each([[{ invoiceId: "order-1" }], [{}]])("verifies and settles a payment for %j, once", async (extra) => {
    await using it = await world();
    const asked = sellers(extra);
    const payload = paying(asked, it.ledger);
    expect(await it.client.verify(payload, asked)).toEqual({ isValid: true, payer: payer.address });
    expect(it.ledger.submissions.size).toBe(0);
    const first = await it.client.settle(payload, asked);
    expect(first).toMatchObject({ success: true, network: NETWORK, payer: payer.address });
    expect(it.ledger.validated(first.transaction)).toMatchObject({ result: "tesSUCCESS", delivered: 70_000n });
    expect(await settled(it.client, payload, asked)).toEqual({
      success: false,
      transaction: first.transaction,
      errorReason: "duplicate_settlement",
    });
    expect(await it.client.verify(payload, asked)).toMatchObject({ invalidReason: "duplicate_settlement" });
    expect([...it.ledger.submissions.values()]).toEqual([1]);
  });

  test.each([
    ["another wallet", sellers({}, { payTo: walletOf("other").address }), "invalid_exact_xrpl_pay_to_mismatch"],
    ["another tag", sellers({ destinationTag: 8 }), "invalid_exact_xrpl_destination_tag_mismatch"],
    ["no tag", sellers({ destinationTag: undefined }), "invalid_exact_xrpl_destination_tag_mismatch"],
    ["another network", sellers({}, { network: "xrpl:0" }), "invalid_network"],
    ["another scheme", sellers({}, { scheme: "upto" }), "unsupported_scheme"],
    ["another asset", sellers({}, { asset: "USD" }), "invalid_payment_requirements"],
    ["nothing", sellers({}, { amount: "0" }), "invalid_payment_requirements"],
    ["an hour", sellers({}, { maxTimeoutSeconds: 3600 }), "invalid_payment_requirements"],
    ["sponsored fees", sellers({ areFeesSponsored: true }), "invalid_payment_requirements"],
  ])("serves nobody who asks for %s", async (_what, asked, reason) => {
    await using it = await world();
    const payload = paying(asked, it.ledger);
    expect(await it.client.verify(payload, asked)).toMatchObject({ isValid: false, invalidReason: reason });
    expect(await settled(it.client, payload, asked)).toEqual({ success: false, transaction: "", errorReason: reason });
    expect(it.ledger.submissions.size).toBe(0);
  });

  test("tells a payment that does not meet the requirements by the scheme's reasons", async () => {
    await using it = await world();
    const asked = sellers();
    for (const [overrides, reason] of [
      [{ Amount: "1" }, "invalid_exact_xrpl_payload_amount_mismatch"],
      [{ InvoiceID: "AB".repeat(32) }, "invalid_exact_xrpl_payload_invoice_id_mismatch"],
      [{ Sequence: 6 }, "invalid_exact_xrpl_payload_sequence_not_current"],
      [{ LastLedgerSequence: 10 }, "invalid_exact_xrpl_payload_expired"],
    ] as const) {
      const payload = paying(asked, it.ledger, overrides);
      expect((await it.client.verify(payload, asked)).invalidReason).toBe(reason);
      expect((await settled(it.client, payload, asked)).errorReason).toBe(reason);
    }
    const strange = { x402Version: 2, accepted: asked, payload: { txHash: "AB".repeat(32) } };
    expect((await it.client.verify(strange, asked)).invalidReason).toBe("invalid_payload");
    const lesser = { ...asked, amount: "1" };
    const claimed = { ...paying(lesser, it.ledger), accepted: lesser };
    expect((await it.client.verify(claimed, asked)).invalidReason).toBe("invalid_exact_xrpl_amount_mismatch");
  });

  test("answers what is no request of the protocol with a refusal, never with an error of ours", async () => {
    await using it = await world();
    const bodies = [
      "null",
      "[]",
      "5",
      "{}",
      '{"x402Version":1}',
      '{"x402Version":2,"paymentRequirements":{"network":""}}',
    ];
    for (const body of bodies) {
      for (const [path, said] of [
        ["verify", { isValid: false }],
        ["settle", { success: false, transaction: "" }],
      ] as const) {
        const response = await fetch(`${it.hub.url}/facilitator/${path}`, { method: "POST", body });
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject(said);
      }
    }
    expect((await fetch(`${it.hub.url}/facilitator/verify`, { method: "POST", body: "{" })).status).toBe(400);
    expect(it.hub.reported.filter(({ code }) => code === "internal")).toEqual([]);
  });

  test("is asked by one address only so often", async () => {
    await using it = await world({ questionsPerMinute: 2 });
    const asked = () => fetch(`${it.hub.url}/facilitator/verify`, { method: "POST", body: "{}" });
    expect([(await asked()).status, (await asked()).status, (await asked()).status]).toEqual([200, 200, 429]);
  });

  test("says of a silent ledger that it is silent, and never that a payment is bad", async () => {
    await using it = await world();
    const asked = sellers();
    const payload = paying(asked, it.ledger);
    const { fate } = it.ledger;
    it.ledger.fate = async () => {
      throw new HubError("ledger_unavailable", "Silent.");
    };
    expect(await settled(it.client, payload, asked)).toMatchObject({
      success: false,
      errorReason: "settlement_pending",
    });
    expect(await it.client.verify(payload, asked)).toMatchObject({ isValid: true });
    it.ledger.fate = fate;
    expect(await settled(it.client, payload, asked)).toMatchObject({ success: true });
    it.ledger.isSilent = true;
    const body = JSON.stringify({
      x402Version: 2,
      paymentPayload: paying(asked, it.ledger),
      paymentRequirements: asked,
    });
    expect((await fetch(`${it.hub.url}/facilitator/verify`, { method: "POST", body })).status).toBe(503);
  });

  test("a payment that somebody else sent first is honoured when its invoice says whom it is for, and only then", async () => {
    await using it = await world();
    for (const [extra, expected] of [
      [{ invoiceId: "order-2" }, { success: true }],
      [{}, { success: false, errorReason: "invalid_exact_xrpl_payload_sequence_not_current" }],
    ] as const) {
      const asked = sellers(extra);
      const payload = paying(asked, it.ledger);
      it.ledger.send(String(payload.payload["signedTxBlob"]));
      it.ledger.close(Date.now());
      expect(await settled(it.client, payload, asked)).toMatchObject(expected);
    }
  });
});

describeStores("the facilitator and the hub's own sales share one repository", (open) => {
  const DEMO = "/api/v1/demo/402/";

  test("nobody can spend a payment for the hub by having it settled here", async () => {
    await using it = await world({ store: open().store });
    const { accepts } = await termsOf402(it.hub.url + DEMO);
    const signedTxBlob = blobFor(accepts[0], it.ledger, payer);
    const { invoiceId } = accepts[0].extra;
    for (const extra of [{ invoiceId }, {}, { invoiceId: "order-1" }]) {
      const asked = sellers(extra, { amount: accepts[0].amount });
      const payload = { x402Version: 2, accepted: asked, payload: { signedTxBlob } };
      expect((await it.client.settle(payload, asked)).success).toBeFalse();
    }
    expect(it.ledger.submissions.size).toBe(0);
    const paid = await ask(it.hub.url + DEMO, undefined, paymentHeader(accepts[0], { signedTxBlob }));
    expect(paid.status).toBe(200);
  });

  test("what was settled here buys nothing of the hub, by its blob or by its hash", async () => {
    await using it = await world({ store: open().store });
    const { accepts } = await termsOf402(it.hub.url + DEMO);
    // A payer that names the hub's invoice in a payment for a seller who names none.
    const asked = sellers({}, { amount: accepts[0].amount });
    const doubled = {
      x402Version: 2,
      accepted: asked,
      payload: { signedTxBlob: blobFor(accepts[0], it.ledger, payer) },
    };
    expect((await it.client.settle(doubled, asked)).errorReason).toBe("invalid_exact_xrpl_payload_invoice_id_mismatch");
    const payload = paying(asked, it.ledger);
    const { transaction } = await it.client.settle(payload, asked);
    for (const proof of [payload.payload, { txHash: transaction }]) {
      const refused = await termsOf402(it.hub.url + DEMO, undefined, paymentHeader(accepts[0], proof));
      expect(refused.code).toBe("payment_already_used");
    }
  });

  test("asked a hundred times at once of two processes it says success once, and submits once", async () => {
    const { store, database } = open();
    await using it = await world({ store });
    await using theirs = await openTestStore(database.address);
    await using other = await world({ store: theirs, ledger: it.ledger });
    const asked = sellers();
    const payload = paying(asked, it.ledger);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => settled(n % 2 === 0 ? it.client : other.client, payload, asked)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(new Set(answers.map(({ errorReason }) => errorReason))).toEqual(
      new Set([undefined, "duplicate_settlement"]),
    );
    expect([...it.ledger.submissions.values()]).toEqual([1]);
  });
});

test("a stock resource server sells through it, and a payment buys from it once", async () => {
  await using it = await world();
  const server = new x402ResourceServer(it.client).register(NETWORK, new XrplSeller());
  const accepts = {
    scheme: "exact",
    network: NETWORK,
    payTo: TEST_WALLET,
    price: "0.07",
    extra: { destinationTag: 7 },
  };
  const app = new Hono();
  app.use(paymentMiddleware({ "GET /sold": { accepts, description: "Sold." } } as never, server));
  let sales = 0;
  app.get("/sold", (context) => context.json({ sale: ++sales }));
  const unpaid = await app.request("/sold");
  expect(unpaid.status).toBe(402);
  const required = decodePaymentRequiredHeader(unpaid.headers.get("payment-required") ?? "");
  const accepted = required.accepts[0] as Sellers;
  const header = encodePaymentSignatureHeader({ ...paying(accepted, it.ledger), resource: required.resource as never });
  const buy = () => app.request("/sold", { headers: { "payment-signature": header } });
  const paid = await buy();
  expect([paid.status, await paid.json()]).toEqual([200, { sale: 1 }]);
  const receipt = JSON.parse(Buffer.from(paid.headers.get("payment-response") ?? "", "base64").toString());
  expect(receipt).toMatchObject({ success: true, network: NETWORK, payer: payer.address });
  expect((await buy()).status).toBe(402);
});

test("a settlement whose process died is found out about, and told the seller when it asks again", async () => {
  await using it = await world();
  const asked = sellers();
  const payload = paying(asked, it.ledger);
  const { fate } = it.ledger;
  it.ledger.fate = async () => {
    throw new HubError("ledger_unavailable", "Silent.");
  };
  expect((await it.client.settle(payload, asked)).errorReason).toBe("settlement_pending");
  it.ledger.fate = fate;
  it.ledger.close(Date.now());
  await it.hub.recover();
  const rows = await it.hub.store.ask((db, { payments }) => db.select().from(payments));
  expect(rows).toMatchObject([{ state: "settled", invoice_id: expect.stringMatching(/^seller:/) }]);
  expect(await it.client.settle(payload, asked)).toMatchObject({ success: true });
  expect([...it.ledger.submissions.values()]).toEqual([1]);
});
