/** A hub that begins waits for its database: both may begin at once, and a busy machine is slow at either. */
import { setTimeout as pause } from "node:timers/promises";
import { OperatorError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import { isOutage, outageCause } from "../../store/faults.ts";
import type { Log } from "../telemetry/log.ts";

export interface StoreAtStartDeps {
  /** Time that nobody sets. */
  readonly ticks: Clock;
  readonly log: Pick<Log, "warn" | "info">;
  /** From the first attempt to the last one; 0 makes one attempt. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Makes attempts until one does not fail for an outage of the database.
 * @throws {OperatorError} with the reason of the last one, once the time is up; at once what no waiting mends
 */
export async function whenStoreAnswers<T>(attempt: () => Promise<T>, deps: StoreAtStartDeps): Promise<T> {
  const { ticks, log, waitMs, signal } = deps;
  const until = ticks.now() + waitMs;
  for (let pauseMs = FIRST_PAUSE_MS, isTold = false; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const opened = await attempt();
      if (isTold) log.info("The database answers.");
      return opened;
    } catch (error) {
      const outage = asOutageAtStart(error);
      if (outage === undefined) throw error;
      const leftMs = until - ticks.now();
      if (leftMs <= 0) throw outage;
      if (!isTold) log.warn(`${outage.message}. It is asked again for ${waitMs / 1000} s (DATABASE_WAIT_SECONDS).`);
      isTold = true;
      await pause(Math.min(pauseMs, leftMs), undefined, { signal });
    }
  }
}

/** `undefined` for what waiting does not mend, such as a password that is wrong. */
function asOutageAtStart(error: unknown): OperatorError | undefined {
  const cause = outageCause(error);
  if (cause !== undefined)
    return new OperatorError(`Cannot use the database of DATABASE_URL: ${cause}`, { cause: error });
  return error instanceof OperatorError && isOutage(error) ? error : undefined;
}
