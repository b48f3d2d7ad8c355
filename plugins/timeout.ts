/** The clock of the operation itself: it starts after our own accounting and ends the wait even for work that ignores it. */
import { HubError } from "../src/runtime/errors.ts";
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Clock } from "../src/runtime/world.ts";
import type { Run } from "../src/runtime/run/run.ts";
import { abandonedRun, type Failure, failure, type Outcome } from "../src/runtime/run/outcome.ts";

/** An exception made anew for each run, with its stack, would cost more than the stage. */
const OVER = "The run is over.";

export function timeout(clock: Clock): Stage {
  return (run, next) => (run.hit === undefined ? inTime(run, next) : next(run));

  async function inTime(run: Run, next: Next): Promise<Outcome> {
    const { slug, timeoutMs } = run.operation;
    const over = new AbortController();
    const cut = Promise.withResolvers<Outcome>();
    const cutShort = (error: Failure): void => {
      cut.resolve(error);
      over.abort(OVER);
    };
    const timer = setTimeout(() => {
      const late = new HubError("actor_timeout", `"${slug}" did not finish within ${timeoutMs / 1000} s.`);
      cutShort(failure(run, late, clock.now()));
    }, timeoutMs);
    // A caller that hangs up aborts only a run nobody pays for, be it with a daily call.
    const isKept = run.isCharged && run.resumed === undefined; // Of one done later, it says that it was cancelled.
    const hungUp = isKept ? undefined : run.caller.hungUp();
    const leave = (): void => cutShort(abandonedRun(run, clock.now()));
    if (hungUp?.aborted) leave();
    else hungUp?.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([next({ ...run, signal: over.signal }), cut.promise]);
    } finally {
      clearTimeout(timer);
      hungUp?.removeEventListener("abort", leave);
      over.abort(OVER); // Whatever the operation has left running ends with it.
    }
  }
}
