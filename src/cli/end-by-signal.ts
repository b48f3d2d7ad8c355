/** Commands that have something to take away at their end, also where they are told to stop. */
import { constants } from "node:os";
import { stopSignals } from "../app/process/stop-signals.ts";

/** 128 and the number of the signal, as shells have it. */
export function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** Lets signals end the process by its own `exit`, for which listeners may be set. */
export function endBySignal(): void {
  for (const signal of stopSignals()) process.once(signal, () => process.exit(exitCodeOf(signal)));
}
