/** Between two steps of an import. */
import { setImmediate } from "node:timers/promises";

/**
 * Lets others have their turn: whoever serves meanwhile, the garbage collector, and signals that tell it to stop.
 * @throws the signal's reason once it is aborted.
 */
export async function giveWay(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
