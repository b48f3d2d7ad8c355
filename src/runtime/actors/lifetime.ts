/** How long one version of an actor lives: until it is replaced and the runs that began on it are over. */

export interface Lifetime {
  /** Counts a run, so that nothing is taken from under it. */
  during<T>(run: () => Promise<T>): Promise<T>;
  /** Has this called at the end, once however often it is given; what was given last is called first. */
  onDispose(dispose: () => unknown): void;
  /** Ends it when its last run does, but after `limitMs` at the latest: what runs on then was given up long ago. */
  end(limitMs: number): Promise<void>;
}

/** `report` is told of what a disposer throws. */
export function createLifetime(report: (error: unknown) => void): Lifetime {
  const disposers = new Set<() => unknown>();
  const idle = Promise.withResolvers<void>();
  let running = 0;
  let ending: Promise<void> | undefined;
  let isOver = false;

  return {
    async during(run) {
      running++;
      try {
        return await run();
      } finally {
        running--;
        if (running === 0 && ending !== undefined) idle.resolve();
      }
    },
    onDispose(dispose) {
      if (isOver) void call(dispose);
      else disposers.add(dispose);
    },
    end(limitMs) {
      ending ??= finish(limitMs);
      return ending;
    },
  };

  async function finish(limitMs: number): Promise<void> {
    if (running > 0) {
      const timer = setTimeout(idle.resolve, limitMs);
      await idle.promise;
      clearTimeout(timer);
    }
    isOver = true;
    for (const dispose of [...disposers].toReversed()) await call(dispose);
  }

  async function call(dispose: () => unknown): Promise<void> {
    try {
      await dispose();
    } catch (error) {
      report(error);
    }
  }
}
