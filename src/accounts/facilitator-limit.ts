/** How often one address may ask the facilitator: each question costs a signature check and a look at the ledger. */
import type { Caller } from "../runtime/ports/accounts.ts";
import { type Limiters, openWindow } from "./windows.ts";

/** Counts a question. @throws {HubError} `rate_limited`. */
export type AdmitQuestion = (caller: Caller) => Promise<void>;

export function facilitatorLimit(limiters: Limiters, perMinute: number): AdmitQuestion {
  const window = openWindow(limiters, {
    name: "burst-facilitator",
    points: perMinute,
    seconds: 60,
    refusal: "This address asks the facilitator too often",
  });
  return async (caller) => void (await window?.take(caller.address()));
}
