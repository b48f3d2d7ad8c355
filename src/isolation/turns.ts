/**
 * Turns at work that keeps a processor busy for a moment. Whoever takes long for it goes on beside the next: what hangs
 * holds up nobody but itself.
 */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Those that have begun of late. */
  readonly atOnce: number;
  /** All of them, those that take long included. */
  readonly most: number;
  readonly slowMs: number;
  /** Calls back later; what it returns takes that back. */
  readonly later: (act: () => void, ms: number) => () => void;
}

export function createTurns({ atOnce, most, slowMs, later }: TurnsOptions): Turns {
  const waiting: (() => void)[] = [];
  let fresh = 0;
  let begun = 0;

  return {
    async take(work) {
      if (fresh >= atOnce || begun >= most) await new Promise<void>((resolve) => void waiting.push(resolve));
      else begin();
      let isFresh = true;
      const age = (): void => {
        if (!isFresh) return;
        isFresh = false;
        fresh--;
        next();
      };
      const stay = later(age, slowMs);
      try {
        return await work();
      } finally {
        stay();
        begun--;
        age();
        next();
      }
    },
  };

  /** Counted before whoever waits goes on, so that nobody else takes the same turn. */
  function begin(): void {
    fresh++;
    begun++;
  }

  function next(): void {
    if (fresh >= atOnce || begun >= most) return;
    const first = waiting.shift();
    if (first === undefined) return;
    begin();
    first();
  }
}
