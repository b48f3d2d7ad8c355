/** Loads the sandbox ledger in steps: as one it takes as long as others should not wait. */
import { setImmediate } from "node:timers/promises";

export async function loadSandbox(): Promise<typeof import("./sandbox.ts")> {
  await import("ripple-keypairs");
  await setImmediate();
  await import("ripple-binary-codec");
  await setImmediate();
  return import("./sandbox.ts");
}
