import { describe, expect, test } from "bun:test";
import { anonymousCalls, type AnonymousLimits } from "../../src/accounts/limits/anonymous-calls.ts";
import { memoryLimiters } from "../../src/accounts/limits/limiters.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Caller } from "../../src/runtime/ports/accounts.ts";

function callerFrom(address: () => string): Caller {
  return { address, hungUp: () => new AbortController().signal };
}

/** Free calls that succeed, fail, or say why they may not. */
function setUp(limits: AnonymousLimits) {
  const calls = anonymousCalls(memoryLimiters(), limits);
  const call = async (address = "192.0.2.1", succeeds = true) => {
    await using reservation = await calls.reserve(callerFrom(() => address));
    if (succeeds) await reservation?.commit();
    return reservation?.headers() ?? {};
  };
  const refused = async (address?: string): Promise<HubError> => {
    const error = await call(address).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error instanceof HubError) return error;
    throw new Error("the call was not refused");
  };
  return { ...calls, call, refused };
}

describe("an anonymous call", () => {
  test("counts against the minute and the day of its address, and hears how it stands", async () => {
    const { call } = setUp({ perMinute: 5, perDay: 10 });
    await call();
    expect(await call()).toEqual({
      "ratelimit-policy": '"burst";q=5;w=60, "day";q=10;w=86400',
      ratelimit: '"burst";r=3;t=60, "day";r=8;t=86400',
    });
  });

  test("beyond the minute is refused with the time to wait; another address is not", async () => {
    const { call, refused } = setUp({ perMinute: 2, perDay: 10 });
    await call();
    await call();
    const error = await refused();
    expect(error.code).toBe("rate_limited");
    expect(error.details.retryAfterMs).toBeWithin(1, 60_001);
    expect(error.nextActions.join()).toContain("register for a key");
    expect(error.details.headers?.["ratelimit"]).toStartWith('"burst";r=0;');
    await call("192.0.2.2");
  });

  test("beyond the day is refused by the policy of the day", async () => {
    const { call, refused } = setUp({ perMinute: 0, perDay: 1 });
    await call();
    const error = await refused();
    expect(error.message).toContain('"day"');
    expect(error.details.retryAfterMs).toBeWithin(60_001, 86_400_001);
  });

  test("that came to nothing gives its call of the day back, but not the one of the burst", async () => {
    const { call, refused } = setUp({ perMinute: 3, perDay: 1 });
    await call("192.0.2.1", false);
    await call("192.0.2.1", false);
    await call();
    expect((await refused()).message).toContain('"burst"');
  });

  test("is free without limits, and the address is not even asked for", async () => {
    const { reserve } = setUp({ perMinute: 0, perDay: 0 });
    const reservation = await reserve(
      callerFrom(() => {
        throw new Error("asked for");
      }),
    );
    expect(reservation).toBeUndefined();
  });
});

describe("a request that is no call", () => {
  test("counts as much as one, and once with the call it may still become", async () => {
    const { count, reserve, refused } = setUp({ perMinute: 3, perDay: 3 });
    await count(callerFrom(() => "192.0.2.1"));
    for (const remaining of [1, 0]) {
      const caller = callerFrom(() => "192.0.2.1");
      await count(caller);
      await using reservation = await reserve(caller);
      expect(reservation?.headers()["ratelimit"]).toStartWith(`"burst";r=${remaining};t=60, "day";r=${remaining};`);
    }
    expect((await refused()).code).toBe("rate_limited");
    expect(count(callerFrom(() => "192.0.2.1"))).rejects.toMatchObject({ code: "rate_limited" });
  });
});
