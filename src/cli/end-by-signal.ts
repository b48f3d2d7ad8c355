/** Commands that have something to take away at their end, also where they are told to stop. */

/** Exit codes are 128 and the number of the signal, as shells have them. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Lets signals end the process by its own `exit`, for which listeners may be set. */
export function endBySignal(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => process.exit(code));
}
