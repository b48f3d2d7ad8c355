/** `bun run actor <slug> …`: runs one actor here and now, without server, cache, quota or payment. */
import { loadConfig } from "../app/config.ts";
import type { ActorSource } from "../loader/folder.ts";
import type { Actor } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { wholeText } from "../text/json-text.ts";
import type { Outcome } from "../runtime/pipeline.ts";
import type { Registry, ServedActor } from "../runtime/registry.ts";
import { nearest } from "../runtime/schema.ts";
import { UsageError } from "./command.ts";
import { helpOf, inputFromFlags } from "./flags.ts";
import { formatItems } from "./table.ts";
import { actorSources, openLocalRuntime, type LocalRuntime } from "./local-runtime.ts";

export async function actorCommand([slug, ...args]: readonly string[]): Promise<number> {
  const config = loadConfig(process.env);
  const sources = await actorSources(config);
  if (slug === undefined || slug.startsWith("-")) {
    throw new UsageError(`Usage: bun run actor <slug> [--help]\nActors: ${sources.map(({ name }) => name).join(", ")}`);
  }
  if (!sources.some(({ name }) => name === slug)) unknownActor(slug, sources);
  await using runtime = await openLocalRuntime(config, sources);
  const served = runtime.registry.get(slug) ?? refusedActor(slug, runtime.registry);
  if (args.includes("--help")) {
    process.stdout.write(`${helpOf(served.actor)}\n`);
    return 0;
  }
  return show(await run(runtime, served, await inputOf(served.actor, args)));
}

function refusedActor(slug: string, registry: Registry): never {
  const refusal = registry.refusals().find(({ source }) => source.includes(`/${slug}`));
  throw new UsageError(`"${slug}" cannot run: ${refusal?.reason ?? "its slug is not its file's name"}.`);
}

async function run(runtime: LocalRuntime, served: ServedActor, input: unknown): Promise<Outcome> {
  try {
    return await runtime.run(served, input);
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
  const json = wholeText(answer.itemsJson);
  const text = process.stdout.isTTY ? formatItems(JSON.parse(json), process.stdout.columns) : json;
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
