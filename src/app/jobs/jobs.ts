/** What goes on beside the requests, again and again: leases are renewed, what the dead left behind is tidied. */
import type { Clock } from "../../runtime/world.ts";
import type { Leadership } from "../../store/processes/leader.ts";
import { tellFailures, tellOutages } from "../telemetry/failures.ts";
import type { Log } from "../telemetry/log.ts";

export interface Job {
  /** What a failure is told as, for example "Cannot renew the holds of payments". */
  readonly complaint: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  /**
   * Goes on while what was accepted is finished: a lease must outlive the operation that it guards. One that fails is done
   * again soon: of the lease's time an outage leaves little.
   */
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

export interface JobDeps {
  readonly log: Log;
  readonly clock: Clock;
  readonly leadership: Leadership;
}

const LEASE_AGAIN_MS = 500;

/**
 * Does each at once, and then again and again; the leader's whenever this process becomes the leader, and then as long as
 * it is. One that fails is done again like any other; the log tells it as it begins to fail, each minute, and as it ends. An
 * outage of the store is told so for all of them together.
 */
export function startJobs(jobs: readonly Job[], { log, clock, leadership }: JobDeps): RunningJobs {
  const { leads, onLead } = leadership;
  const outages = tellOutages(log, clock);
  let isStopped = false;
  let isEnded = false;
  const timers = jobs.map(({ complaint, everyMs, run, isLease, isLeaders = false }) => {
    const failures = tellFailures(complaint, log, clock);
    const again: { timer?: ReturnType<typeof setTimeout> } = {};
    const failed = (error: unknown): void => {
      if (!outages.tell(complaint, error)) failures.tell(error);
      if (isLease !== true || again.timer !== undefined || isEnded) return;
      again.timer = setTimeout(() => {
        delete again.timer;
        attempt();
      }, LEASE_AGAIN_MS);
    };
    const done = (): void => {
      failures.over();
      outages.worked();
    };
    const attempt = (): void => {
      if (!isLeaders || (leads() && !isStopped)) void run().then(done, failed);
    };
    if (isLeaders) onLead(attempt);
    else attempt();
    return { timer: setInterval(attempt, everyMs), again, isLease };
  });
  return {
    stop() {
      isStopped = true;
      for (const { timer, isLease } of timers) if (isLease !== true) clearInterval(timer);
    },
    end() {
      isEnded = true;
      for (const { timer, again } of timers) {
        clearInterval(timer);
        clearTimeout(again.timer);
      }
    },
  };
}
