/** The runs that are done later: their queue, and what of it this process has in work. */
import type { RunKinds } from "../routes/http/later.ts";
import { asHubError, HubError } from "../runtime/errors.ts";
import { isWhole } from "../runtime/ports/answer.ts";
import type { Accounts } from "../runtime/ports/accounts.ts";
import type { KeepResponse, StoredResponse, TransactionStep } from "../runtime/ports/idempotency.ts";
import type { Operation } from "../runtime/run/operation.ts";
import type { Execute } from "../runtime/run/pipeline.ts";
import { writeStoredResponse } from "../runtime/run/stored-response.ts";
import { writeError } from "../runs/outcome.ts";
import type { RunRow } from "../runs/queries.ts";
import { createQueue, type QueueDeps, type QueueFigures, type StoredRuns } from "../runs/queue.ts";
import { tellEnd, tellLater, type WebhookDeps } from "../runs/webhooks.ts";
import {
  createWorker,
  LONGEST_POSTPONED_MS,
  RENEW_RUNS_MS,
  triedFor,
  type Work,
  type Worker,
  type WorkerDeps,
} from "../runs/worker.ts";
import { createKeptRuns, type KeptLimits } from "../runs/kept-runs.ts";
import { WEBHOOK } from "../runs/query-parts.ts";
import type { RunEnd } from "../runs/run-ends.ts";
import type { StoredIdempotency } from "../store/responses/idempotency.ts";
import type { News } from "../store/processes/news.ts";
import { type Steps, stepsOf, type Store } from "../store/store.ts";
import type { Clock } from "../runtime/world.ts";
import { createComplaints } from "./telemetry/failures.ts";
import type { Job } from "./jobs/jobs.ts";
import type { World } from "./world.ts";
import type { Outcome } from "../runtime/run/outcome.ts";

export interface RunQueueDeps {
  readonly store: Store;
  readonly news: News;
  readonly accounts: Pick<Accounts, "release">;
  readonly idempotency: Pick<StoredIdempotency, "free">;
  /** Left out, the database's own clock. */
  readonly clock: Clock | undefined;
}

export interface RunDeps extends Omit<RunQueueDeps, "clock"> {
  readonly world: Pick<World, "log" | "clock" | "storeClock">;
  readonly kinds: RunKinds;
  readonly kept: KeptLimits;
  /** How the end of a run is told to whoever has named an address. */
  readonly webhooks: Pick<WebhookDeps, "post" | "key">;
  /** Sends a run through the stages, once they are there. */
  readonly execute: Execute;
  /** As of `WorkerDeps`. */
  readonly pause?: WorkerDeps["pause"];
}

export interface OpenRuns {
  readonly runs: StoredRuns;
  readonly worker: Worker;
  /** How the queue stood a moment ago; `undefined` before that is known. */
  readonly figures: () => QueueFigures | undefined;
  readonly jobs: readonly Job[];
}

/** Characters of a result that is kept. */
const MAX_RESULT = 1024 * 1024;
const POLL_MS = 250;
const PUT_BACK_MS = 1_000;
const FORGET_MS = 60_000;
const COUNT_MS = 5_000;
/** For so long a run is tried again where the hub has no place for it, or does not reach its store. */
const MAX_OVERLOADED_MS = 600_000;
/** Somebody else has its payment in hand for the moment. */
const BUSY_MS = 1_000;

export function openRuns(deps: RunDeps): OpenRuns {
  const { world, store, news, accounts, idempotency, kinds, webhooks, execute } = deps;
  const lent = queueDeps({ store, news, accounts, idempotency, clock: world.storeClock });
  const kept = createKeptRuns(store, deps.kept);
  const runs = createQueue({ ...lent, reserve: () => worker.reserve() });
  let figures: QueueFigures | undefined;
  const complain = createComplaints(world.log, world.clock);
  const worker = createWorker({ ...lent, kept, perform, complain, ...(deps.pause && { pause: deps.pause }) });
  return {
    runs,
    worker,
    figures: () => figures,
    jobs: [
      {
        complaint: "Cannot count the runs that wait",
        everyMs: COUNT_MS,
        run: async () => void (figures = await runs.figures()),
      },
      { complaint: "Cannot take runs", everyMs: POLL_MS, run: () => worker.poll() },
      { complaint: "Cannot look for runs that have ended", everyMs: POLL_MS, run: () => runs.look() },
      {
        complaint: "Cannot renew the leases of runs",
        everyMs: RENEW_RUNS_MS,
        run: () => worker.renew(),
        isLease: true,
      },
      { complaint: "Cannot put back runs", everyMs: PUT_BACK_MS, run: () => worker.putBack(), isLeaders: true },
      { complaint: "Cannot forget old runs", everyMs: FORGET_MS, run: () => runs.forget(), isLeaders: true },
      {
        complaint: "Cannot drop what too much is kept of",
        everyMs: FORGET_MS,
        run: () => kept.trim(),
        isLeaders: true,
      },
    ],
  };

  async function perform(work: Work): Promise<RunEnd | "written"> {
    const { row, signal } = work;
    if (row.kind === WEBHOOK) return tellEnd(row, { ...webhooks, clock: world.clock });
    const operation = kinds.get(row.kind)?.operation(row.name);
    if (operation === undefined || row.input === null)
      return failed(new HubError("not_found", "What the run was for is not served here any more."));
    let isBegun = false;
    const watched: Operation = {
      ...operation,
      perform(...given) {
        isBegun = true;
        return operation.perform(...given);
      },
    };
    let isKept = false;
    const keep: KeepResponse = (stored) => {
      isKept = true;
      return work.succeed(textOf(stored), stored.purchase.charge);
    };
    let outcome: Outcome;
    try {
      outcome = await execute({
        requestId: row.id,
        id: row.id,
        operation: watched,
        input: JSON.parse(row.input),
        caller: { account: row.account_id ?? undefined, address: () => row.client, hungUp: () => signal },
        freshness: "fresh", // What was cached when it was written down was told then.
        proof: row.proof ?? undefined,
        resumed: { ...(row.hold !== null && { hold: row.hold }), due: row.due_drops },
        keep,
      });
      if (!outcome.ok) throw outcome.error;
      if (isKept) return "written";
      const { headers } = outcome;
      return { state: "succeeded", result: textOf({ purchase: outcome, headers }), charge: outcome.charge };
    } catch (thrown) {
      const error = asHubError(thrown);
      if (work.isCancelled()) return { state: "cancelled", error: "" };
      // What changes something is not done twice; before it is begun nothing has been done.
      const mayTryAgain = row.is_repeatable !== 0 || !isBegun;
      if (error.code === "idempotency_in_progress" && mayTryAgain)
        return { state: "postponed", delayMs: BUSY_MS, isTry: false };
      // The store, or a place in a thread, may be there a moment later.
      if (error.code === "overloaded" && mayTryAgain && triedFor(row) < MAX_OVERLOADED_MS)
        return {
          state: "postponed",
          delayMs: Math.min(error.details.retryAfterMs ?? BUSY_MS, LONGEST_POSTPONED_MS),
          isTry: true,
        };
      if (error.code === "internal") complain(`Run ${row.id} failed`, error.cause);
      if (error.code === "actor_failed") complain(`Run ${row.id} failed: ${error.message}`, error.cause);
      return failed(error);
    }
  }
}

/** What the queue is made of, in a hub or without one. */
export function queueDeps({ accounts, idempotency, clock, ...deps }: RunQueueDeps): QueueDeps {
  return { ...deps, clock, giveBack, tellOf: (row) => tellLater(row, clock) };

  function giveBack({ id, hold, key_scope: scope, key }: RunRow): TransactionStep {
    return function* (): Steps<void> {
      if (hold !== null) yield* stepsOf(accounts.release(hold));
      if (scope !== null && key !== null) yield* stepsOf(idempotency.free(scope, key, id));
    };
  }
}

function failed(error: HubError): RunEnd {
  return { state: "failed", error: writeError(error) };
}

/** @throws {HubError} `invalid_input` where it is too long to be kept. */
function textOf(stored: StoredResponse): string {
  const text = isWhole(stored.purchase.answer) ? writeStoredResponse(stored) : "";
  if (text !== "" && text.length <= MAX_RESULT) return text;
  throw new HubError("invalid_input", "The answer is longer than 1 MiB, which is what is kept of a run: ask for less.");
}
