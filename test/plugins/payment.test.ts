import { describe, expect, test } from "bun:test";
import { cache } from "../../plugins/cache.ts";
import { payment } from "../../plugins/payment.ts";
import { quota } from "../../plugins/quota.ts";
import { memoryCache } from "../../src/store/memory.ts";
import {
  answerOf,
  coinRail,
  payAsYouGo,
  pricedAt,
  PRICES,
  refusalOf,
  runThrough,
  SILENT,
  testClock,
  workOf,
} from "../support/works.ts";

/** Quota and payment around a charged work, and a log of what happens to money, in order. */
function setUp(perform = async () => answerOf(["done"])) {
  const clock = testClock();
  const log: string[] = [];
  const work = workOf({
    pricing: pricedAt("enhanced"),
    perform: async () => {
      log.push("ran");
      return perform();
    },
  });
  const stages = [cache(memoryCache(clock), clock, SILENT), quota(payAsYouGo(log), PRICES), payment(coinRail(log))];
  return { log, work, ask: (proof?: string) => runThrough(stages, { work, ...(proof && { proof }) }, clock) };
}

describe("payment()", () => {
  test("quotes the price and runs nothing while nothing is paid", async () => {
    const { ask, log } = setUp();
    const refusal = await refusalOf(ask());
    expect(refusal.code).toBe("payment_required");
    expect(refusal.details.terms?.body).toEqual({ price: "120000" });
    expect(log).toEqual(["reserved 120000", "call released"]);
  });

  test("claims before the run, redeems and counts after it", async () => {
    const { ask, log } = setUp();
    expect(await ask("coin")).toMatchObject({
      ok: true,
      charge: 120_000n,
      headers: { "payment-response": "paid", "x-calls-remaining": "7" },
    });
    expect(log).toEqual(["reserved 120000", "claimed", "ran", "redeemed", "counted"]);
  });

  test("releases the claim and the call when the work fails, so that the same proof pays again", async () => {
    let isDown = true;
    const { ask, log } = setUp(() => (isDown ? Promise.reject(new Error("down")) : Promise.resolve(answerOf([]))));
    expect(await ask("coin")).toMatchObject({ ok: false, charge: 0n, error: { code: "internal" } });
    expect(log).toEqual(["reserved 120000", "claimed", "ran", "released", "call released"]);
    isDown = false;
    expect(await ask("coin")).toMatchObject({ ok: true });
  });

  test("a hit is paid for too, at its lower price", async () => {
    const { ask, log } = setUp();
    await ask("coin");
    const refusal = await refusalOf(ask());
    expect(refusal.details.terms?.body).toEqual({ price: "12000" });
    expect(log.filter((entry) => entry === "ran")).toHaveLength(1);
  });

  test("a proof that does not pay runs nothing", async () => {
    const { ask, log } = setUp();
    expect((await refusalOf(ask("button"))).code).toBe("payment_invalid");
    expect(log).toEqual(["reserved 120000", "call released"]);
  });

  test("uncharged work asks for no payment", async () => {
    const { log, work } = setUp();
    const stages = [quota(payAsYouGo(log), PRICES), payment(coinRail(log))];
    expect(await runThrough(stages, { work: { ...work, pricing: pricedAt("standard") } })).toMatchObject({
      ok: true,
      charge: 0n,
    });
    expect(await runThrough(stages, { work: { ...work, pricing: pricedAt("enhanced", () => false) } })).toMatchObject({
      ok: true,
      charge: 0n,
    });
  });
});
