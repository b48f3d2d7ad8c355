/** `bun run actor <slug> …`: runs one actor here and now, without server, cache, quota or payment. */
import { type Config, loadConfig } from "../app/settings/config.ts";
import { installedSlugs } from "../app/actors/packages.ts";
import type { ActorSource } from "../loader/folder.ts";
import type { Actor } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { wholeText } from "../text/json-text.ts";
import type { Registry, ServedActor } from "../runtime/actors/registry.ts";
import { nearest } from "../runtime/meant-name.ts";
import type { Field } from "./args.ts";
import { defineCommand, UsageError } from "./command.ts";
import { helpOf, inputFromFlags } from "./flags.ts";
import { printable } from "./printable.ts";
import { formatItems } from "./table.ts";
import { actorSources, openLocalRuntime, type LocalRuntime } from "./local-runtime.ts";
import type { Outcome } from "../runtime/run/outcome.ts";

export const actorCommand = defineCommand({
  name: "actor",
  summary: "Runs one actor here and now, without server, cache, quota or payment.",
  args: {
    slug: { type: "word", hint: "slug", isRequired: true, description: "the actor; --help with it lists its fields" },
    "in-process": {
      type: "switch",
      description: "runs one of your folder in this process, for a debugger: without a fence",
    },
  },
  fields: {
    hint: "--<field> <value>",
    description: "a field of its input, which may also come as JSON on standard input",
  },
  explain,
  async run({ slug, "in-process": isInProcess }, flags) {
    const settings = loadConfig(process.env);
    const config = isInProcess ? { ...settings, ACTORS_IN_PROCESS: [slug] } : settings;
    const sources = await actorSources(config);
    await judgeSlug(slug, config, sources);
    await using runtime = await openLocalRuntime(config, sources);
    const served = servedActor(slug, runtime.registry);
    return show(await run(runtime, served, await inputOf(served.actor, flags)));
  },
});

async function explain(help: string, [slug]: readonly string[]): Promise<string> {
  const config = loadConfig(process.env);
  const sources = await actorSources(config);
  if (slug === undefined || slug.startsWith("-")) return `${help}\n\n${listOf(await namesOf(config, sources))}`;
  await judgeSlug(slug, config, sources);
  await using runtime = await openLocalRuntime(config, sources);
  return helpOf(servedActor(slug, runtime.registry).actor);
}

/** Of the folders, and what is installed. */
async function namesOf(config: Config, sources: readonly ActorSource[]): Promise<readonly string[]> {
  return [...sources.map(({ name }) => name), ...(await installedSlugs(config))];
}

/** @throws {UsageError} for an actor that nobody has. */
async function judgeSlug(slug: string, config: Config, sources: readonly ActorSource[]): Promise<void> {
  const names = await namesOf(config, sources);
  if (names.includes(slug)) return;
  const near = nearest(slug, names);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new UsageError(`There is no actor "${slug}".${hint}\n${listOf(names)}`);
}

function listOf(names: readonly string[]): string {
  return `Actors: ${names.join(", ")}`;
}

function servedActor(slug: string, registry: Registry): ServedActor {
  const served = registry.get(slug);
  if (served !== undefined) return served;
  const refusal = registry.refusals().find(({ source }) => source.includes(`/${slug}`));
  throw new UsageError(`"${slug}" cannot run: ${refusal?.reason ?? "its slug is not its file's name"}.`);
}

async function run(runtime: LocalRuntime, served: ServedActor, input: unknown): Promise<Outcome> {
  try {
    return await runtime.run(served.operation, input);
  } catch (error) {
    if (error instanceof HubError && error.code === "invalid_input") throw new UsageError(error.message);
    throw error;
  }
}

function show(outcome: Outcome): number {
  if (!outcome.ok) {
    complain(`${outcome.error.code}: ${outcome.error.message}${causesOf(outcome.error)}`);
    return outcome.error.code === "invalid_input" ? 2 : 1;
  }
  const { answer } = outcome;
  for (const warning of [...outcome.warnings, ...answer.warnings]) complain(`warning: ${warning}`);
  const json = wholeText(answer.itemsJson);
  const text = process.stdout.isTTY ? formatItems(JSON.parse(json), process.stdout.columns) : json;
  process.stdout.write(`${text}\n`);
  return 0;
}

function complain(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** What it comes of, each on a line of its own. */
function causesOf({ cause }: Error): string {
  if (cause === undefined) return "";
  return `\n${String(cause)}${cause instanceof Error ? causesOf(cause) : ""}`;
}

async function inputOf(actor: Actor, flags: readonly Field[]): Promise<unknown> {
  if (flags.length > 0 || process.stdin.isTTY) return inputFromFlags(actor, flags);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return text.trim() === "" ? {} : parseJson(text);
}
