/** Has what was ended written down outside of the store, within a second, for whoever restores an earlier backup. */
import { join } from "node:path";
import { copyRevocations, forgetRevocations } from "../../backup/revocations.ts";
import { systemReason } from "../../runtime/files/system-faults.ts";
import type { Clock } from "../../runtime/world.ts";
import { outageCause } from "../../store/faults.ts";
import type { Secrets } from "../../store/hub/hub-key.ts";
import type { Store } from "../../store/store.ts";
import type { Config } from "../settings/config.ts";
import type { Job } from "./jobs.ts";

export interface RevocationDeps {
  readonly store: Store;
  /** The hub's: the log is signed with the present one. */
  readonly secrets: Secrets;
  readonly clock: Clock;
}

type Settings = Pick<Config, "REVOCATION_LOG_DIR" | "HUB_DATA_DIR">;

const COPY_MS = 500;
const FORGET_MS = 3_600_000;

export function revocationFolder({ REVOCATION_LOG_DIR, HUB_DATA_DIR }: Settings): string {
  return REVOCATION_LOG_DIR ?? join(HUB_DATA_DIR, "revocations");
}

export interface OpenRevocations {
  readonly jobs: readonly Job[];
  /** Why what was ended may live again after a restore, in a sentence for everybody. */
  readonly fault: () => string | undefined;
}

export function openRevocations(config: Settings, { store, secrets, clock }: RevocationDeps): OpenRevocations {
  const copy = copyRevocations(store, revocationFolder(config), secrets, clock.now);
  let fault: string | undefined;
  const write = async (): Promise<void> => {
    try {
      await copy.run();
      fault = undefined;
    } catch (error) {
      // What the store does not tell is a fault of the store.
      if (outageCause(error) === undefined)
        fault = `The revocation log cannot be written: ${systemReason(error) ?? "the hub's log says why"}.`;
      throw error;
    }
  };
  const jobs: readonly Job[] = [
    { complaint: "Cannot write the revocation log", everyMs: COPY_MS, run: write, isLease: true },
    {
      complaint: "Cannot forget revocations that are in the log for long",
      everyMs: FORGET_MS,
      run: () => forgetRevocations(store, clock.now()),
      isLeaders: true,
    },
  ];
  return { jobs, fault: () => fault };
}
