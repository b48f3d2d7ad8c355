/**
 * Makes spans, of a share of the requests. Which ones depends on the trace's id and a secret: all hubs of one secret
 * choose alike, and no caller can have its own requests chosen. The flag "sampled" of strangers is not believed.
 */
import { hash, randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { type TraceContext, writeTraceparent } from "../runtime/http/trace-context.ts";
import type { Span, SpanFacts, SpanKind } from "../runtime/span.ts";

/** One that has ended. Times are milliseconds since the epoch, with their parts. */
export interface EndedSpan extends TraceContext {
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly facts: SpanFacts;
  /** Why it came to nothing. */
  readonly fault: string | undefined;
}

export interface Tracer {
  /** The first span of a trace here; `undefined` where it is not among those that are traced. */
  root(name: string, kind: SpanKind, parent: TraceContext | undefined): Span | undefined;
}

export interface TracerOptions {
  /** From 0 to 1. */
  readonly share: number;
  readonly salt: string;
  /** Takes what has ended. */
  readonly take: (span: EndedSpan) => void;
  /** Told of a span that is more than one trace may have. */
  readonly drop: () => void;
}

/** More of one request tell nobody more; a caller chooses how much some do. */
const MAX_SPANS = 256;
/** Digits of the hash that decide. */
const DIGITS = 8;

interface Trace {
  readonly traceId: string;
  begun: number;
  isAnswered: boolean;
}

export function createTracer({ share, salt, take, drop }: TracerOptions): Tracer {
  const below = share * 16 ** DIGITS;
  return {
    root(name, kind, parent) {
      const traceId = parent?.traceId ?? randomBytes(16).toString("hex");
      if (share < 1 && !(Number.parseInt(hash("sha256", salt + traceId, "hex").slice(0, DIGITS), 16) < below))
        return undefined;
      return begin({ traceId, begun: 1, isAnswered: false }, name, kind, parent?.spanId, {});
    },
  };

  function begin(trace: Trace, name: string, kind: SpanKind, parentId: string | undefined, first: SpanFacts): Span {
    const { traceId } = trace;
    const spanId = randomBytes(8).toString("hex");
    const beganAt = now();
    let facts = first;
    let fault: string | undefined;
    let isOver = false;
    const isFirst = trace.begun === 1;
    const isTold = trace.begun <= MAX_SPANS;
    return {
      traceId,
      traceparent: writeTraceparent({ traceId, spanId }),
      get isAnswered() {
        return trace.isAnswered;
      },
      begin: (each, ofKind, known = {}) => {
        trace.begun++;
        return begin(trace, each, ofKind, spanId, known);
      },
      note: (more) => void (facts = { ...facts, ...more }),
      fail: (why) => void (fault ??= why),
      [Symbol.dispose]() {
        if (isOver) return;
        isOver = true;
        if (isFirst) trace.isAnswered = true;
        if (!isTold) return drop();
        take({ traceId, spanId, parentId, name, kind, beganAt, endedAt: now(), facts, fault });
      },
    };
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
