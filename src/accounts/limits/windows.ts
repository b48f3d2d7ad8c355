/** Limits by windows of time, and the draft headers that tell about them (draft-ietf-httpapi-ratelimit-headers). */
import { RateLimiterRes } from "rate-limiter-flexible";
import { HubError } from "../../runtime/errors.ts";

/** `limit` is what the counter grants at this moment, where that may be less than it was made for. */
export type LimiterCount = RateLimiterRes & { readonly limit?: number };

export interface Limiter {
  /** @throws what was counted, where that is more than is granted. */
  consume(client: string, points?: number): Promise<LimiterCount>;
  reward(client: string, points?: number): Promise<LimiterCount>;
  penalty(client: string, points?: number): Promise<LimiterCount>;
  get(client: string): Promise<LimiterCount | null>;
}

/** Makes the counter of one policy, in this process or shared. `name` keeps policies apart where they are shared. */
export type Limiters = (options: { name: string; points: number; seconds: number }) => Limiter;

/** How one policy stands for one client. */
export interface Quota {
  readonly policy: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetMs: number;
}

export interface Window {
  readonly policy: string;
  /** @throws {HubError} `rate_limited`. */
  take(client: string): Promise<Quota>;
  giveBack(client: string): Promise<void>;
  /** Takes so many, or gives them back where they are less than 0, whatever is left. Returns how many are taken. */
  add(client: string, points: number): Promise<number>;
  /** How it stands, without taking anything. */
  look(client: string): Promise<Quota>;
}

export interface WindowOptions {
  /** Names the counter, and, up to the first "-", the policy in the headers: "burst-key" is a "burst". */
  readonly name: string;
  /** 0 switches it off. */
  readonly points: number;
  readonly seconds: number;
  /** Completes "This … policy "burst")." */
  readonly refusal: string;
  /** What helps besides waiting. */
  readonly nextActions?: readonly string[];
}

/** The window, or `undefined` when it is switched off. */
export function openWindow(limiters: Limiters, options: WindowOptions): Window | undefined {
  const { name, points, seconds, refusal, nextActions } = options;
  if (points === 0) return undefined;
  const limiter = limiters({ name, points, seconds });
  const policy = name.split("-")[0] ?? name;
  return {
    policy,
    async take(client) {
      try {
        return quotaOf(await limiter.consume(client));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new HubError("rate_limited", `${refusal} (policy "${policy}").`, {
          retryAfterMs: quotaOf(refused).resetMs,
          headers: rateLimitHeaders([quotaOf(refused)]),
          ...(nextActions !== undefined && { nextActions }),
        });
      }
    },
    async giveBack(client) {
      await limiter.reward(client);
    },
    async add(client, points) {
      const taken = await (points < 0 ? limiter.reward(client, -points) : limiter.penalty(client, points));
      return taken.consumedPoints;
    },
    async look(client) {
      const standing = await limiter.get(client);
      if (standing !== null) return quotaOf(standing);
      return { policy, limit: points, windowSeconds: seconds, remaining: points, resetMs: seconds * 1000 };
    },
  };

  function quotaOf({ remainingPoints, msBeforeNext, limit = points }: LimiterCount): Quota {
    // By a clock that was set back since the window began it would last as much longer.
    const resetMs = Math.min(msBeforeNext, seconds * 1000);
    return { policy, limit, windowSeconds: seconds, remaining: remainingPoints, resetMs };
  }
}

export function rateLimitHeaders(quotas: readonly Quota[]): Record<string, string> {
  if (quotas.length === 0) return {};
  return {
    "ratelimit-policy": quotas
      .map(({ policy, limit, windowSeconds }) => `"${policy}";q=${limit};w=${windowSeconds}`)
      .join(", "),
    ratelimit: quotas
      .map(({ policy, remaining, resetMs }) => `"${policy}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`)
      .join(", "),
  };
}
