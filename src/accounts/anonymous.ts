/** Free calls of callers without a key, limited by their address. */
import type { Awaitable, Caller, Reservation } from "../runtime/ports.ts";
import { type Limiters, openWindow, type Quota, rateLimitHeaders } from "./windows.ts";

export interface AnonymousLimits {
  /** Free calls of one address; 0 switches a limit off. */
  readonly perMinute: number;
  readonly perDay: number;
}

/** Sets a free call aside; `undefined` where there is no limit to count it against. @throws {HubError} `rate_limited`. */
export type AnonymousCalls = (caller: Caller) => Awaitable<Reservation | undefined>;

export function anonymousCalls(limiters: Limiters, limits: AnonymousLimits): AnonymousCalls {
  const refusal = "This address has used its free calls";
  const burst = openWindow(limiters, { name: "burst-address", points: limits.perMinute, seconds: 60, refusal });
  const day = openWindow(limiters, { name: "day-address", points: limits.perDay, seconds: 86_400, refusal });

  return (caller) => (burst === undefined && day === undefined ? undefined : counted(caller));

  async function counted(caller: Caller): Promise<Reservation> {
    const client = caller.address();
    const quotas: Quota[] = [];
    for (const window of [burst, day]) if (window !== undefined) quotas.push(await window.take(client));
    let counts = false;
    return {
      charge: 0n,
      due: 0n,
      headers: () => rateLimitHeaders(quotas),
      commit: () => void (counts = true),
      // A call that came to nothing leaves the day's calls as they were; the burst has been spent all the same.
      [Symbol.asyncDispose]: async () => {
        if (!counts) await day?.giveBack(client);
      },
    };
  }
}
