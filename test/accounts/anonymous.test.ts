import { describe, expect, test } from "bun:test";
import { anonymousAccounts, type AnonymousLimits, bucketOf } from "../../src/accounts/anonymous.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Call } from "../../src/runtime/ports.ts";

function callFrom(address: string, overrides: Partial<Call> = {}): Call {
  const caller = { address: () => address, hungUp: () => new AbortController().signal };
  return { caller, price: 0n, listPrice: 120_000n, hasProof: false, ...overrides };
}

/** Accounts, and calls on them that succeed, fail, or say why they may not. */
function setUp(limits: AnonymousLimits) {
  const accounts = anonymousAccounts(limits);
  const call = async (address = "192.0.2.1", succeeds = true) => {
    await using reservation = await accounts.reserve(callFrom(address));
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
  return { accounts, call, refused };
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
    const { accounts } = setUp({ perMinute: 0, perDay: 0 });
    const address = () => {
      throw new Error("asked for");
    };
    const { caller } = callFrom("");
    expect(await accounts.reserve(callFrom("", { caller: { ...caller, address } }))).toBeUndefined();
  });
});

test("a priced call leaves its whole price due and counts against nothing", async () => {
  const { accounts, call } = setUp({ perMinute: 1, perDay: 1 });
  for (let calls = 0; calls < 3; calls++) {
    const reservation = await accounts.reserve(callFrom("192.0.2.1", { price: 12_000n }));
    expect(reservation).toMatchObject({ charge: 12_000n, due: 12_000n });
    expect(reservation?.shortage).toBeUndefined();
    await reservation?.[Symbol.asyncDispose]();
  }
  await call();
});

test("a call with a key is short of an account: its list price is due, whatever the key", async () => {
  const { accounts } = setUp({ perMinute: 1, perDay: 1 });
  const { caller } = callFrom("192.0.2.1");
  for (const key of ["hub_live_x", "", "a, b"]) {
    expect(await accounts.reserve(callFrom("", { caller: { ...caller, key } }))).toMatchObject({
      charge: 120_000n,
      due: 120_000n,
      shortage: "key_unknown",
    });
  }
});

describe("bucketOf()", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0"],
  ])("%s is %s", (address, bucket) => {
    expect(bucketOf(address)).toBe(bucket);
  });

  test("of one client's /64 is one, of two clients' is two", () => {
    expect(bucketOf("2001:db8:1:2:ffff::1")).toBe(bucketOf("2001:db8:1:2::9"));
    expect(bucketOf("2001:db8:1:3::1")).not.toBe(bucketOf("2001:db8:1:2::1"));
  });
});
