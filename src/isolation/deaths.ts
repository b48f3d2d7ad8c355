/** Counts the deaths of children by the actor that ran: one that dies again and again is paused, and at last off. */
import { HubError } from "../runtime/errors.ts";
import { ageOf, leftOf, type TimeSpan } from "../runtime/world.ts";

export interface Deaths {
  record(slug: string): void;
  /** Why it is not run at present. */
  fault(slug: string): HubError | undefined;
}

export interface DeathsDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly warn: (sentence: string) => void;
}

const MOST = 5;
const WITHIN_MS = 60_000;
const PAUSE_MS = 300_000;
const MAX_PAUSES = 3;

interface Record {
  at: number[];
  paused: TimeSpan | undefined;
  pauses: number;
}

export function createDeaths({ now, warn }: DeathsDeps): Deaths {
  const records = new Map<string, Record>();
  return {
    record(slug) {
      const known = records.get(slug) ?? { at: [], paused: undefined, pauses: 0 };
      records.set(slug, known);
      known.at = [...known.at.filter((at) => ageOf(at, now()) < WITHIN_MS), now()];
      if (known.at.length < MOST || leftOf(known.paused, now()) > 0) return;
      known.at = [];
      known.pauses++;
      known.paused = { at: now(), ms: PAUSE_MS };
      warn(
        known.pauses >= MAX_PAUSES
          ? `Actor "${slug}" ended its process ${MOST} times within a minute once more: it is off until it is replaced or the hub restarts.`
          : `Actor "${slug}" ended its process ${MOST} times within a minute: it is paused for five minutes.`,
      );
    },
    fault(slug) {
      const known = records.get(slug);
      if (known === undefined) return undefined;
      if (known.pauses >= MAX_PAUSES)
        return new HubError("overloaded", `"${slug}" is off: it failed again and again.`, {
          nextActions: ["Use another actor, or tell the operator of this hub."],
        });
      const left = leftOf(known.paused, now());
      if (left === 0) return undefined;
      return new HubError("overloaded", `"${slug}" is paused: it failed five times within a minute.`, {
        retryAfterMs: left,
      });
    },
  };
}
