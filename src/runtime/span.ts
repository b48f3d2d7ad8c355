/**
 * What a request is doing, told as spans while it is traced. Whatever takes long asks for a span here. Where nothing is
 * traced there is none, and asking costs a look at a variable.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { HubError } from "./errors.ts";

export type SpanFacts = Readonly<Record<string, string | number>>;

/** "server" is a request that came in, "client" one that went out. */
export type SpanKind = "internal" | "server" | "client";

/** Disposing of it ends it. No secret, no body and no address with its query is ever told to one. */
export interface Span extends Disposable {
  readonly traceId: string;
  /** The header that tells another hub of the operator's whose work it is part of (W3C Trace Context). */
  readonly traceparent: string;
  /** The request is answered: what it has left going on is no part of it. */
  readonly isAnswered: boolean;
  begin(name: string, kind: SpanKind, facts?: SpanFacts): Span;
  note(facts: SpanFacts): void;
  /** It came to nothing. `why` is a code, never a text from outside. */
  fail(why: string): void;
}

const current = new AsyncLocalStorage<Span>();

/** The span that this is part of; `undefined` where it is not traced. */
export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span === undefined || span.isAnswered ? undefined : span;
}

/** A span within the current one; `undefined` where that is none. */
export function beginSpan(name: string, kind: SpanKind, facts?: SpanFacts): Span | undefined {
  return currentSpan()?.begin(name, kind, facts);
}

/** Work that comes by an event is part of whatever asked for the event: this makes it part of what is current now. */
export function keepSpan(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot();
}

/** Does the work as part of the span, and ends that with it. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  if (span === undefined) return work();
  try {
    const result = current.run(span, work);
    if (result instanceof Promise) return ended(span, result) as T;
    span[Symbol.dispose]();
    return result;
  } catch (error) {
    throw failed(span, error);
  }
}

async function ended<T>(span: Span, result: Promise<T>): Promise<T> {
  try {
    const value = await result;
    span[Symbol.dispose]();
    return value;
  } catch (error) {
    throw failed(span, error);
  }
}

function failed(span: Span, error: unknown): unknown {
  span.fail(codeOf(error));
  span[Symbol.dispose]();
  return error;
}

/** What may be told of an error. */
export function codeOf(error: unknown): string {
  if (error instanceof HubError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}
