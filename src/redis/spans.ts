/** Tells of a traced request how long it waited for Redis, and for which commands: never a name of an entry or a value. */
import { beginSpan, currentSpan, inSpan, type Span } from "../runtime/span.ts";
import type { CircuitBreaker } from "../runtime/async/circuit-breaker.ts";

export interface RedisSpans {
  /** A span for each turn to it. While it is left alone nobody turns to it. */
  trace(breaker: CircuitBreaker): CircuitBreaker;
  /** To be told of each command: the first one names its span. What a breaker asks by itself comes later. */
  sends(command: string): void;
}

const SYSTEM = { "db.system.name": "redis" } as const;

export function redisSpans(): RedisSpans {
  const unnamed = new WeakSet<Span>();
  return {
    trace: (breaker) => ({
      ...breaker,
      run(work) {
        if (currentSpan() === undefined || breaker.isOpen()) return breaker.run(work);
        const span = beginSpan("redis", "client", SYSTEM);
        if (span !== undefined) unnamed.add(span);
        return inSpan(span, () => breaker.run(work));
      },
    }),
    sends(command) {
      const span = currentSpan();
      if (span !== undefined && unnamed.delete(span)) span.note({ "db.operation.name": command });
    },
  };
}
