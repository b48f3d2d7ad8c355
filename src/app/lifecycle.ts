/** How an app begins, leaves and ends, and in which order it lets go of what it holds. */
import { type StallNotes, tellSeldom, watchStalls } from "../metrics/stalls.ts";
import type { RunMeter } from "../metrics/runs.ts";
import type { Hub } from "../routes/hub.ts";
import type { BackingServices } from "./backing-services.ts";
import { type JobDeps, type Job, startJobs } from "./jobs/jobs.ts";
import type { Log } from "./telemetry/log.ts";
import type { PaymentServices } from "./payment.ts";
import type { OpenRuns } from "./runs.ts";
import type { OpenConnections } from "./parts/connections.ts";
import type { OpenUsage } from "./parts/usage.ts";
import type { OpenActors } from "./world.ts";

export interface Lifecycle extends AsyncDisposable {
  /** Does the jobs, follows the wallets and watches the actors, until it is disposed of. */
  start(): void;
  /** Says that it is about to stop, takes no more runs of the queue, and ends the waits for them; it serves on. */
  leave(): void;
}

export interface LifecycleDeps extends Pick<JobDeps, "clock"> {
  readonly log: Log;
  readonly jobs: readonly Job[];
  readonly backing: BackingServices;
  readonly actors: OpenActors;
  readonly hub: Hub;
  readonly payment: Pick<PaymentServices, "follow">;
  readonly queued: Pick<OpenRuns, "runs" | "worker">;
  readonly connections: Pick<OpenConnections, "settled">;
  readonly calls: OpenUsage["calls"];
  readonly meter: Pick<RunMeter, "recent">;
  readonly stalls: Pick<StallNotes, "note">;
  /** Ends every wait. */
  readonly stopping: AbortController;
  /** Ends the waits of callers for runs. */
  readonly leaving: AbortController;
  /** Another process has it once this one has ended what may still write to it. */
  readonly sandbox: Disposable | undefined;
}

/** What takes longer is taken up by another process when its lease has lapsed. */
const DRAIN_RUNS_MS = 9_000;

/** Disposing of it finishes what was accepted, then closes what was opened. */
export function createLifecycle(deps: LifecycleDeps): Lifecycle {
  const { log, clock, jobs, backing, actors, hub, payment, queued, meter, stalls, stopping, leaving, sandbox } = deps;
  const { connections, calls } = deps;
  const { leadership, cache } = backing;
  let running: ReturnType<typeof startJobs> | undefined;
  let stallWatch: Disposable | undefined;
  return {
    start() {
      running = startJobs(jobs, { log, clock, leadership });
      const warn = tellSeldom(
        () => clock.now(),
        (sentence) => log.warn(sentence),
      );
      stallWatch = watchStalls(meter.recent, (sentence) => {
        warn(sentence);
        stalls.note(sentence);
      });
      payment.follow();
      actors.watch(stopping.signal, (slug) => cache.forget(slug));
    },
    leave,
    async [Symbol.asyncDispose]() {
      leave();
      stopping.abort();
      running?.stop();
      stallWatch?.[Symbol.dispose]();
      if (hub.server !== null) await hub.stop();
      await queued.worker.drain(DRAIN_RUNS_MS);
      await connections.settled();
      await actors[Symbol.asyncDispose]();
      running?.end();
      await calls.flush().catch((error: unknown) => log.failure("Cannot write down how calls of entries went", error));
      await backing[Symbol.asyncDispose]();
      sandbox?.[Symbol.dispose]();
    },
  };

  function leave(): void {
    leaving.abort();
    queued.runs.release();
    void leadership[Symbol.asyncDispose](); // Another process need not wait until this one has ended.
    void queued.worker.drain(0);
  }
}
