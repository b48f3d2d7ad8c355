/**
 * `/metrics` of several workers: whoever is asked has the parent gather what all of them have counted. The parent keeps
 * the counts of workers that have ended, as far as it has seen them, so that sums never fall.
 */
import type { ChildProcess } from "node:child_process";
import { countsOf, type Family, joinFamilies, type Part } from "../../metrics/family.ts";
import type { Metrics } from "../../metrics/series.ts";

/** One of them that does not answer is left out. */
const GATHER_MS = 500;

/** From a worker to its parent and back; everything else that they say is text. */
type Message =
  | { readonly kind: "gather metrics"; readonly id: number }
  | { readonly kind: "tell metrics"; readonly id: number }
  | { readonly kind: "metrics told"; readonly id: number; readonly families: readonly Family[] }
  | { readonly kind: "metrics gathered"; readonly id: number; readonly families: readonly Family[] };

export interface GatheredMetrics {
  /** A worker has started: what it asks is answered, what it has counted is gathered. */
  add(child: ChildProcess, worker: string): void;
}

/** The parent's side. */
export function gatherMetrics(gatherMs = GATHER_MS): GatheredMetrics {
  const workers = new Map<ChildProcess, Part>();
  const told = new Map<number, { readonly missing: Set<ChildProcess>; readonly done: () => void }>();
  let ended: readonly Family[] = [];
  let asked = 0;

  return {
    add(child, worker) {
      workers.set(child, { worker, families: [] });
      child.on("message", (message: unknown) => {
        if (isMessage(message)) void hear(child, message);
      });
      child.once("exit", () => {
        const { families } = workers.get(child) ?? { families: [] };
        workers.delete(child);
        ended = joinFamilies([
          { worker: "", families: ended },
          { worker: "", families: countsOf(families) },
        ]);
        for (const id of told.keys()) settle(id, child);
      });
    },
  };

  async function hear(child: ChildProcess, message: Message): Promise<void> {
    if (message.kind === "metrics told") {
      const part = workers.get(child);
      if (part !== undefined) workers.set(child, { ...part, families: message.families });
      return settle(message.id, child);
    }
    if (message.kind !== "gather metrics") return;
    await gather();
    const families = joinFamilies([...workers.values(), { worker: "", families: ended }]);
    send(child, { kind: "metrics gathered", id: message.id, families });
  }

  function gather(): Promise<void> {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(done, gatherMs);
    told.set(id, { missing: new Set(workers.keys()), done });
    for (const child of workers.keys()) send(child, { kind: "tell metrics", id });
    return promise;

    function done(): void {
      clearTimeout(late);
      told.delete(id);
      resolve();
    }
  }

  function settle(id: number, child: ChildProcess): void {
    const waiting = told.get(id);
    if (waiting?.missing.delete(child) && waiting.missing.size === 0) waiting.done();
  }
}

/** A worker's side: what all of them have counted, or it alone where it has no parent, or one that does not answer. */
export function sharedMetrics(metrics: Metrics, gatherMs = 2 * GATHER_MS): () => Promise<readonly Family[]> {
  if (process.send === undefined) return async () => metrics.families();
  const waiting = new Map<number, (families: readonly Family[]) => void>();
  let asked = 0;
  process.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === "tell metrics")
      send(process, { kind: "metrics told", id: message.id, families: metrics.families() });
    if (message.kind === "metrics gathered") waiting.get(message.id)?.(message.families);
  });
  return () => {
    const id = ++asked;
    const { promise, resolve } = Promise.withResolvers<readonly Family[]>();
    const late = setTimeout(() => resolve(metrics.families()), gatherMs);
    waiting.set(id, resolve);
    send(process, { kind: "gather metrics", id });
    return promise.finally(() => {
      clearTimeout(late);
      waiting.delete(id);
    });
  };
}

/** To one that may be gone: then nobody waits for it. */
function send(to: Pick<ChildProcess, "connected"> & { send?: unknown }, message: Message): void {
  if (to.connected && typeof to.send === "function") to.send(message, () => undefined);
}

function isMessage(message: unknown): message is Message {
  return typeof message === "object" && message !== null && "kind" in message;
}
