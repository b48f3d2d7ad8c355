/** Spans as JSON of OTLP, the protocol of OpenTelemetry's collectors (version 1: `opentelemetry/proto/trace/v1`). */
import type { SpanFacts, SpanKind } from "../runtime/span.ts";
import type { EndedSpan } from "./tracer.ts";

const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const ERROR = 2;

/** The body of one request to a collector. */
export function writeSpans(spans: readonly EndedSpan[], resource: SpanFacts): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: "agent-api-hub" }, spans: spans.map(spanOf) }],
      },
    ],
  });
}

function spanOf({ traceId, spanId, parentId, name, kind, beganAt, endedAt, facts, fault }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(beganAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(fault === undefined ? facts : { ...facts, "error.type": fault }),
    status: fault === undefined ? {} : { code: ERROR },
  };
}

/** 64-bit numbers are texts in JSON of OTLP. */
function attributesOf(facts: SpanFacts) {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}
