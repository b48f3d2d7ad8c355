/** The hub as the shell runs it: here and now, without server, cache, quota or payment. */
import { actorFolders } from "../app/actors/registry.ts";
import type { Config } from "../app/settings/config.ts";
import type { ServedCatalog } from "../app/catalog/catalog.ts";
import { createApp } from "../app/create-app.ts";
import type { ActorsDeps, OpenActors } from "../app/world.ts";
import { connectedModel } from "../app/parts/llm.ts";
import { createLog } from "../app/telemetry/log.ts";
import type { ConnectedModel } from "../llm/model.ts";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { createSourceReader } from "../loader/closure.ts";
import { type ActorSource, readActorFolder } from "../loader/folder.ts";
import type { CallDeps } from "../proxy/call-deps.ts";
import type { Fetch } from "../runtime/actor.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { openStore } from "../store/drivers/open.ts";
import { shellWorld } from "./shell-world.ts";
import type { Operation } from "../runtime/run/operation.ts";
import type { Outcome } from "../runtime/run/outcome.ts";

export interface LocalRuntime extends AsyncDisposable {
  readonly registry: Registry;
  readonly proxy: CallDeps;
  /** How strong the fence is; `undefined` where nobody has looked for one. */
  readonly fence?: OpenActors["fence"];
  /** Undefined where none is configured. */
  readonly model: ConnectedModel | undefined;
  /** Runs an operation until it ends or the shell is interrupted. */
  run(operation: Operation, input: unknown, requestId?: string): Promise<Outcome>;
}

export async function actorSources(config: Config): Promise<readonly ActorSource[]> {
  const sources = createSourceReader(() => false)();
  return (await Promise.all(actorFolders(config).map((folder) => readActorFolder(folder, sources)))).flat();
}

/** What stands in for the world of a hub: for a command that runs actors on material of its own. */
export interface StandIn {
  readonly catalog: ServedCatalog;
  readonly fetch: Fetch;
  /** Looks on at what is asked of the model. */
  readonly meter: (model: ConnectedModel) => LanguageModel;
}

export async function openLocalRuntime(
  config: Config,
  sources: readonly ActorSource[],
  standIn?: StandIn,
): Promise<LocalRuntime> {
  const log = createLog("warn", "json", 2);
  shareHubPackages();
  // The day's budget of the language model is shared with the running hub; all else is forgotten.
  const store =
    config.LLM_BASE_URL === undefined ? undefined : await openStore(config.DATABASE_URL, config.HUB_DATA_DIR);
  const model = store && connectedModel(config, log, { now: Date.now }, store);
  const lent = (model && (standIn?.meter(model) ?? model)) ?? NO_MODEL;
  const settings = { ...config, HUB_SECRET: crypto.randomUUID(), DATABASE_URL: undefined, REDIS_URL: undefined };
  let actors: OpenActors | undefined;
  const world = shellWorld(settings, log, { sources, model: lent, ...standIn });
  const openActors = async (deps: ActorsDeps): Promise<OpenActors> => (actors = await world.openActors(deps));
  const app = await createApp(settings, { ...world, openActors });
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once("SIGINT", interrupt);
  return {
    registry: app.registry,
    proxy: app.proxy,
    fence: () => actors?.fence?.(),
    model,
    run: async (operation, input, requestId = crypto.randomUUID()) =>
      app.execute({
        requestId,
        operation,
        input,
        caller: { address: () => "", hungUp: () => interrupted.signal },
        freshness: "fresh",
      }),
    async [Symbol.asyncDispose]() {
      process.off("SIGINT", interrupt);
      await app[Symbol.asyncDispose]();
      await store?.[Symbol.asyncDispose]();
    },
  };
}
