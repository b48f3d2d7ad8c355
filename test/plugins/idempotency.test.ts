import { describe, expect, test } from "bun:test";
import { idempotency } from "../../plugins/idempotency.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { type IdempotencyLimits, storedIdempotency } from "../../src/store/responses/idempotency.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import { stepsOf } from "../../src/store/store.ts";
import type { Accounts } from "../../src/runtime/ports/accounts.ts";
import type { Rail } from "../../src/runtime/ports/payment.ts";
import {
  answerOf,
  coinRail,
  pricedAt,
  PRICES,
  refusalOf,
  roomFor,
  runThrough,
  testClock,
  UNCOUNTED,
  operationOf,
  UNLIMITED,
} from "../support/operations.ts";
import type { Pricing } from "../../src/runtime/run/operation.ts";
import type { Run, RunRequest } from "../../src/runtime/run/run.ts";
import type { Outcome } from "../../src/runtime/run/outcome.ts";

const KEY = "order-0001-of-november";

async function setUp(limits?: IdempotencyLimits, accounts: Pick<Accounts, "count"> = UNCOUNTED) {
  const clock = testClock();
  const store = storedIdempotency(await openSqlite(":memory:"), clock, limits);
  const stages = [idempotency({ store, accounts, rail: coinRail([]), proofs: UNLIMITED, prices: PRICES })];
  let runs = 0;
  const operation = operationOf({ perform: async () => answerOf([++runs]) });
  return {
    clock,
    operation,
    runs: () => runs,
    ask: (request: Parameters<typeof runThrough>[1] = {}, behind: readonly Stage[] = []) =>
      runThrough([...stages, ...behind], { operation, idempotencyKey: KEY, ...request }, clock),
  };
}

describe("idempotency()", () => {
  test("gives a repeat the stored answer of the same run, for 24 hours", async () => {
    const { ask, clock, runs } = await setUp();
    const first = await ask();
    clock.advance(24 * 3_600_000 - 1);
    const second = await ask();
    expect(first).not.toHaveProperty("isReplay");
    expect(second).toMatchObject({ runId: first.runId, answer: { itemsJson: "[1]" }, isReplay: true });
    expect(second.headers["idempotent-replayed"]).toBe("true");
    clock.advance(1);
    expect((await ask()).runId).not.toBe(first.runId);
    expect(runs()).toBe(2);
  });

  test("refuses the key for another request", async () => {
    const { ask } = await setUp();
    await ask();
    expect((await refusalOf(ask({ input: { q: 2 } }))).code).toBe("idempotency_conflict");
  });

  test("keeps callers apart", async () => {
    const { ask, runs } = await setUp();
    const elsewhere = { address: () => "192.0.2.2", hungUp: () => new AbortController().signal };
    await ask();
    await ask({ caller: elsewhere });
    await ask({ caller: elsewhere });
    expect(runs()).toBe(2);
  });

  /** As the stage before has found it. */
  const standingAs = (standing: Run["standing"]): Stage => {
    return (run, next) => next({ ...run, standing });
  };
  const accountOf = (id: string): Run["standing"] => {
    return { state: "known", holder: { id, network: "xrpl:0", callsPerDay: 1, spendsCallsOnRuns: false } };
  };

  async function asked(pricing: Pricing = operationOf().pricing) {
    const clock = testClock();
    const store = storedIdempotency(await openSqlite(":memory:"), clock);
    const stage = idempotency({ store, accounts: UNCOUNTED, rail: coinRail([]), proofs: UNLIMITED, prices: PRICES });
    let runs = 0;
    const operation = operationOf({ pricing, perform: async () => answerOf([++runs]) });
    return async (standing: Run["standing"], request: Parameters<typeof runThrough>[1] = {}) =>
      itemsOf(await runThrough([standingAs(standing), stage], { operation, idempotencyKey: KEY, ...request }, clock));
  }
  const itemsOf = (outcome: Outcome): unknown => (outcome.ok ? outcome.answer.itemsJson : outcome.error.code);
  const ANONYMOUS: Run["standing"] = { state: "anonymous" };
  const UNKNOWN: Run["standing"] = { state: "refused", code: "key_unknown" };
  const from = (address: string, key?: string): Partial<RunRequest> => {
    return { caller: { address: () => address, key, hungUp: () => new AbortController().signal } };
  };

  test("an account has its answers under whichever of its keys, and nobody else has them", async () => {
    const ask = await asked();
    expect(await ask(accountOf("a"), from("192.0.2.1", "old"))).toBe("[1]");
    expect(await ask(accountOf("a"), from("192.0.2.9", "new"))).toBe("[1]");
    expect(await ask(accountOf("b"), from("192.0.2.1", "old"))).toBe("[2]");
    expect(await ask(ANONYMOUS, from("192.0.2.1"))).toBe("[3]");
  });

  test("a key that is not accepted is nobody's name: it finds nothing, and leaves nothing behind", async () => {
    const ask = await asked();
    expect(await ask(ANONYMOUS, from("192.0.2.1"))).toBe("[1]");
    for (const text of ["192.0.2.1", "a", "address 192.0.2.1"])
      expect(await ask(UNKNOWN, from("192.0.2.7", text))).not.toBe("[1]");
    expect(await ask(UNKNOWN, from("192.0.2.1", "192.0.2.1"))).not.toBe("[1]");
    expect(await ask(ANONYMOUS, from("192.0.2.1"))).toBe("[1]");
  });

  test("a paid answer goes to its payer, or to who shows its proof, and not to the address", async () => {
    const ask = await asked({ by: "call" });
    const here = from("192.0.2.1");
    expect(await ask(ANONYMOUS, { ...here, proof: "coin 1" })).toBe("[1]");
    expect(await ask(ANONYMOUS, here)).toBe("[2]");
    expect(await ask(ANONYMOUS, { ...from("192.0.2.5"), proof: "coin 2" })).toBe("[1]");
    expect(await ask(ANONYMOUS, { ...here, proof: "hash" })).toBe("[3]");
    expect(await ask(UNKNOWN, { ...here, proof: "hash" })).toBe("[3]");
    expect(await ask(ANONYMOUS, { ...here, proof: "another hash" })).toBe("[4]");
  });

  test("what a receipt opens is not kept", async () => {
    const ask = await asked();
    expect(await ask(ANONYMOUS, { receipt: "receipt" })).toBe("[1]");
    expect(await ask(ANONYMOUS)).toBe("[2]");
  });

  test("what an account or a payment covers is done once, whatever is shown for a receipt besides", async () => {
    const ask = await asked({ by: "call" });
    const shown = { receipt: "one whose time is over" };
    expect([await ask(accountOf("a"), shown), await ask(accountOf("a"), shown)]).toEqual(["[1]", "[1]"]);
    const paid = { ...shown, proof: "coin 1" };
    expect([await ask(ANONYMOUS, paid), await ask(ANONYMOUS, paid)]).toEqual(["[2]", "[2]"]);
  });

  test("while the first is running, the second is told to wait", async () => {
    const { ask, operation } = await setUp();
    const gate = Promise.withResolvers<void>();
    const slow = { ...operation, perform: () => gate.promise.then(() => answerOf(["slow"])) };
    const first = ask({ operation: slow });
    const refusal = await refusalOf(ask({ operation: slow }));
    expect(refusal.code).toBe("idempotency_in_progress");
    expect(refusal.details.retryAfterMs).toBe(1000);
    gate.resolve();
    expect(await first).toMatchObject({ ok: true });
    expect(await ask({ operation: slow })).toMatchObject({ answer: { itemsJson: '["slow"]' } });
  });

  test("says so when the answer was too large to be kept, and when the caller has used too many keys", async () => {
    const { ask, clock, runs } = await setUp({
      answerChars: 1,
      callerChars: 1,
      strangerChars: 1,
      strangersChars: 1,
      callerKeys: 1,
    });
    await ask();
    expect((await refusalOf(ask())).code).toBe("idempotency_conflict");
    clock.advance(1000);
    const crowded = await refusalOf(ask({ idempotencyKey: `${KEY}-2` }));
    expect([crowded.code, crowded.details.retryAfterMs]).toEqual(["rate_limited", 24 * 3_600_000 - 1000]);
    expect(runs()).toBe(1);
  });

  test("lends those who charge a way to keep the answer, once", async () => {
    const clock = testClock();
    const store = await openSqlite(":memory:");
    const charging: Stage = async (run, next) => {
      const outcome = await next(run);
      const headers = { "x-charge-xrp": "0.12" };
      if (!outcome.ok) return outcome;
      const step = await run.keep?.({ purchase: outcome, headers });
      await store.transact(() => stepsOf(step));
      return outcome;
    };
    const deps = {
      store: storedIdempotency(store, clock),
      accounts: UNCOUNTED,
      rail: coinRail([]),
      proofs: UNLIMITED,
      prices: PRICES,
    };
    const stages = [idempotency(deps), charging];
    const first = await runThrough(stages, { idempotencyKey: KEY }, clock);
    const again = await runThrough(stages, { idempotencyKey: KEY }, clock);
    expect(again).toMatchObject({ runId: first.runId, headers: { "x-charge-xrp": "0.12" } });
  });

  test("counts what a stranger stores, repeats and guesses, before the store is asked", async () => {
    const accounts = roomFor(3);
    const { ask, runs } = await setUp(undefined, accounts);
    await ask();
    await ask();
    expect(accounts.counted).toBe(2);
    expect((await refusalOf(ask({ input: { q: 2 } }))).code).toBe("idempotency_conflict");
    expect((await refusalOf(ask({ input: { q: 2 } }))).code).toBe("rate_limited");
    expect((await refusalOf(ask({ idempotencyKey: `${KEY}-2` }))).code).toBe("rate_limited");
    expect(runs()).toBe(1);
  });

  test("counts a payment that is refused, and no payer", async () => {
    const accounts = roomFor(1);
    const { ask, operation } = await setUp(undefined, accounts);
    const charged = { ...operation, pricing: pricedAt("enhanced") };
    expect(await ask({ operation: charged, proof: "coin" })).toMatchObject({ ok: true });
    expect(accounts.counted).toBe(0);
    const refused = { operation: charged, proof: "button", idempotencyKey: `${KEY}-2` };
    const refusing: Stage = () => {
      throw new HubError("payment_invalid", "No.");
    };
    expect((await refusalOf(ask(refused, [refusing]))).code).toBe("payment_invalid");
    expect(accounts.counted).toBe(1);
    expect((await refusalOf(ask(refused, [refusing]))).code).toBe("rate_limited");
  });

  test("tells whoever may have paid what became of that, though its address has no free call left", async () => {
    const { ask, operation } = await setUp(undefined, roomFor(0));
    const paid = { operation: { ...operation, pricing: pricedAt("enhanced") }, proof: "coin" };
    for (const code of ["settlement_unknown", "idempotency_in_progress", "rate_limited"] as const) {
      const unsettled: Stage = () => {
        throw new HubError(code, "Its payment is under way.");
      };
      const refusal = await refusalOf(ask(paid, [unsettled]));
      expect([refusal.code, refusal.message]).toEqual([code, "Its payment is under way."]);
    }
  });

  test("leaves a payment that cannot be read to the stage that says so with the terms, and keeps nothing for it", async () => {
    const clock = testClock();
    const sqlite = await openSqlite(":memory:");
    const rail: Rail = {
      ...coinRail([]),
      payer() {
        throw new HubError("invalid_payment", "It is not base64.");
      },
    };
    const store = storedIdempotency(sqlite, clock);
    const stage = idempotency({ store, accounts: UNCOUNTED, rail, proofs: UNLIMITED, prices: PRICES });
    const refusing: Stage = () => {
      throw new HubError("invalid_payment", "It is not base64; the terms are these.");
    };
    const sent = { operation: operationOf({ pricing: { by: "call" } }), idempotencyKey: KEY, proof: "%%%" };
    const refusal = await refusalOf(runThrough([stage, refusing], sent, clock));
    expect(refusal.message).toBe("It is not base64; the terms are these.");
  });

  test("keeps nothing for a stranger who is only told the price", async () => {
    const { ask, operation, runs } = await setUp(undefined, roomFor(0));
    const charged = { ...operation, pricing: pricedAt("enhanced") };
    await ask({ operation: charged });
    await ask({ operation: charged });
    expect(runs()).toBe(2);
  });

  test("a failure is not kept: the same request runs again", async () => {
    const { ask, operation, runs } = await setUp();
    const failing = { ...operation, perform: () => Promise.reject(new Error("down")) };
    expect(await ask({ operation: failing })).toMatchObject({ ok: false });
    expect(await ask()).toMatchObject({ ok: true });
    expect(runs()).toBe(1);
  });

  test.each(["short", "x".repeat(129), "has spaces in its text", "ünïcode-keys-are-refused"])(
    "refuses the key %p",
    async (key) => {
      const { ask } = await setUp();
      expect((await refusalOf(ask({ idempotencyKey: key }))).code).toBe("invalid_input");
    },
  );
});
