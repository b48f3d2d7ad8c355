/** A thread of the pool: applies modules to what it is sent, one after another, and reports what came of it. */
import { parentPort } from "node:worker_threads";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { HubError } from "../runtime/errors.ts";
import type { JobResult, OffloadJob, WorkOutcome } from "./job.ts";
import { collect } from "../text/collector.ts";
import { watchTraces } from "./traces.ts";

// As in the main process: one slip must not give every object a new field.
Object.preventExtensions(Object.prototype);
const traces = watchTraces();
/** Handed over with a job. What it leaves behind is worth a look then. */
const MUCH_BYTES = 1024 * 1024;

if (process.versions["bun"] !== undefined) shareHubPackages();

parentPort?.on("message", async (job: OffloadJob) => {
  const done = await attempt(job);
  const moved = done.ok ? buffersOf(done.value) : [];
  parentPort?.postMessage({ ...done, isSpent: traces.isLeft() } satisfies JobResult, moved);
  if (job.bytes >= MUCH_BYTES) collect(); // Idle, it would keep what is left of the job until the next one.
});

async function attempt({ module, input }: OffloadJob): Promise<WorkOutcome> {
  try {
    const imported: { default: (input: unknown) => unknown } = await import(module); // As the sender's types promise.
    traces.begin();
    // Copied here, so that what cannot be copied is reported like any other fault.
    const value = await imported.default(input);
    return { ok: true, value: structuredClone(value, { transfer: buffersOf(value) }) };
  } catch (error) {
    if (error instanceof HubError) {
      const { issues } = error.details;
      return { ok: false, code: error.code, message: error.message, ...(issues && { issues }) };
    }
    return { ok: false, message: String(error instanceof Error ? (error.stack ?? error) : error) };
  }
}

/** What the bytes stand in that are fields of a result, or lists in them: they are moved, for a copy is as long. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== "object" || value === null) return [];
  const bytes = Object.values(value)
    .flat()
    .filter((field) => field instanceof Uint8Array);
  return [...new Set(bytes.map(({ buffer }) => buffer))].filter((buffer) => buffer instanceof ArrayBuffer);
}
