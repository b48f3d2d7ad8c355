/** A key that comes to cover what was paid for by itself: the payment's answer is told again, and nothing is done twice. */
import { expect, test } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { chargedActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";

const payer = walletOf("payer");
const Q = { q: "x" };

/** Somebody whose key still waits for its order to be paid, and who has paid for a call meanwhile. */
async function world(store: Store, { fails = false, isLater = false } = {}) {
  const ledger = instantLedger("xrpl:21338", payer);
  const { actor, state } = chargedActor({ isDown: fails });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  if (isLater) state.gate = gate;
  const hub = await startHub({ actors: [actor], ledger, chargedTiers: ["enhanced"], store });
  const url = `${hub.url}/api/v1/genius/actors/charged/run/${isLater ? "?wait=0" : ""}`;
  const { services } = hub;
  const { key, order } = await services.register({ email: "a@example.com", tier: "basic", amount: 0n });
  const own = { "x-api-key": key?.text ?? "" };
  const { accepts } = await termsOf402(url, Q, own);
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
  const { proofKey: _, ...public_ } = accepts[0].extra;
  const first = await ask(url, Q, { ...own, ...proof });
  await services.deposits.credit({
    txHash: order.id.slice(-32).toUpperCase().repeat(2),
    network: order.network,
    destinationTag: order.destination_tag,
    delivered: order.amount,
    payer: payer.address,
  });
  return {
    state,
    first,
    open,
    again: (body: object = Q, headers: Record<string, string> = proof) => ask(url, body, { ...own, ...headers }),
    strangers: paymentHeader(
      { ...accepts[0], extra: { ...public_, invoiceId: "x".repeat(54) } },
      { txHash: "AB".repeat(32) },
    ),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

const runOf = async (response: Response) => ((await response.json()) as { meta: { run_id: string } }).meta.run_id;

const queuedOf = async (response: Response) => ((await response.json()) as { run_id: string }).run_id;

describeStores("a key whose order is paid after a call was paid by itself", (open) => {
  test("is told the answer of that payment again, and has all its calls", async () => {
    await using it = await world(open().store);
    expect(it.first.status).toBe(200);
    const again = await it.again();
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect([again.headers.get("x-calls-remaining"), again.headers.get("x-payment-unused")]).toEqual(["300", null]);
    expect([await runOf(again), it.state.runs]).toEqual([await runOf(it.first), 1]);
  });

  test("is told the run that this payment has begun, and begins no other", async () => {
    await using it = await world(open().store, { isLater: true });
    const again = await it.again();
    expect([it.first.status, again.status]).toEqual([202, 202]);
    expect(await queuedOf(again)).toBe(await queuedOf(it.first));
    expect(again.headers.get("x-calls-remaining")).toBe("300");
    it.open();
  });

  test("pays with a call for another request, for one whose run failed, and for what is no payment", async () => {
    await using it = await world(open().store);
    await using failed = await world(open().store, { fails: true });
    failed.state.isDown = false;
    expect(failed.first.status).toBe(502);
    const answers = [
      await it.again({ q: "y" }),
      await it.again(Q, it.strangers),
      await it.again(Q, { "payment-signature": "?" }),
      await failed.again(),
    ];
    for (const answer of answers)
      expect([answer.status, answer.headers.get("x-payment-unused")]).toEqual([200, "true"]);
    expect([it.state.runs, answers[2]?.headers.get("x-calls-remaining")]).toEqual([4, "297"]);
  });
});
