/** Failures that come again and again: told in the log as they begin, each minute, and as they end. */
import { asOperatorError } from "../runtime/system-faults.ts";
import { ageOf, type Clock } from "../runtime/world.ts";
import type { Log } from "./log.ts";

/** What fails twice a second would fill the log of a night with what its first line says. */
const TOLD_AGAIN_MS = 60_000;

export function tellFailures(complaint: string, log: Log, clock: Clock) {
  let count = 0;
  let toldAt = 0;
  return {
    tell(error: unknown): void {
      count++;
      if (count > 1 && ageOf(toldAt, clock.now()) < TOLD_AGAIN_MS) return;
      toldAt = clock.now();
      const mendable = asOperatorError(error);
      if (mendable === undefined) log.failure(complaint, error);
      else log.error(`${complaint}: ${mendable.message}`);
    },
    over(): void {
      if (count > 1) log.info(`Over after ${count} failures: ${complaint}`);
      count = 0;
    },
  };
}

/** For whoever does not know when they end: of each complaint the same error once a minute. */
export function createComplaints(log: Log, clock: Clock): (complaint: string, error: unknown) => void {
  const told = new Map<string, { readonly says: string; readonly failures: ReturnType<typeof tellFailures> }>();
  return (complaint, error) => {
    const says = String(error);
    const before = told.get(complaint);
    const same = before?.says === says ? before : { says, failures: tellFailures(complaint, log, clock) };
    told.set(complaint, same);
    same.failures.tell(error);
  };
}
