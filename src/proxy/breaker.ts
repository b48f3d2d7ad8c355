/**
 * Leaves an operation of an upstream alone that fails again and again: five failures within ten seconds that more than
 * one account has seen, or that the hub's own limits have found, and for thirty seconds nothing is sent to it. Then one
 * call is let through to see; the others wait for what comes of it. One account alone closes nothing for others.
 */
import { LRUCache } from "lru-cache";
import { HubError } from "../runtime/errors.ts";
import { ageOf, type Clock, leftOf } from "../runtime/world.ts";

export interface Breakers {
  /** Why nothing is sent to this operation at present; `undefined` when something is. */
  refusal(target: string): HubError | undefined;
  /** Takes a turn. One that ends without a verdict, because nobody waited for it, says nothing about it. */
  enter(target: string): BreakerTurn;
  /** What nothing is sent to at present. */
  open(): readonly OpenTarget[];
}

export interface OpenTarget {
  readonly target: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

export interface BreakerTurn extends Disposable {
  succeeded(): void;
  /** `witness` is the account that has seen it, or `OWN_LIMIT`. */
  failed(witness: string): void;
}

interface WitnessedFailure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly witness: string;
}

type BreakerState =
  | { readonly kind: "closed"; readonly failures: readonly WitnessedFailure[] }
  | {
      readonly kind: "open";
      /** When it opened, in milliseconds since the epoch. */
      readonly at: number;
      readonly isProbed: boolean;
      /** Who has seen the failure that opened it. */
      readonly witness: string;
    };

/** The witness of what the hub's own time limits have found, which no caller can move. */
export const OWN_LIMIT = "the hub's own limit";

const FAILURES = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 30_000;
/** Others wait this long for what comes of a probe. */
const PROBE_MS = 1_000;
const MAX_TARGETS = 10_000;
/** Remembered of one target. */
const MAX_FAILURES = 20;

export function createBreakers(clock: Clock): Breakers {
  const states = new LRUCache<string, BreakerState>({ max: MAX_TARGETS });
  return {
    open: () =>
      [...states.entries()].flatMap(([target, state]) =>
        state.kind === "open"
          ? [{ target, until: clock.now() + leftOf({ at: state.at, ms: OPEN_MS }, clock.now()) }]
          : [],
      ),
    refusal(target) {
      const state = states.get(target);
      if (state?.kind !== "open") return undefined;
      const waitMs = leftOf({ at: state.at, ms: OPEN_MS }, clock.now());
      if (waitMs <= 0 && !state.isProbed) return undefined;
      return new HubError("overloaded", "The upstream service fails again and again; it is left alone for a while.", {
        retryAfterMs: Math.max(waitMs, PROBE_MS),
        nextActions: ["Repeat the request after Retry-After, or call another API; nothing was charged."],
      });
    },
    enter(target) {
      const refusal = this.refusal(target);
      if (refusal !== undefined) throw refusal;
      const before = states.get(target);
      const isProbe = before?.kind === "open";
      if (isProbe) states.set(target, { ...before, isProbed: true });
      let isOver = false;
      const leave = (): void => {
        const state = states.get(target);
        if (!isOver && isProbe && state?.kind === "open") states.set(target, { ...state, isProbed: false });
      };
      return {
        succeeded() {
          isOver = true;
          states.delete(target);
        },
        failed(witness) {
          isOver = true;
          states.set(target, afterFailure(states.get(target), witness, isProbe));
        },
        [Symbol.dispose]: leave,
      };
    },
  };

  function afterFailure(state: BreakerState | undefined, witness: string, isProbe: boolean): BreakerState {
    const now = clock.now();
    // A call that was under way when it opened tells nothing new.
    if (state?.kind === "open" && !isProbe) return state;
    const before = state?.kind === "closed" ? state.failures.filter(({ at }) => ageOf(at, now) < WITHIN_MS) : [];
    const failures = [...before, { at: now, witness }].slice(-MAX_FAILURES);
    const isBad = state?.kind === "open" ? witness === OWN_LIMIT || witness !== state.witness : isSeenByMany(failures);
    return isBad ? { kind: "open", at: now, isProbed: false, witness } : { kind: "closed", failures };
  }
}

/** What one account sees alone may be its own doing. */
function isSeenByMany(failures: readonly WitnessedFailure[]): boolean {
  const own = failures.filter(({ witness }) => witness === OWN_LIMIT);
  const accounts = new Set(failures.map(({ witness }) => witness)).size - (own.length > 0 ? 1 : 0);
  return (accounts > 1 ? failures : own).length >= FAILURES;
}
