/** In which order several servers are asked: one that has failed of late comes after the others. */
import { ageOf, type Clock } from "../../runtime/world.ts";
import type { LedgerServer } from "./server.ts";

export interface ServerTurns {
  order(): readonly LedgerServer[];
  /** It gave no answer that can be used. */
  failed(server: LedgerServer): void;
  answered(server: LedgerServer): void;
}

/** Then it is tried first again: whoever comes upon a server that is still frozen waits for it once in so long. */
const PASSED_OVER_MS = 10_000;

export function createServerTurns(servers: readonly LedgerServer[], clock: Clock): ServerTurns {
  const failures = new Map<LedgerServer, number>();
  const hasFailed = (server: LedgerServer, now: number): boolean => {
    const at = failures.get(server);
    return at !== undefined && ageOf(at, now) < PASSED_OVER_MS;
  };
  return {
    order() {
      if (failures.size === 0) return servers;
      const now = clock.now();
      return servers.toSorted((one, other) => Number(hasFailed(one, now)) - Number(hasFailed(other, now)));
    },
    failed: (server) => void failures.set(server, clock.now()),
    answered: (server) => void failures.delete(server),
  };
}
