/** Failures that come again and again: told in the log as they begin, each minute, and as they end. */
import { LRUCache } from "lru-cache";
import { asOperatorError, systemReason } from "../../runtime/files/system-faults.ts";
import { ageOf, type Clock } from "../../runtime/world.ts";
import { outageCause } from "../../store/faults.ts";
import type { Log } from "./log.ts";

/** What fails twice a second would fill the log of a night with what its first line says. */
const TOLD_AGAIN_MS = 60_000;

/** What the operator can mend as a sentence, a fault of ours with its stack. */
export function tellFailure(complaint: string, error: unknown, log: Pick<Log, "error" | "failure">): void {
  const mendable = asOperatorError(error);
  if (mendable === undefined) return log.failure(complaint, error);
  // A full disk names no path; what it keeps from being done stands in the complaint.
  const isNamed = error instanceof Error && "path" in error;
  log.error(`${complaint}: ${(isNamed ? undefined : systemReason(error)) ?? mendable.message}`);
}

export function tellFailures(complaint: string, log: Log, clock: Clock) {
  let count = 0;
  let toldAt = 0;
  return {
    tell(error: unknown): void {
      count++;
      if (count > 1 && ageOf(toldAt, clock.now()) < TOLD_AGAIN_MS) return;
      toldAt = clock.now();
      tellFailure(complaint, error, log);
    },
    over(): void {
      if (count > 1) log.info(`Over after ${count} failures: ${complaint}`);
      count = 0;
    },
  };
}

/** So long nothing may fail before an outage is over: what is slow does now and then what it is asked. */
const QUIET_MS = 10_000;

/** An outage of the store fails whatever asks it: it is told once, by its cause, and not by the stack of each. */
export function tellOutages(log: Log, clock: Clock) {
  let count = 0;
  let [toldAt, failedAt] = [0, 0];
  return {
    /** Whether it is one. */
    tell(complaint: string, error: unknown): boolean {
      const cause = outageCause(error);
      if (cause === undefined) return false;
      failedAt = clock.now();
      count++;
      if (count > 1 && ageOf(toldAt, failedAt) < TOLD_AGAIN_MS) return true;
      toldAt = failedAt;
      log.error(`The store does not do what it is asked: ${cause}. ${complaint}, for one.`);
      return true;
    },
    /** To be called by whatever has done what it should. */
    worked(): void {
      if (count === 0 || ageOf(failedAt, clock.now()) < QUIET_MS) return;
      log.info(`The store does what it is asked again, after ${count} failures.`);
      count = 0;
    },
  };
}

/** For work beside the jobs, which tell an outage of the store first, and for all. */
export function tellUnlessOutage(complaint: string, log: Log): (error: unknown) => void {
  return (error) => {
    if (outageCause(error) === undefined) tellFailure(complaint, error, log);
  };
}

/** Complaints that are remembered. Some name a run, and each of those comes once. */
const MOST_COMPLAINTS = 100;

/** For whoever does not know when they end: of each complaint the same error once a minute. */
export function createComplaints(log: Log, clock: Clock): (complaint: string, error: unknown) => void {
  const told = new LRUCache<string, { readonly says: string; readonly failures: ReturnType<typeof tellFailures> }>({
    max: MOST_COMPLAINTS,
  });
  return (complaint, error) => {
    if (outageCause(error) !== undefined) return; // As in `tellUnlessOutage`.
    const says = String(error);
    const before = told.get(complaint);
    const same = before?.says === says ? before : { says, failures: tellFailures(complaint, log, clock) };
    told.set(complaint, same);
    same.failures.tell(error);
  };
}
