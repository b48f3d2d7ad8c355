/**
 * Group commit: transactions that are asked for in the same turn of the event loop share one, and those of the next turns
 * do as long as each brings more. What a commit costs is nearly all of what a small write costs, and a busy hub has many
 * of them under way.
 * Shaped by speed: `bun run bench accounts`.
 */

/** What a database has to offer for it; each throws when it fails. */
export interface Transactions {
  /** Runs the work in a transaction of its own. */
  whole<T>(work: () => T): T;
  /** Runs the work within the transaction under way, and undoes only that when it throws. */
  part<T>(work: () => T): T;
  /** Whether a transaction is under way: some failures, such as a full disk, end the whole of it. */
  isOpen(): boolean;
}

export interface Group {
  /** Resolves when the transaction that it became part of is committed. */
  add<T>(work: () => T): Promise<T>;
  /** Commits what waits, now. */
  flush(): void;
}

interface WaitingWork {
  /** Does the work, and hands back how its promise is settled once that is committed. */
  readonly attempt: (hasCompany: boolean) => () => void;
  readonly reject: (reason: unknown) => void;
}

/** So many share one transaction at most: others wait for the write lock meanwhile. */
const MAX_GROUP = 64;
/** Where nothing is under way a turn is over at once; on a busy hub one takes a millisecond. */
const MAX_TURNS = 4;

export function createGroup({ whole, part, isOpen }: Transactions): Group {
  let waiting: WaitingWork[] = [];
  return {
    add<T>(work: () => T) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const attempt = (hasCompany: boolean) => {
        try {
          const result = hasCompany ? part(work) : work();
          return () => resolve(result);
        } catch (error) {
          if (!hasCompany || !isOpen()) throw error; // Alone, it is the whole that is undone.
          return () => reject(error);
        }
      };
      waiting.push({ attempt, reject });
      if (waiting.length === 1) setImmediate(() => gather(1, 1));
      return promise;
    },
    flush,
  };

  /** `known` waited when this turn began, the `turn`th since the first of them. */
  function gather(known: number, turn: number): void {
    const { length } = waiting;
    const isCalm = length === known;
    if (turn === MAX_TURNS || length >= MAX_GROUP || (turn > 1 && isCalm)) flush();
    else setImmediate(() => gather(length, turn + 1));
  }

  function flush(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MAX_GROUP) commit(all.slice(from, from + MAX_GROUP));
  }

  function commit(group: readonly WaitingWork[]): void {
    try {
      const settle = whole(() => group.map(({ attempt }) => attempt(group.length > 1)));
      for (const tell of settle) tell();
    } catch (error) {
      for (const { reject } of group) reject(error); // Nothing of it was committed.
    }
  }
}
