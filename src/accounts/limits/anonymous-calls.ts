/** What callers without an account may do for nothing, limited by their address. */
import type { Caller, Reservation } from "../../runtime/ports/accounts.ts";
import type { Awaitable } from "../../runtime/world.ts";
import { type Limiters, openWindow, type Quota, rateLimitHeaders } from "./windows.ts";

export interface AnonymousLimits {
  /** Free calls of one address; 0 switches a limit off. */
  readonly perMinute: number;
  readonly perDay: number;
}

/** Either throws a `HubError` `rate_limited`. */
export interface AnonymousCalls {
  /** Sets a free call aside; `undefined` where there is no limit to count it against. */
  reserve(caller: Caller): Awaitable<Reservation | undefined>;
  /** Takes what a free call takes, for a request that is none. */
  count(caller: Caller): Awaitable<void>;
}

/** What one request has taken of its address: once, however many stages ask. */
interface AddressUse {
  readonly client: string;
  readonly quotas: readonly Quota[];
  counts: boolean;
}

export function anonymousCalls(limiters: Limiters, limits: AnonymousLimits): AnonymousCalls {
  const common = {
    refusal: "This address has used its free calls",
    nextActions: ["Wait for Retry-After, or register for a key at /api/v1/agent/register/."],
  };
  const burst = openWindow(limiters, { ...common, name: "burst-address", points: limits.perMinute, seconds: 60 });
  const day = openWindow(limiters, { ...common, name: "day-address", points: limits.perDay, seconds: 86_400 });
  const windows = [burst, day].filter((window) => window !== undefined);
  /** A caller is one request's. */
  const requests = new WeakMap<Caller, AddressUse>();

  return {
    reserve: (caller) => (windows.length === 0 ? undefined : reserved(caller)),
    count: (caller) => (windows.length === 0 ? undefined : counted(caller)),
  };

  async function reserved(caller: Caller): Promise<Reservation> {
    const taken = await take(caller);
    return {
      charge: 0n,
      due: 0n,
      headers: () => rateLimitHeaders(taken.quotas),
      commit: () => void (taken.counts = true),
      handOver: () => ({ done: () => void (taken.counts = true) }),
      // A call that came to nothing leaves the day's calls as they were; the burst has been spent all the same.
      [Symbol.asyncDispose]: async () => {
        if (!taken.counts && requests.delete(caller)) await day?.giveBack(taken.client);
      },
    };
  }

  async function counted(caller: Caller): Promise<void> {
    (await take(caller)).counts = true;
  }

  async function take(caller: Caller): Promise<AddressUse> {
    const known = requests.get(caller);
    if (known !== undefined) return known;
    const client = caller.address();
    const quotas: Quota[] = [];
    for (const window of windows) quotas.push(await window.take(client));
    const taken = { client, quotas, counts: false };
    requests.set(caller, taken);
    return taken;
  }
}
