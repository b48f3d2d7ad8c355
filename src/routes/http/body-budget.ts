/**
 * What all bodies may hold together while they come in and are worked on. Where that is exceeded, the caller that holds
 * the most gives way: nobody shuts the others out by sending much, or slowly.
 */

export interface BodyBudget {
  /** `giveWay` is called once, when what has come so far has to be given back. */
  open(caller: string, giveWay: () => void): BodyHold;
}

export interface BodyHold extends Disposable {
  /** While it is coming in it may have to give way. */
  add(bytes: number): void;
  /** It is there: what it holds is given back by whoever works on it. */
  settle(): void;
}

export interface BudgetLimits {
  readonly totalBytes: number;
  readonly callerBytes: number;
}

interface Entry {
  bytes: number;
  isComing: boolean;
  readonly giveWay: () => void;
}

interface Share {
  bytes: number;
  /** The newest last. */
  readonly entries: Set<Entry>;
}

export function createBodyBudget({ totalBytes, callerBytes }: BudgetLimits): BodyBudget {
  const shares = new Map<string, Share>();
  let total = 0;

  function close(caller: string, entry: Entry): void {
    const share = shares.get(caller);
    if (share?.entries.delete(entry) !== true) return;
    share.bytes -= entry.bytes;
    total -= entry.bytes;
    if (share.entries.size === 0) shares.delete(caller);
  }

  /** Ends the newest that is still coming in. */
  function shorten(caller: string, share: Share): boolean {
    const newest = [...share.entries].findLast(({ isComing }) => isComing);
    if (newest === undefined) return false;
    close(caller, newest);
    newest.giveWay();
    return true;
  }

  function shortenLargest(): void {
    const largestFirst = [...shares].sort(([, a], [, b]) => b.bytes - a.bytes);
    largestFirst.some(([caller, share]) => shorten(caller, share));
  }

  return {
    open(caller, giveWay) {
      const entry: Entry = { bytes: 0, isComing: true, giveWay };
      const share = shares.get(caller) ?? { bytes: 0, entries: new Set() };
      shares.set(caller, share);
      share.entries.add(entry);
      return {
        add(bytes) {
          if (!share.entries.has(entry)) return;
          entry.bytes += bytes;
          share.bytes += bytes;
          total += bytes;
          if (share.bytes > callerBytes) shorten(caller, share);
          else if (total > totalBytes) shortenLargest();
        },
        settle() {
          entry.isComing = false;
        },
        [Symbol.dispose]: () => close(caller, entry),
      };
    },
  };
}
