import { describe, expect, test } from "bun:test";
import { credentials } from "../../plugins/credentials.ts";
import { payment } from "../../plugins/payment.ts";
import { quota } from "../../plugins/quota.ts";
import { validate } from "../../plugins/validate.ts";
import { documentOperation } from "../../src/routes/http/protected.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Accounts, Standing } from "../../src/runtime/ports/accounts.ts";
import type { Rail, Purchasable } from "../../src/runtime/ports/payment.ts";
import { Type } from "../../src/runtime/actor.ts";
import {
  NO_QUEUE,
  NO_LATER,
  PRICES,
  refusalOf,
  requestOf,
  runThrough,
  UNLIMITED,
  operationOf,
} from "../support/operations.ts";

const HOLDER = { id: "a", network: "n", callsPerDay: 1, spendsCallsOnRuns: true };

const search = documentOperation({
  slug: "search",
  method: "GET",
  path: "/search/",
  description: "Search.",
  input: Type.Object({ q: Type.String(), limit: Type.Integer({ default: 20 }) }),
  perform: ({ q }) => ({ q }),
});

/** Stages for callers of one standing; every sale that terms were asked for is kept. */
function setUp(standing: Standing) {
  const sales: Purchasable[] = [];
  const accounts: Accounts = {
    standing: () => standing,
    headers: () => ({ "x-calls-remaining": "7" }),
    count: () => undefined,
    resume: NO_LATER.resume,
    release: NO_LATER.release,
    reserve: ({ price }) => ({
      charge: standing.state === "known" ? 0n : price,
      due: standing.state === "known" ? 0n : price,
      headers: () => ({ "x-calls-remaining": "6" }),
      commit: () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
  const rail: Rail = {
    terms(purchasable) {
      sales.push(purchasable);
      return { body: {}, headers: {} };
    },
    admits: () => false,
    bought: () => undefined,
    payer: () => undefined,
    claim(_proof, purchasable) {
      sales.push(purchasable);
      const claim = {
        payment: "A".repeat(64),
        price: purchasable.price,
        isCached: false,
        headers: {},
        handOver: NO_LATER.handOver,
        redeem: async () => ({}),
        [Symbol.asyncDispose]: async () => undefined,
      };
      return { state: "claimed", claim };
    },
  };
  const stages = [
    credentials(accounts, rail, PRICES),
    validate(),
    quota(accounts, PRICES),
    payment({ rail, accounts, proofs: UNLIMITED, runs: NO_QUEUE }),
  ];
  return { accounts, sales, ask: (request: Parameters<typeof requestOf>[0]) => runThrough(stages, request) };
}

describe("credentials()", () => {
  test("asks who has neither key nor payment to pay, before the input is judged", async () => {
    const { ask, sales } = setUp({ state: "anonymous" });
    expect((await refusalOf(ask({ operation: search, input: {} }))).code).toBe("payment_required");
    expect(sales).toMatchObject([{ method: "GET", path: "/search/", price: 50_000n }]);
  });

  test.each(["key_unknown", "key_pending", "key_expired"] as const)(
    "says %s before the input is judged",
    async (code) => {
      const { ask } = setUp({ state: "refused", code });
      expect((await refusalOf(ask({ operation: search, input: {} }))).code).toBe(code);
    },
  );

  test("quotes what the paid request will be: the same sale, defaults filled in", async () => {
    const { ask, sales } = setUp({ state: "anonymous" });
    await refusalOf(ask({ operation: search, input: { q: "tea" } }));
    expect(await ask({ operation: search, input: { q: "tea" }, proof: "coin" })).toMatchObject({
      ok: true,
      charge: 50_000n,
    });
    expect(sales[1]).toMatchObject(sales[0] as Purchasable);
  });

  test("judges the input of whoever has a key or a payment, and charges nothing for a bad one", async () => {
    const known = setUp({ state: "known", holder: HOLDER });
    expect((await refusalOf(known.ask({ operation: search, input: {} }))).code).toBe("invalid_input");
    const paying = setUp({ state: "anonymous" });
    expect((await refusalOf(paying.ask({ operation: search, input: {}, proof: "coin" }))).code).toBe("invalid_input");
    expect(paying.sales).toEqual([]);
  });

  test("tells the holder of a key how its account stands, whatever comes of the call", async () => {
    const { ask } = setUp({ state: "known", holder: HOLDER });
    const refusal = await refusalOf(ask({ operation: search, input: {} }));
    expect(refusal.details.headers).toEqual({ "x-calls-remaining": "7" });
    expect(await ask({ operation: search, input: { q: "tea" } })).toMatchObject({
      headers: { "x-calls-remaining": "6" },
    });
    const failing = operationOf({ perform: () => Promise.reject(new HubError("upstream_failed", "No.")) });
    expect(await ask({ operation: failing })).toMatchObject({ ok: false, headers: { "x-calls-remaining": "6" } });
  });

  test("refuses for its reason though nobody can say how the account stands", async () => {
    const { ask, accounts } = setUp({ state: "known", holder: HOLDER });
    accounts.headers = () => Promise.reject(new HubError("overloaded", "The store is not there."));
    const refusal = await refusalOf(ask({ operation: search, input: {} }));
    expect([refusal.code, refusal.details.headers]).toEqual(["invalid_input", {}]);
  });

  test("judges the input of an actor's run first: one that cannot start is never sold", async () => {
    const { ask } = setUp({ state: "refused", code: "key_unknown" });
    const strict = operationOf({ validate: () => ({ ok: false, issues: [{ pointer: "/q", detail: "is required" }] }) });
    expect((await refusalOf(ask({ operation: strict }))).code).toBe("invalid_input");
  });
});
