/** What the ledger shows to everybody proves nothing: a payment is good only under the invoice it was made for. */
import { expect, test } from "bun:test";
import type { Requirements } from "../../src/payment/requirements.ts";
import { invoiceHash } from "../../src/runtime/payment/invoice-hash.ts";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import type { Store } from "../../src/store/store.ts";
import { chargedActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { describeStores } from "../support/stores.ts";

const payer = walletOf("payer");
const Q = { q: "x" };
const RUN = "/api/v1/genius/actors/charged/run/";

/** A hub, and somebody who has just paid it for something. `body` makes it a POST. */
async function sold(
  store: Store,
  path: string,
  body?: object,
  { fails = false, hasMemo = false, isSentBefore = false } = {},
) {
  const ledger = instantLedger("xrpl:21338", payer);
  const { actor, state } = chargedActor({ isDown: fails });
  const catalog = await smallCatalog();
  const hub = await startHub({ actors: [actor], ledger, catalog, chargedTiers: ["enhanced"], store });
  const url = hub.url + path;
  const { accepts } = await termsOf402(url, body);
  // As published clients bind a payment twice: all the world can read the invoice then.
  const MemoData = Buffer.from(accepts[0].extra.invoiceId).toString("hex").toUpperCase();
  const blob = blobFor(accepts[0], ledger, payer, hasMemo ? { Memos: [{ Memo: { MemoData } }] } : {});
  if (isSentBefore) {
    ledger.send(blob);
    ledger.close(Date.now());
  }
  const answer = await ask(url, body, paymentHeader(accepts[0], { signedTxBlob: blob }));
  const hash = transactionHash(blob);
  return {
    state,
    ledger,
    url,
    hash,
    blob,
    answer,
    required: accepts[0],
    /** The very proof of the payer's. */
    own: () => ask(url, body, paymentHeader(accepts[0], { signedTxBlob: blob })),
    ownByHash: () => ask(url, body, paymentHeader(accepts[0], { txHash: hash })),
    convert: (invoice_id: string, proof_key?: string, tx_hash = hash) =>
      ask(`${hub.url}/api/v1/x402/register/`, {
        email: "a@example.com",
        per_call: true,
        tx_hash,
        invoice_id,
        ...(proof_key !== undefined && { proof_key }),
      }),
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      catalog[Symbol.dispose]();
    },
  };
}

/** Everything a stranger can say of that payment. Each has terms of its own for the same request. */
async function strangersProofs(
  { url, hash, blob }: { url: string; hash: string; blob: string },
  paid: Requirements,
  body?: object,
): Promise<readonly Record<string, string>[]> {
  const { accepts } = await termsOf402(url, body);
  const { invoiceId: _, ...unnamed } = paid.extra;
  const invoices: readonly object[] = [
    accepts[0].extra,
    unnamed,
    { ...unnamed, invoiceId: "" },
    { ...unnamed, invoiceId: null },
    { ...unnamed, invoiceId: [paid.extra.invoiceId] },
    { ...unnamed, invoiceId: invoiceHash(paid.extra.invoiceId) },
    { ...unnamed, invoiceId: `${paid.extra.invoiceId} ` },
  ];
  const payloads = [{ txHash: hash }, { txHash: hash.toLowerCase() }, { signedTxBlob: blob }];
  return invoices.flatMap((extra) =>
    payloads.map((payload) => paymentHeader({ ...paid, extra } as Requirements, payload)),
  );
}

describeStores("a payment that everybody can read on the ledger", (open) => {
  for (const [name, path, body] of [
    ["a run", RUN, Q],
    ["a search", "/api/v1/agent/search/?q=weather", undefined],
    ["the premium document", "/api/v1/premium/", undefined],
    ["the demo", "/api/v1/demo/402/", undefined],
  ] as const) {
    test(`opens the answer of ${name} to nobody who does not know its invoice`, async () => {
      await using it = await sold(open().store, path, body);
      expect(it.answer.status).toBe(200);
      for (const headers of await strangersProofs(it, it.required, body)) {
        const answer = await ask(it.url, body, headers);
        const { code, error } = (await answer.json()) as { code: string; error: string };
        expect([answer.status, code, error]).toEqual([402, "payment_invalid", "invalid_exact_xrpl_invoice_mismatch"]);
        expect(answer.headers.get("x-payment-receipt")).toBeNull();
      }
      for (const again of [await it.own(), await it.ownByHash()])
        expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    });
  }

  test("whose run has failed is neither spent nor made a balance by a stranger", async () => {
    await using it = await sold(open().store, RUN, Q, { fails: true });
    expect([it.answer.status, it.state.runs]).toEqual([502, 1]);
    it.state.isDown = false;
    for (const headers of await strangersProofs(it, it.required, Q))
      expect((await ask(it.url, Q, headers)).status).toBe(402);
    const { accepts } = await termsOf402(it.url, Q);
    const theirs = await it.convert(accepts[0].extra.invoiceId);
    expect([theirs.status, ((await theirs.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
    expect(it.state.runs).toBe(1);
    expect((await it.convert(it.required.extra.invoiceId)).status).toBe(200);
    expect((await it.own()).status).toBe(402);
  });

  test("with its invoice in a memo is good only with what the ledger does not show", async () => {
    await using it = await sold(open().store, RUN, Q, { hasMemo: true });
    expect(it.answer.status).toBe(200);
    const { accepts } = await termsOf402(it.url, Q);
    const { proofKey: _, ...public_ } = it.required.extra;
    for (const extra of [public_, { ...public_, proofKey: accepts[0].extra.proofKey }, { ...public_, proofKey: "" }])
      for (const payload of [{ txHash: it.hash }, { signedTxBlob: it.blob }]) {
        const answer = await ask(it.url, Q, paymentHeader({ ...it.required, extra } as Requirements, payload));
        expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
      }
    for (const again of [await it.own(), await it.ownByHash()]) expect(again.status).toBe(200);
    expect(it.state.runs).toBe(1);
  });

  test("with its invoice in a memo is good to nobody else either when it was sent before its payer has shown it", async () => {
    await using it = await sold(open().store, RUN, Q, { hasMemo: true, isSentBefore: true });
    expect([it.answer.status, it.ledger.submissions.size]).toEqual([200, 0]);
    const { proofKey: _, ...public_ } = it.required.extra;
    for (const payload of [{ txHash: it.hash }, { signedTxBlob: it.blob }]) {
      const answer = await ask(it.url, Q, paymentHeader({ ...it.required, extra: public_ } as Requirements, payload));
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
    }
    for (const again of [await it.own(), await it.ownByHash()]) expect(again.status).toBe(200);
    expect(it.state.runs).toBe(1);
  });

  test("with its invoice in a memo, sent before it was shown, becomes the balance of its payer only, also when the ledger has dropped it", async () => {
    await using it = await sold(open().store, RUN, Q, { hasMemo: true, isSentBefore: true, fails: true });
    expect([it.answer.status, it.ledger.submissions.size]).toEqual([502, 0]);
    it.ledger.hasGap = true;
    const { invoiceId, proofKey } = it.required.extra;
    const theirs = await it.convert(invoiceId);
    expect([theirs.status, ((await theirs.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
    expect((await it.convert(invoiceId, proofKey)).status).toBe(200);
  });

  test("with its invoice in a memo that servers show at one moment and not at the next becomes nobody else's balance", async () => {
    await using it = await sold(open().store, RUN, Q);
    const { accepts } = await termsOf402(it.url, Q);
    const { invoiceId } = accepts[0].extra;
    const MemoData = Buffer.from(invoiceId).toString("hex").toUpperCase();
    const unshown = blobFor(accepts[0], it.ledger, payer, { Memos: [{ Memo: { MemoData } }] });
    it.ledger.send(unshown);
    it.ledger.close(Date.now());
    const { find } = it.ledger;
    let questions = 0;
    it.ledger.find = async (hash, signal) => (questions++ === 0 ? find(hash, signal) : undefined);
    const theirs = await it.convert(invoiceId, undefined, transactionHash(unshown));
    expect([theirs.status, ((await theirs.json()) as { code: string }).code]).toEqual([503, "settlement_unknown"]);
  });

  test("with its invoice in a memo becomes the balance of its payer only", async () => {
    await using it = await sold(open().store, RUN, Q, { hasMemo: true, fails: true });
    expect(it.answer.status).toBe(502);
    const { accepts } = await termsOf402(it.url, Q);
    const { invoiceId, proofKey } = it.required.extra;
    for (const key of [undefined, accepts[0].extra.proofKey]) {
      const theirs = await it.convert(invoiceId, key);
      expect([theirs.status, ((await theirs.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
    }
    expect((await it.convert(invoiceId, proofKey)).status).toBe(200);
  });

  test("for another request is told as spent, whatever invoice is named", async () => {
    await using it = await sold(open().store, RUN, Q);
    const [headers = {}] = await strangersProofs(it, it.required, Q);
    const answer = await ask(it.url, { q: "y" }, headers);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([402, "payment_already_used"]);
  });
});
