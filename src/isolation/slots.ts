/** How many children a hub has at once, all pools together. */

export interface Slots {
  /**
   * Takes one of them for a pool that has so many; where there is none for it, an idle child of any pool is ended, and
   * `onFree` is called later.
   */
  take(own: number): boolean;
  release(): void;
  /** Says how an idle child is ended, until the answer is called. */
  idle(end: () => void): () => void;
  /** Has this called whenever one is free again. */
  onFree(listener: () => void): () => void;
}

/** These are for pools that have none: else the runs of one actor could keep those of all others out. */
const KEPT = 2;

export function createSlots(most: number): Slots {
  const idle = new Set<() => void>();
  const listeners = new Set<() => void>();
  let taken = 0;
  return {
    take(own) {
      if (taken < (own === 0 ? most : most - KEPT)) {
        taken++;
        return true;
      }
      const [end] = idle;
      if (end !== undefined) {
        idle.delete(end);
        end();
      }
      return false;
    },
    release() {
      taken--;
      for (const listener of listeners) listener();
    },
    idle(end) {
      idle.add(end);
      return () => void idle.delete(end);
    },
    onFree(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
