/** Commands that are told to stop, undo what they have begun and say how things stand. */
import { stopSignals } from "../app/process/stop-signals.ts";
import { OperatorError } from "../runtime/errors.ts";
import { exitCodeOf } from "./end-by-signal.ts";

/** The command was told to stop; the message says how it leaves things. */
export class StoppedError extends OperatorError {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Aborts with that message at the first signal; a second one ends the process at once. */
export function stoppedBy(message: string): AbortSignal {
  const stopped = new AbortController();
  for (const name of stopSignals())
    process.once(name, () => stopped.abort(new StoppedError(message, exitCodeOf(name))));
  return stopped.signal;
}
