/** The accounts of a play: some with a quota that the load goes beyond, some with a balance, some keys to be revoked. */
import type { Store } from "../../../src/store/store.ts";
import { makeCall, openTestAccount, type TestAccount, testServices } from "../accounts.ts";
import { NETWORK } from "./world.ts";

export interface ChaosAccounts {
  /** What may still be called with each, by key. */
  readonly quotas: ReadonlyMap<string, number>;
  /** Without a limit: for the calls that cost little. */
  readonly busy: readonly TestAccount[];
  /** Each with a balance of `BALANCE`. */
  readonly direct: readonly TestAccount[];
  readonly queued: readonly TestAccount[];
  readonly revocable: readonly TestAccount[];
}

/** More than is spent. */
export const BALANCE = 1_000_000_000_000n;
export const QUOTA = 300;
const PER_KIND = 4;
/** What is left of the quotas, as a share of what will be asked for. */
const COVERED = 0.6;

/** `calls` is how many the load will ask of the quotas, `revocations` how many keys it will revoke. */
export async function openAccounts(store: Store, calls: number, revocations: number): Promise<ChaosAccounts> {
  const services = testServices(store, { networks: { main: NETWORK, test: "xrpl:0" } });
  const many = (count: number, tier: "basic" | "enterprise" | "per_call", drops?: bigint): Promise<TestAccount[]> =>
    Promise.all(Array.from({ length: count }, () => openTestAccount(services, tier, drops)));
  const limited = await many(Math.max(2, Math.ceil((calls * COVERED) / QUOTA)), "basic");
  const left = Math.min(QUOTA, Math.ceil((calls * COVERED) / limited.length));
  for (const { key } of limited)
    await Promise.all(Array.from({ length: QUOTA - left }, () => makeCall(services, key, { price: 0n })));
  return {
    quotas: new Map(limited.map(({ key }) => [key, left])),
    busy: await many(PER_KIND, "enterprise"),
    direct: await many(PER_KIND, "per_call", BALANCE),
    queued: await many(PER_KIND, "per_call", BALANCE),
    revocable: await many(revocations, "basic"),
  };
}
