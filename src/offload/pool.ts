/**
 * Threads for heavy work, so that no page, however large, stalls the event loop. They are started when there is work,
 * each does one job at a time, and one that does not finish in time, takes too much memory or leaves something behind is
 * ended and replaced. Callers take turns, and neither one of them nor all strangers together have every thread. That
 * guards against slow work, not against malice: a thread shares the process.
 */
import { Worker } from "node:worker_threads";
import { HubError } from "../runtime/errors.ts";
import type { Client, Offload } from "../runtime/offload.ts";
import { canStartThread } from "./descriptors.ts";
import type { JobResult, OffloadJob } from "./job.ts";
import { createQueue, type QueueEntry, type QueueLimits } from "../runtime/async/queue.ts";

export interface PoolSettings {
  readonly threads: number;
  /** Jobs that may wait for a thread, altogether and of one caller; what has no room is refused as `overloaded`. */
  readonly waiting: QueueLimits;
  /** For one job, from the moment a thread has it, unless it asks for less. */
  readonly deadlineMs: number;
  /** By so much the process may grow while a job is under way; then the job is ended. */
  readonly maxGrowthBytes: number;
  /**
   * All jobs under way were handed over no more bytes than this together, one larger than that alone; others wait. Left
   * out, as many as there are threads, however large.
   */
  readonly maxBusyBytes?: number;
}

export interface ThreadPool extends AsyncDisposable {
  /** Work for a run of this caller's with this signal: whoever has aborted waits no longer. */
  offload(signal: AbortSignal, client: () => Client): Offload;
  /** Lets the threads finish what they do and starts new ones, which import every module anew. */
  renew(): void;
}

const RETRY_MS = 1_000;
/** For Bun, which then collects sooner; others do not know it. */
const SMALL_HEAP = { smol: true };
/** By so much the process may have grown over a job whose thread is used again. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Nobody waits longer for the end of a thread: what it does in one go may take a while. */
const MAX_END_MS = 1_000;
/** How often the memory is looked at while a job is under way. */
const WATCH_MS = 50;

interface Task extends OffloadJob, QueueEntry {
  readonly handOver: readonly ArrayBuffer[];
  readonly withinMs: number;
  readonly settle: (done: JobResult) => void;
  readonly fail: (error: unknown) => void;
}

/** A job that a thread has. */
interface Busy {
  readonly task: Task;
  /** Of the process, when it began. */
  readonly bytes: number;
  readonly end: (error: unknown) => void;
}

export function createPool(settings: PoolSettings): ThreadPool {
  const { threads, waiting: limits, deadlineMs, maxGrowthBytes, maxBusyBytes = Number.POSITIVE_INFINITY } = settings;
  const waiting = createQueue<Task>(limits);
  const idle = new Set<Worker>();
  const busy = new Map<Worker, Busy>();
  const stale = new WeakSet<Worker>();
  /** What they hold is there until they have ended: another beside it would hold as much again. */
  const ending = new Set<Worker>();
  let isClosed = false;
  let watch: ReturnType<typeof setInterval> | undefined;
  let held = 0;

  /** What the process holds; what it held last, where it has no descriptor to find out with. */
  function resident(): number {
    try {
      held = process.memoryUsage.rss();
    } catch {
      // Others have them all: the next look, in a moment, may find one.
    }
    return held;
  }

  /** One thread is for others, where there are several. */
  function mayStart({ client: { name, isStranger }, bytes }: Task): boolean {
    const underWay = [...busy.values()].map(({ task }) => task);
    const alike = underWay.filter(({ client }) => client.name === name || (isStranger && client.isStranger));
    const bytesUnderWay = underWay.reduce((sum, task) => sum + task.bytes, 0);
    const hasRoom = bytes === 0 || bytesUnderWay === 0 || bytesUnderWay + bytes <= maxBusyBytes;
    return hasRoom && alike.length < Math.max(1, threads - 1);
  }

  function dispatch(): void {
    while (idle.size > 0 || busy.size + ending.size < threads) {
      const task = waiting.next(mayStart);
      if (task === undefined) return;
      const [worker = canStartThread() ? start() : undefined] = idle;
      if (worker === undefined) task.fail(overloaded());
      else assign(worker, task);
    }
  }

  function start(): Worker {
    // Nothing in the environment is its business.
    const worker = new Worker(new URL("thread.ts", import.meta.url), { env: {}, ...SMALL_HEAP });
    worker.unref();
    return worker;
  }

  function terminate(worker: Worker): void {
    ending.add(worker);
    const over = (): void => {
      clearTimeout(timer);
      if (ending.delete(worker)) dispatch();
    };
    const timer = setTimeout(over, MAX_END_MS);
    worker.terminate().then(over, over);
  }

  function assign(worker: Worker, task: Task): void {
    idle.delete(worker);
    worker.removeAllListeners();
    worker.ref();
    const release = (): void => {
      clearTimeout(timer);
      worker.removeAllListeners();
      busy.delete(worker);
      if (busy.size === 0) clearInterval(watch);
    };
    const end = (error: unknown): void => {
      release();
      // What it may still throw on its way out concerns nobody.
      worker.on("error", () => undefined);
      terminate(worker);
      task.fail(error);
      dispatch();
    };
    const timer = setTimeout(() => end(tooSlow()), Math.min(deadlineMs, task.withinMs));
    if (busy.size === 0) watch = setInterval(endOversized, WATCH_MS);
    busy.set(worker, { task, bytes: resident(), end });
    worker.on("error", (cause) => end(cause));
    worker.on("exit", () => end(new Error("The thread ended in the middle of its work")));
    worker.on("message", (done: JobResult) => {
      // What it has taken is given back with the thread, and else by and by.
      const isBloated = resident() - (busy.get(worker)?.bytes ?? 0) > MAX_KEPT_BYTES;
      release();
      worker.unref();
      if (isClosed || done.isSpent || isBloated || stale.has(worker)) terminate(worker);
      else rest(worker);
      task.settle(done);
      dispatch();
    });
    worker.postMessage(
      { module: task.module, bytes: task.bytes, input: task.input } satisfies OffloadJob,
      task.handOver,
    );
  }

  /** Nobody can tell whose memory it is: the one that has been at work the longest is ended first. */
  function endOversized(): void {
    const bytes = resident();
    const oversized = [...busy.values()].find((job) => bytes - job.bytes > maxGrowthBytes);
    if (oversized === undefined) return;
    // What it took is given back by and by: until then it is nobody else's.
    for (const [worker, job] of busy) busy.set(worker, { ...job, bytes });
    oversized.end(tooLarge());
  }

  /** What a module left running may still end the thread. */
  function rest(worker: Worker): void {
    idle.add(worker);
    worker.on("error", () => undefined);
    worker.on("exit", () => idle.delete(worker));
  }

  return {
    offload:
      (signal, client) =>
      async (module, input, handOver = [], withinMs = deadlineMs) => {
        signal.throwIfAborted();
        if (isClosed) throw overloaded();
        const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
        const task: Task = {
          client: client(),
          module: module.href,
          input,
          handOver,
          withinMs,
          bytes: handOver.reduce((sum, { byteLength }) => sum + byteLength, 0),
          settle: resolve,
          fail: reject,
        };
        const leave = (): void => {
          waiting.remove(task);
          reject(signal.reason);
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.add(task)?.fail(overloaded());
        dispatch();
        try {
          return valueOf(await promise);
        } finally {
          signal.removeEventListener("abort", leave);
        }
      },
    renew() {
      for (const worker of busy.keys()) stale.add(worker);
      for (const worker of idle) void worker.terminate();
      idle.clear();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(watch);
      for (const task of waiting.drain()) task.fail(overloaded());
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
      idle.clear();
    },
  };
}

function valueOf(done: JobResult): never {
  if (done.ok) return done.value as never; // The type argument of the call says what the module returns.
  const { code, message, issues } = done;
  throw code === undefined ? new Error(message) : new HubError(code, message, issues && { issues });
}

function overloaded(): HubError {
  return new HubError("overloaded", "Too much is being read at present.", { retryAfterMs: RETRY_MS });
}

function tooSlow(): HubError {
  return new HubError("actor_timeout", "Reading the answer took too long.");
}

function tooLarge(): HubError {
  return new HubError("upstream_too_large", "Reading the answer took too much memory.");
}
