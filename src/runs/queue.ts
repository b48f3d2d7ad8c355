/** The queue of runs in the store: written down, found, waited for and cancelled. Who does them stands in `worker.ts`. */
import { createHash } from "node:crypto";
import { HubError } from "../runtime/errors.ts";
import type { TransactionStep } from "../runtime/ports/idempotency.ts";
import type { NewRun, RunQueue } from "../runtime/ports/runs.ts";
import type { Clock } from "../runtime/world.ts";
import type { News } from "../store/processes/news.ts";
import { ask, type Steps, stepsOf, type Store, type Values } from "../store/store.ts";
import {
  backlog,
  forgetRuns,
  insertRun,
  insertTaken,
  type ListedRun,
  queueFigures,
  type RunRow,
  runOf,
  runOfPayment,
  runOfProof,
  runsOf,
} from "./queries.ts";
import { cancelInWork, cancelWaiting } from "./work-queries.ts";
import { createWaits, type Waits } from "./waits.ts";

export interface RunQueueLimits {
  /** So many may wait, of all clients. */
  readonly waiting: number;
  /** And of one. */
  readonly waitingOfClient: number;
  /** For how long the first of them may have waited for a place. */
  readonly oldestMs: number;
  /** So many runs of one client are in work at once, in all processes together. */
  readonly placesOfClient: number;
}

export const QUEUE_LIMITS: RunQueueLimits = {
  waiting: 10_000,
  waitingOfClient: 1_000,
  oldestMs: 60_000,
  placesOfClient: 4,
};

export interface QueueDeps {
  readonly store: Store;
  readonly news: News;
  /** Left out, the database's own clock. */
  readonly clock?: Clock | undefined;
  readonly limits?: RunQueueLimits;
  /** What gives back what was set aside for a run that ends without having been done. */
  readonly giveBack: (row: RunRow) => TransactionStep;
  /** Writes down what is to be told of a run that has ended. */
  readonly tellOf?: (row: RunRow) => TransactionStep;
  /** A place of this process for a run that nobody else need hear of; left out, all runs wait to be taken. */
  readonly reserve?: () => Place | undefined;
}

/** Kept free until a run begins there, or it is given back. */
export interface Place {
  readonly owner: string;
  readonly leaseMs: number;
  begin(row: RunRow): void;
  giveBack(): void;
}

/** Where the list goes on. */
export interface RunCursor {
  readonly at: number;
  readonly id: string;
}

export interface QueueFigures {
  readonly waiting: number;
  readonly working: number;
  readonly oldestMs: number;
}

export interface StoredRuns extends RunQueue, Waits {
  find(id: string): Promise<RunRow | undefined>;
  /** Of an account, or of everybody; the newest first. */
  list(accountId: string | undefined, most: number, before?: RunCursor): Promise<readonly ListedRun[]>;
  /** Ends one that waits, and tells whoever has it in work. Returns it as it is then. */
  cancel(id: string): Promise<RunRow | undefined>;
  figures(): Promise<QueueFigures>;
  /** Drops what ended a day ago. */
  forget(): Promise<void>;
}

export const KEPT_MS = 24 * 3_600_000;

interface WrittenRun {
  readonly id: string;
  /** It is this process's own already. */
  readonly taken?: RunRow;
}

export function createQueue(deps: QueueDeps): StoredRuns {
  const { store, news, limits = QUEUE_LIMITS } = deps;
  const now = (): number | null => deps.clock?.now() ?? null;
  /** Clients of which one is being written down that may begin at once. */
  const arriving = new Set<string>();
  const waits = createWaits({ store, news, now });

  return {
    async put(run) {
      const client = run.accountId ?? run.payment ?? run.id;
      const hold = run.handOvers.find((each) => each.hold !== undefined)?.hold;
      const key = run.handOvers.find((each) => each.key !== undefined)?.key;
      const values = {
        id: run.id,
        client,
        accountId: run.accountId ?? null,
        payment: run.payment ?? null,
        proof: run.payment === undefined ? null : (run.proof ?? null),
        proofDigest: run.payment === undefined || run.proof === undefined ? null : digestOf(run.proof),
        kind: run.later.kind,
        name: run.later.name,
        input: JSON.stringify(run.later.sent),
        isRepeatable: run.isRepeatable ? 1 : 0,
        isCovered: run.isCovered ? 1 : 0,
        hold: hold ?? null,
        dueDrops: run.due,
        keyScope: key?.scope ?? null,
        key: key?.key ?? null,
        webhook: run.later.webhook ?? null,
        delayMs: 0,
        now: now(),
      };
      const place = placeFor(client);
      const { id, taken } = await writeDown(run, values, place);
      if (id === run.id) for (const each of run.handOvers) each.done();
      if (taken !== undefined) place?.begin(taken);
      else {
        place?.giveBack();
        news.tell("run queued", id);
      }
      return id;
    },

    async underWay(proof, { kind, name, sent }) {
      const values = { proofDigest: digestOf(proof), kind, name, input: JSON.stringify(sent) };
      return (await store.ask(runOfProof, values))[0]?.id;
    },

    find: async (id) => (await store.ask(runOf, { id }))[0],

    list: async (accountId, most, before) =>
      store.ask(runsOf, { accountId: accountId ?? null, most, at: before?.at ?? null, id: before?.id ?? null }),

    wait: waits.wait,

    async cancel(id) {
      for (;;) {
        const ended = await store.transact(function* (): Steps<boolean> {
          const [row] = yield* ask(cancelWaiting, { id, now: now() });
          if (row === undefined) return false;
          yield* stepsOf(deps.giveBack(row));
          yield* stepsOf(deps.tellOf?.(row));
          return true;
        });
        if (ended) news.tell("run ended", id);
        else if ((await store.ask(cancelInWork, { id })).length > 0) news.tell("run cancelled", id);
        const [row] = await store.ask(runOf, { id });
        // One that was in work may have been put back between the two statements: then neither has found it.
        if (row === undefined || row.finished_at !== null || row.is_cancelled !== 0) return row;
      }
    },

    async figures() {
      const [found] = await store.ask(queueFigures, { now: now(), places: limits.placesOfClient });
      return found ?? { waiting: 0, working: 0, oldestMs: 0 };
    },

    look: waits.look,
    release: waits.release,
    forget: async () => void (await store.ask(forgetRuns, { now: now(), afterMs: KEPT_MS })),
  };

  /**
   * Whoever has nothing in work need not wait for the queue, where nobody else does. One at a time of each client, or
   * many that come at once would have more places than it may.
   */
  function placeFor(client: string): Place | undefined {
    const place = arriving.has(client) ? undefined : deps.reserve?.();
    if (place !== undefined) arriving.add(client);
    return place;
  }

  async function writeDown(run: NewRun, values: Values & { client: string }, place?: Place): Promise<WrittenRun> {
    const { client } = values;
    try {
      return await store.transact(function* (): Steps<WrittenRun> {
        const isIdle = yield* assertRoom(client);
        const written = yield* insert(values, isIdle ? place : undefined);
        if (written === undefined) {
          const [known] = yield* ask(runOfPayment, { payment: run.payment ?? "" });
          if (known === undefined) throw new Error("A run could not be written down");
          return known;
        }
        for (const { step } of run.handOvers) yield* stepsOf(step?.(run.id));
        return written;
      }, "grouped");
    } catch (error) {
      place?.giveBack();
      throw error;
    } finally {
      if (place !== undefined) arriving.delete(client);
    }
  }

  /** `undefined` where its payment has a run already. */
  function* insert(values: Values, place: Place | undefined): Steps<WrittenRun | undefined> {
    if (place === undefined) return (yield* ask(insertRun, values))[0];
    const { owner, leaseMs } = place;
    const [taken] = yield* ask(insertTaken, { ...values, owner, leaseMs });
    return taken && { id: taken.id, taken };
  }

  /** Says whether the client has nothing here, and nobody waits for a place. */
  function* assertRoom(client: string): Steps<boolean> {
    const most = limits.waiting;
    const [found] = yield* ask(backlog, { client, most, places: limits.placesOfClient, now: now() });
    if (found === undefined) return false;
    if (found.waiting >= most || found.oldestMs > limits.oldestMs)
      throw new HubError("overloaded", "Too many runs are waiting to be done.", { retryAfterMs: 5_000 });
    if (found.own >= limits.waitingOfClient)
      throw new HubError("rate_limited", "Too many runs of yours are waiting to be done.", {
        retryAfterMs: 5_000,
        nextActions: ["Wait until some of them have ended: GET /api/v1/runs/ lists them."],
      });
    return found.own === 0 && found.busy === 0 && found.oldestMs < 0;
  }
}

/** By it a payer's proof is known again. */
export function digestOf(proof: string): string {
  return createHash("sha256").update(proof).digest("hex");
}
