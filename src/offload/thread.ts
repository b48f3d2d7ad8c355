/** A thread of the pool: applies modules to what it is sent, one after another, and reports what came of it. */
import { parentPort } from "node:worker_threads";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { HubError } from "../runtime/errors.ts";
import type { Done, Job } from "./job.ts";

if (process.versions["bun"] !== undefined) shareHubPackages();

parentPort?.on("message", async (job: Job) => {
  parentPort?.postMessage(await attempt(job));
});

async function attempt({ module, input }: Job): Promise<Done> {
  try {
    const imported: { default: (input: unknown) => unknown } = await import(module); // As the sender's types promise.
    // Copied here, so that what cannot be copied is reported like any other fault.
    return { ok: true, value: structuredClone(await imported.default(input)) };
  } catch (error) {
    if (error instanceof HubError) return { ok: false, code: error.code, message: error.message };
    return { ok: false, message: String(error instanceof Error ? (error.stack ?? error) : error) };
  }
}
