import { expect, test } from "bun:test";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { FileCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { openTestAccount } from "../support/accounts.ts";
import { chargedActor } from "../support/actors.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";

const PATH = "/api/v1/genius/actors/charged/run/";
const Q = { q: "x" };
const payer = walletOf("payer");

/** A hub that is paid on the main network, except by holders of free keys. */
async function world(catalog?: FileCatalog) {
  const main = instantLedger("xrpl:0", payer);
  const testnet = instantLedger("xrpl:1", payer);
  const { actor, state } = chargedActor();
  const hub = await startHub({
    actors: [actor],
    ledger: main,
    testLedger: testnet,
    chargedTiers: ["enhanced"],
    ...(catalog && { catalog }),
  });
  const free = { "x-api-key": (await openTestAccount(hub.services, "free_testnet")).key };
  return {
    hub,
    url: hub.url + PATH,
    main,
    testnet,
    free,
    state,
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

test("a free key is quoted on the test network, a live key and nobody on the main one", async () => {
  await using it = await world();
  const live = { "x-api-key": (await openTestAccount(it.hub.services, "per_call")).key };
  const networks = [];
  for (const headers of [{}, live, it.free])
    networks.push((await termsOf402(it.url, Q, headers)).accepts.map(({ network }) => network));
  expect(networks).toEqual([
    ["xrpl:0", "xrpl:0"],
    ["xrpl:0", "xrpl:0"],
    ["xrpl:1", "xrpl:1"],
  ]);
});

test("a free key's payment is settled on the test network, and nothing is sent to the main one", async () => {
  await using it = await world();
  const { accepts } = await termsOf402(it.url, Q, it.free);
  const paid = { ...it.free, ...paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], it.testnet, payer) }) };
  const response = await ask(it.url, Q, paid);
  expect(response.status).toBe(200);
  expect([it.main.submissions.size, it.testnet.submissions.size]).toEqual([0, 1]);
  const settlement = JSON.parse(Buffer.from(response.headers.get("payment-response") ?? "", "base64").toString());
  expect(settlement).toMatchObject({ success: true, network: "xrpl:1" });
  const rows = await it.hub.store.ask((db, { payments }) => db.select().from(payments));
  expect(rows).toMatchObject([{ network: "xrpl:1", state: "redeemed" }]);
});

test("an invoice of one network is refused under the other by name, and submitted nowhere", async () => {
  await using it = await world();
  const test = await termsOf402(it.url, Q, it.free);
  const main = await termsOf402(it.url, Q);
  const free = paymentHeader(test.accepts[0], { signedTxBlob: blobFor(test.accepts[0], it.testnet, payer) });
  const live = paymentHeader(main.accepts[0], { signedTxBlob: blobFor(main.accepts[0], it.main, payer) });
  for (const headers of [free, { ...it.free, ...live }]) {
    const refused = await termsOf402(it.url, Q, headers);
    expect([refused.code, refused.error]).toEqual(["payment_invalid", "invalid_exact_xrpl_network_mismatch"]);
  }
  // Whoever only says that it is an invoice of the other network changes nothing.
  const renamed = { ...test.accepts[0], network: "xrpl:0" };
  const forged = paymentHeader(renamed, { signedTxBlob: blobFor(renamed, it.main, payer) });
  expect((await termsOf402(it.url, Q, forged)).error).toBe("invalid_exact_xrpl_invoice_mismatch");
  expect([it.main.submissions.size, it.testnet.submissions.size, it.state.runs]).toEqual([0, 0, 0]);
});

test("test money that is settled and not yet spent buys nothing for somebody who pays in real money", async () => {
  await using it = await world();
  const { accepts } = await termsOf402(it.url, Q, it.free);
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], it.testnet, payer) });
  it.state.isDown = true;
  expect((await ask(it.url, Q, { ...it.free, ...proof })).status).toBe(502);
  it.state.isDown = false;
  const refused = await termsOf402(it.url, Q, proof);
  expect(refused.error).toBe("invalid_exact_xrpl_network_mismatch");
  expect((await ask(it.url, Q, { ...it.free, ...proof })).status).toBe(200);
  expect((await termsOf402(it.url, Q, proof)).error).toBe("invalid_exact_xrpl_network_mismatch");
  expect(it.state.runs).toBe(2);
});

test("a receipt for test money opens the premium document for free keys only", async () => {
  using catalog = await smallCatalog();
  await using it = await world(catalog);
  const premium = `${it.hub.url}/api/v1/premium/`;
  const { prefix, key } = await openTestAccount(it.hub.services, "free_testnet");
  const free = { "x-api-key": key };
  for (let calls = 0; calls < 300; calls++) await ask(premium, undefined, free);
  expect(prefix).toStartWith("hub_test_");
  const { accepts, code } = await termsOf402(premium, undefined, free);
  expect([code, accepts[0].network]).toEqual(["quota_exhausted", "xrpl:1"]);
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], it.testnet, payer) });
  const paid = await ask(premium, undefined, { ...free, ...proof });
  const receipt = { "x-payment-verified": paid.headers.get("x-payment-receipt") ?? "" };
  expect(paid.status).toBe(200);
  expect((await ask(premium, undefined, { ...free, ...receipt })).status).toBe(200);
  expect((await ask(premium, undefined, receipt)).status).toBe(402);
});

test.each([["test", "main"] as const, ["main", "test"] as const])(
  "a payment that is under way on the %s network stays so when somebody asks for it on the %s one",
  async (paidOn) => {
    await using it = await world();
    const isTest = paidOn === "test";
    const [own, other] = isTest ? [it.testnet, it.main] : [it.main, it.testnet];
    const [payers, strangers] = isTest ? [it.free, {}] : [{}, it.free];
    const { accepts } = await termsOf402(it.url, Q, payers);
    const signedTxBlob = blobFor(accepts[0], own, payer);
    const paid = { ...payers, ...paymentHeader(accepts[0], { signedTxBlob }) };
    const { submit } = own;
    own.submit = () => Promise.reject(new HubError("ledger_unavailable", "It has gone in this moment."));
    expect((await ask(it.url, Q, paid)).status).toBe(503);
    // The other ledger is further on, and has nothing of it.
    for (let closed = 0; closed < 20; closed++) other.close(Date.now());
    const conversion = {
      email: "a@example.com",
      per_call: true,
      tx_hash: transactionHash(signedTxBlob),
      invoice_id: (await termsOf402(it.url, Q, strangers)).accepts[0].extra.invoiceId,
    };
    expect((await ask(`${it.hub.url}/api/v1/x402/register/`, conversion, strangers)).status).toBe(402);
    own.submit = submit;
    expect((await ask(it.url, Q, paid)).status).toBe(200);
    expect(it.state.runs).toBe(1);
  },
);
