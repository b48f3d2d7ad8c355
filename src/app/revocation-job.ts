/** Has what was ended written down outside of the store, within a second, for whoever restores an earlier backup. */
import { join } from "node:path";
import { copyRevocations, forgetRevocations } from "../backup/revocations.ts";
import type { Clock } from "../runtime/world.ts";
import type { Secrets } from "../store/hub-key.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./config.ts";
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

export function revocationJobs(config: Settings, { store, secrets, clock }: RevocationDeps): readonly Job[] {
  const copy = copyRevocations(store, revocationFolder(config), secrets, clock.now);
  return [
    { complaint: "Cannot write the revocation log", everyMs: COPY_MS, run: () => copy.run(), isLease: true },
    {
      complaint: "Cannot forget revocations that are in the log for long",
      everyMs: FORGET_MS,
      run: () => forgetRevocations(store, clock.now()),
      isLeaders: true,
    },
  ];
}
