/** Accounts for tests: services over a store, without limits unless a test sets them. */
import { memoryLimiters } from "../../src/accounts/limits/limiters.ts";
import { type AccountServices, accountServices, type AccountSettings } from "../../src/accounts/services.ts";
import type { AccountTier } from "../../src/accounts/tiers.ts";
import type { Call, Caller, Standing } from "../../src/runtime/ports/accounts.ts";
import type { Deposit } from "../../src/runtime/ports/deposits.ts";
import type { Clock } from "../../src/runtime/world.ts";
import type { Store } from "../../src/store/store.ts";

export const NETWORK = "xrpl:21338";

export function accountSettings(overrides: Partial<AccountSettings> = {}): AccountSettings {
  return {
    networks: { main: NETWORK, test: NETWORK },
    secret: "a secret of the tests, long enough",
    orderTtlSeconds: 3600,
    reservedTag: 7,
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
  return { caller, standing, billing: "keyed", price: 50_000n, reference: "search", hasProof: false, ...overrides };
}

export interface TestAccount {
  readonly key: string;
  readonly prefix: string;
}

/** An active account of a tier, with a balance where one is asked for. */
export async function openTestAccount(
  { operator }: Pick<AccountServices, "operator">,
  tier: AccountTier,
  drops = 0n,
): Promise<TestAccount> {
  const { text, prefix } = await operator.issue({ email: "owner@example.com", tier, reason: "test" });
  if (drops > 0n) await operator.grant(prefix, { drops, reason: "test" });
  return { key: text, prefix };
}

/** Makes one call, and says what became of it: "call" or "charge" when the account covered it, else the shortage. */
export async function makeCall(
  services: Pick<AccountServices, "accounts">,
  key: string,
  overrides: Partial<Call> & { readonly fails?: boolean } = {},
): Promise<string> {
  await using reservation = await services.accounts.reserve(await callOf(services, key, overrides));
  if (reservation === undefined) return "free";
  if (reservation.due > 0n) return reservation.shortage?.code ?? "payment_required";
  if (overrides.fails) return "failed";
  await reservation.commit();
  return reservation.charge > 0n ? "charge" : "call";
}

/** A payment that the ledger has validated, with a hash of its own. */
export function depositOf(destinationTag: number, delivered: bigint, overrides: Partial<Deposit> = {}): Deposit {
  const txHash = crypto.randomUUID().replaceAll("-", "").toUpperCase().padEnd(64, "0");
  return { txHash, network: NETWORK, destinationTag, delivered, payer: "rPayer", ...overrides };
}
