/** `bun run actor <slug> …`: runs one actor here and now, without server, cache, quota or payment. */
import { available } from "../../plugins/available.ts";
import { timeout } from "../../plugins/timeout.ts";
import { validate } from "../../plugins/validate.ts";
import { actorFolders, assembleRegistry } from "../assemble.ts";
import { openServedCatalog } from "../assemble-catalog.ts";
import { assembleModel } from "../assemble-llm.ts";
import { type Config, loadConfig } from "../config.ts";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { type ActorSource, readActorFolder } from "../loader/folder.ts";
import { createLog } from "../log.ts";
import type { Actor } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { NO_MODEL } from "../runtime/llm.ts";
import { createPipeline, type Outcome, type Stage } from "../runtime/pipeline.ts";
import type { Registry, ServedActor } from "../runtime/registry.ts";
import { nearest } from "../runtime/schema.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { UsageError } from "./command.ts";
import { helpOf, inputFromFlags } from "./flags.ts";
import { formatItems } from "./table.ts";

export async function actorCommand([slug, ...args]: readonly string[]): Promise<number> {
  const config = loadConfig(process.env);
  const sources = (await Promise.all(actorFolders(config).map(readActorFolder))).flat();
  if (slug === undefined || slug.startsWith("-")) {
    throw new UsageError(`Usage: bun run actor <slug> [--help]\nActors: ${sources.map(({ name }) => name).join(", ")}`);
  }
  const clock = { now: Date.now };
  shareHubPackages();
  const log = createLog("warn", "json");
  const { catalog } = openServedCatalog(config, log, clock);
  await using store = await storeFor(config);
  const model = (store && assembleModel(config, log, clock, store)) ?? NO_MODEL;
  const registry = assembleRegistry(config, log, clock, { catalog, model });
  if (!sources.some(({ name }) => name === slug)) unknownActor(slug, sources);
  await offerAll(registry, sources);
  const served = registry.get(slug) ?? refusedActor(slug, registry);
  if (args.includes("--help")) {
    process.stdout.write(`${helpOf(served.actor)}\n`);
    return 0;
  }
  return show(await run(served, await inputOf(served.actor, args), clock));
}

/** The day's budget of the language model is shared with the running hub; without a model no store is needed. */
async function storeFor({ LLM_BASE_URL, DATABASE_URL, HUB_DATA_DIR }: Config): Promise<Store | undefined> {
  return LLM_BASE_URL === undefined ? undefined : openStore(DATABASE_URL, HUB_DATA_DIR);
}

/** All of them, not just the one that runs: an actor may send its caller on to another. */
async function offerAll(registry: Registry, sources: readonly ActorSource[]): Promise<void> {
  for (const { file, label, fingerprint } of sources) {
    try {
      const module: { default?: unknown } = await import(file);
      registry.offer(file, label, module.default, fingerprint);
    } catch (error) {
      registry.refuse(file, label, String(error));
    }
  }
}

function refusedActor(slug: string, registry: Registry): never {
  const refusal = registry.refusals().find(({ source }) => source.includes(`/${slug}`));
  throw new UsageError(`"${slug}" cannot run: ${refusal?.reason ?? "its slug is not its file's name"}.`);
}

async function run({ work }: ServedActor, input: unknown, clock: { now(): number }): Promise<Outcome> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  // Whoever sits at the hub's own shell is its operator, and pays for the model anyway.
  const operators: Stage = (run, next) => next({ ...run, isCovered: true });
  const execute = createPipeline([validate(), available(), operators, timeout(clock)], clock);
  try {
    return await execute({
      requestId: crypto.randomUUID(),
      work,
      input,
      caller: { address: () => "", hungUp: () => interrupted.signal },
      freshness: "fresh",
    });
  } catch (error) {
    if (error instanceof HubError && error.code === "invalid_input") throw new UsageError(error.message);
    throw error;
  }
}

function show(outcome: Outcome): number {
  if (!outcome.ok) {
    const cause = outcome.error.cause === undefined ? "" : `\n${String(outcome.error.cause)}`;
    process.stderr.write(`${outcome.error.code}: ${outcome.error.message}${cause}\n`);
    return outcome.error.code === "invalid_input" ? 2 : 1;
  }
  const { answer } = outcome;
  for (const warning of [...outcome.warnings, ...answer.warnings]) process.stderr.write(`warning: ${warning}\n`);
  const text = process.stdout.isTTY
    ? formatItems(JSON.parse(answer.itemsJson), process.stdout.columns)
    : answer.itemsJson;
  process.stdout.write(`${text}\n`);
  return 0;
}

async function inputOf(actor: Actor, args: readonly string[]): Promise<unknown> {
  if (args.length > 0 || process.stdin.isTTY) return inputFromFlags(actor, args);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return text.trim() === "" ? {} : parseJson(text);
}

function unknownActor(slug: string, sources: readonly ActorSource[]): never {
  const names = sources.map(({ name }) => name);
  const near = nearest(slug, names);
  throw new UsageError(
    `There is no actor "${slug}".${near === undefined ? "" : ` Did you mean "${near}"?`}\nActors: ${names.join(", ")}`,
  );
}
