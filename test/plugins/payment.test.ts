import { describe, expect, test } from "bun:test";
import { cache } from "../../plugins/cache.ts";
import { payment } from "../../plugins/payment.ts";
import { quota } from "../../plugins/quota.ts";
import { memoryCache } from "../../src/store/memory.ts";
import {
  NO_QUEUE,
  answerOf,
  coinRail,
  payAsYouGo,
  pricedAt,
  PRICES,
  refusalOf,
  runThrough,
  SILENT,
  testClock,
  UNCOUNTED,
  operationOf,
  UNLIMITED,
} from "../support/operations.ts";

/** Quota and payment around a charged operation, and a log of what happens to money, in order. */
function setUp(perform = async () => answerOf(["done"])) {
  const clock = testClock();
  const log: string[] = [];
  const operation = operationOf({
    pricing: pricedAt("enhanced"),
    perform: async () => {
      log.push("ran");
      return perform();
    },
  });
  const stages = [
    cache(memoryCache(clock), UNCOUNTED, clock, SILENT),
    quota(payAsYouGo(log), PRICES),
    payment({ rail: coinRail(log), accounts: UNCOUNTED, proofs: UNLIMITED, runs: NO_QUEUE }),
  ];
  return { log, operation, ask: (proof?: string) => runThrough(stages, { operation, ...(proof && { proof }) }, clock) };
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

  test("releases the claim and the call when the operation fails, so that the same proof pays again", async () => {
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

  test("uncharged operation asks for no payment", async () => {
    const { log, operation } = setUp();
    const stages = [
      quota(payAsYouGo(log), PRICES),
      payment({ rail: coinRail(log), accounts: UNCOUNTED, proofs: UNLIMITED, runs: NO_QUEUE }),
    ];
    expect(await runThrough(stages, { operation: { ...operation, pricing: pricedAt("standard") } })).toMatchObject({
      ok: true,
      charge: 0n,
    });
    expect(
      await runThrough(stages, { operation: { ...operation, pricing: pricedAt("enhanced", () => false) } }),
    ).toMatchObject({
      ok: true,
      charge: 0n,
    });
  });

  test("charges what was quoted, even if the price has changed since", async () => {
    const { operation } = setUp();
    const list = { ...PRICES, tiers: { ...PRICES.tiers, enhanced: 500_000n } };
    const stages = [
      quota(payAsYouGo([]), list),
      payment({ rail: coinRail([]), accounts: UNCOUNTED, proofs: UNLIMITED, runs: NO_QUEUE }),
    ];
    expect(await runThrough(stages, { operation, proof: "coin" })).toMatchObject({ ok: true, charge: 120_000n });
  });

  test("takes a receipt instead of a payment, for nothing, and no other word", async () => {
    const { operation, log } = setUp();
    const stages = [
      quota(payAsYouGo([]), PRICES),
      payment({ rail: coinRail([]), accounts: UNCOUNTED, proofs: UNLIMITED, runs: NO_QUEUE }),
    ];
    expect(await runThrough(stages, { operation, receipt: "receipt" })).toMatchObject({ ok: true, charge: 0n });
    expect((await refusalOf(runThrough(stages, { operation, receipt: "true" }))).code).toBe("payment_required");
    expect(log).toEqual(["ran"]);
  });

  test("an answer that was bought before is told again, and never cached as a fresh one", async () => {
    const clock = testClock();
    const { operation, log } = setUp();
    const answer = answerOf(["old"]);
    const purchase = { runId: "run-1", startedAt: 1, durationMs: 2, charge: 120_000n, answer, warnings: [] };
    const rail = { ...coinRail([]), claim: () => ({ state: "redeemed", purchase, headers: { a: "b" } }) as const };
    const cached = memoryCache(clock);
    const stages = [
      cache(cached, UNCOUNTED, clock, SILENT),
      quota(payAsYouGo([]), PRICES),
      payment({ rail: rail, accounts: UNCOUNTED, proofs: UNLIMITED, runs: NO_QUEUE }),
    ];
    for (let time = 0; time < 2; time++) {
      const outcome = await runThrough(stages, { operation, proof: "coin" }, clock);
      expect(outcome).toMatchObject({ ok: true, runId: "run-1", isReplay: true, headers: { a: "b" } });
      expect(outcome).not.toHaveProperty("hit");
    }
    expect(log).toEqual([]);
    expect((await refusalOf(runThrough(stages, { operation }, clock))).details.terms?.body).toEqual({
      price: "120000",
    });
  });
});
