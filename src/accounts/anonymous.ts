/** Accounts without a key store: free calls are limited by the caller's address, and no key is known yet. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HubError } from "../runtime/errors.ts";
import type { Accounts, Call, Reservation } from "../runtime/ports.ts";

export interface AnonymousLimits {
  /** Free calls of one address; 0 switches a limit off. */
  readonly perMinute: number;
  readonly perDay: number;
}

interface Window {
  readonly policy: string;
  readonly points: number;
  readonly limiter: RateLimiterMemory;
}

export function anonymousAccounts(limits: AnonymousLimits): Accounts {
  const windows = [window("burst", limits.perMinute, 60), window("day", limits.perDay, 86_400)].filter(
    (each) => each.points > 0,
  );

  return {
    reserve(call) {
      if (call.caller.key !== undefined) return unknownKey(call);
      if (call.price > 0n) return { ...NOTHING, charge: call.price, due: call.price };
      return windows.length === 0 ? undefined : take(windows, bucketOf(call.caller.address()));
    },
  };
}

/** The part of an address that stands for one client: an IPv6 client is handed a whole /64. */
export function bucketOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const rest = tail === "" ? [] : tail.split(":");
    while (groups.length + rest.length < 8) groups.push("0");
    groups.push(...rest);
  }
  return groups.slice(0, 4).join(":");
}

/** What the others start from: nothing charged, nothing due, nothing to give back. */
const NOTHING: Reservation = {
  charge: 0n,
  due: 0n,
  headers: () => ({}),
  commit: () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
};

/** Every key is unknown here. The call can still be paid for by itself, at its list price. */
function unknownKey(call: Call): Reservation {
  return { ...NOTHING, charge: call.listPrice, due: call.listPrice, shortage: "key_unknown" };
}

async function take(windows: readonly Window[], bucket: string): Promise<Reservation> {
  const taken: { window: Window; standing: RateLimiterRes }[] = [];
  for (const window of windows) {
    try {
      taken.push({ window, standing: await window.limiter.consume(bucket) });
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      taken.push({ window, standing: refusal });
      throw new HubError("rate_limited", `This address has used its free calls (policy "${window.policy}").`, {
        retryAfterMs: refusal.msBeforeNext,
        headers: rateLimitHeaders(taken),
      });
    }
  }
  let counts = false;
  return {
    ...NOTHING,
    headers: () => rateLimitHeaders(taken),
    commit: () => void (counts = true),
    // A call that came to nothing leaves the day's calls as they were; the burst has been spent all the same.
    [Symbol.asyncDispose]: async () => {
      if (!counts) for (const { window } of taken) if (window.policy === "day") await window.limiter.reward(bucket);
    },
  };
}

function window(policy: string, points: number, duration: number): Window {
  return { policy, points, limiter: new RateLimiterMemory({ points, duration, keyPrefix: policy }) };
}

/** The draft pair of draft-ietf-httpapi-ratelimit-headers. */
function rateLimitHeaders(taken: readonly { window: Window; standing: RateLimiterRes }[]): Record<string, string> {
  const policies = taken.map(({ window }) => `"${window.policy}";q=${window.points};w=${window.limiter.duration}`);
  const standings = taken.map(
    ({ window, standing }) =>
      `"${window.policy}";r=${standing.remainingPoints};t=${Math.ceil(standing.msBeforeNext / 1000)}`,
  );
  return { "ratelimit-policy": policies.join(", "), ratelimit: standings.join(", ") };
}
