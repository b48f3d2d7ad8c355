/** Proxy calls that are paid for by the request itself, and what becomes of the payment when the upstream fails. */
import { describe, expect, test } from "bun:test";
import { startEchoWorld } from "../support/echo-upstream.ts";
import { openTestAccount } from "../support/accounts.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { testClock } from "../support/operations.ts";

const MAX_BYTES = 10 * 1024 * 1024;
const payer = walletOf("payer");
const PATHS = {
  "/thing": { get: { operationId: "thing", summary: "Read the thing", responses: { 200: { description: "Done" } } } },
};

/** An upstream that does what `state.mood` says, and a signed payment for one call of it. */
async function paidWorld() {
  const ledger = instantLedger("xrpl:21338", payer);
  const clock = testClock(Date.now());
  const state: { mood: "well" | "failing" | "breaking off" | "talkative" } = { mood: "well" };
  const world = await startEchoWorld(
    { paths: PATHS },
    {
      ledger,
      clock,
      reply(_, response) {
        if (state.mood === "breaking off") return void response.destroy();
        response.on("error", () => undefined); // The hub hangs up when it has enough.
        if (state.mood === "talkative") return void response.end(Buffer.alloc(2 * MAX_BYTES, "much "));
        response.writeHead(state.mood === "well" ? 200 : 500, { "content-type": "application/json" });
        response.end(JSON.stringify({ mood: state.mood }));
      },
    },
  );
  const url = `${world.hub.url}/api/v1/agent/proxy/echo-dev--thing/call/`;
  const { accepts } = await termsOf402(url, {});
  const proof = paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
  const pay = async () => {
    const response = await ask(url, {}, proof);
    return { status: response.status, headers: response.headers, answer: await response.json() };
  };
  return { ...world, ledger, clock, state, pay };
}

describe("a payment for a call", () => {
  test.each(["failing", "breaking off"] as const)(
    "of an upstream that is %s stays redeemable: the same proof buys one call later",
    async (mood) => {
      await using it = await paidWorld();
      it.state.mood = mood;
      const failed = await it.pay();
      expect(failed.headers.get("x-payment-receipt")).toBeNull();
      expect(failed.headers.get("x-charge-xrp")).toBe("0");
      if (mood === "failing") expect(failed.answer).toMatchObject({ success: false, meta: { charged_xrp: 0 } });
      else expect([failed.status, failed.answer.code]).toEqual([502, "upstream_failed"]);

      it.state.mood = "well";
      const served = await it.pay();
      expect(served.answer).toMatchObject({ success: true, data: { mood: "well" }, meta: { charged_xrp: 0.05 } });
      const sent = it.seen.length;
      const again = await it.pay();
      expect([again.answer.meta?.run_id, it.seen.length]).toEqual([served.answer.meta.run_id, sent]);
      expect(it.ledger.submissions.size).toBe(1);
    },
  );

  test("that bought a cut answer gives the same answer again, and is not spent twice", async () => {
    await using it = await paidWorld();
    it.state.mood = "talkative";
    const first = await it.pay();
    expect(first.answer).toMatchObject({ success: true, truncated: true, meta: { charged_xrp: 0.05 } });
    expect(first.answer.data.length).toBe(MAX_BYTES);
    const sent = it.seen.length;
    const again = await it.pay();
    expect([again.answer.meta.run_id, it.seen.length]).toEqual([first.answer.meta.run_id, sent]);
    expect(again.answer.data === first.answer.data).toBe(true);
    expect(it.ledger.submissions.size).toBe(1);
  });

  test("is not even claimed while the breaker is open, and is good when it has closed", async () => {
    await using it = await paidWorld();
    it.state.mood = "breaking off";
    const { key } = await openTestAccount(it.hub.services, "pro");
    for (let failure = 0; failure < 4; failure++) await it.call("echo-dev--thing", {});
    await it.call("echo-dev--thing", {}, { "x-api-key": key });
    const sent = it.seen.length;
    it.state.mood = "well";
    const refused = await it.pay();
    expect([refused.status, refused.answer.code, it.seen.length]).toEqual([503, "overloaded", sent]);
    expect(it.ledger.submissions.size).toBe(0);
    it.clock.advance(30_000);
    expect((await it.pay()).answer).toMatchObject({ success: true, meta: { charged_xrp: 0.05 } });
    expect(it.ledger.submissions.size).toBe(1);
  });
});
