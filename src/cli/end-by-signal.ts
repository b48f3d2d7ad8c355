/** Commands that have something to take away at their end, also where they are told to stop. */
import { stopSignals } from "../app/stop-signals.ts";

/** Exit codes are 128 and the number of the signal, as shells have them. */
const CODES: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Lets signals end the process by its own `exit`, for which listeners may be set. */
export function endBySignal(): void {
  for (const signal of stopSignals()) process.once(signal, () => process.exit(CODES[signal]));
}
