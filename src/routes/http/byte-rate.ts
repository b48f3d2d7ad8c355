/**
 * A bound on how much is read in a second. What reading leaves comes else quicker than the collector gives it back, the
 * more the faster the machine is. Shaped by speed: `bun run bench doors`.
 */
import type { Clock } from "../../runtime/world.ts";

export interface RateLimits {
  /** 0: no bound. */
  readonly bytesPerSecond: number;
  /** That are read at once after a rest. */
  readonly burstBytes: number;
}

export interface ByteRate {
  use(bytes: number): void;
  /** How long to wait before more is used, in milliseconds. */
  waitMs(): number;
}

export const NO_BOUND: RateLimits = { bytesPerSecond: 0, burstBytes: 0 };

export function createByteRate(clock: Clock, { bytesPerSecond, burstBytes }: RateLimits): ByteRate {
  const msPerByte = bytesPerSecond === 0 ? 0 : 1000 / bytesPerSecond;
  let usedUntil = Number.NEGATIVE_INFINITY;
  return {
    // A rest earns no more than a burst.
    use(bytes) {
      usedUntil = Math.max(usedUntil, clock.now() - burstBytes * msPerByte) + bytes * msPerByte;
    },
    waitMs: () => Math.max(0, usedUntil - clock.now()),
  };
}
