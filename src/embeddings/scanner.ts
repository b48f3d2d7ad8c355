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
export type Narrowing = Pick<SearchQuery, "category" | "methods" | "auths">;

export interface ScanRequest {
  readonly id: number;
  readonly vector: Vector;
  readonly limit: number;
  readonly within: Narrowing;
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
    within: Narrowing,
    signal: AbortSignal,
  ): Promise<readonly NearEntry[] | undefined>;
  close(): void;
}

/** Each takes tens of milliseconds, and nobody waits for more than a few. */
const MAX_WAITING = 4;

/** `onEnd` is told when the thread ends by itself. @throws {Error} when the files cannot be read. */
export async function openScanner(files: ScanFiles, onEnd: (error: Error) => void): Promise<Scanner> {
  // Nothing in the environment is its business.
  const worker = new Worker(new URL("scan-thread.ts", import.meta.url), { env: {}, workerData: files });
  worker.unref();
  const loading = Promise.withResolvers<Extract<ScanMessage, { type: "loaded" }>>();
  const waiting = new Map<number, PromiseWithResolvers<readonly NearEntry[]>>();
  let lastId = 0;
  let isClosed = false;

  const end = (error: Error): void => {
    if (isClosed) return;
    close();
    loading.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    onEnd(error);
  };
  worker.on("message", (message: ScanMessage) => {
    if (message.type === "failed") end(new Error(message.message));
    else if (message.type === "loaded") loading.resolve(message);
    else {
      waiting.get(message.id)?.resolve(message.near);
      waiting.delete(message.id);
    }
  });
  worker.on("error", (cause) => end(new Error("The thread of the vectors failed", { cause })));
  worker.on("exit", () => end(new Error("The thread of the vectors ended")));
  const { dims, entries, embedded } = await loading.promise;
  return { dims, entries, embedded, near, close };

  async function near(
    vector: Vector,
    limit: number,
    within: Narrowing,
    signal: AbortSignal,
  ): Promise<readonly NearEntry[] | undefined> {
    signal.throwIfAborted();
    if (isClosed || waiting.size >= MAX_WAITING) return undefined;
    const id = ++lastId;
    const found = Promise.withResolvers<readonly NearEntry[]>();
    waiting.set(id, found);
    // What was asked is found in any case, and counts as waiting until then.
    const leave = (): void => found.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    worker.postMessage({ id, vector, limit, within } satisfies ScanRequest);
    try {
      return await found.promise;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  function close(): void {
    isClosed = true;
    void worker.terminate();
  }
}
