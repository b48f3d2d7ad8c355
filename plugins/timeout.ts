/** The clock of the operation itself: it starts after our own accounting and ends the wait even for work that ignores it. */
import { HubError } from "../src/runtime/errors.ts";
import { abandonedRun, failure, type Next, type Outcome, type Run, type Stage } from "../src/runtime/run/pipeline.ts";
import type { Clock } from "../src/runtime/world.ts";

/** An exception made anew for each run, with its stack, would cost more than the stage. */
const OVER = "The run is over.";

export function timeout(clock: Clock): Stage {
  return (run, next) => (run.hit === undefined ? inTime(run, next) : next(run));

  async function inTime(run: Run, next: Next): Promise<Outcome> {
    const { slug, timeoutMs } = run.operation;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(OVER), timeoutMs);
    // A caller that hangs up aborts only a run nobody pays for, be it with a daily call.
    const signal = run.isCharged ? over.signal : AbortSignal.any([over.signal, run.caller.hungUp()]);
    const cut = Promise.withResolvers<Outcome>();
    const cutShort = () => {
      const late = new HubError("actor_timeout", `"${slug}" did not finish within ${timeoutMs / 1000} s.`);
      cut.resolve(over.signal.aborted ? failure(run, late, clock.now()) : abandonedRun(run, clock.now()));
    };
    if (signal.aborted) cutShort();
    else signal.addEventListener("abort", cutShort, { once: true });
    try {
      return await Promise.race([next({ ...run, signal }), cut.promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", cutShort); // Nobody would read the error it makes.
      over.abort(OVER); // Whatever the operation has left running ends with it.
    }
  }
}
