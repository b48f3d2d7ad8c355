/** A quote says what it is for, and is good for that only: a cached answer, or a fresh run of the day. */
import { expect, test } from "bun:test";
import { transactionHash } from "../../src/payment/xrpl/codec.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { type LanguageModel, NO_MODEL } from "../../src/runtime/llm.ts";
import type { Store } from "../../src/store/store.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";

const payer = walletOf("payer");
const Q = { q: "x" };
const HOUR_MS = 3_600_000;
const CACHED_SECONDS = 60;

/** As they stand in the environment. */
type Settings = Readonly<Record<string, string>>;

/** Two processes of a hub, each with a cache of its own, whose time a test moves. */
async function world(store: Store, settings: readonly [here: Settings, there: Settings] = [{}, {}]) {
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  const ledger = instantLedger("xrpl:21338", payer);
  const state: { runs: number; fault?: string } = { runs: 0 };
  const model: LanguageModel = {
    ...NO_MODEL,
    fault: () => (state.fault === undefined ? undefined : new HubError("llm_unavailable", state.fault)),
  };
  const actor = echoActor({
    slug: "charged",
    price: { tier: "enhanced", charged: () => true },
    usesLlm: true,
    cacheTtlSeconds: CACHED_SECONDS,
    run: async () => [{ q: `answer ${++state.runs}` }],
  });
  const options = { actors: [actor], model, ledger, store, clock, chargedTiers: ["enhanced"] as const };
  const [here, there] = settings;
  const hubs = [
    await startHub({ ...options, settings: here }),
    await startHub({ ...options, settings: there }),
  ] as const;
  const [url, otherUrl] = hubs.map((hub) => `${hub.url}/api/v1/genius/actors/charged/run/`) as [string, string];
  return {
    state,
    ledger,
    url,
    otherUrl,
    pass: (ms: number) => void (ahead += ms),
    quote: async () => {
      const terms = await termsOf402(url, Q);
      const { answer } = (terms as unknown as { payment: { answer: string } }).payment;
      return { required: terms.accepts[0], answer };
    },
    convert: (tx_hash: string, invoice_id: string) =>
      ask(`${hubs[0].url}/api/v1/x402/register/`, { email: "a@example.com", per_call: true, tx_hash, invoice_id }),
    async [Symbol.asyncDispose]() {
      for (const hub of hubs) await hub[Symbol.asyncDispose]();
    },
  };
}

type World = Awaited<ReturnType<typeof world>>;
type Required = Awaited<ReturnType<World["quote"]>>["required"];

function pay({ ledger, url }: World, required: Required, at = url): Promise<Response> {
  return ask(at, Q, paymentHeader(required, { signedTxBlob: blobFor(required, ledger, payer) }));
}

/** Pays on the ledger, by itself. */
function send({ ledger }: World, required: Required): string {
  const blob = blobFor(required, ledger, payer);
  ledger.send(blob);
  ledger.close(Date.now());
  return transactionHash(blob);
}

describeStores("a quote", (open) => {
  test("says whether it is for a fresh run or for the cached answer that waits", async () => {
    await using it = await world(open().store);
    const fresh = await it.quote();
    expect([fresh.answer, fresh.required.amount]).toEqual(["fresh", "120000"]);
    expect((await pay(it, fresh.required)).status).toBe(200);
    const cached = await it.quote();
    expect([cached.answer, cached.required.amount]).toEqual(["cached", "12000"]);
  });

  test("for a cached answer gives that answer for as long as it holds, and no fresh one", async () => {
    await using it = await world(open().store);
    const first = await pay(it, (await it.quote()).required);
    const { data } = (await first.json()) as { data: unknown };
    const { required } = await it.quote();
    it.pass((CACHED_SECONDS + 1) * 1000);
    expect((await it.quote()).answer).toBe("fresh"); // For everybody else it is gone.
    const answer = await pay(it, required);
    expect([answer.status, await answer.json()]).toMatchObject([200, { cached: true, data }]);
    expect(it.state.runs).toBe(1);
  });

  test("for a cached answer gives it to whoever takes nothing else, too, and to nobody for less than a payment", async () => {
    await using it = await world(open().store);
    await pay(it, (await it.quote()).required);
    const only = { "cache-control": "only-if-cached" };
    const { accepts } = await termsOf402(it.url, Q, only);
    it.pass((CACHED_SECONDS + 1) * 1000);
    expect((await ask(it.url, Q, only)).status).toBe(504); // For everybody else it is gone.
    const signedTxBlob = blobFor(accepts[0], it.ledger, payer);
    const forged = blobFor(accepts[0], it.ledger, payer, { Amount: "1" });
    const refused = await ask(it.url, Q, { ...only, ...paymentHeader(accepts[0], { signedTxBlob: forged }) });
    expect(refused.status).toBe(402);
    const answer = await ask(it.url, Q, { ...only, ...paymentHeader(accepts[0], { signedTxBlob }) });
    expect([answer.status, await answer.json()]).toMatchObject([200, { cached: true, meta: { charged_xrp: 0.012 } }]);
    expect(it.state.runs).toBe(1);
  });

  test("for a fresh run binds, though prices have risen or fallen since: by a transaction and by its hash", async () => {
    for (const price of ["0.24", "0.06"]) {
      await using it = await world(open().store, [{}, { PRICE_ENHANCED_XRP: price }]);
      const [first, second] = [await it.quote(), await it.quote()];
      const answer = await pay(it, first.required, it.otherUrl);
      expect([answer.status, await answer.json()]).toMatchObject([200, { meta: { charged_xrp: 0.12 } }]);
      const hash = send(it, second.required);
      const fresh = { ...paymentHeader(second.required, { txHash: hash }), "cache-control": "no-cache" };
      expect((await ask(it.otherUrl, Q, fresh)).status).toBe(200);
      expect(it.state.runs).toBe(2);
    }
  });

  test("for a fresh run buys a fresh one for its price, although another is promised a cached answer for less", async () => {
    const dearer = { PRICE_ENHANCED_XRP: "0.24" };
    await using it = await world(open().store, [{}, dearer]);
    const [early, late] = [await it.quote(), await it.quote()];
    await pay(it, early.required, it.otherUrl);
    await termsOf402(it.otherUrl, Q); // Which promises it to somebody.
    it.pass((CACHED_SECONDS + 1) * 1000);
    expect(await (await pay(it, late.required, it.otherUrl)).json()).toMatchObject({ cached: false });
    expect(it.state.runs).toBe(2);
  });

  test("for a fresh run buys a fresh one, whatever was promised to others", async () => {
    await using it = await world(open().store);
    await pay(it, (await it.quote()).required);
    await it.quote();
    it.pass((CACHED_SECONDS + 1) * 1000);
    const { required } = await it.quote();
    expect(await (await pay(it, required)).json()).toMatchObject({ cached: false, meta: { charged_xrp: 0.12 } });
    expect(it.state.runs).toBe(2);
  });

  test("for a fresh run buys a fresh one, although somebody else's answer was cached before it was paid", async () => {
    await using it = await world(open().store);
    const [quick, slow] = [await it.quote(), await it.quote()];
    await pay(it, quick.required);
    expect((await it.quote()).answer).toBe("cached");
    const answer = await pay(it, slow.required);
    const bought = { cached: false, data: [{ q: "answer 2" }], meta: { charged_xrp: 0.12 } };
    expect([answer.status, await answer.json()]).toMatchObject([200, bought]);
  });

  test("for a fresh run gives the cached answer to whoever asks for that alone, or where no run can begin", async () => {
    await using it = await world(open().store);
    const [first, second, third] = [await it.quote(), await it.quote(), await it.quote()];
    await pay(it, first.required);
    const proof = paymentHeader(second.required, { signedTxBlob: blobFor(second.required, it.ledger, payer) });
    const only = await ask(it.url, Q, { ...proof, "cache-control": "only-if-cached" });
    expect(await only.json()).toMatchObject({ cached: true, data: [{ q: "answer 1" }] });
    it.state.fault = "The model is away.";
    expect(await (await pay(it, third.required)).json()).toMatchObject({ cached: true, data: [{ q: "answer 1" }] });
  });

  test("for a cached answer that is gone is refused before anything is sent, with the price of a fresh one", async () => {
    await using it = await world(open().store);
    await pay(it, (await it.quote()).required);
    const { required } = await it.quote();
    const answer = await pay(it, required, it.otherUrl);
    const body = (await answer.json()) as Record<string, any>;
    expect([answer.status, body["code"], body["payment"]["amount_drops"]]).toEqual([402, "payment_invalid", "120000"]);
    expect([it.ledger.submissions.size, it.state.runs]).toEqual([1, 1]);
    const hash = send(it, required);
    expect((await ask(it.otherUrl, Q, paymentHeader(required, { txHash: hash }))).status).toBe(402);
    expect([(await it.convert(hash, required.extra.invoiceId)).status, it.state.runs]).toEqual([200, 1]);
  });

  test("that has ended is paid by nothing that was not sent in time, and nothing is sent", async () => {
    await using it = await world(open().store);
    const { required } = await it.quote();
    it.pass(298_000); // It ends with a whole second.
    expect((await pay(it, required)).status).toBe(200);
    const { required: ended } = await it.quote();
    it.pass(301_000);
    const late = await pay(it, ended);
    const body = (await late.json()) as { code: string; detail: string };
    expect([late.status, body.code, it.ledger.submissions.size]).toEqual([402, "payment_expired", 1]);
    expect(body.detail).toContain("its invoice ended at");
  });

  test("that was paid in time buys a run for an hour, and then becomes balance", async () => {
    await using it = await world(open().store);
    const { required } = await it.quote();
    const hash = send(it, required);
    it.pass(7 * 24 * HOUR_MS);
    const late = await ask(it.url, Q, paymentHeader(required, { txHash: hash }));
    const body = (await late.json()) as { code: string; detail: string };
    expect([late.status, body.code, it.state.runs]).toEqual([402, "payment_expired", 0]);
    expect(body.detail).toContain("/api/v1/x402/register/");
    const converted = await it.convert(hash, required.extra.invoiceId);
    expect([converted.status, await converted.json()]).toMatchObject([200, { credited_xrp: 0.12 }]);
    const { required: soon } = await it.quote();
    const early = send(it, soon);
    it.pass(HOUR_MS);
    expect((await ask(it.url, Q, paymentHeader(soon, { txHash: early }))).status).toBe(200);
  });
});
