/** Counts runs by what was run and how they ended. */
import { HubError } from "../runtime/errors.ts";
import type { Execute, Outcome, RunRequest } from "../runtime/run/pipeline.ts";
import type { Counter, Metrics } from "./series.ts";

/** More names than any hub of today has; what comes after them is counted together. */
const MAX_NAMES = 200;

export function measureRuns(metrics: Metrics, execute: Execute): Execute {
  const counters = new Map<string, Counter>();
  const names = new Set<string>();
  return (request) => {
    let outcome: ReturnType<Execute>;
    try {
      outcome = execute(request);
    } catch (error) {
      throw refused(request, error);
    }
    if (!(outcome instanceof Promise)) return ended(request, outcome);
    return outcome.then(
      (each) => ended(request, each),
      (error: unknown) => {
        throw refused(request, error);
      },
    );
  };

  function ended(request: RunRequest, outcome: Outcome): Outcome {
    count(request, outcome.ok ? (outcome.isReplay ? "replayed" : "answered") : outcome.error.code);
    return outcome;
  }

  function refused(request: RunRequest, error: unknown): unknown {
    count(request, error instanceof HubError ? error.code : "internal_error");
    return error;
  }

  function count({ operation: { slug } }: RunRequest, outcome: string): void {
    if (names.size < MAX_NAMES) names.add(slug);
    const operation = names.has(slug) ? slug : "other";
    const key = `${operation} ${outcome}`;
    let counter = counters.get(key);
    if (counter === undefined) {
      counter = metrics.counter("hub_runs_total", "Runs of what is sold, by how they ended.", { operation, outcome });
      counters.set(key, counter);
    }
    counter.add();
  }
}
