/** Work that is done piece by piece on the one event loop, a caller after the other, so that no two add up. */
import { createQueue, type QueueEntry } from "../../runtime/async/queue.ts";
import { HubError } from "../../runtime/errors.ts";
import type { ByteRate } from "./byte-rate.ts";

const WAITING = { total: 64, perClient: 16 };
const RETRY_MS = 1000;

interface Task extends QueueEntry {
  readonly start: () => void;
  readonly fail: (error: HubError) => void;
}

export interface SerialQueue {
  /** Does work on so many bytes when it is the caller's turn. @throws {HubError} `overloaded` where too much is waiting. */
  run<T>(caller: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(rate: ByteRate): SerialQueue {
  const waiting = createQueue<Task>(WAITING);
  let isBusy = false;

  function next(): void {
    const task = waiting.next(() => true);
    isBusy = task !== undefined;
    task?.start();
  }

  function nextInTime(): void {
    const waitMs = rate.waitMs();
    if (waitMs > 0) setTimeout(next, waitMs);
    else next();
  }

  return {
    async run(caller, bytes, work) {
      const turn = Promise.withResolvers<void>();
      // No key has been looked at yet, so that all are strangers.
      const client = { name: caller, isStranger: true };
      waiting.add({ client, start: turn.resolve, fail: turn.reject })?.fail(overloaded());
      if (!isBusy) next();
      await turn.promise;
      rate.use(bytes);
      try {
        return await work();
      } finally {
        nextInTime();
      }
    },
  };
}

function overloaded(): HubError {
  return new HubError("overloaded", "Too many long bodies are waiting to be read.", { retryAfterMs: RETRY_MS });
}
