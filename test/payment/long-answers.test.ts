/** Answers too long for one row: told again as they were, whoever has kept them, and never lost to their payer. */
import { expect, test } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { storedResponses } from "../../src/store/responses/stored-responses.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { describeStores } from "../support/stores.ts";

const payer = walletOf("payer");
const NETWORK = "xrpl:21338";
const DAY_MS = 86_400_000;
const LONG = 'long 😀 "quoted"\n'.repeat(100_000);
/** More than is kept of one, in fewer characters than an actor may answer. */
const TOO_LONG = "世".repeat(23 * 1024 * 1024);

async function world(store?: Store) {
  const ledger = instantLedger(NETWORK, payer);
  const state = { runs: 0, answer: LONG };
  const run = async () => [{ q: state.answer, run: ++state.runs }];
  const actors = [
    echoActor({ slug: "charged", price: { tier: "enhanced", charged: () => true }, cacheTtlSeconds: 0, run }),
    echoActor({ slug: "daily", cacheTtlSeconds: 0, run }),
  ];
  const hub = await startHub({ actors, ledger, chargedTiers: ["enhanced"], ...(store && { store }) });
  const urlOf = (slug: string) => `${hub.url}/api/v1/genius/actors/${slug}/run/`;
  const proof = async () => {
    const { accepts } = await termsOf402(urlOf("charged"), { q: "x" });
    return paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
  };
  return { hub, ledger, state, urlOf, proof, [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose]() };
}

/** All that it was told by, but for what every request has of its own. */
async function toldBy(response: Response) {
  const {
    "x-request-id": id,
    date: _date,
    ratelimit: _left, // With the seconds of the day that are left.
    "idempotent-replayed": _replayed,
    ...headers
  } = Object.fromEntries(response.headers);
  const body = await response.text();
  return { status: response.status, headers, body: body.replace(id ?? "", "its id") };
}

describeStores("a long answer", (open) => {
  test("that was paid for is told again by its proof, byte for byte, under its key or without", async () => {
    const { store } = open();
    await using it = await world(store);
    const proof = await it.proof();
    const named = { ...proof, "idempotency-key": "a-long-answer-paid-for" };
    const first = await toldBy(await ask(it.urlOf("charged"), { q: "x" }, named));
    expect(first.status).toBe(200);
    expect(first.body).toContain(JSON.stringify(LONG));
    await storedResponses(store, { now: () => Date.now() + DAY_MS - 60_000 }).forget();
    for (const headers of [named, proof, named]) {
      const again = await ask(it.urlOf("charged"), { q: "x" }, headers);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      expect(await toldBy(again)).toEqual(first);
    }
    expect([it.state.runs, it.ledger.submissions.size, await textsIn(store)]).toEqual([1, 1, 1]);
  }, 30_000);

  test("that a key's account has covered is told again by its Idempotency-Key", async () => {
    const { store } = open();
    await using it = await world(store);
    const { key } = await openTestAccount(testServices(store, { networks: { main: NETWORK, test: NETWORK } }), "pro");
    const headers = { "x-api-key": key, "idempotency-key": "a-long-answer-of-a-key" };
    const first = await toldBy(await ask(it.urlOf("daily"), { q: "x" }, headers));
    const again = await toldBy(await ask(it.urlOf("daily"), { q: "x" }, headers));
    expect([first.status, it.state.runs]).toEqual([200, 1]);
    expect(again.body).toBe(first.body);
  }, 30_000);

  test("is kept for a day; then it is refused as what is spent is, and runs no second time", async () => {
    const { store } = open();
    await using it = await world(store);
    const proof = await it.proof();
    expect((await ask(it.urlOf("charged"), { q: "x" }, proof)).status).toBe(200);
    await storedResponses(store, { now: () => Date.now() + DAY_MS - 60_000 }).forget();
    expect((await ask(it.urlOf("charged"), { q: "x" }, proof)).status).toBe(200);
    await storedResponses(store, { now: () => Date.now() + 2 * DAY_MS }).forget();
    const again = await ask(it.urlOf("charged"), { q: "x" }, proof);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([402, "payment_already_used"]);
    expect(it.state.runs).toBe(1);
  }, 30_000);
});

test("a paid answer that is longer than what is kept takes nothing: its payment buys a shorter one", async () => {
  await using it = await world();
  const proof = await it.proof();
  it.state.answer = TOO_LONG;
  const refused = await ask(it.urlOf("charged"), { q: "x" }, proof);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, "invalid_input"]);
  it.state.answer = LONG;
  const served = await ask(it.urlOf("charged"), { q: "x" }, proof);
  expect([served.status, it.ledger.submissions.size]).toEqual([200, 1]);
}, 60_000);

async function textsIn(store: Store): Promise<number> {
  return (await store.ask((db, { stored_texts: texts }) => db.select().from(texts))).length;
}
