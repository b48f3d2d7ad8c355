/**
 * Leaves an upstream alone that fails again and again: five failures within ten seconds, and for thirty seconds nothing
 * is sent to it. Then one call is let through to see; the others wait for what comes of it.
 */
import { LRUCache } from "lru-cache";
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/ports.ts";

export interface Breakers {
  /** Why nothing is sent to this host at present; `undefined` when something is. */
  refusal(host: string): HubError | undefined;
  /** Takes a turn. One that ends without a verdict, because nobody waited for it, says nothing about the host. */
  enter(host: string): Turn;
}

export interface Turn extends Disposable {
  succeeded(): void;
  failed(): void;
}

type State =
  | { readonly kind: "closed"; readonly failures: readonly number[] }
  | { readonly kind: "open"; readonly until: number; readonly isProbed: boolean };

const FAILURES = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 30_000;
/** Others wait this long for what comes of a probe. */
const PROBE_MS = 1_000;
const MAX_HOSTS = 10_000;

export function createBreakers(clock: Clock): Breakers {
  const states = new LRUCache<string, State>({ max: MAX_HOSTS });
  return {
    refusal(host) {
      const state = states.get(host);
      if (state?.kind !== "open") return undefined;
      const waitMs = state.until - clock.now();
      if (waitMs <= 0 && !state.isProbed) return undefined;
      return new HubError("overloaded", "The upstream service fails again and again; it is left alone for a while.", {
        retryAfterMs: Math.max(waitMs, PROBE_MS),
        nextActions: ["Repeat the request after Retry-After, or call another API; nothing was charged."],
      });
    },
    enter(host) {
      const refusal = this.refusal(host);
      if (refusal !== undefined) throw refusal;
      const before = states.get(host);
      const isProbe = before?.kind === "open";
      if (isProbe) states.set(host, { ...before, isProbed: true });
      let isOver = false;
      return {
        succeeded() {
          isOver = true;
          states.delete(host);
        },
        failed() {
          isOver = true;
          states.set(host, afterFailure(states.get(host), isProbe));
        },
        [Symbol.dispose]() {
          const state = states.get(host);
          if (!isOver && isProbe && state?.kind === "open") states.set(host, { ...state, isProbed: false });
        },
      };
    },
  };

  function afterFailure(state: State | undefined, isProbe: boolean): State {
    const now = clock.now();
    // A call that was under way when it opened tells nothing new.
    if (state?.kind === "open" && !isProbe) return state;
    const recent = (state?.kind === "closed" ? state.failures : []).filter((at) => at > now - WITHIN_MS);
    const failures = [...recent, now];
    return isProbe || failures.length >= FAILURES
      ? { kind: "open", until: now + OPEN_MS, isProbed: false }
      : { kind: "closed", failures };
  }
}
