/**
 * Idempotency keys in the store, where every process of the hub sees them and a restart leaves them.
 * A key is held while its request runs. The hold lapses unless it is renewed, so the key of a process that died is free
 * again; and since an answer is kept only by whoever still holds the key, in the transaction that charges for it, a key
 * is charged once even when a slow process has lost it to another.
 */
import { HubError } from "../../runtime/errors.ts";
import { maxKeptChars } from "../../runtime/ports/answer.ts";
import {
  type IdempotencyState,
  type Idempotency,
  type KeyLease,
  type StoredResponse,
  type TransactionStep,
} from "../../runtime/ports/idempotency.ts";
import { type Awaitable, type Clock, mapAwaitable } from "../../runtime/world.ts";
import {
  finishKey,
  forgetKeys,
  freeKey,
  freeKeyOfRun,
  type KeyRow,
  keyOf,
  renewKey,
  takeKey,
  usedBy,
  usedByStrangers,
} from "./idempotency-rows.ts";
import { forgetAll } from "../forget.ts";
import { createLeases, LEASE_MS } from "../processes/leases.ts";
import { ask, type Steps, stepsOf, type Store } from "../store.ts";
import { storedResponses, type WrittenResponse } from "./stored-responses.ts";

export interface StoredIdempotency extends Idempotency {
  /** Renews the leases of this process. */
  renew(): Promise<void>;
  /** Frees the key of a run that has come to nothing, as a step of the transaction that ends it. */
  free(scope: string, key: string, runId: string): TransactionStep;
  /** Drops the keys whose day is over. */
  forget(): Promise<void>;
}

export interface IdempotencyLimits {
  /** Characters of a longer answer are not kept; its key is. */
  readonly answerChars: number;
  /** All kept answers of a caller together may be as long. */
  readonly callerChars: number;
  /** The same of an address, behind which anybody may be. */
  readonly strangerChars: number;
  /** The same of all addresses together. */
  readonly strangersChars: number;
  /** How many keys a caller may use in 24 hours: none is forgotten earlier, for it might be charged again. */
  readonly callerKeys: number;
}

const KEPT_MS = 24 * 3_600_000;
const LIMITS: IdempotencyLimits = {
  answerChars: 8 * 1024 * 1024,
  callerChars: 256 * 1024 * 1024,
  strangerChars: 4 * 1024 * 1024,
  strangersChars: 256 * 1024 * 1024,
  callerKeys: 10_000,
};

/** How much more may be kept of its caller. */
interface Room {
  readonly chars: number;
  readonly isStranger: boolean;
}

/** A key in hand, as the queries name it. */
type LeasedKey = Readonly<Record<"scope" | "key" | "hold", string>>;

export function storedIdempotency(
  store: Store,
  clock: Clock,
  limits = LIMITS,
  responses = storedResponses(store, clock),
): StoredIdempotency {
  const leases = createLeases<LeasedKey>(async (key) => {
    const renewed = await store.ask(renewKey, { ...key, heldUntil: clock.now() + LEASE_MS }, "leases");
    return renewed.length === 0 ? undefined : key;
  });

  return {
    async begin(scope, key, request, isStranger = false) {
      const callerChars = isStranger ? Math.min(limits.strangerChars, limits.callerChars) : limits.callerChars;
      const leased = { scope, key, hold: crypto.randomUUID() };
      const now = clock.now();
      const values = {
        ...leased,
        request,
        now,
        heldUntil: now + LEASE_MS,
        before: now - KEPT_MS,
        stranger: isStranger ? 1 : 0,
      };
      const { used, isTaken, earlier } = await store.transact(function* () {
        const [used] = yield* ask(usedBy, values);
        const hasRoom = (used?.keys ?? 0) < limits.callerKeys;
        const isTaken = hasRoom && (yield* ask(takeKey, values)).length > 0;
        return { used, isTaken, earlier: isTaken ? undefined : (yield* ask(keyOf, values))[0] };
      }, "relaxed");
      if (isTaken)
        return { state: "started", lease: leaseOf(leased, { chars: callerChars - (used?.chars ?? 0), isStranger }) };
      if (earlier !== undefined && isLive(earlier, now)) return stateOf(earlier, request);
      const isCrowded = (used?.keys ?? 0) >= limits.callerKeys;
      // Else whoever had it has just given it up.
      return isCrowded
        ? { state: "crowded", retryAfterMs: (used?.first ?? now) + KEPT_MS - now }
        : { state: "running" };
    },

    renew: leases.renew,

    free: (scope, key, runId) =>
      function* () {
        yield* ask(freeKeyOfRun, { scope, key, result: runText(runId) });
      },

    async forget() {
      const now = clock.now();
      await forgetAll(store, forgetKeys, { now, before: now - KEPT_MS });
    },
  };

  async function stateOf(row: KeyRow, request: string): Promise<IdempotencyState> {
    if (row.request !== request) return { state: "other_request" };
    if (row.finished_at === null) return { state: "running" };
    if (row.result?.startsWith(RUN)) return { state: "queued", runId: row.result.slice(RUN.length) };
    const stored = row.result === null ? undefined : await responses.read(row.result);
    return stored === undefined ? { state: "unkept" } : { state: "finished", stored };
  }

  function leaseOf(key: LeasedKey, room: Room): KeyLease {
    leases.add(key.hold, key);
    let isHandedOver = false;
    let isKept = false;
    return {
      keep(stored) {
        isHandedOver = true;
        return finishing(key, stored, room);
      },
      handOver: () => ({
        key: { scope: key.scope, key: key.key },
        step: (runId) =>
          function* () {
            yield* finish(key, { result: runText(runId), chars: 0 });
          },
        done() {
          isKept = true;
          leases.drop(key.hold);
        },
      }),
      async complete(stored) {
        // Whoever has charged for it has kept it.
        if (!isHandedOver) await store.transact(await finishing(key, stored, room), "relaxed");
        isKept = true;
      },
      async [Symbol.asyncDispose]() {
        leases.drop(key.hold);
        // Where that is not possible it lapses: what its request came to matters more.
        if (!isKept) await Promise.try(() => store.ask(freeKey, key)).catch(() => undefined);
      },
    };
  }

  /** What is long of it is written before the transaction; what is too long already, or without an end in sight, is not. */
  function finishing(key: LeasedKey, stored: StoredResponse, room: Room): Awaitable<() => Steps<void>> {
    const most = Math.min(limits.answerChars, room.chars);
    const chars = maxKeptChars(stored.purchase.answer);
    if (chars > most) return finished(key);
    const written = room.isStranger
      ? mapAwaitable(strangersHaveRoom(chars), (hasRoom) => (hasRoom ? responses.write(stored) : undefined))
      : responses.write(stored);
    return mapAwaitable(written, (each) => finished(key, each && each.chars <= most ? each : undefined));
  }

  /** As it stands now; the statement that keeps the answer judges it once more. */
  async function strangersHaveRoom(chars: number): Promise<boolean> {
    const [used] = await store.ask(usedByStrangers);
    return (used?.chars ?? 0) + chars <= limits.strangersChars;
  }

  function finished(key: LeasedKey, written?: WrittenResponse): () => Steps<void> {
    return function* () {
      const { chars } = yield* finish(key, { result: written?.text ?? null, chars: written?.chars ?? 0 });
      if (written !== undefined && chars > 0) yield* stepsOf(written.keep(KEPT_MS));
    };
  }

  function* finish(key: LeasedKey, values: { result: string | null; chars: number }): Steps<{ chars: number }> {
    const { strangersChars } = limits;
    const [row] = yield* ask(finishKey, { ...key, ...values, now: clock.now(), strangersChars });
    if (row !== undefined) return row;
    throw new HubError("idempotency_in_progress", "Another request has taken this Idempotency-Key over.", {
      retryAfterMs: 1000,
    });
  }
}

/** Whether it stands in the way of another request. */
function isLive(row: KeyRow, now: number): boolean {
  return row.finished_at === null ? row.held_until > now : row.begun_at > now - KEPT_MS;
}

/** What is kept in place of an answer while there is none: the run that is going to give it. */
const RUN = "run ";

function runText(runId: string): string {
  return `${RUN}${runId}`;
}
