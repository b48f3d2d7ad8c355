/** Identical runs under way at the same time share one execution; each was admitted, and is charged, by itself. */
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { SharedFlights } from "../src/runtime/ports/shared-flights.ts";
import type { Clock } from "../src/runtime/world.ts";
import type { Run } from "../src/runtime/run/run.ts";
import { abandonedRun, type Outcome, success } from "../src/runtime/run/outcome.ts";

interface Flight {
  readonly outcome: Promise<Outcome>;
  readonly stop: AbortController;
  /** The run that began it. */
  readonly by: Run;
  /** Who waits for it. */
  waiting: number;
}

export function flight(clock: Clock, shared?: SharedFlights): Stage {
  const flights = new Map<string, Flight>();

  return (run, next) => {
    const isShared = run.cacheKey !== undefined && run.hit === undefined && run.freshness !== "fresh";
    return isShared ? join(run.cacheKey, run, next) : next(run);
  };

  async function join(key: string, run: Run, next: Next): Promise<Outcome> {
    const joined = flights.get(key) ?? start(key, run, next);
    joined.waiting++;
    const left = Promise.withResolvers<Outcome>();
    const leave = () => {
      if (--joined.waiting === 0) {
        end(key, joined); // Nobody new may join what is about to be stopped.
        joined.stop.abort();
      }
      left.resolve(abandonedRun(run, clock.now()));
    };
    // Who has paid stays until the answer is there, so that it can be redeemed and stored.
    const hungUp = run.isCharged ? undefined : run.caller.hungUp();
    if (hungUp?.aborted) leave();
    else hungUp?.addEventListener("abort", leave, { once: true });
    try {
      const outcome = await Promise.race([joined.outcome, left.promise]);
      // That another client had no room says nothing of this one: room is shared out among clients.
      const isCrowdedOut = !outcome.ok && outcome.error.code === "overloaded" && clientOf(joined.by) !== clientOf(run);
      if (isCrowdedOut && hungUp?.aborted !== true) return await next(run);
      const own = { runId: run.id, startedAt: run.startedAt };
      return outcome.ok
        ? { ...outcome, ...own, charge: run.charge, warnings: run.warnings }
        : { ...outcome, ...own, charge: 0n };
    } finally {
      hungUp?.removeEventListener("abort", leave);
    }
  }

  function start(key: string, run: Run, next: Next): Flight {
    const stop = new AbortController();
    const own: Run = { ...run, caller: { ...run.caller, hungUp: () => stop.signal } };
    const outcome = shared === undefined ? Promise.try(next, own) : amongAll(shared, key, own, next);
    const started: Flight = { outcome, stop, by: run, waiting: 0 };
    flights.set(key, started);
    const over = () => end(key, started);
    outcome.then(over, over);
    return started;
  }

  /** All of this process's are one run among those of the others. */
  async function amongAll(all: SharedFlights, key: string, run: Run, next: Next): Promise<Outcome> {
    const signal = run.caller.hungUp();
    const joined = await all.join(key, signal);
    if (joined.role === "follows") return success(run, joined.answer, clock.now());
    let outcome: Outcome | undefined;
    try {
      outcome = signal.aborted ? abandonedRun(run, clock.now()) : await next(run);
      return outcome;
    } finally {
      if (joined.role === "leads") joined.lead.end(outcome?.ok ? outcome.answer : undefined);
    }
  }

  function end(key: string, ended: Flight): void {
    if (flights.get(key) === ended) flights.delete(key);
  }
}

function clientOf({ standing, caller }: Run): string {
  return standing.state === "known" ? `account ${standing.holder.id}` : `address ${caller.address()}`;
}
