/**
 * Transactions of one kind that wait for each other anyway become one: what is asked for under a key while its last one
 * is under way, or in the same turn of the event loop, is done by the next.
 * Shaped by speed: `bun run bench all`.
 */
import type { Awaitable } from "../../runtime/world.ts";

export interface Batches<Item, Result> {
  /** Resolves when the batch that it became part of is done. */
  add(key: string, item: Item): Promise<Result>;
}

/**
 * Does what has come together under a key. `close` says what that is, and lets nothing more in: to be called as late as
 * can be, and any number of times.
 */
export type PerformBatch<Item, Result> = (close: () => readonly Item[]) => Awaitable<readonly Result[]>;

interface Batch<Item, Result> {
  readonly items: Item[];
  readonly done: PromiseWithResolvers<readonly Result[]>;
}

export function createBatches<Item, Result>(perform: PerformBatch<Item, Result>): Batches<Item, Result> {
  /** Those that still take something in. */
  const open = new Map<string, Batch<Item, Result>>();
  const underWay = new Map<string, Promise<unknown>>();

  return {
    add(key, item) {
      const batch = open.get(key) ?? begin(key);
      const at = batch.items.push(item) - 1;
      return batch.done.promise.then((results) => results[at] as Result); // Each item has its result.
    },
  };

  function begin(key: string): Batch<Item, Result> {
    const batch: Batch<Item, Result> = { items: [], done: Promise.withResolvers() };
    open.set(key, batch);
    const close = (): readonly Item[] => {
      if (open.get(key) === batch) open.delete(key);
      return batch.items;
    };
    const before = underWay.get(key) ?? Promise.resolve();
    const ended = before
      .then(() => perform(close))
      .then(batch.done.resolve, batch.done.reject)
      .then(() => {
        close();
        if (underWay.get(key) === ended) underWay.delete(key);
      });
    underWay.set(key, ended);
    return batch;
  }
}
