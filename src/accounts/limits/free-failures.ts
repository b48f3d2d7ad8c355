/** How many failed calls an account may make for nothing: an upstream that plays along could else be called for free. */
import { HubError } from "../../runtime/errors.ts";
import { type Limiters, openWindow } from "./windows.ts";

/** Whether one more failure of this host costs the account nothing. Takes it. */
export type SpareFailure = (accountId: string, host: string) => Promise<boolean>;

const FREE_FAILURES = 10;
const WITHIN_SECONDS = 600;

export function freeFailures(limiters: Limiters): SpareFailure {
  const refusal = "This account has used its free failures";
  const window = openWindow(limiters, { name: "failures", points: FREE_FAILURES, seconds: WITHIN_SECONDS, refusal });
  return async (accountId, host) => {
    try {
      await window?.take(`${accountId} ${host}`);
      return true;
    } catch (error) {
      if (error instanceof HubError && error.code === "rate_limited") return false;
      throw error;
    }
  };
}
