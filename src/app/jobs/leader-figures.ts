/** What the process that leads finds out about the store from time to time, for whoever watches the hub. */
import { lastChecked } from "../../store/hub/checked-backup.ts";
import type { Store } from "../../store/store.ts";
import type { Job } from "./jobs.ts";
import { type VerifyDeps, type VerifyJob, verifyJob } from "./verify-job.ts";

export interface LeaderFigures {
  readonly figures: {
    readonly verified: VerifyJob["verified"];
    /**
     * When the newest backup was made that was found whole, in milliseconds since the epoch, 0 where none was; `undefined`
     * before that is known, and in a process that does not lead.
     */
    readonly backup: () => number | undefined;
  };
  readonly jobs: readonly Job[];
}

const LOOK_MS = 60_000;

export function leaderFigures({ store, ...deps }: VerifyDeps & { readonly store: Store }): LeaderFigures {
  const { verified, jobs } = verifyJob(deps);
  let backup: number | undefined;
  const look = async (): Promise<void> => {
    backup = (await lastChecked(store)) ?? 0;
  };
  const job = { complaint: "Cannot read when a backup was checked", everyMs: LOOK_MS, run: look, isLeaders: true };
  return {
    figures: { verified, backup: () => (deps.leads() ? backup : undefined) },
    jobs: [...jobs, job],
  };
}
