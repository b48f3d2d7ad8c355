/** What keeps the actor folders from being read: told once as it begins, and once when it is over. */
import type { Logger } from "../runtime/actor.ts";
import { systemReason } from "../runtime/files/system-faults.ts";

/** About a minute: a process that is short of files reads the folders now and then, and that is not the end of it. */
const CALM_SCANS = 30;

export interface ScanFaults {
  failed(error: unknown): void;
  worked(): void;
}

export function createScanFaults(log: Pick<Logger, "error" | "info">): ScanFaults {
  let told: string | undefined;
  let calmScans = 0;
  return {
    failed(error) {
      calmScans = 0;
      // Without the path, which is another one each time.
      const reason = systemReason(error) ?? String(error);
      if (reason === told) return;
      told = reason;
      log.error(`Cannot read the actor folders: ${reason}. What is served stays as it is.`);
    },
    worked() {
      if (told === undefined || ++calmScans < CALM_SCANS) return;
      told = undefined;
      log.info("The actor folders can be read again.");
    },
  };
}
