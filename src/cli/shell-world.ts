/** The world of the shell: this machine's actors, catalogue and model, and nothing that a server keeps or is paid by. */
import { available } from "../../plugins/available.ts";
import { timeout } from "../../plugins/timeout.ts";
import { validate } from "../../plugins/validate.ts";
import { openServedCatalog, type ServedCatalog } from "../app/catalog/catalog.ts";
import type { Config } from "../app/settings/config.ts";
import type { Log } from "../app/telemetry/log.ts";
import { machineWorld } from "../app/machine-world.ts";
import { type FenceStanding, createOwnActors } from "../app/actors/own-actors.ts";
import { servePackages } from "../app/actors/packages.ts";
import { createActorRegistry, ownFolders } from "../app/actors/registry.ts";
import { createIsolation } from "../isolation/isolation.ts";
import type { ActorsDeps, OpenActors, World } from "../app/world.ts";
import { sep } from "node:path";
import type { ActorSource } from "../loader/folder.ts";
import type { Fetch } from "../runtime/actor.ts";
import type { LanguageModel } from "../runtime/llm.ts";
import type { Stage } from "../runtime/run/pipeline.ts";
import { openSqlite } from "../store/drivers/sqlite/sqlite.ts";

export interface ShellFacts {
  readonly sources: readonly ActorSource[];
  readonly model: LanguageModel;
  /** Left out, this machine's. */
  readonly catalog?: ServedCatalog;
  /** Stands in for the network of the actors; left out, there is the guarded fetch. */
  readonly fetch?: Fetch;
}

/** Whoever sits at the hub's own shell is its operator, and pays for the model anyway. */
const operators: Stage = (run, next) => next({ ...run, isCovered: true });

export function shellWorld(config: Config, log: Log, { sources, model, catalog, fetch }: ShellFacts): World {
  const machine = machineWorld(config, log);
  const { clock } = machine;
  return {
    ...machine,
    openStore: () => openSqlite(":memory:"),
    openTraces: async () => undefined,
    openModel: () => model,
    openLearning: () => undefined,
    openCatalog(_learned, stop) {
      if (catalog !== undefined) return catalog;
      const served = openServedCatalog(config, log, clock);
      stop.addEventListener("abort", served.close, { once: true });
      return served;
    },
    openActors,
    openSandbox: () => ({ wallet: async () => "", onClose: () => undefined, [Symbol.dispose]: () => undefined }),
    stages: () => [validate(), available(), operators, timeout(clock)],
    report: () => undefined,
  };

  /** All of them, not just one that is to run: an actor may send its caller on to another. */
  async function openActors(deps: ActorsDeps): Promise<OpenActors> {
    const registry = createActorRegistry(config, log, clock, { ...deps, ...(fetch && { fetch }) });
    const isolation = createIsolation({ mayBeWeak: config.ACTOR_FENCE === "weak", clock, log });
    const [folder] = ownFolders(config);
    const isOwn = ({ file }: ActorSource): boolean => folder !== undefined && file.startsWith(folder + sep);
    for (const { file, label, fingerprint } of sources.filter((source) => !isOwn(source))) {
      try {
        const module: { default?: unknown } = await import(file);
        registry.offer(file, label, module.default, fingerprint);
      } catch (error) {
        registry.refuse(file, label, String(error));
      }
    }
    let standing: FenceStanding | undefined;
    const fenced = (found: FenceStanding): void => void (standing = found);
    const own = createOwnActors(config, { registry, log, isolation });
    await own.scan();
    await servePackages(config, { isolation, registry, log, fenced, removed: () => undefined }).scan();
    return {
      registry,
      watch: () => undefined,
      fence: () => own.fence?.() ?? standing,
      [Symbol.asyncDispose]: close,
    };

    async function close(): Promise<void> {
      await registry.close();
      await isolation[Symbol.asyncDispose]();
    }
  }
}
