/** How many children a hub has at once, all pools together. */

export interface Slots {
  /** Takes one of them; where there is none, an idle child of another pool is ended, and `onFree` is called later. */
  take(): boolean;
  release(): void;
  /** Says how an idle child is ended, until the answer is called. */
  idle(end: () => void): () => void;
  /** Has this called whenever one is free again. */
  onFree(listener: () => void): () => void;
}

export function createSlots(most: number): Slots {
  const idle = new Set<() => void>();
  const listeners = new Set<() => void>();
  let taken = 0;
  return {
    take() {
      if (taken < most) {
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
