/** The world of a hub that serves: this machine's clock, files, network and threads, as the settings say. */
import { availableParallelism } from "node:os";
import { createLoader } from "../loader/loader.ts";
import { createPool } from "../offload/pool.ts";
import { NO_MODEL } from "../runtime/llm.ts";
import { openStore } from "../store/open.ts";
import { createUsageRepository } from "../usage/repository.ts";
import { createLearning } from "../usage/learning.ts";
import { openLimiters } from "./accounts.ts";
import { openCatalog } from "./catalog.ts";
import type { Config } from "./config.ts";
import { followWallet } from "./follower.ts";
import { openLedger } from "./ledger.ts";
import { connectedModel } from "./llm.ts";
import type { Log } from "./log.ts";
import { actorFolders, createActorRegistry } from "./registry.ts";
import { openSandbox } from "./sandbox.ts";
import { standardStages } from "./stages.ts";
import type { World } from "./world.ts";

/** A page is read in milliseconds; the largest that is fetched, in seconds. */
const POOL = { waiting: { total: 64, perClient: 16 }, deadlineMs: 10_000, maxGrowthBytes: 512 * 1024 * 1024 };

/** `folders` of actors are absolute paths. */
export function machineWorld(config: Config, log: Log, folders = actorFolders(config)): World {
  const clock = { now: Date.now };
  return {
    clock,
    log,
    openStore: () =>
      openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { onChange: tellChange(log, "The store answers again.") }),
    openLimiters: () => openLimiters(config, tellChange(log, "Limits are counted for all processes together again.")),
    openModel: (store) => connectedModel(config, log, clock, store) ?? NO_MODEL,
    openLearning: (store) =>
      config.LEARN_FROM_USE === "true"
        ? createLearning(createUsageRepository(store), clock, (error) =>
            log.failure("Cannot count the words of a call", error),
          )
        : undefined,
    openCatalog: (usage, stop) => openCatalog(config, log, clock, stop, usage),
    async openActors(deps) {
      // Two at least: neither one caller nor all strangers together have every thread.
      const pool = createPool({ threads: Math.max(2, Math.min(4, availableParallelism() - 1)), ...POOL });
      const registry = createActorRegistry(config, log, clock, { ...deps, pool });
      const loader = createLoader({ folders, registry, log, changed: pool.renew });
      await loader.scan();
      return { registry, watch: loader.watch, [Symbol.asyncDispose]: close };

      async function close(): Promise<void> {
        await registry.close();
        await pool[Symbol.asyncDispose]();
      }
    },
    openLedger: (facts) => openLedger(facts, clock, fetch),
    followWallet,
    openSandbox: (wallet, signal) => ({ wallet, ...openSandbox({ config, clock, wallet, log, signal }) }),
    stages: standardStages,
    // Only errors of ours are worth a line: the caller was told about its own.
    report(error, requestId) {
      if (error.code === "internal") log.failure(`Request ${requestId} failed`, error.cause);
    },
  };
}

/** One line when something we depend on fails, and one when it is back. */
function tellChange(log: Log, over: string): (fault: string | undefined) => void {
  return (fault) => (fault === undefined ? log.info(over) : log.warn(fault));
}
