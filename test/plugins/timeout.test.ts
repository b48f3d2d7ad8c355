import { describe, expect, test } from "bun:test";
import { timeout } from "../../plugins/timeout.ts";
import { answerOf, runThrough, testClock, operationOf } from "../support/operations.ts";

const never = () => new Promise<never>(() => {});

describe("timeout()", () => {
  test("ends the wait for work that ignores its signal", async () => {
    const outcome = await runThrough([timeout(testClock())], {
      operation: operationOf({ timeoutMs: 1, perform: never }),
    });
    expect(outcome).toMatchObject({ ok: false, charge: 0n, error: { code: "actor_timeout", status: 504 } });
  });

  test("aborts the work's signal at the deadline", async () => {
    const seen: string[] = [];
    const perform = (_input: unknown, signal: AbortSignal) => {
      signal.addEventListener("abort", () => seen.push("aborted"));
      return never();
    };
    await runThrough([timeout(testClock())], { operation: operationOf({ timeoutMs: 1, perform }) });
    expect(seen).toEqual(["aborted"]);
  });

  test("a caller that hangs up ends an uncharged run at once", async () => {
    const caller = { address: () => "", hungUp: () => AbortSignal.abort() };
    const outcome = await runThrough([timeout(testClock())], { caller, operation: operationOf({ perform: never }) });
    expect(outcome).toMatchObject({ ok: false });
  });

  test("what the work has left running ends with it", async () => {
    let signal: AbortSignal | undefined;
    const perform = async (_input: unknown, given: AbortSignal) => {
      signal = given;
      return answerOf([]);
    };
    expect(await runThrough([timeout(testClock())], { operation: operationOf({ perform }) })).toMatchObject({
      ok: true,
    });
    expect(signal?.aborted).toBeTrue();
  });
});
