/** A discrete simulation: things happen at moments, in order, by the seed alone. Times are in milliseconds. */
import { randomOf } from "../../test/support/random.ts";

export interface Simulation {
  now(): number;
  /** What happens at the same moment happens in the order it was asked for. */
  after(ms: number, act: () => void): void;
  /** Plays until nothing more happens before that moment. */
  run(until: number): void;
  /** At least 0, less than 1. */
  random(): number;
}

/** Servers that share one queue: whoever comes first is served first. */
interface Station {
  serve(ms: number, done: () => void): void;
  /** How long its servers have worked so far, added up. */
  busy(): number;
}

/** What is written to the disk together: whoever comes while a write is under way waits for the next one. */
interface CommitLog {
  commit(done: () => void): void;
  writes(): number;
}

/** So many may hold one at once. */
export interface Pool {
  take(then: () => void): void;
  giveBack(): void;
}

interface Event {
  readonly at: number;
  readonly order: number;
  readonly act: () => void;
}

export function createSimulation(seed: number): Simulation {
  const random = randomOf(seed);
  const heap: Event[] = [];
  let now = 0;
  let count = 0;
  return {
    now: () => now,
    random,
    after(ms, act) {
      push(heap, { at: now + ms, order: count++, act });
    },
    run(until) {
      for (let next = heap[0]; next !== undefined && next.at <= until; next = heap[0]) {
        pop(heap);
        now = next.at;
        next.act();
      }
      now = until;
    },
  };
}

/** With the speed of 0.5 all takes twice as long. */
export function createStation(simulation: Simulation, servers: number, speed = 1): Station {
  const waiting = createQueue<{ readonly ms: number; readonly done: () => void }>();
  let free = servers;
  let busy = 0;
  return { serve, busy: () => busy };

  function serve(ms: number, done: () => void): void {
    if (free === 0) return waiting.add({ ms, done });
    free--;
    simulation.after(ms / speed, () => {
      busy += ms / speed;
      free++;
      const next = waiting.take();
      if (next !== undefined) serve(next.ms, next.done);
      done();
    });
  }
}

export function createCommitLog(simulation: Simulation, writeMs: number): CommitLog {
  let waiting: (() => void)[] = [];
  let isWriting = false;
  let writes = 0;
  return {
    writes: () => writes,
    commit(done) {
      waiting.push(done);
      if (!isWriting) write();
    },
  };

  function write(): void {
    const group = waiting;
    waiting = [];
    isWriting = true;
    writes++;
    simulation.after(writeMs, () => {
      isWriting = false;
      if (waiting.length > 0) write();
      for (const done of group) done();
    });
  }
}

export function createPool(size: number): Pool {
  const waiting = createQueue<() => void>();
  let free = size;
  return {
    take(then) {
      if (free === 0) return waiting.add(then);
      free--;
      then();
    },
    giveBack() {
      const next = waiting.take();
      if (next === undefined) free++;
      else next();
    },
  };
}

/** Exponentially distributed, with that mean. */
export function exponential({ random }: Simulation, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

interface Queue<T> {
  add(item: T): void;
  take(): T | undefined;
}

function createQueue<T>(): Queue<T> {
  let items: T[] = [];
  let first = 0;
  return {
    add: (item) => void items.push(item),
    take() {
      if (first === items.length) return undefined;
      const item = items[first++];
      if (first > 1_000 && first * 2 > items.length) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
  };
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above] as Event; // It is inside.
    if (!isBefore(event, parent)) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = event;
}

/** Takes the first away. */
function pop(heap: Event[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let below = at * 2 + 1;
    const right = heap[below + 1];
    if (right !== undefined && isBefore(right, heap[below] as Event)) below++; // Then the left one is there, too.
    const child = heap[below];
    if (child === undefined || !isBefore(child, last)) break;
    heap[at] = child;
    at = below;
  }
  heap[at] = last;
}
