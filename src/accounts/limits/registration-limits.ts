/** How many accounts one address may open. */
import type { Caller } from "../../runtime/ports/accounts.ts";
import { type Limiters, openWindow } from "./windows.ts";

export interface RegistrationLimits {
  /** Registrations of one address in an hour; 0 switches a limit off. */
  readonly perHour: number;
  /** Free keys of one address in a day. */
  readonly freePerDay: number;
}

/** Counts a registration that is about to be made. @throws {HubError} `rate_limited`. */
export type AdmitRegistration = (caller: Caller, isFree: boolean) => Promise<void>;

export function registrationLimits(limiters: Limiters, limits: RegistrationLimits): AdmitRegistration {
  const hour = openWindow(limiters, {
    name: "registrations",
    points: limits.perHour,
    seconds: 3600,
    refusal: "This address has registered too often",
  });
  const free = openWindow(limiters, {
    name: "free_keys",
    points: limits.freePerDay,
    seconds: 86_400,
    refusal: "This address has got its free keys of the day",
  });
  return async (caller, isFree) => {
    const client = caller.address();
    await hour?.take(client);
    if (isFree) await free?.take(client);
  };
}
