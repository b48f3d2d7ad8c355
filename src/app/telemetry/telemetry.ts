/** What is measured of this hub: its requests, its runs and what held up its event loop, for scrapers and its operator. */
import { type Family, textOf } from "../../metrics/family.ts";
import { type Overview, overviewOf } from "../../metrics/overview.ts";
import type { Measure } from "../../metrics/requests.ts";
import { createRunMeter, type RunMeter } from "../../metrics/runs.ts";
import type { Metrics } from "../../metrics/series.ts";
import { createStallNotes, type StallNotes } from "../../metrics/stalls.ts";
import { createPipeline, type Execute, type Stage } from "../../runtime/run/pipeline.ts";
import type { Clock } from "../../runtime/world.ts";
import { type Census, createCensus } from "../../store/census.ts";
import type { Store } from "../../store/store.ts";
import type { Traces } from "../../traces/traces.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "./log.ts";
import { createMeasure } from "./measure.ts";

export interface TelemetryDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What all processes behind this port have measured. */
  readonly readFamilies: () => Promise<readonly Family[]>;
  readonly traces: Traces | undefined;
  readonly store: Store;
}

export interface Telemetry {
  /** Counts what a handler answers. */
  readonly measure: Measure;
  readonly meter: RunMeter;
  readonly stalls: StallNotes;
  /** Sends a run through the stages, counted and, where its request is, traced. */
  pipeline(stages: readonly Stage[]): Execute;
  readonly forHub: {
    readonly metricsToken: string | undefined;
    readonly readMetrics: () => Promise<string>;
    readonly readOverview: () => Promise<Overview>;
    readonly readCensus: () => Promise<Census>;
    readonly stalls: StallNotes["list"];
  };
}

export function createTelemetry(
  config: Config,
  { clock, log, metrics, readFamilies, traces, store }: TelemetryDeps,
): Telemetry {
  const meter = createRunMeter(metrics);
  const stalls = createStallNotes(() => clock.now());
  return {
    measure: createMeasure(config, { metrics, log, traces }),
    meter,
    stalls,
    pipeline(stages) {
      const plain = createPipeline(stages, clock);
      return meter.measure(traces?.execute(plain, createPipeline(stages.map(traces.stage), clock)) ?? plain);
    },
    forHub: {
      metricsToken: config.METRICS_TOKEN,
      readMetrics: async () => textOf(await readFamilies()),
      readOverview: async () => overviewOf(await readFamilies()),
      readCensus: createCensus(store, clock),
      stalls: stalls.list,
    },
  };
}
