/** Counts runs by what was run and how they ended, and knows what is under way. */
import { HubError } from "../runtime/errors.ts";
import type { Execute } from "../runtime/run/pipeline.ts";
import type { Counter, Metrics } from "./series.ts";
import type { Outcome, Success } from "../runtime/run/outcome.ts";

export interface RunMeter {
  /** Counts what passes through. */
  measure(execute: Execute): Execute;
  /** The operations of which a run was under way at any moment since this was last asked. */
  recent(): readonly string[];
}

/** What is known of the runs of one operation. */
interface Tally {
  readonly operation: string;
  open: number;
  isRecent: boolean;
  readonly counters: Map<string, Counter>;
}

/** More names than any hub of today has; what comes after them is counted together. */
const MAX_NAMES = 200;
const OTHERS = "other";

export function createRunMeter(metrics: Metrics): RunMeter {
  const tallies = new Map<string, Tally>();
  return {
    measure: (execute) => (request) => {
      const tally = tallyOf(request.operation.slug);
      tally.open++;
      tally.isRecent = true;
      let outcome: ReturnType<Execute>;
      try {
        outcome = execute(request);
      } catch (error) {
        refused(tally, error);
        throw error;
      }
      if (!(outcome instanceof Promise)) return ended(tally, outcome);
      // Looked at aside: to throw what was refused once more takes longer than to count it.
      void outcome.then(
        (each) => ended(tally, each),
        (error: unknown) => refused(tally, error),
      );
      return outcome;
    },
    recent() {
      const found = [...tallies.values()].filter(({ isRecent }) => isRecent);
      for (const tally of found) tally.isRecent = tally.open > 0;
      return found.map(({ operation }) => operation);
    },
  };

  function tallyOf(slug: string): Tally {
    const known = tallies.get(slug);
    if (known !== undefined) return known;
    const operation = tallies.size < MAX_NAMES ? slug : OTHERS;
    const tally = tallies.get(operation) ?? { operation, open: 0, isRecent: false, counters: new Map() };
    tallies.set(operation, tally);
    return tally;
  }

  function ended(tally: Tally, outcome: Outcome): Outcome {
    count(tally, outcome.ok ? endOf(outcome) : outcome.error.code);
    return outcome;
  }

  function endOf({ isReplay, isQueued }: Success): string {
    return isReplay ? "replayed" : isQueued ? "queued" : "answered";
  }

  function refused(tally: Tally, error: unknown): void {
    count(tally, error instanceof HubError ? error.code : "internal_error");
  }

  function count(tally: Tally, outcome: string): void {
    tally.open--;
    let counter = tally.counters.get(outcome);
    if (counter === undefined) {
      const labels = { operation: tally.operation, outcome };
      counter = metrics.counter("hub_runs_total", "Runs of what is sold, by how they ended.", labels);
      tally.counters.set(outcome, counter);
    }
    counter.add();
  }
}
