/** The vectors of one catalogue file in a thread of their own, asked by message. */
import { Worker } from "node:worker_threads";
import type { SearchQuery } from "../runtime/catalog.ts";
import type { Vector } from "./vector.ts";

export interface ScanFiles {
  readonly catalogPath: string;
  readonly vectorPath: string;
  /** What stands before each text. */
  readonly prefix: string;
}

/** Which entries are looked at. */
export type SearchFilter = Pick<SearchQuery, "category" | "methods" | "auths">;

export interface ScanRequest {
  readonly id: number;
  readonly vector: Vector;
  readonly limit: number;
  readonly within: SearchFilter;
}

export interface NearEntry {
  readonly slug: string;
  /** Cosine, -1 to 1. */
  readonly likeness: number;
}

export type ScanMessage =
  | { readonly type: "loaded"; readonly dims: number; readonly entries: number; readonly embedded: number }
  | { readonly type: "found"; readonly id: number; readonly near: readonly NearEntry[] }
  | { readonly type: "failed"; readonly message: string };

export interface Scanner {
  readonly dims: number;
  /** Living ones of the catalogue. */
  readonly entries: number;
  /** How many of them have a vector. */
  readonly embedded: number;
  /** Best first; `undefined` when too many wait already. @throws the signal's reason, or why the thread ended. */
  near(
    vector: Vector,
    limit: number,
    within: SearchFilter,
    signal: AbortSignal,
  ): Promise<readonly NearEntry[] | undefined>;
  close(): void;
}

/** What the thread has cannot be taken back; one more than it works on, so that it never idles. */
const IN_THREAD = 2;
/** Each takes ten milliseconds or so, and nobody waits for more than some hundreds. */
const MAX_WAITING = 64;

interface Task {
  readonly request: ScanRequest;
  readonly found: PromiseWithResolvers<readonly NearEntry[]>;
}

/** `onEnd` is told when the thread ends by itself. @throws {Error} when the files cannot be read. */
export async function openScanner(files: ScanFiles, onEnd: (error: Error) => void): Promise<Scanner> {
  // Nothing in the environment is its business.
  const worker = new Worker(new URL("scan-thread.ts", import.meta.url), { env: {}, workerData: files });
  worker.unref();
  const loading = Promise.withResolvers<Extract<ScanMessage, { type: "loaded" }>>();
  const waiting: Task[] = [];
  const inThread = new Map<number, Task>();
  let lastId = 0;
  let isClosed = false;

  const end = (error: Error): void => {
    if (isClosed) return;
    close();
    loading.reject(error);
    for (const { found } of [...inThread.values(), ...waiting]) found.reject(error);
    onEnd(error);
  };
  worker.on("message", (message: ScanMessage) => {
    if (message.type === "failed") end(new Error(message.message));
    else if (message.type === "loaded") loading.resolve(message);
    else {
      inThread.get(message.id)?.found.resolve(message.near);
      inThread.delete(message.id);
      dispatch();
    }
  });
  worker.on("error", (cause) => end(new Error("The thread of the vectors failed", { cause })));
  worker.on("exit", () => end(new Error("The thread of the vectors ended")));
  const { dims, entries, embedded } = await loading.promise;
  return { dims, entries, embedded, near, close };

  async function near(
    vector: Vector,
    limit: number,
    within: SearchFilter,
    signal: AbortSignal,
  ): Promise<readonly NearEntry[] | undefined> {
    signal.throwIfAborted();
    if (isClosed || waiting.length >= MAX_WAITING) return undefined;
    const task = {
      request: { id: ++lastId, vector, limit, within },
      found: Promise.withResolvers<readonly NearEntry[]>(),
    };
    // Whoever has gone is not looked for.
    const leave = (): void => {
      const place = waiting.indexOf(task);
      if (place !== -1) waiting.splice(place, 1);
      task.found.reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    waiting.push(task);
    dispatch();
    try {
      return await task.found.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  function dispatch(): void {
    while (inThread.size < IN_THREAD) {
      const task = waiting.shift();
      if (task === undefined) return;
      inThread.set(task.request.id, task);
      worker.postMessage(task.request);
    }
  }

  function close(): void {
    isClosed = true;
    void worker.terminate();
  }
}
