/** Holds the balances against the journal from time to time, so that a difference wakes somebody. */
import type { Clock } from "../../runtime/world.ts";
import type { Job } from "./jobs.ts";

export interface VerifyDeps {
  /** Says how many figures differ, and tells the log which. */
  readonly verify: () => Promise<number>;
  readonly everyMinutes: number;
  readonly clock: Clock;
  /** What another process has found since is its to tell. */
  readonly leads: () => boolean;
}

export interface VerifyResult {
  readonly differences: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export interface VerifyJob {
  /** What came of it last; `undefined` before, and in a process that does not lead. */
  readonly verified: () => VerifyResult | undefined;
  /** None where it is switched off. */
  readonly jobs: readonly Job[];
}

export function verifyJob({ verify, everyMinutes, clock, leads }: VerifyDeps): VerifyJob {
  let last: VerifyResult | undefined;
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return; // A large store may take longer than it is to wait.
    isRunning = true;
    try {
      last = { differences: await verify(), at: clock.now() };
    } finally {
      isRunning = false;
    }
  };
  const job = { complaint: "Cannot verify the ledger", everyMs: everyMinutes * 60_000, run, isLeaders: true };
  return { verified: () => (leads() ? last : undefined), jobs: everyMinutes === 0 ? [] : [job] };
}
