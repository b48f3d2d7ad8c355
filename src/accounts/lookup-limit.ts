/** How often one address may have a transaction looked up on the ledger for an order. */
import type { Caller } from "../runtime/ports/accounts.ts";
import { type Limiters, openWindow } from "./windows.ts";

/** Counts a look at the ledger. @throws {HubError} `rate_limited`. */
export type AdmitLookup = (caller: Caller) => Promise<void>;

export function lookupLimit(limiters: Limiters, perMinute: number): AdmitLookup {
  const refusal = "This address has too many transactions looked up";
  const window = openWindow(limiters, { name: "burst-lookups", points: perMinute, seconds: 60, refusal });
  return async (caller) => void (await window?.take(caller.address()));
}
