import { expect, test } from "bun:test";
import { appendPaymentIdentifierToExtensions } from "@x402/extensions/payment-identifier";
import { chargedActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores, openTestStore } from "../support/stores.ts";
import type { Store } from "../../src/store/store.ts";

const payer = walletOf("payer");
const stranger = walletOf("stranger");
const ID = "pay_0123456789abcdef";
const Q = { q: "x" };

async function world(store?: Store) {
  const ledger = instantLedger("xrpl:21338", payer);
  ledger.accounts.set(stranger.address, { sequence: 7, balance: 1_000_000_000n, tickets: new Set() });
  const { actor, state } = chargedActor();
  const hub = await startHub({ actors: [actor], ledger, chargedTiers: ["enhanced"], ...(store && { store }) });
  const url = `${hub.url}/api/v1/genius/actors/charged/run/`;
  /** Pays for a body by fresh terms and a fresh signature, calling the payment by a name. */
  const pay = async (body: object | undefined, id: string, wallet = payer, at = url) => {
    const { accepts, extensions } = await termsOf402(at, body);
    const named = appendPaymentIdentifierToExtensions(structuredClone(extensions), id);
    const signedTxBlob = blobFor(accepts[0], ledger, wallet);
    return ask(at, body, paymentHeader(accepts[0], { signedTxBlob }, { extensions: named }));
  };
  return { hub, url, ledger, state, pay, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

const runOf = async (response: Response) => ((await response.json()) as { meta: { run_id: string } }).meta.run_id;
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

describeStores("a payment that its payer has named", (open) => {
  test("is told from a second one: the same request gets the stored answer, and is not charged again", async () => {
    await using it = await world(open().store);
    const first = await it.pay(Q, ID);
    const again = await it.pay(Q, ID);
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([200, 200, "true"]);
    expect(await runOf(again)).toBe(await runOf(first));
    expect([it.state.runs, it.ledger.submissions.size]).toEqual([1, 1]);
  });

  test("names no other request, and nobody else's", async () => {
    await using it = await world(open().store);
    const id = `${ID}_others`;
    const first = await it.pay(Q, id);
    expect(await codeOf(await it.pay({ q: "y" }, id))).toEqual([409, "idempotency_conflict"]);
    expect(await codeOf(await it.pay(undefined, id, payer, `${it.hub.url}/api/v1/demo/402/`))).toEqual([
      409,
      "idempotency_conflict",
    ]);
    // A stranger's payment by the same name is its own: it buys a run of its own and reads nobody's answer.
    const theirs = await it.pay(Q, id, stranger);
    expect(theirs.status).toBe(200);
    expect(await runOf(theirs)).not.toBe(await runOf(first));
    expect([it.state.runs, it.ledger.submissions.size]).toEqual([2, 2]);
  });

  test("that settled before its run failed pays for the repeat, whatever was signed for that", async () => {
    await using it = await world(open().store);
    it.state.isDown = true;
    expect((await it.pay(Q, `${ID}_failed`)).status).toBe(502);
    it.state.isDown = false;
    expect((await it.pay(Q, `${ID}_failed`)).status).toBe(200);
    expect(it.ledger.submissions.size).toBe(1);
  });

  test("is claimed once, by two processes that are sent two payments of its name at once", async () => {
    const { store, database } = open();
    await using it = await world(store);
    await using theirs = await openTestStore(database.address);
    await using other = await startHub({
      store: theirs,
      ledger: it.ledger,
      chargedTiers: ["enhanced"],
      actors: it.hub.registry.list().map(({ actor }) => actor),
    });
    const at = other.url + new URL(it.url).pathname;
    const answers = await Promise.all([it.pay(Q, `${ID}_race`), it.pay(Q, `${ID}_race`, payer, at)]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBeTrue();
    expect([it.state.runs, it.ledger.submissions.size]).toEqual([1, 1]);
  });
});

test("a forged signature by a name that is known reads nobody's answer", async () => {
  await using it = await world();
  expect((await it.pay(Q, ID)).status).toBe(200);
  const { accepts, extensions } = await termsOf402(it.url, Q);
  const named = appendPaymentIdentifierToExtensions(structuredClone(extensions), ID);
  const signedTxBlob = blobFor(accepts[0], it.ledger, stranger, { Account: payer.address, Sequence: 8 });
  const refused = await termsOf402(it.url, Q, paymentHeader(accepts[0], { signedTxBlob }, { extensions: named }));
  expect(refused.error).toBe("invalid_exact_xrpl_payload_signer_not_authorized");
});

test("a payment that all can read on the ledger, with its invoice in a memo, reads nobody's answer by a name of its payer's", async () => {
  await using it = await world();
  const { accepts, extensions } = await termsOf402(it.url, Q);
  const { proofKey: _, ...extra } = accepts[0].extra;
  const MemoData = Buffer.from(extra.invoiceId).toString("hex").toUpperCase();
  const signedTxBlob = blobFor(accepts[0], it.ledger, payer, { Memos: [{ Memo: { MemoData } }] });
  it.ledger.send(signedTxBlob);
  it.ledger.close(Date.now());
  expect((await it.pay(Q, ID)).status).toBe(200);
  const named = appendPaymentIdentifierToExtensions(structuredClone(extensions), ID);
  const theirs = paymentHeader({ ...accepts[0], extra }, { signedTxBlob }, { extensions: named });
  expect(await codeOf(await ask(it.url, Q, theirs))).toEqual([402, "payment_invalid"]);
});

test("a name that is none is refused before anything is submitted", async () => {
  await using it = await world();
  const { accepts } = await termsOf402(it.url, Q);
  const signedTxBlob = blobFor(accepts[0], it.ledger, payer);
  for (const id of ["short", "x".repeat(129), "white space is none", 5]) {
    const extensions = { "payment-identifier": { info: { required: false, id } } };
    const sent = await ask(it.url, Q, paymentHeader(accepts[0], { signedTxBlob }, { extensions }));
    expect(await codeOf(sent)).toEqual([400, "invalid_payment"]);
  }
  expect(it.ledger.submissions.size).toBe(0);
});

test("what was announced must come back as it was, or not at all; more may stand beside it", async () => {
  await using it = await world();
  const { accepts, extensions } = await termsOf402(it.url, Q);
  const signedTxBlob = blobFor(accepts[0], it.ledger, payer);
  const send = (sent: object | null) =>
    ask(it.url, Q, paymentHeader(accepts[0], { signedTxBlob }, { extensions: sent }));
  const { bazaar } = extensions;
  if (bazaar === undefined) throw new Error("The 402 announces no bazaar extension");
  for (const forged of [
    { bazaar: { ...bazaar, info: { ...bazaar.info, input: { type: "http" } } } },
    { bazaar: { schema: {} } },
    { "payment-identifier": { info: { required: true } } },
  ]) {
    const refused = (await (await send(forged)).json()) as { code: string; error: string };
    expect([refused.code, refused.error]).toEqual(["payment_invalid", "extension_echo_mismatch"]);
  }
  expect(it.ledger.submissions.size).toBe(0);
  const more = { bazaar: { ...bazaar, info: { ...bazaar.info, seen: true } }, unknown: { info: {} } };
  expect((await send(more)).status).toBe(200);
});
