/** A quote for a cached answer binds, also where its run is done later. */
import { expect, test } from "bun:test";
import { HubError } from "../../src/runtime/errors.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { testClock } from "../support/operations.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";

const payer = walletOf("payer");
const Q = { q: "x" };

describeStores("a payment for a cached answer, of which the ledger was silent until that was gone", (open) => {
  test("buys the run that it is accepted for", async () => {
    const clock = testClock(Date.now());
    const ledger = instantLedger("xrpl:21338", payer);
    const actor = echoActor({ slug: "cached", price: { tier: "enhanced", charged: () => true }, cacheTtlSeconds: 60 });
    await using hub = await startHub({
      actors: [actor],
      ledger,
      chargedTiers: ["enhanced"],
      store: open().store,
      clock,
    });
    const url = `${hub.url}/api/v1/genius/actors/cached/run/`;
    const proofFor = async () => {
      const { accepts } = await termsOf402(url, Q);
      const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
      return { proof, drops: accepts[0].amount };
    };
    const fresh = await proofFor();
    expect((await ask(url, Q, fresh.proof)).status).toBe(200);
    const cached = await proofFor();
    expect([fresh.drops, cached.drops]).toEqual(["120000", "12000"]);
    const { submit } = ledger;
    ledger.submit = async (blob, signal) => {
      await submit(blob, signal);
      throw new HubError("ledger_unavailable", "Its answer is lost.");
    };
    expect((await ask(url, Q, cached.proof)).status).toBe(503);
    ledger.submit = submit;
    clock.advance(1_200_000);
    const accepted = await ask(`${url}?wait=0`, Q, cached.proof);
    // It may be done before that is told.
    if (accepted.status === 200) return;
    expect(accepted.status).toBe(202);
    const { run_id: id } = (await accepted.json()) as { run_id: string };
    const ended = await ask(`${hub.url}/api/v1/runs/${id}/?wait=10`, undefined, cached.proof);
    expect(await ended.json()).toMatchObject({ status: "succeeded", result_status: 200 });
  });
});
