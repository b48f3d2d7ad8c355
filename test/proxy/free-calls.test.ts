/** Ways to have an upstream called, or a document made, for nothing: each costs a call, or does nothing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";

const PATHS = {
  "/thing": { get: { operationId: "thing", summary: "Read the thing", responses: { 200: { description: "Done" } } } },
};
const SLUG = "echo-dev--thing";
const payer = walletOf("payer");
const ledger = instantLedger("xrpl:21338", payer);

let world: EchoWorld;
let mood: "well" | "failing" | "silent" = "well";
let arrived = Promise.withResolvers<() => void>();
beforeAll(async () => {
  world = await startEchoWorld(
    { paths: PATHS },
    {
      ledger,
      reply(_, response) {
        arrived.resolve(() => response.end("{}"));
        if (mood === "silent") return;
        response.writeHead(mood === "well" ? 200 : 500, { "content-type": "application/json" });
        response.end("{}");
      },
    },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const left = async (key: string): Promise<number> => {
  const usage = await ask(`${world.hub.url}/api/v1/agent/usage/`, undefined, { "x-api-key": key });
  return (await usage.json()).quota.remaining;
};
const account = async () => (await openTestAccount(world.hub.services, "pro")).key;
const call = (key: string, body: object = {}) => world.call(SLUG, body, { "x-api-key": key });

describe("a call whose upstream fails", () => {
  test("is free ten times within ten minutes, and then costs what an answered one does", async () => {
    mood = "failing";
    const key = await account();
    const before = await left(key);
    for (let count = 0; count < 10; count++) await call(key);
    expect(await left(key)).toBe(before);
    const paid = await (await call(key)).json();
    expect(paid).toMatchObject({ success: false, upstream: { status: 500 } });
    expect(paid.meta.warnings).toEqual([expect.stringContaining("within ten minutes")]);
    expect(await left(key)).toBe(before - 1);
    const other = await account();
    await call(other);
    expect(await left(other)).toBe(before);
  });

  test("and whose deadline was below a second spends its payment too, and is told again for it", async () => {
    mood = "silent";
    const url = `${world.hub.url}/api/v1/agent/proxy/${SLUG}/call/`;
    const body = { timeout_ms: 50 };
    const { accepts } = await termsOf402(url, body);
    const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
    const first = await ask(url, body, proof);
    const sent = world.seen.length;
    const again = await ask(url, body, proof);
    expect([first.status, again.status, world.seen.length]).toEqual([504, 504, sent]);
    expect(first.headers.get("x-charge-xrp")).toBe("0.05");
    expect((await again.json()).meta.run_id).toBe((await first.json()).meta.run_id);
  });
});

test("who hangs up after the call has arrived has made it", async () => {
  mood = "silent";
  arrived = Promise.withResolvers();
  const key = await account();
  const before = await left(key);
  const caller = new AbortController();
  const gone = fetch(`${world.hub.url}/api/v1/agent/proxy/${SLUG}/call/`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: "{}",
    signal: caller.signal,
  }).catch(() => "gone");
  const answer = await arrived.promise;
  caller.abort();
  expect(await gone).toBe("gone");
  answer();
  while ((await left(key)) === before) await new Promise((resolve) => setImmediate(resolve));
  expect(await left(key)).toBe(before - 1);
});

describe("HEAD of what is sold", () => {
  const PAGES = ["search/?q=read+the+thing", "tools/search/?q=read+the+thing", "search?q=x"].map((at) => `agent/${at}`);

  test.each([...PAGES, "premium/", "premium-feed/"])(
    "%s says how the account stands, and costs nothing",
    async (at) => {
      const key = await account();
      const before = await left(key);
      const response = await fetch(`${world.hub.url}/api/v1/${at}`, { method: "HEAD", headers: { "x-api-key": key } });
      expect([response.status, await response.text()]).toEqual([200, ""]);
      // How long the answer would be is known only to whoever works it out.
      expect(response.headers.get("content-length")).toBeNull();
      expect(response.headers.get("x-calls-remaining")).toBe(String(before));
      expect(await left(key)).toBe(before);
    },
  );

  test("names the terms to whoever has no key, and takes no payment", async () => {
    const url = `${world.hub.url}/api/v1/agent/search/?q=thing`;
    const { accepts } = await termsOf402(url);
    const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
    const submitted = ledger.submissions.size;
    for (const headers of [{}, proof, { "payment-signature": "x" }]) {
      const response = await fetch(url, { method: "HEAD", headers });
      expect([response.status, response.headers.has("payment-required")]).toEqual([402, true]);
    }
    expect(ledger.submissions.size).toBe(submitted);
    expect((await ask(url, undefined, proof)).status).toBe(200);
  });
});

test("a payment beside a key that covers the call is not used, and the answer says so", async () => {
  mood = "well";
  const url = `${world.hub.url}/api/v1/agent/search/?q=thing`;
  const { accepts } = await termsOf402(url);
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
  const submitted = ledger.submissions.size;
  const key = await account();
  const covered = await ask(url, undefined, { ...proof, "x-api-key": key });
  expect([covered.status, covered.headers.get("x-payment-unused")]).toEqual([200, "true"]);
  expect((await covered.json()).warnings).toEqual([expect.stringContaining("not used")]);
  const called = await world.call(SLUG, {}, { "x-api-key": key, ...proof });
  expect((await called.json()).meta.warnings).toEqual([expect.stringContaining("not used")]);
  expect(ledger.submissions.size).toBe(submitted);
  const { key: empty } = await openTestAccount(world.hub.services, "per_call");
  const paid = await ask(url, undefined, { ...proof, "x-api-key": empty });
  expect([paid.status, paid.headers.get("x-payment-unused"), paid.headers.get("x-charge-xrp")]).toEqual([
    200,
    null,
    "0.05",
  ]);
});
