/**
 * How the end of a run is written down: only by whoever took it last, while its lease stands, in the transaction that
 * charges for it.
 */
import { setTimeout } from "node:timers/promises";
import type { TransactionStep } from "../runtime/ports/idempotency.ts";
import { ask, type Steps, stepsOf, type Store } from "../store/store.ts";
import type { KeptRuns } from "./kept-runs.ts";
import type { RunRow } from "./queries.ts";
import { WEBHOOK } from "./query-parts.ts";
import { finishRun, postponeRun } from "./work-queries.ts";

/** What a run came to, as it is kept. */
export type RunEnd =
  | { readonly state: "succeeded"; readonly result: string; readonly charge: bigint }
  | { readonly state: "failed" | "cancelled"; readonly error: string }
  | Postponement;

/** It could not be done yet, and nothing is left of it. */
export interface Postponement {
  readonly state: "postponed";
  readonly delayMs: number;
  /** Whether it has been tried, which its attempts tell. */
  readonly isTry: boolean;
}

/** The lease has lapsed, and somebody else may have taken the run. */
export class LostRun extends Error {}

export interface RunEndsDeps {
  readonly store: Store;
  /** Whose leases they are. */
  readonly owner: string;
  /** By the clock of the store where it is null. */
  readonly now: () => number | null;
  readonly giveBack: (row: RunRow) => TransactionStep;
  readonly tellOf?: ((row: RunRow) => TransactionStep) | undefined;
  /** Keeps as much of what each client's runs have come to as is kept; left out, all of it stays its day. */
  readonly kept?: KeptRuns | undefined;
  /** Waits before the end of a run is tried to be written down again; left out, so many milliseconds. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

export interface RunEnds {
  /** A step of the transaction that charges for it. @throws {LostRun} there. */
  step(row: RunRow, end: WrittenEnd): TransactionStep;
  /** As long as the lease may stand: a store that cannot be reached for a moment is no reason to do it all again. */
  write(row: RunRow, end: WrittenEnd, lost: AbortSignal): Promise<void>;
  postpone(row: RunRow, end: Postponement): Promise<void>;
  /** Drops what is kept too much of the client, where the end of this run has made it too much. */
  trim(row: RunRow): Promise<void>;
}

type WrittenEnd = Exclude<RunEnd, Postponement>;

/** How long the end of a run is tried to be written down: then its lease has lapsed. */
const WRITE_AGAIN_MS = 500;

export function createRunEnds(deps: RunEndsDeps): RunEnds {
  const { store, owner, now, giveBack, tellOf, kept, pause = setTimeout } = deps;
  /** Runs after whose end there may be more kept of their client than should be. */
  const trimmed = new Set<string>();
  return {
    step,
    async write(row, end, lost) {
      for (;;) {
        try {
          return await store.transact(() => stepsOf(step(row, end)) as Steps<void>);
        } catch (error) {
          if (error instanceof LostRun || lost.aborted) throw error;
          await pause(WRITE_AGAIN_MS);
        }
      }
    },
    async postpone({ id, attempts }, { delayMs, isTry }) {
      const values = { id, owner, attempts, delayMs, taken: isTry ? 0 : 1, deaths: 0, now: now() };
      await store.ask(postponeRun, values, "leases");
    },
    async trim({ id, client }) {
      if (trimmed.delete(id)) await kept?.trim(client);
    },
  };

  function step(row: RunRow, end: WrittenEnd): TransactionStep {
    return function* (): Steps<void> {
      const isDone = end.state === "succeeded";
      const values = {
        state: end.state,
        result: isDone ? end.result : null,
        error: isDone ? null : end.error,
        charge: isDone ? end.charge : 0n,
        bytes: isDone ? Buffer.byteLength(end.result) : 0,
      };
      const [finished] = yield* ask(finishRun, {
        id: row.id,
        owner,
        attempts: row.attempts,
        ...values,
        now: now(),
      });
      if (finished === undefined) throw new LostRun("Its lease has lapsed");
      if (row.kind !== WEBHOOK && kept?.ended(row.client, values.bytes)) trimmed.add(row.id);
      if (!isDone) yield* stepsOf(giveBack(finished));
      yield* stepsOf(tellOf?.(finished));
    };
  }
}
