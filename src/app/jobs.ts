/** What goes on beside the requests, again and again: leases are renewed, what the dead left behind is tidied. */
import type { Log } from "./log.ts";

export interface Job {
  /** What a failure is told as, for example "Cannot renew the holds of payments". */
  readonly complaint: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Goes on while what was accepted is finished: a lease must outlive the operation that it guards. */
  readonly isLease?: boolean;
}

export interface RunningJobs {
  /** Ends all but the leases. */
  stop(): void;
  /** Ends the leases, too. */
  end(): void;
}

/** Does each at once, and then again and again. One that fails is told in the log and done again like any other. */
export function startJobs(jobs: readonly Job[], log: Log): RunningJobs {
  const timers = jobs.map(({ complaint, everyMs, run, isLease }) => {
    const attempt = (): void => void run().catch((error: unknown) => log.failure(complaint, error));
    attempt();
    return { timer: setInterval(attempt, everyMs), isLease };
  });
  return {
    stop: () => timers.filter(({ isLease }) => isLease !== true).forEach(({ timer }) => clearInterval(timer)),
    end: () => timers.forEach(({ timer }) => clearInterval(timer)),
  };
}
