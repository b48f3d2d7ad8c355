/** Accounts for tests: services over a store, without limits unless a test sets them. */
import { memoryLimiters } from "../../src/accounts/limiters.ts";
import { type AccountServices, accountServices, type AccountSettings } from "../../src/accounts/services.ts";
import type { Call, Caller, Clock, Standing } from "../../src/runtime/ports.ts";
import type { Store } from "../../src/store/store.ts";

export const NETWORK = "xrpl:21338";

export function accountSettings(overrides: Partial<AccountSettings> = {}): AccountSettings {
  return {
    networks: { main: NETWORK, test: NETWORK },
    secret: "a secret of the tests, long enough",
    orderTtlSeconds: 3600,
    referralPercent: 5,
    anonymous: { perMinute: 0, perDay: 0 },
    registration: { perHour: 0, freePerDay: 0 },
    keyPerMinute: 0,
    ...overrides,
  };
}

export function testServices(
  store: Store,
  overrides: Partial<AccountSettings> = {},
  clock: Clock = { now: Date.now },
): AccountServices {
  return accountServices(store, memoryLimiters(), clock, accountSettings(overrides));
}

export function callerWith(key?: string): Caller {
  return {
    address: () => "192.0.2.1",
    hungUp: () => new AbortController().signal,
    ...(key !== undefined && { key }),
  };
}

/** A call of the key's holder, as the stages would make it. */
export async function callOf(
  { accounts }: Pick<AccountServices, "accounts">,
  key: string | undefined,
  overrides: Partial<Call> = {},
): Promise<Call> {
  const caller = callerWith(key);
  const standing: Standing = await accounts.standing(caller);
  return { caller, standing, access: "keyed", price: 50_000n, reference: "search", hasProof: false, ...overrides };
}
