/**
 * Work that is done piece by piece on the one event loop, a caller after the other, so that no two add up. It is done at a
 * bounded rate: what it leaves comes else quicker than the collector gives it back, the more the faster the machine is.
 * Shaped by speed: `bun run bench doors`.
 */
import type { Clock } from "../runtime/world.ts";
import { createQueue, type QueueEntry } from "../runtime/queue.ts";
import { HubError } from "../runtime/errors.ts";

const WAITING = { total: 64, perClient: 16 };
const RETRY_MS = 1000;

interface Task extends QueueEntry {
  readonly start: () => void;
  readonly fail: (error: HubError) => void;
}

export interface SerialRate {
  /** 0: no bound. */
  readonly bytesPerSecond: number;
  /** That are worked on at once after a rest. */
  readonly burstBytes: number;
}

export interface SerialQueue {
  /** Does work on so many bytes when it is the caller's turn. @throws {HubError} `overloaded` where too much is waiting. */
  run<T>(caller: string, bytes: number, work: () => Promise<T>): Promise<T>;
}

export function createSerialQueue(clock: Clock, { bytesPerSecond, burstBytes }: SerialRate): SerialQueue {
  const waiting = createQueue<Task>(WAITING);
  const msPerByte = bytesPerSecond === 0 ? 0 : 1000 / bytesPerSecond;
  let isBusy = false;
  /** Until when the rate is used up by what has begun. */
  let usedUntil = Number.NEGATIVE_INFINITY;

  /** A rest earns no more than a burst. */
  function use(bytes: number): void {
    usedUntil = Math.max(usedUntil, clock.now() - burstBytes * msPerByte) + bytes * msPerByte;
  }

  function next(): void {
    const task = waiting.next(() => true);
    isBusy = task !== undefined;
    task?.start();
  }

  function nextInTime(): void {
    const waitMs = usedUntil - clock.now();
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
      use(bytes);
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
