/** Traces as the settings say: OpenTelemetry's own names of them. Where no collector is named, nothing of it is loaded. */
import { hostname } from "node:os";
import metadata from "../../../package.json" with { type: "json" };
import type { Metrics } from "../../metrics/series.ts";
import type { Store } from "../../store/store.ts";
import type { Traces } from "../../traces/traces.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "./log.ts";

export interface TraceDeps {
  readonly metrics: Metrics;
  /** Chooses what is traced. */
  readonly salt: string;
}

export interface OpenTraces extends Traces {
  store(store: Store): Store;
}

/** How many may wait where it is not said: as OpenTelemetry has it. */
export type OpenTracing = (deps: TraceDeps) => Promise<OpenTraces | undefined>;

export function openTraces(config: Config, log: Log): OpenTracing {
  return async ({ metrics, salt }) => {
    const url = collectorOf(config);
    if (url === undefined) return undefined;
    const [{ createTracer }, { createExporter }, { createTraces }, { traceStore }] = await Promise.all([
      import("../../traces/tracer.ts"),
      import("../../traces/exporter.ts"),
      import("../../traces/traces.ts"),
      import("../../traces/store.ts"),
    ]);
    const counters = new Map(
      (["exported", "dropped", "refused"] as const).map((outcome) => [
        outcome,
        metrics.counter("hub_trace_spans_total", "Spans of traces, by what became of them.", { outcome }),
      ]),
    );
    const exporter = createExporter({
      url,
      headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS, ...config.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
      resource: {
        "service.version": metadata.version,
        "service.instance.id": `${hostname()}:${process.pid}`,
        ...config.OTEL_RESOURCE_ATTRIBUTES,
        "service.name": config.OTEL_SERVICE_NAME ?? config.OTEL_RESOURCE_ATTRIBUTES["service.name"] ?? "agent-api-hub",
      },
      limits: {
        waiting: config.OTEL_BSP_MAX_QUEUE_SIZE,
        batch: Math.min(config.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, config.OTEL_BSP_MAX_QUEUE_SIZE),
        delayMs: config.OTEL_BSP_SCHEDULE_DELAY,
        timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      },
      fetch,
      count: (outcome, spans) => counters.get(outcome)?.add(spans),
      onChange: (fault) =>
        fault === undefined
          ? log.info("The collector of traces takes them again.")
          : log.warn(`The collector of traces takes nothing (${fault}): they are dropped, and nobody waits for it.`),
    });
    const drop = (): void => counters.get("dropped")?.add();
    const tracer = createTracer({ share: shareOf(config), salt, take: exporter.add, drop });
    const system = config.DATABASE_URL === undefined ? "sqlite" : "postgresql";
    return { ...createTraces(tracer, exporter), store: (store) => traceStore(store, system) };
  };
}

/** The address of spans; `undefined` where nobody wants any. */
function collectorOf(config: Config): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = config;
  if (config.OTEL_SDK_DISABLED === "true" || !config.OTEL_TRACES_EXPORTER.includes("otlp")) return undefined;
  return own ?? (base === undefined ? undefined : `${base}/v1/traces`);
}

function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: Config): number {
  if (sampler.endsWith("always_on")) return 1;
  return sampler.endsWith("always_off") ? 0 : share;
}
