/**
 * What a process has of the queue in work. Each run is taken under a lease, and what it came to counts only while that
 * stands: a process that stood still and wakes up late changes nothing.
 */
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import type { TransactionStep } from "../runtime/ports/idempotency.ts";
import type { Clock } from "../runtime/world.ts";
import type { News } from "../store/processes/news.ts";
import type { RunRow } from "./queries.ts";
import { writeError } from "./outcome.ts";
import { createRunEnds, LostRun, type Postponement, type RunEnd, type RunEndsDeps } from "./run-ends.ts";
import { WEBHOOK } from "./query-parts.ts";
import { unfitness } from "./deaths.ts";
import { createHeldRuns, type HeldRun } from "./held-runs.ts";
import { createStrays, LATE_MS } from "./strays.ts";
import { type Place, QUEUE_LIMITS, type RunQueueLimits } from "./queue.ts";
import { bringForward, postponeRun, putBackLapsed, renewRuns, shortenLeases, takeRuns } from "./work-queries.ts";

export interface Work {
  readonly row: RunRow;
  /** Aborted when the run is cancelled or its lease is lost. */
  readonly signal: AbortSignal;
  /** Whether somebody has asked to end it. */
  isCancelled(): boolean;
  /** Writes a success down, as a step of the transaction that charges for it. @throws {LostRun} there. */
  succeed(result: string, charge: bigint): TransactionStep;
}

export interface WorkerDeps extends Omit<RunEndsDeps, "owner" | "now"> {
  readonly news: News;
  /** Left out, the database's own clock. */
  readonly clock?: Clock | undefined;
  readonly limits?: RunQueueLimits;
  /** How many runs this process has in work at once. */
  readonly places?: number;
  /** And how many webhooks besides. */
  readonly webhookPlaces?: number;
  readonly perform: (work: Work) => Promise<RunEnd | "written">;
  /** Told what went wrong with the queue itself. */
  readonly complain: (complaint: string, error: unknown) => void;
}

export interface Worker {
  /** Takes what there is room for, of all that was queued before; to be called whenever something is. */
  take(): Promise<void>;
  /**
   * The same, for what nobody told of; to be called a few times a second. Where nothing has been in work for a while it
   * looks once a second: each look of each process is a statement.
   */
  poll(): Promise<void>;
  /** A place for a run that is being written down; `undefined` where none is free. */
  reserve(): Place | undefined;
  /** Renews all leases of this process; to be called every `RENEW_RUNS_MS`. */
  renew(): Promise<void>;
  /** Puts back what others have left; to be called about each second. */
  putBack(): Promise<void>;
  /** Takes nothing more, and settles when what is in work has ended, or after so many milliseconds. */
  drain(ms: number): Promise<void>;
}

export const RUN_LEASE_MS = 10_000;
export const RENEW_RUNS_MS = 3_000;
const PLACES = 8;
/** Each is a wait for somebody's server, for up to ten seconds. */
const WEBHOOK_PLACES = 32;
/** No run is postponed by more, as a webhook may be. */
export const LONGEST_POSTPONED_MS = 60_000;
/** So long nothing must have been in work. */
const QUIET_MS = 5_000;
const QUIET_POLL_MS = 1_000;

const LATE: Postponement = { state: "postponed", delayMs: 0, isTry: false };

export function createWorker(deps: WorkerDeps): Worker {
  const { store, news, limits = QUEUE_LIMITS, places = PLACES, webhookPlaces = WEBHOOK_PLACES } = deps;
  const now = (): number | null => deps.clock?.now() ?? null;
  /** Time that nobody sets: what a lease has left without a word from the store. */
  const ticks = (): number => deps.clock?.now() ?? performance.now();
  const owner = crypto.randomUUID();
  const held = createHeldRuns({ ticks, leaseMs: RUN_LEASE_MS });
  const working = new Set<Promise<void>>();
  const ends = createRunEnds({ ...deps, owner, now });
  const strays = createStrays({
    ticks,
    isInWork: held.isHeld,
    giveBack: ({ id, attempts }, deaths) =>
      store.ask(postponeRun, { id, owner, attempts, delayMs: 0, taken: 0, deaths, now: now() }, "leases"),
  });
  let taking: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isDraining = false;
  let reserved = 0;
  let workedAt = ticks();
  let lookedAt = workedAt;

  news.listen("run queued", () => void take());
  news.listen("run cancelled", held.cancel);

  return {
    take,
    poll() {
      const tick = ticks();
      if (held.size > 0) workedAt = tick;
      const isQuiet = tick - workedAt >= QUIET_MS;
      return isQuiet && tick - lookedAt < QUIET_POLL_MS ? Promise.resolve() : take();
    },
    reserve() {
      if (isDraining || free() <= 0) return undefined;
      reserved++;
      const since = ticks();
      return {
        owner,
        leaseMs: RUN_LEASE_MS,
        begin(row) {
          reserved--;
          // Whoever is about to stop begins nothing: another process has it at once.
          begin(row, since, isDraining);
        },
        giveBack: () => void reserved--,
      };
    },
    async renew() {
      const renewHeld = held.beginRenewal();
      const giveBackStrays = strays.look();
      const since = ticks();
      const renewed = await store.ask(renewRuns, { owner, leaseMs: RUN_LEASE_MS, now: now() }, "leases");
      renewHeld(renewed, since);
      await giveBackStrays(renewed);
    },
    async putBack() {
      await store.ask(shortenLeases, { leaseMs: RUN_LEASE_MS, longestMs: 2 * RUN_LEASE_MS, now: now() });
      const found = await store.ask(putBackLapsed, { now: now() });
      const brought = await store.ask(bringForward, { longestMs: LONGEST_POSTPONED_MS, now: now() });
      if (found.length + brought.length > 0) news.tell("run queued", "");
    },
    async drain(ms) {
      isDraining = true;
      await taking;
      const ended = new AbortController();
      const late = setTimeout(ms, undefined, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([Promise.all(working), late]);
      ended.abort();
    },
  };

  function take(): Promise<void> {
    held.endLapsed();
    if (taking === undefined)
      return (taking = takeAll()
        .catch((error: unknown) => deps.complain("Cannot take runs", error))
        .finally(() => (taking = undefined)));
    // What was queued meanwhile may be too late for this look.
    return (next ??= taking.then(() => {
      next = undefined;
      return take();
    }));
  }

  function free(): number {
    return places - (held.size - held.webhooks) - reserved;
  }

  function freeForWebhooks(): number {
    return webhookPlaces - held.webhooks;
  }

  async function takeAll(): Promise<void> {
    lookedAt = ticks();
    while (!isDraining && (free() > 0 || freeForWebhooks() > 0)) {
      const most = Math.max(0, free());
      const mostTold = freeForWebhooks();
      const since = ticks();
      const rows = await store.ask(takeRuns, {
        owner,
        most,
        mostTold,
        places: limits.placesOfClient,
        leaseMs: RUN_LEASE_MS,
        now: now(),
      });
      for (const row of rows) begin(row, since);
      if (rows.length < most + mostTold) return;
    }
  }

  /** `since` is a tick at which it was not taken yet. */
  function begin(row: RunRow, since: number, isStopping = false): void {
    const isLate = isStopping || ticks() - since >= LATE_MS;
    const holding = held.hold(row, since);
    workedAt = ticks();
    const done = work(row, holding, isLate)
      .catch((error: unknown) => {
        if (!(error instanceof LostRun)) deps.complain("Cannot write down the end of a run", error);
      })
      .finally(() => {
        held.drop(row.id, holding);
        working.delete(done);
        void take();
      });
    working.add(done);
  }

  async function work(row: RunRow, holding: HeldRun, isLate: boolean): Promise<void> {
    const end = isLate ? LATE : await ended(row, holding);
    if (end !== "written") {
      if (holding.stop.signal.aborted && !holding.isCancelled) return; // It is somebody else's now.
      if (end.state === "postponed") {
        strays.ended(row); // Where the store is gone, it is given back later, as never begun.
        await ends.postpone(row, end);
        if (isLate) news.tell("run queued", row.id);
        return;
      }
      await ends.write(row, end, holding.stop.signal);
    }
    strays.ended(row);
    news.tell("run ended", row.id);
    await ends.trim(row).catch((error: unknown) => deps.complain("Cannot drop what too much is kept of", error));
  }

  async function ended(row: RunRow, holding: HeldRun): Promise<RunEnd | "written"> {
    if (holding.isCancelled) return { state: "cancelled", error: "" };
    const unfit = row.kind === WEBHOOK ? undefined : unfitness(row); // Those count their tries themselves.
    if (unfit !== undefined) return { state: "failed", error: writeError(unfit) };
    strays.begun(row);
    return deps.perform({
      row,
      signal: holding.stop.signal,
      isCancelled: () => holding.isCancelled,
      succeed: (result, charge) => ends.step(row, { state: "succeeded", result, charge }),
    });
  }
}

/** How long ago a run had been taken for the first time when it was taken, by the clock of the store. */
export function triedFor({ lease, started_at: startedAt }: RunRow): number {
  return lease === null || startedAt === null ? 0 : lease - RUN_LEASE_MS - startedAt;
}
