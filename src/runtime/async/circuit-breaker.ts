/**
 * Keeps a service that only makes the hub faster from holding it up: once it is late or fails it is left alone, by
 * everybody who uses it, until it answers again.
 */

export interface CircuitBreaker {
  /** Does something with it. @throws where it fails or is late, and at once while it is left alone. */
  run<T>(work: () => Promise<T>): Promise<T>;
  isOpen(): boolean;
  /** Asks it now, with more patience than whoever needs it at once has. @throws while it does not answer. */
  check(): Promise<void>;
}

export interface CircuitBreakerOptions {
  /** How long anything may take that is asked of it. */
  readonly limitMs: number;
  /** Asks whether it answers. @throws while it does not. */
  readonly attempt: () => Promise<unknown>;
  /** Told why it is left alone, when that lasts for more than a moment, and `undefined` when it answers again. */
  readonly onChange?: ((why: string | undefined) => void) | undefined;
}

const RETRY_MS = 500;
const PATIENCE_MS = 250;

export function createCircuitBreaker({ limitMs, attempt, onChange }: CircuitBreakerOptions): CircuitBreaker {
  let fault: Error | undefined;
  let isTold = false;
  let attempting: Promise<void> | undefined;

  return {
    async run(work) {
      if (fault !== undefined) throw fault;
      try {
        return await inTime(Promise.try(work), limitMs);
      } catch (error) {
        open(error);
        throw error;
      }
    },
    isOpen: () => fault !== undefined,
    async check() {
      await tryOnce(Math.max(limitMs, PATIENCE_MS));
      if (fault !== undefined) throw fault;
    },
  };

  function open(error: unknown): void {
    if (fault !== undefined) return;
    fault = new Error(whyOf(error));
    retry(); // At once: most of what is late is there a moment later.
  }

  function retry(): void {
    void tryOnce(limitMs).then(() => {
      if (fault !== undefined) setTimeout(retry, RETRY_MS).unref();
    });
  }

  function tryOnce(withinMs: number): Promise<void> {
    return (attempting ??= inTime(Promise.try(attempt), withinMs)
      .then(close, failed)
      .finally(() => {
        attempting = undefined;
      }));
  }

  function close(): void {
    fault = undefined;
    if (isTold) onChange?.(undefined);
    isTold = false;
  }

  function failed(error: unknown): void {
    if (!isTold) onChange?.(whyOf(fault ?? error));
    isTold = true;
    if (fault !== undefined) return;
    fault = new Error(whyOf(error));
    setTimeout(retry, RETRY_MS).unref();
  }
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}

/** What is not there in time is late, unless it was this process that stood still. */
async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${limitMs} ms`));
  const timer = setTimeout(() => setImmediate(() => setImmediate(late)), limitMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
