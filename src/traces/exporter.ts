/**
 * Sends spans to a collector, in batches and beside everything else. What waits is bounded: where a collector is slow,
 * frozen or gone, spans are dropped and counted, and no request waits or fails.
 */
import { retryAfterMs } from "../runtime/http/retry-after.ts";
import type { SpanFacts } from "../runtime/span.ts";
import { writeSpans } from "./otlp.ts";
import type { EndedSpan } from "./tracer.ts";

export interface ExporterOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: SpanFacts;
  readonly limits: ExportLimits;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Told what became of spans. */
  readonly count: (outcome: "exported" | "dropped" | "refused", spans: number) => void;
  /** Told in a sentence why the collector takes nothing, and `undefined` when it does again. */
  readonly onChange: (fault: string | undefined) => void;
  /** Waits before a batch is sent again; left out, so many milliseconds. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

export interface ExportLimits {
  /** Spans that wait. */
  readonly waiting: number;
  readonly batch: number;
  /** From one batch to the next, unless it is full. */
  readonly delayMs: number;
  /** For the collector's whole answer. */
  readonly timeoutMs: number;
}

export interface Exporter extends AsyncDisposable {
  add(span: EndedSpan): void;
}

/** A batch that a collector says to send again is sent so often, and with pauses that grow (OTLP, section on retries). */
const TRIES = 4;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** At the end nobody waits longer for a collector. */
const LAST_MS = 2_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export function createExporter(options: ExporterOptions): Exporter {
  const { url, headers, resource, limits, fetch, count, onChange, pause = untilLater } = options;
  let waiting: EndedSpan[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  let isFaulty = false;
  const closing = new AbortController();

  return {
    add(span) {
      if (waiting.length >= limits.waiting) return count("dropped", 1);
      waiting.push(span);
      if (waiting.length >= limits.batch) void send();
      else timer ??= later();
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      const late = setTimeout(() => closing.abort(), LAST_MS);
      while ((sending !== undefined || waiting.length > 0) && !closing.signal.aborted) await send();
      clearTimeout(late);
      closing.abort();
    },
  };

  function later(): ReturnType<typeof setTimeout> {
    const set = setTimeout(() => {
      timer = undefined;
      void send();
    }, limits.delayMs);
    set.unref();
    return set;
  }

  /** One batch at a time. */
  function send(): Promise<void> {
    return (sending ??= sendBatch().finally(() => {
      sending = undefined;
      if (waiting.length >= limits.batch && !closing.signal.aborted) void send();
      else if (waiting.length > 0) timer ??= later();
    }));
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, limits.batch);
    waiting = waiting.slice(limits.batch);
    if (batch.length === 0) return;
    const body = writeSpans(batch, resource);
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries++, pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { fault, refused: said = 0, waitMs } = await post(body);
      tell(fault);
      if (fault === undefined) {
        const refused = Math.min(said, batch.length);
        count("exported", batch.length - refused);
        if (refused > 0) count("refused", refused);
        return;
      }
      if (waitMs === undefined || tries === TRIES || closing.signal.aborted) return count("dropped", batch.length);
      await pause(Math.max(pauseMs, Math.min(waitMs, LONGEST_PAUSE_MS)));
    }
  }

  async function post(body: string): Promise<{ fault?: string; refused?: number; waitMs?: number }> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(limits.timeoutMs), closing.signal]);
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body,
        signal,
        redirect: "error", // The headers are for the collector that was named.
      });
      const said = await beginningOf(response);
      if (response.ok) return { refused: refusedOf(said) };
      const fault = `it answers with status ${response.status}`;
      return RETRIED.has(response.status) ? { fault, waitMs: retryAfterMs(response.headers) ?? 0 } : { fault };
    } catch (error) {
      return { fault: error instanceof Error ? error.name : "unknown", waitMs: 0 };
    }
  }

  function tell(fault: string | undefined): void {
    const was = isFaulty;
    isFaulty = fault !== undefined;
    if (isFaulty !== was && !closing.signal.aborted) onChange(fault);
  }

  function untilLater(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const go = (): void => resolve();
    const set = setTimeout(go, ms);
    set.unref();
    closing.signal.addEventListener("abort", go, { once: true });
    return promise.finally(() => {
      clearTimeout(set);
      closing.signal.removeEventListener("abort", go);
    });
  }
}

/** A collector that says more than any of them does is not listened to. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** How many spans a collector that took the batch has not taken (`partialSuccess`). */
function refusedOf(said: string): number {
  const found = /"(?:rejectedSpans|rejected_spans)"\s*:\s*"?(\d{1,6})/.exec(said);
  return Number(found?.[1] ?? 0);
}
