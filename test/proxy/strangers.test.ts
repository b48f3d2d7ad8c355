/** What the proxy tells and does for callers without a key whose payment pays nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import type { ToyLedger } from "../support/toy-ledger.ts";

const PATHS = {
  "/parcels/{id}": {
    get: {
      operationId: "trackParcel",
      summary: "Track a parcel",
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      responses: { 200: { description: "Done" } },
    },
  },
};
const SLUG = "echo-dev--trackparcel";
const PER_MINUTE = 3;

let world: EchoWorld;
let category: string;
let ledger: ToyLedger;

beforeAll(async () => {
  ledger = instantLedger("xrpl:21338", walletOf("payer"));
  world = await startEchoWorld(
    { paths: PATHS },
    { ledger, trustedProxies: ["127.0.0.1"], limits: { perMinute: PER_MINUTE, perDay: 0 } },
  );
  const found = await ask(`${world.hub.url}/api/v1/agent/search/?q=track+a+parcel`, undefined, {
    "x-api-key": world.key,
  });
  category = (await found.json()).results[0].category;
});
afterAll(() => world[Symbol.asyncDispose]());

/** A call without a key, from an address of its own. */
function call(slug: string, body: object, headers: Record<string, string>, address: string): Promise<Response> {
  const url = `${world.hub.url}/api/v1/agent/proxy/${slug}/call/`;
  return ask(url, body, { ...headers, "x-forwarded-for": address });
}

/** A proof that names a fresh invoice of exactly this request, and a transaction that nobody has made. */
async function forged(slug: string, body: object): Promise<Record<string, string>> {
  const { accepts } = await termsOf402(`${world.hub.url}/api/v1/agent/proxy/${slug}/call/`, body);
  return paymentHeader(accepts[0], { txHash: "A".repeat(64) });
}

describe("a dry run", () => {
  const dry = { params: { id: 1 }, dry_run: true };

  test("without a key asks to be paid, and a word is no payment", async () => {
    const unpaid = await call(SLUG, dry, {}, "192.0.2.1");
    expect([unpaid.status, (await unpaid.json()).detail]).toEqual([402, expect.stringContaining("With an API key")]);
    const wet = await call(SLUG, { ...dry, dry_run: false }, {}, "192.0.2.1");
    expect((await wet.json()).detail).toBe("This call needs an API key or a payment.");
    for (const word of ["x", "e30=", Buffer.from("{}").toString("base64")]) {
      const response = await call(SLUG, dry, { "payment-signature": word }, "192.0.2.1");
      expect([response.status, (await response.json()).code]).toEqual([400, "invalid_payment"]);
    }
  });

  test("spends no payment: it is good for the same again, within what an address may ask for, and becomes balance", async () => {
    const { accepts } = await termsOf402(`${world.hub.url}/api/v1/agent/proxy/${SLUG}/call/`, dry);
    const blob = blobFor(accepts[0], ledger, walletOf("payer"));
    const proof = paymentHeader(accepts[0], { signedTxBlob: blob });
    for (let count = 0; count < PER_MINUTE; count++) {
      const shown = await call(SLUG, dry, proof, "192.0.2.6");
      expect([shown.status, shown.headers.get("x-charge-xrp"), shown.headers.get("x-payment-unused")]).toEqual([
        200,
        "0",
        "true",
      ]);
      const { url, meta } = await shown.json();
      expect(url).toEndWith("/parcels/1");
      expect(JSON.stringify(meta.warnings)).toContain("/api/v1/x402/register/");
    }
    expect((await call(SLUG, dry, proof, "192.0.2.6")).status).toBe(429);
    const other = { ...dry, dry_run: false };
    expect((await (await call(SLUG, other, proof, "192.0.2.7")).json()).code).toBe("payment_already_used");

    const id = accepts[0].extra.invoiceId;
    const asked = { email: "a@example.com", per_call: true, tx_hash: transactionHash(blob), invoice_id: id };
    const key = (await (await ask(`${world.hub.url}/api/v1/x402/register/`, asked)).json()).api_key;
    const usage = await ask(`${world.hub.url}/api/v1/agent/usage/`, undefined, { "x-api-key": key });
    expect((await usage.json()).balance.xrp).toBe(0.05);
    expect((await (await call(SLUG, dry, proof, "192.0.2.8")).json()).code).toBe("payment_already_used");
  });

  test("is not opened by a payment that nobody has made", async () => {
    const response = await call(SLUG, dry, await forged(SLUG, dry), "192.0.2.2");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "settlement_unknown" });
  });

  test("of a category, which is a search, is not opened either", async () => {
    const search = { q: "track a parcel", params: { id: 1 }, dry_run: true };
    const answers = [];
    for (const headers of [{ "payment-signature": "x" }, await forged(category, search)])
      answers.push(await (await call(category, search, headers, "192.0.2.3")).text());
    expect(answers.join()).not.toContain(SLUG);
  });
});

describe("a refusal that says what the catalogue holds", () => {
  test("counts against the address of whoever brings a payment that pays nothing", async () => {
    const body = { q: "track a parcel" };
    const headers = await forged(category, body);
    for (let count = 0; count < PER_MINUTE; count++) {
      const response = await call(category, body, headers, "192.0.2.4");
      expect(response.status).toBe(400);
    }
    const refused = await call(category, body, headers, "192.0.2.4");
    expect([refused.status, (await refused.json()).code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeWithin(1, 61);
    expect((await call(category, body, headers, "192.0.2.5")).status).toBe(400);
  });

  test("does not count for the holder of a key", async () => {
    for (let count = 0; count < 2 * PER_MINUTE; count++)
      expect((await world.call(category, { q: "track a parcel" })).status).toBe(400);
  });
});
