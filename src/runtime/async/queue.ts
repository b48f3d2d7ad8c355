/**
 * What waits for a thread, fair by caller: callers take turns, whoever has an account takes turns with all strangers
 * together, and one caller alone never fills it.
 */

import type { Client } from "../offload.ts";

export interface QueueEntry {
  readonly client: Client;
}

export interface QueueLimits {
  /** That may wait altogether. */
  readonly total: number;
  /** That may wait of one caller. */
  readonly perClient: number;
}

export interface Queue<Task extends QueueEntry> {
  /**
   * Adds a task. Returns the one that has no room: this one, where its caller has enough waiting; or, where all room is
   * taken, the newest of the caller that has the most.
   */
  add(task: Task): Task | undefined;
  /** Takes out the next that may start now: the oldest of a caller, if it may. */
  next(mayStart: (task: Task) => boolean): Task | undefined;
  remove(task: Task): void;
  /** Takes out all. */
  drain(): Task[];
  readonly size: number;
}

export function createQueue<Task extends QueueEntry>({ total, perClient }: QueueLimits): Queue<Task> {
  /** Of each caller that has any, in the order of their turns. */
  const lines = new Map<string, Task[]>();
  let size = 0;
  let isStrangersTurn = false;

  const take = (name: string, line: Task[], index: number): Task | undefined => {
    const [task] = line.splice(index, 1);
    if (task !== undefined) size--;
    if (line.length === 0) lines.delete(name);
    return task;
  };

  function longest(): [string, Task[]] | undefined {
    let found: [string, Task[]] | undefined;
    for (const each of lines) if (found === undefined || each[1].length > found[1].length) found = each;
    return found;
  }

  function turn(isStranger: boolean, mayStart: (task: Task) => boolean): Task | undefined {
    for (const [name, line] of lines) {
      const [oldest] = line;
      if (oldest === undefined || oldest.client.isStranger !== isStranger || !mayStart(oldest)) continue;
      const task = take(name, line, 0);
      // Its next turn comes after everybody else's.
      if (lines.delete(name)) lines.set(name, line);
      return task;
    }
    return undefined;
  }

  return {
    add(task) {
      const line = lines.get(task.client.name) ?? [];
      if (line.length >= perClient) return task;
      const [name, most] = (size >= total ? longest() : undefined) ?? [];
      if (most !== undefined && most.length <= line.length + 1) return task;
      const dropped = name !== undefined && most !== undefined ? take(name, most, most.length - 1) : undefined;
      line.push(task);
      size++;
      lines.set(task.client.name, line);
      return dropped;
    },
    next(mayStart) {
      const task = turn(isStrangersTurn, mayStart) ?? turn(!isStrangersTurn, mayStart);
      if (task !== undefined) isStrangersTurn = !task.client.isStranger;
      return task;
    },
    remove(task) {
      const line = lines.get(task.client.name);
      const index = line?.indexOf(task) ?? -1;
      if (line !== undefined && index !== -1) take(task.client.name, line, index);
    },
    drain() {
      const all = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return all;
    },
    get size() {
      return size;
    },
  };
}
