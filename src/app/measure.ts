/** What is put around every handler: counted, written into the access log and traced, as the settings say. */
import { logRequests } from "../metrics/access-log.ts";
import { type Measure, measureRequests } from "../metrics/requests.ts";
import type { Metrics } from "../metrics/series.ts";
import type { Traces } from "../traces/traces.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

export interface MeasureFacts {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly traces: Traces | undefined;
}

export function createMeasure({ ACCESS_LOG }: Config, { metrics, log, traces }: MeasureFacts): Measure {
  const count = measureRequests(metrics);
  const note = logRequests((facts) => log.child(facts).info("answered"));
  return (handler, method, path) => {
    const noted = ACCESS_LOG === "true" ? note(handler, method, path) : handler;
    return count(traces?.request(noted, method, path) ?? noted, method, path);
  };
}
