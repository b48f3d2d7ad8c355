/** The world of a hub that serves: this machine's clock, files, network and threads, as the settings say. */
import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createIsolation } from "../isolation/isolation.ts";
import { createLoader } from "../loader/loader.ts";
import { ownFetch } from "../net/own-fetch.ts";
import { createPool } from "../offload/pool.ts";
import { NO_MODEL } from "../runtime/llm.ts";
import { openLeadership, openStore, waysOfStore } from "../store/drivers/open.ts";
import { createUsageRepository } from "../usage/repository.ts";
import { createLearning } from "../usage/learning.ts";
import { connectRedis, openLimiters } from "./parts/accounts.ts";
import { openCatalog } from "./catalog/catalog.ts";
import type { Config } from "./settings/config.ts";
import { tellUnlessOutage } from "./telemetry/failures.ts";
import { followWallet } from "./ledgers/follower.ts";
import { openLedger } from "./ledgers/ledger.ts";
import { connectedModel } from "./parts/llm.ts";
import type { Log } from "./telemetry/log.ts";
import { readOpenFiles } from "./jobs/open-files.ts";
import { createOwnActors, type FenceStanding, tellStanding } from "./actors/own-actors.ts";
import { servePackages } from "./actors/packages.ts";
import { BUILT_IN_ACTORS, createActorRegistry } from "./actors/registry.ts";
import { openSandbox } from "./ledgers/sandbox.ts";
import { openRevocations } from "./jobs/revocation-job.ts";
import { standardStages } from "./actors/stages.ts";
import { openTraces } from "./telemetry/traces.ts";
import { verifyApart } from "./jobs/verify-apart.ts";
import { openSystemSockets } from "./process/system-sockets.ts";
import { sharedMetrics } from "./process/worker-metrics.ts";
import { openScratchFile } from "../text/scratch-file.ts";
import type { World } from "./world.ts";

/** A page is read in milliseconds; the largest that is fetched, in seconds. */
const MIB = 1024 * 1024;
const POOL = {
  waiting: { total: 64, perClient: 16 },
  deadlineMs: 10_000,
  maxGrowthBytes: 512 * MIB,
  // One of the largest inputs, and a smaller one beside it.
  maxBusyBytes: 12 * MIB,
};

const COUNTED_TOGETHER = "Limits are counted for all processes together again.";

/** `folders` of actors that run in this process are absolute paths. */
export function machineWorld(config: Config, log: Log, folders: readonly string[] = [BUILT_IN_ACTORS]): World {
  const clock = { now: Date.now };
  return {
    clock,
    ticks: { now: () => performance.now() },
    log,
    openStore: () =>
      openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { onChange: tellChange(log, "The store answers again.") }),
    openTraces: openTraces(config, log),
    ways: waysOfStore(config.DATABASE_URL),
    connectRedis: () => connectRedis(config, tellChange(log, COUNTED_TOGETHER)),
    openLeadership: () => openLeadership(config.DATABASE_URL),
    openRevocations: (store, secrets) => openRevocations(config, { store, secrets, clock }),
    verifyLedger: (_store, stop) => verifyApart(config, log, stop),
    openLimiters: (redis, processes) => openLimiters(config, redis, processes, tellChange(log, COUNTED_TOGETHER)),
    openModel: (store) => connectedModel(config, log, clock, store) ?? NO_MODEL,
    openLearning: (store) =>
      config.LEARN_FROM_USE === "true"
        ? createLearning(createUsageRepository(store), clock, tellUnlessOutage("Cannot count the words of a call", log))
        : undefined,
    openCatalog: (learned, stop) => openCatalog(config, log, clock, stop, learned),
    async openActors(deps) {
      // Two at least: neither one caller nor all strangers together have every thread.
      const pool = createPool({ threads: Math.max(2, Math.min(4, availableParallelism() - 1)), ...POOL });
      const registry = createActorRegistry(config, log, clock, { ...deps, pool });
      const loader = createLoader({ folders, registry, log, changed: pool.renew });
      const isolation = createIsolation({ mayBeWeak: config.ACTOR_FENCE === "weak", clock, log, died: deps.died });
      const own = createOwnActors(config, { registry, log, isolation, changed: pool.renew });
      await loader.scan();
      await own.scan();
      let forget: (slug: string) => void = () => undefined;
      let standing: FenceStanding | undefined;
      const fenced = (found: FenceStanding): void => {
        standing = found;
        if (own.fence === undefined) tellStanding(log, found);
      };
      const packages = servePackages(config, { isolation, registry, log, fenced, removed: (slug) => forget(slug) });
      await packages.scan();
      return { registry, watch, fence: () => own.fence?.() ?? standing, [Symbol.asyncDispose]: close };

      function watch(stop: AbortSignal, removed: (slug: string) => void): void {
        forget = removed;
        loader.watch(stop);
        own.watch(stop);
        packages.watch(stop);
      }

      async function close(): Promise<void> {
        await registry.close();
        await isolation[Symbol.asyncDispose]();
        await pool[Symbol.asyncDispose]();
      }
    },
    openLedger: (options) => openLedger(options, clock, ownFetch("ledger", fetch)),
    followWallet,
    openSandbox: (wallet, signal) => ({ wallet, ...openSandbox({ config, clock, wallet, log, signal }) }),
    shareMetrics: (metrics) => (config.HUB_WORKERS > 1 ? sharedMetrics(metrics) : async () => metrics.families()),
    stages: standardStages,
    openScratch: () => openScratchFile(config.HUB_DATA_DIR),
    openFiles: readOpenFiles(),
    connectionsTo: openSystemSockets()?.connectionsTo ?? (() => []),
    freeDisk: () => freeShare(config.HUB_DATA_DIR),
    // Only errors of ours are worth a line: the caller was told about its own.
    report(error, requestId) {
      if (error.code === "internal") log.failure(`Request ${requestId} failed`, error.cause);
      if (error.code === "actor_failed") log.failure(`Request ${requestId} failed: ${error.message}`, error.cause);
    },
  };
}

function freeShare(folder: string): number | undefined {
  try {
    const { bavail, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail / blocks;
  } catch {
    return undefined; // With the store elsewhere there may be no such folder.
  }
}

/** One line when something we depend on fails, and one when it is back. */
function tellChange(log: Log, over: string): (fault: string | undefined) => void {
  return (fault) => (fault === undefined ? log.info(over) : log.warn(fault));
}
