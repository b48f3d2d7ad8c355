/** Queues of runs for tests: processes that share a store and a clock, and whose work the test ends. */
import type { NewRun } from "../../src/runtime/ports/runs.ts";
import type { Clock } from "../../src/runtime/world.ts";
import { createQueue, QUEUE_LIMITS, type RunQueueLimits, type StoredRuns } from "../../src/runs/queue.ts";
import { createKeptRuns } from "../../src/runs/kept-runs.ts";
import type { RunRow } from "../../src/runs/queries.ts";
import type { RunEnd } from "../../src/runs/run-ends.ts";
import { writeError } from "../../src/runs/outcome.ts";
import { createWorker, type Work, type Worker } from "../../src/runs/worker.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { localNews } from "../../src/store/processes/news.ts";
import { type Build, type Store, stepsOf } from "../../src/store/store.ts";
import { testClock } from "./operations.ts";

/** As the settings have them by default. */
export const KEPT_LIMITS = { runs: 10_000, bytes: 256 * 1024 * 1024 };

/** A run in work, which the test ends. */
export interface OpenWork extends Work {
  /** Ends it as charged for; says whether that came in time. */
  charge(): Promise<boolean>;
  end(end: RunEnd): void;
}

export interface QueueProcess {
  readonly queue: StoredRuns;
  /** The same, of a process that begins at once what it writes down, where it may. */
  readonly eager: StoredRuns;
  readonly worker: Worker;
  /** What it has in work, in the order in which it was taken. */
  readonly works: OpenWork[];
  /** Settles once it has taken so many. */
  taken(count: number): Promise<void>;
  /** Ids of the runs that have given back what was set aside for them. */
  readonly givenBack: string[];
}

export function queueProcess(
  store: Store,
  clock?: Clock,
  limits: Partial<RunQueueLimits> = {},
  places = 8,
  kept = createKeptRuns(store, KEPT_LIMITS),
  webhookPlaces?: number,
): QueueProcess {
  const news = localNews();
  const works: OpenWork[] = [];
  const givenBack: string[] = [];
  const awaited: { count: number; resolve: () => void }[] = [];
  const giveBack = ({ id }: RunRow) =>
    function* () {
      yield* [];
      givenBack.push(id);
    };
  const all = { store, news, clock, limits: { ...QUEUE_LIMITS, ...limits }, giveBack };
  const perform = (work: Work): Promise<RunEnd | "written"> => {
    const { promise, resolve } = Promise.withResolvers<RunEnd | "written">();
    works.push({
      ...work,
      end: resolve,
      async charge() {
        try {
          await store.transact(() => stepsOf(work.succeed(`"${work.row.input}"`, 7n)) as never);
          resolve("written");
          return true;
        } catch {
          resolve("written");
          return false;
        }
      },
    });
    for (const { count, resolve: tell } of awaited) if (works.length >= count) tell();
    work.signal.addEventListener("abort", () =>
      resolve(work.isCancelled() ? { state: "cancelled", error: "" } : failed("The lease is lost.")),
    );
    return promise;
  };
  const worker = createWorker({
    ...all,
    kept,
    places,
    ...(webhookPlaces !== undefined && { webhookPlaces }),
    perform,
    complain: () => undefined,
  });
  // The worker of a test takes when it is told to.
  const queue = createQueue({ ...all, news: localNews() });
  const eager = createQueue({ ...all, news: localNews(), reserve: worker.reserve });
  const taken = (count: number): Promise<void> =>
    new Promise((resolve) => (works.length >= count ? resolve() : void awaited.push({ count, resolve })));
  return { queue, eager, worker, works, taken, givenBack };
}

/** For tests one after the other on one store: each begins without runs, and those before it take nothing more. */
export function freshProcesses(open: () => { readonly store: Store }) {
  const earlier: QueueProcess[] = [];
  const endEarlier = () => Promise.all(earlier.splice(0).map(({ worker }) => worker.drain(0)));
  return {
    endEarlier,
    /** Of a process that a test has started by itself. */
    track: (...processes: readonly QueueProcess[]) => void earlier.push(...processes),
    /** Processes that share nothing but the store and its time. */
    async setUp(limits?: Partial<RunQueueLimits>, places?: number, webhookPlaces?: number) {
      const { store } = open();
      await endEarlier();
      await store.ask(forgetAll);
      const clock = testClock();
      const process = (): QueueProcess => {
        const started = queueProcess(store, clock, limits, places, undefined, webhookPlaces);
        earlier.push(started);
        return started;
      };
      return { store, clock, process };
    },
  };
}

export const forgetAll: Build<unknown> = (db, { runs }) => db.delete(runs);

export function failed(message: string): RunEnd {
  return { state: "failed", error: writeError(new HubError("upstream_failed", message)) };
}

export function newRun(overrides: Partial<NewRun> = {}): NewRun {
  return {
    id: crypto.randomUUID(),
    later: { kind: "actor", name: "asker", sent: { q: "one" } },
    accountId: "account",
    due: 0n,
    isCovered: true,
    isRepeatable: true,
    handOvers: [],
    ...overrides,
  };
}
