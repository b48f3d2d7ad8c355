/** Identical runs that are under way at the same time share one execution; each was admitted, and is charged, by itself. */
import { abandoned, type Next, type Outcome, type Run, type Stage } from "../src/runtime/pipeline.ts";
import type { Clock } from "../src/runtime/ports.ts";

interface Flight {
  readonly outcome: Promise<Outcome>;
  readonly stop: AbortController;
  waiting: number;
}

export function flight(clock: Clock): Stage {
  const flights = new Map<string, Flight>();

  function start(key: string, run: Run, next: Next): Flight {
    const stop = new AbortController();
    const outcome = next({ ...run, caller: { ...run.caller, hungUp: () => stop.signal } });
    const started: Flight = { outcome, stop, waiting: 0 };
    flights.set(key, started);
    const end = () => void (flights.get(key) === started && flights.delete(key));
    outcome.then(end, end);
    return started;
  }

  return async (run, next) => {
    if (run.cacheKey === undefined || run.hit !== undefined || run.freshness === "fresh") return next(run);
    const joined = flights.get(run.cacheKey) ?? start(run.cacheKey, run, next);
    joined.waiting++;
    // Who has paid stays until the answer is there, so that it can be redeemed and stored.
    const leaves = run.charge === 0n ? run.caller.hungUp() : undefined;
    const left = Promise.withResolvers<Outcome>();
    const leave = () => {
      // The last one to leave ends the flight; nobody new may board it then.
      if (--joined.waiting === 0) {
        if (flights.get(run.cacheKey ?? "") === joined) flights.delete(run.cacheKey ?? "");
        joined.stop.abort();
      }
      left.resolve(abandoned(run, clock.now()));
    };
    if (leaves?.aborted) leave();
    else leaves?.addEventListener("abort", leave, { once: true });
    try {
      const outcome = await Promise.race([joined.outcome, left.promise]);
      return { ...outcome, runId: run.id, startedAt: run.startedAt, charge: outcome.ok ? run.charge : 0n };
    } finally {
      leaves?.removeEventListener("abort", leave);
    }
  };
}
