/**
 * Threads for heavy work, so that no page, however large, stalls the event loop. They are started when there is work,
 * each does one job at a time, and one that does not finish in time is ended and replaced. That guards against slow
 * work, not against malice: a thread shares the process.
 */
import { Worker } from "node:worker_threads";
import { HubError } from "../runtime/errors.ts";
import type { Offload } from "../runtime/offload.ts";
import type { Done, Job } from "./job.ts";

export interface PoolSettings {
  readonly threads: number;
  /** Jobs that may wait for a thread; what comes then is refused as `overloaded`. */
  readonly maxWaiting: number;
  /** For one job, from the moment a thread has it. */
  readonly deadlineMs: number;
}

export interface Pool extends AsyncDisposable {
  /** Work for a run with this signal: whoever has aborted waits no longer. */
  offload(signal: AbortSignal): Offload;
  /** Lets the threads finish what they do and starts new ones, which import every module anew. */
  renew(): void;
}

const RETRY_MS = 1_000;

interface Task extends Job {
  readonly settle: (done: Done) => void;
  readonly fail: (error: unknown) => void;
}

export function createPool({ threads, maxWaiting, deadlineMs }: PoolSettings): Pool {
  const waiting: Task[] = [];
  const idle = new Set<Worker>();
  const busy = new Set<Worker>();
  const stale = new WeakSet<Worker>();
  let isClosed = false;

  function dispatch(): void {
    while (waiting.length > 0 && (idle.size > 0 || busy.size < threads)) {
      const task = waiting.shift();
      if (task === undefined) return;
      const [worker = start()] = idle;
      assign(worker, task);
    }
  }

  function start(): Worker {
    // Nothing in the environment is its business.
    const worker = new Worker(new URL("thread.ts", import.meta.url), { env: {} });
    worker.unref();
    return worker;
  }

  function assign(worker: Worker, task: Task): void {
    idle.delete(worker);
    busy.add(worker);
    worker.removeAllListeners();
    worker.ref();
    const release = (): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      busy.delete(worker);
    };
    const end = (error: unknown): void => {
      release();
      // What it may still throw on its way out concerns nobody.
      worker.on("error", () => undefined);
      void worker.terminate();
      task.fail(error);
      dispatch();
    };
    const timer = setTimeout(() => end(tooSlow()), deadlineMs);
    worker.on("error", (cause) => end(cause));
    worker.on("exit", () => end(new Error("The thread ended in the middle of its work")));
    worker.on("message", (done: Done) => {
      release();
      worker.unref();
      if (isClosed || stale.has(worker)) void worker.terminate();
      else rest(worker);
      task.settle(done);
      dispatch();
    });
    worker.postMessage({ module: task.module, input: task.input } satisfies Job);
  }

  /** What a module left running may still end the thread. */
  function rest(worker: Worker): void {
    idle.add(worker);
    worker.on("error", () => undefined);
    worker.on("exit", () => idle.delete(worker));
  }

  return {
    offload: (signal) => async (module, input) => {
      signal.throwIfAborted();
      if (isClosed || waiting.length >= maxWaiting) throw overloaded();
      const { promise, resolve, reject } = Promise.withResolvers<Done>();
      const task: Task = { module: module.href, input, settle: resolve, fail: reject };
      const leave = (): void => {
        const place = waiting.indexOf(task);
        if (place !== -1) waiting.splice(place, 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(task);
      dispatch();
      try {
        return valueOf(await promise);
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    renew() {
      for (const worker of busy) stale.add(worker);
      for (const worker of idle) void worker.terminate();
      idle.clear();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.fail(overloaded());
      await Promise.all([...idle, ...busy].map((worker) => worker.terminate()));
      idle.clear();
    },
  };
}

function valueOf(done: Done): never {
  if (done.ok) return done.value as never; // The type argument of the call says what the module returns.
  throw done.code === undefined ? new Error(done.message) : new HubError(done.code, done.message);
}

function overloaded(): HubError {
  return new HubError("overloaded", "Too much is being read at present.", { retryAfterMs: RETRY_MS });
}

function tooSlow(): HubError {
  return new HubError("actor_timeout", "Reading the answer took too long.");
}
