/** The actors as the shell runs them: here and now, without server, cache, quota or payment. */
import { available } from "../../plugins/available.ts";
import { timeout } from "../../plugins/timeout.ts";
import { validate } from "../../plugins/validate.ts";
import { actorFolders, createActorRegistry } from "../app/registry.ts";
import { openServedCatalog } from "../app/catalog.ts";
import { connectedModel } from "../app/llm.ts";
import type { Config } from "../app/config.ts";
import type { ConnectedModel } from "../llm/model.ts";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { createSourceReader } from "../loader/closure.ts";
import { type ActorSource, readActorFolder } from "../loader/folder.ts";
import { createLog } from "../app/log.ts";
import { NO_MODEL } from "../runtime/llm.ts";
import { createPipeline, type Outcome, type Stage } from "../runtime/pipeline.ts";
import type { Registry, ServedActor } from "../runtime/registry.ts";
import { openStore } from "../store/open.ts";

export interface LocalRuntime extends AsyncDisposable {
  readonly registry: Registry;
  /** Undefined where none is configured. */
  readonly model: ConnectedModel | undefined;
  /** Runs an actor until it ends or the shell is interrupted. */
  run(served: ServedActor, input: unknown): Promise<Outcome>;
}

export async function actorSources(config: Config): Promise<readonly ActorSource[]> {
  const sources = createSourceReader(() => false)();
  return (await Promise.all(actorFolders(config).map((folder) => readActorFolder(folder, sources)))).flat();
}

/** Takes in all of the actors, not just one that is to run: an actor may send its caller on to another. */
export async function openLocalRuntime(config: Config, sources: readonly ActorSource[]): Promise<LocalRuntime> {
  const clock = { now: Date.now };
  const log = createLog("warn", "json");
  shareHubPackages();
  const { catalog, close } = openServedCatalog(config, log, clock);
  // The day's budget of the language model is shared with the running hub; without a model no store is needed.
  const store =
    config.LLM_BASE_URL === undefined ? undefined : await openStore(config.DATABASE_URL, config.HUB_DATA_DIR);
  const model = store && connectedModel(config, log, clock, store);
  const registry = createActorRegistry(config, log, clock, { catalog, model: model ?? NO_MODEL });
  for (const { file, label, fingerprint } of sources) {
    try {
      const module: { default?: unknown } = await import(file);
      registry.offer(file, label, module.default, fingerprint);
    } catch (error) {
      registry.refuse(file, label, String(error));
    }
  }
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  // Whoever sits at the hub's own shell is its operator, and pays for the model anyway.
  const operators: Stage = (run, next) => next({ ...run, isCovered: true });
  const execute = createPipeline([validate(), available(), operators, timeout(clock)], clock);
  return {
    registry,
    model,
    run: async ({ operation }, input) =>
      execute({
        requestId: crypto.randomUUID(),
        operation,
        input,
        caller: { address: () => "", hungUp: () => interrupted.signal },
        freshness: "fresh",
      }),
    async [Symbol.asyncDispose]() {
      close();
      await store?.[Symbol.asyncDispose]();
    },
  };
}
