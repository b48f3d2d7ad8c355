/** A hub that is paid otherwise from its next start on: what was on its way before is what it was asked to be then. */
import { expect, test } from "bun:test";
import type { Requirements } from "../../src/payment/requirements.ts";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { chargedActor } from "../support/actors.ts";
import { startHub, type TestHubOptions } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";
import { toyLedger } from "../support/toy-ledger.ts";

const payer = walletOf("payer");
const FORMER = walletOf("former").address;
const PATH = "/api/v1/genius/actors/charged/run/";
const Q = { q: "x" };

/** A hub that ends when it has submitted a payment, and a second one after it, which is set otherwise. */
async function restarted(store: Store, changed: TestHubOptions) {
  const ledger = instantLedger("xrpl:0", payer);
  const { actor, state } = chargedActor();
  const lasting = { actors: [actor], ledger, testLedger: toyLedger("xrpl:1"), chargedTiers: ["enhanced"] as const };
  const { submit } = ledger;
  ledger.submit = async (blob, signal) => {
    await submit(blob, signal);
    throw new HubError("ledger_unavailable", "Its answer is lost.");
  };
  let proof: Record<string, string>;
  {
    await using first = await startHub({ ...lasting, store });
    const { accepts } = await termsOf402(first.url + PATH, Q);
    proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
    expect((await ask(first.url + PATH, Q, proof)).status).toBe(503);
  }
  ledger.submit = submit;
  const hub = await startHub({ ...lasting, ...changed, store });
  return {
    hub,
    state,
    again: () => ask(hub.url + PATH, Q, proof),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

describeStores("a payment on its way while its hub is given", (open) => {
  test.each<[string, TestHubOptions]>([
    ["another wallet", { wallet: walletOf("shop").address }],
    ["another destination tag", { settings: { XRPL_DESTINATION_TAG: "8" } }],
  ])("%s buys what it was for, also when nobody waits for it", async (_, changed) => {
    await using asked = await restarted(open().store, changed);
    expect([(await asked.again()).status, asked.state.runs]).toEqual([200, 1]);
    await using recovered = await restarted(open().store, changed);
    await recovered.hub.recover();
    expect([(await recovered.again()).status, recovered.state.runs]).toEqual([200, 1]);
    const rows = await recovered.hub.store.ask((db, { payments }) => db.select().from(payments));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["redeemed"]));
  });
});

describeStores("a payment that its payer has made to the wallet before", (open) => {
  /** Pays the first hub's terms by itself, and shows that to the second one. */
  async function paidBefore(changed: TestHubOptions) {
    const { store } = open();
    const ledger = instantLedger("xrpl:0", payer);
    const { actor, state } = chargedActor();
    const lasting = { actors: [actor], ledger, testLedger: toyLedger("xrpl:1"), chargedTiers: ["enhanced"] as const };
    let accepted: Requirements;
    {
      await using first = await startHub({ ...lasting, wallet: FORMER, store });
      [accepted] = (await termsOf402(first.url + PATH, Q)).accepts;
    }
    const blob = blobFor(accepted, ledger, payer);
    ledger.send(blob);
    ledger.close(Date.now());
    const hub = await startHub({ ...lasting, ...changed, store });
    const txHash = transactionHash(blob);
    const show = (payload: object) => ask(hub.url + PATH, Q, paymentHeader(accepted, payload));
    const convert = () =>
      ask(`${hub.url}/api/v1/x402/register/`, {
        email: "a@example.com",
        per_call: true,
        tx_hash: txHash,
        invoice_id: accepted.extra.invoiceId,
      });
    return { state, txHash, show, convert, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
  }

  test("buys what it was for, or becomes balance, while that wallet is named as an earlier one", async () => {
    const followed = { settings: { XRPL_PREVIOUS_WALLETS: FORMER } };
    await using shown = await paidBefore(followed);
    expect([(await shown.show({ txHash: shown.txHash })).status, shown.state.runs]).toEqual([200, 1]);
    await using converted = await paidBefore(followed);
    expect((await converted.convert()).status).toBe(200);
    expect((await converted.show({ txHash: converted.txHash })).status).toBe(402);
  });

  test("buys nothing where that is no wallet of the hub any more", async () => {
    await using it = await paidBefore({});
    expect([(await it.show({ txHash: it.txHash })).status, it.state.runs]).toEqual([402, 0]);
    expect((await it.convert()).status).toBe(402);
  });
});
