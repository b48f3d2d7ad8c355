/** What goes on beside the requests, again and again: leases are renewed, what the dead left behind is tidied. */
import type { Leadership } from "../store/leader.ts";
import type { Log } from "./log.ts";

export interface Job {
  /** What a failure is told as, for example "Cannot renew the holds of payments". */
  readonly complaint: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /** Goes on while what was accepted is finished: a lease must outlive the operation that it guards. */
  readonly isLease?: boolean;
  /** Done by one process of the hub only: twice would be no fault, but work for nothing. */
  readonly isLeaders?: boolean;
}

export interface RunningJobs {
  /** Ends all but the leases. */
  stop(): void;
  /** Ends the leases, too. */
  end(): void;
}

/**
 * Does each at once, and then again and again; the leader's whenever this process becomes the leader, and then as long as
 * it is. One that fails is told in the log and done again like any other.
 */
export function startJobs(jobs: readonly Job[], log: Log, { leads, onLead }: Leadership): RunningJobs {
  let isStopped = false;
  const timers = jobs.map(({ complaint, everyMs, run, isLease, isLeaders = false }) => {
    const attempt = (): void => {
      if (!isLeaders || (leads() && !isStopped)) void run().catch((error: unknown) => log.failure(complaint, error));
    };
    if (isLeaders) onLead(attempt);
    else attempt();
    return { timer: setInterval(attempt, everyMs), isLease };
  });
  return {
    stop() {
      isStopped = true;
      for (const { timer, isLease } of timers) if (isLease !== true) clearInterval(timer);
    },
    end: () => timers.forEach(({ timer }) => clearInterval(timer)),
  };
}
