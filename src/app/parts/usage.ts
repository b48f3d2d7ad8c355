/** What calls of entries teach: how often and how well they are called, what upstreams ask for, and what finds them. */
import { isCredential } from "../../access/credential-parameter.ts";
import type { ObservedAccess } from "../../catalog/file-catalog/entry-access.ts";
import type { CallDeps } from "../../proxy/call-deps.ts";
import { schemeOf, type WallRecords } from "../../runtime/entries/walls.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Store } from "../../store/store.ts";
import { type CallRepository, createCallRepository } from "../../usage/call-repository.ts";
import { createHealthRepository, type HealthRepository } from "../../usage/health-repository.ts";
import type { Learning } from "../../usage/learning.ts";
import { createWallRepository } from "../../usage/wall-repository.ts";
import type { Config } from "../settings/config.ts";
import type { Job } from "../jobs/jobs.ts";

export interface OpenUsage {
  readonly calls: CallRepository;
  readonly health: HealthRepository;
  readonly learning: Learning | undefined;
  /** The authentication that upstreams have asked for. */
  readonly observed: ObservedAccess;
  /** What the proxy tells of its calls: nothing but what is learned where the settings forbid the rest. */
  readonly forCalls: Pick<CallDeps, "noteCall" | "health" | "noteWall"> & {
    readonly learning: CallDeps["learning"] | undefined;
  };
  /** Counted up whenever something else is known. */
  readonly taught: () => readonly number[];
  readonly jobs: readonly Job[];
}

const FLUSH_MS = 5_000;
const REFRESH_MS = 60_000;

export function openUsage(
  { LEARN_FROM_USE }: Pick<Config, "LEARN_FROM_USE">,
  { store, clock, learning }: { readonly store: Store; readonly clock: Clock; readonly learning: Learning | undefined },
): OpenUsage {
  const calls = createCallRepository(store, clock);
  const health = createHealthRepository(store, clock);
  const walls = createWallRepository(store, clock);
  return {
    calls,
    health,
    learning,
    observed: walls.of,
    forCalls: {
      learning,
      ...(LEARN_FROM_USE === "true" && { noteCall: calls.note, health, noteWall: wallNotes(walls) }),
    },
    taught: () => [learning?.version() ?? 0, health.version(), walls.version()],
    jobs: [
      { complaint: "Cannot write down how calls of entries went", everyMs: FLUSH_MS, run: () => calls.flush() },
      { complaint: "Cannot write down what upstreams answered", everyMs: FLUSH_MS, run: () => health.flush() },
      { complaint: "Cannot read what upstreams answered", everyMs: REFRESH_MS, run: () => health.refresh() },
      { complaint: "Cannot write down what upstreams asked for", everyMs: FLUSH_MS, run: () => walls.flush() },
      { complaint: "Cannot read what upstreams asked for", everyMs: REFRESH_MS, run: () => walls.refresh() },
      ...(learning === undefined
        ? []
        : [{ complaint: "Cannot read what was learned from use", everyMs: REFRESH_MS, run: () => learning.refresh() }]),
    ],
  };
}

/** Only calls that brought nothing like a credential show what is asked for. */
function wallNotes(walls: Pick<WallRecords, "note">): NonNullable<CallDeps["noteWall"]> {
  return ({ entry, account, challenge, given }) => {
    const scheme = schemeOf(challenge);
    if (scheme === undefined || given.some(isCredential)) return;
    walls.note({ entry, scheme, ...(account !== undefined && { account }) });
  };
}
