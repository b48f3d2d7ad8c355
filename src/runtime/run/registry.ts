/** The actors this hub serves: only those whose description holds, each prepared once as the operation the stages wrap. */
import { TypeGuard } from "@sinclair/typebox";
import { type Actor, type ActorContext, type ActorDirectory, TIERS } from "../actor.ts";
import type { ActorCatalog } from "../catalog.ts";
import { toAnswer } from "./actor-answer.ts";
import { type ErrorCode, HubError } from "../errors.ts";
import type { FencedPlace, Level, Placement } from "../placement.ts";
import { exampleOf, type Listing } from "../listing.ts";
import { createLifetime, type Lifetime } from "../lifetime.ts";
import type { Awaitable } from "../world.ts";
import { type LanguageModel, NO_MODEL, UNPAID_LLM } from "../llm.ts";
import { type Client, inline } from "../offload.ts";
import { isInterned } from "../../text/interned.ts";
import { bytesOf, type JsonText, piecesOf, wholeText } from "../../text/json-text.ts";
import { hasLongParts, LongJson } from "../../text/long-json.ts";
import type runApart from "./run-apart.ts";
import type { Answer } from "../ports/answer.ts";
import type { Operation } from "./pipeline.ts";
import { faultFinder, inputValidator, isCheckable, isPlainSchema, type Validation } from "../schema.ts";

/** An actor that is served, and what was prepared of it. */
export interface ServedActor {
  readonly actor: Actor;
  readonly operation: Operation;
  readonly placement: Placement;
}

/** Something that was offered and not taken. */
export interface Refusal {
  /** Where it came from, for example "actors/weather.ts". */
  readonly source: string;
  readonly reason: string;
}

/** Gives a run of this actor its capabilities. Where no thread is lent, heavy work is done inline. */
export type CreateContext = (
  actor: Actor,
  signal: AbortSignal,
  client: () => Client,
) => Omit<ActorContext, "actors" | "catalog" | "llm" | "offload" | "onDispose"> &
  Partial<Pick<ActorContext, "offload">> & { readonly catalog: () => Awaitable<ActorCatalog> };

interface Entry extends ServedActor {
  readonly file: string;
  readonly label: string;
  readonly lifetime: Lifetime;
}

export interface Registry {
  get(slug: string): ServedActor | undefined;
  /** In the order of their slugs. */
  list(): readonly ServedActor[];
  /**
   * Takes an actor in, or in the place of the one that came from the same file. A bad one is refused with a reason,
   * and what the file served before serves on. `label` is how people are told of the file.
   */
  offer(
    file: string,
    label: string,
    candidate: unknown,
    revision: string,
    lifetime?: Lifetime,
    place?: Placement | Level,
  ): Refusal | undefined;
  /** Notes why a file's actor is not served. */
  refuse(file: string, label: string, reason: string): Refusal;
  /** Whether an actor from this file is served. */
  serves(file: string): boolean;
  /** Forgets a file that is gone, and its actor. */
  withdraw(file: string): void;
  /** Ends what the actors have going: the hub is about to stop. */
  close(): Promise<void>;
  refusals(): readonly Refusal[];
}

const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
export function createRegistry(lend: CreateContext, model: LanguageModel = NO_MODEL): Registry {
  const served = new Map<string, Entry>();
  const refused = new Map<string, Refusal>();
  let listing: readonly ServedActor[] | undefined;

  const directory: ActorDirectory = {
    list: async () => registry.list().map(({ actor }) => actor),
    validate: async (slug, input) => served.get(slug)?.operation.validate(input),
  };
  const registry: Registry = {
    get: (slug) => served.get(slug),
    list: () => (listing ??= [...served.values()].sort((a, b) => (a.actor.slug < b.actor.slug ? -1 : 1))),
    offer(file, label, candidate, revision, lifetime = createLifetime(() => undefined), place = undefined) {
      const fault = actorFault(candidate);
      if (fault !== undefined) return registry.refuse(file, label, fault);
      const actor = candidate as Actor; // actorFault has just checked every field.
      const rival = served.get(actor.slug);
      if (rival !== undefined && rival.file !== file) {
        return registry.refuse(file, label, `the slug "${actor.slug}" is taken by ${rival.label}`);
      }
      const context = (signal: AbortSignal, client: () => Client) => {
        const lent = lend(actor, signal, client);
        return {
          offload: inline,
          ...lent,
          catalog: async () => lent.catalog(),
          actors: directory,
          onDispose: lifetime.onDispose,
        };
      };
      const { hosts, usesLlm: llm } = actor;
      const placement =
        typeof place === "object" ? place : { level: place ?? ("built_in" as const), reach: { hosts, llm } };
      const operation = prepare(actor, { file, revision, context, model, lifetime, placement });
      registry.withdraw(file);
      served.set(actor.slug, { file, label, actor, operation, placement, lifetime });
      return undefined;
    },
    serves: (file) => [...served.values()].some((entry) => entry.file === file),
    refuse(file, label, reason) {
      const refusal = { source: label, reason };
      refused.set(file, refusal);
      return refusal;
    },
    withdraw(file) {
      refused.delete(file);
      for (const [slug, { file: from, actor, lifetime }] of served) {
        if (from !== file) continue;
        served.delete(slug);
        void lifetime.end(actor.timeoutMs);
      }
      listing = undefined;
    },
    async close() {
      await Promise.all([...served.values()].map(({ lifetime }) => lifetime.end(0)));
    },
    refusals: () => [...refused.values()],
  };
  return registry;
}

/** The first thing that is wrong with a would-be actor, or `undefined`. */
export function actorFault(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null)
    return "its default export is not an actor: use defineActor({...})";
  const actor = candidate as Partial<Record<keyof Actor, unknown>>;
  if (typeof actor.slug !== "string" || !SLUG.test(actor.slug) || actor.slug.length > 64) {
    return `its slug needs at most 64 characters, lower-case words joined by "-"`;
  }
  for (const field of ["name", "description", "category", "version"] as const) {
    if (typeof actor[field] !== "string" || actor[field].trim() === "") return `its ${field} is missing`;
  }
  for (const field of ["tags", "hosts", "nextActors"] as const) {
    const list = actor[field];
    if (!Array.isArray(list) || list.some((entry) => typeof entry !== "string"))
      return `its ${field} are not a list of strings`;
  }
  if (!TypeGuard.IsObject(actor.input) || !isPlainSchema(actor.input) || !isCheckable(actor.input))
    return "its input is not a plain TypeBox object schema";
  if (!TypeGuard.IsSchema(actor.output) || !isCheckable(actor.output)) return "its output is not a TypeBox schema";
  if (!isWithin(actor.cacheTtlSeconds, 0, 31_536_000, Number.isInteger))
    return "its cacheTtlSeconds is not a whole number of seconds from 0";
  if (!isWithin(actor.qualityScore, 0, 1)) return "its qualityScore is not between 0 and 1";
  if (!isWithin(actor.computeUnits, 0, 1e6)) return "its computeUnits is not a number from 0";
  if (!isWithin(actor.timeoutMs, 1, 600_000)) return "its timeoutMs is not between 1 and 600,000";
  if (actor.maxInputBytes !== undefined && !isWithin(actor.maxInputBytes, 1, 64 << 20))
    return "its maxInputBytes is not between 1 and 64 MiB";
  if (actor.selfContained === true && actor.check !== undefined)
    return "it is self-contained and has a check, which a long input does not meet";
  if (typeof actor.usesLlm !== "boolean") return "its usesLlm is not true or false";
  if (actor.effect !== undefined && actor.effect !== "reads" && actor.effect !== "writes")
    return `its effect is not "reads" or "writes"`;
  if (typeof actor.run !== "function") return "it has no run function";
  if (actor.check !== undefined && typeof actor.check !== "function") return "its check is not a function";
  const price = actor.price as Partial<Actor["price"]> | undefined;
  if (!TIERS.some((tier) => tier === price?.tier)) return `its price.tier is not one of ${TIERS.join(", ")}`;
  if (price?.charged !== undefined && typeof price.charged !== "function") return "its price.charged is not a function";
  return exampleFault(actor as Actor);
}

function exampleFault({ examples, input }: Actor): string | undefined {
  if (!Array.isArray(examples) || examples.length === 0) return "it has no example";
  const validate = inputValidator(input);
  for (const [index, example] of examples.entries()) {
    const validation = validate(example?.input);
    if (!validation.ok)
      return `its example ${index + 1} is not valid input: ${validation.issues[0]?.pointer} ${validation.issues[0]?.detail}`;
  }
  return undefined;
}

function isWithin(
  value: unknown,
  low: number,
  high: number,
  also: (value: number) => boolean = Number.isFinite,
): boolean {
  return typeof value === "number" && also(value) && value >= low && value <= high;
}

type Lent = Omit<ActorContext, "llm">;

interface Preparation {
  readonly file: string;
  readonly revision: string;
  readonly context: (signal: AbortSignal, client: () => Client) => Lent;
  readonly model: LanguageModel;
  readonly lifetime: Lifetime;
  readonly placement: Placement;
}

function prepare(actor: Actor, preparation: Preparation): Operation {
  const { file, revision, context, model, lifetime, placement } = preparation;
  const itemFault = faultFinder(actor.output);
  const charged = (input: unknown) => actor.price.charged?.(input as never) ?? true; // The stages have validated it.
  // A run that pays for nothing, as one without `enhanced`, is lent nothing even where such runs are free.
  const asksModel = (input: unknown) => actor.usesLlm && charged(input);
  /** A long input is built where it is worked on: nobody else waits for that. */
  const performApart = async (parts: Readonly<Record<string, unknown>>, { offload, now }: Lent): Promise<Answer> => {
    const input: Record<string, unknown> = {};
    const long: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const [name, part] of Object.entries(parts)) {
      if (part instanceof LongJson) long[name] = part.bytes;
      else input[name] = part;
    }
    try {
      const given = { file, input, long, now: now() };
      const buffers = new Set(Object.values(long).map(({ buffer }) => buffer));
      const { items, ...beside } = await offload<typeof runApart>(RUN_APART, given, [...buffers]);
      return { ...beside, itemsJson: actor.cacheTtlSeconds > 0 ? wholeText(piecesOf(items)) : heldText(items) };
    } catch (error) {
      const own = error instanceof HubError ? OWN_FAULTS[error.code] : undefined;
      throw own === undefined ? error : new HubError(...own);
    }
  };
  return {
    slug: actor.slug,
    revision: `${actor.version}+${revision}`,
    description: actor.description,
    method: "POST",
    path: `/api/v1/genius/actors/${actor.slug}/run/`,
    pricing: {
      by: "tier",
      tier: actor.price.tier,
      charged,
    },
    scope: { area: "run", actor: actor.slug, category: actor.category },
    listing: listingOf(actor, charged),
    cacheTtlSeconds: actor.cacheTtlSeconds,
    timeoutMs: actor.timeoutMs + (placement.fenced?.startMs ?? 0),
    validate: judgeOf(actor, placement),
    asksModel,
    ...(actor.effect === "writes" && { mayRepeat: () => false }),
    refusal: (input) => placement.fenced?.fault() ?? (asksModel(input) ? model.fault() : undefined),
    async perform(input, signal, { isCovered, client, spend }) {
      if (hasLongParts(input)) return performApart(input, context(signal, client));
      const llm = isCovered && asksModel(input) ? model.lend(signal, spend) : UNPAID_LLM;
      const own = isInterned(input) ? structuredClone(input) : input; // What the actor does with it is its own affair.
      const said = await lifetime.during(async () => actor.run(own as never, { ...context(signal, client), llm }));
      return placement.fenced === undefined ? toAnswer(said, itemFault) : answerOfStranger(actor.slug, said);
    },
  };

  /** Whatever a process has sent: what is no answer is its fault, not ours. */
  function answerOfStranger(slug: string, said: Parameters<typeof toAnswer>[0]): Answer {
    try {
      return toAnswer(said, itemFault);
    } catch (cause) {
      if (cause instanceof HubError) throw cause;
      throw new HubError("actor_failed", `"${slug}" did not answer as it promises.`, { cause });
    }
  }
}

const RUN_APART = new URL("run-apart.ts", import.meta.url);
/** In bytes. Text is easier to hand on, but is given back only by the collector. */
const SHORT_ITEMS = 256 * 1024;

function heldText(items: readonly Uint8Array<ArrayBuffer>[]): JsonText {
  const pieces = piecesOf(items);
  return bytesOf(items) <= SHORT_ITEMS ? wholeText(pieces) : pieces;
}

/** What belongs to whoever waits for a page is told as what belongs to a body. */
const OWN_FAULTS: Partial<Record<ErrorCode, readonly [ErrorCode, string]>> = {
  upstream_too_large: ["payload_too_large", "Working on this input takes too much memory: send it in parts."],
  actor_timeout: ["actor_timeout", "Working on this input takes too long: send it in parts."],
};

/** The example is the shortest of those that would be charged: nobody is told how to call what he need not pay for. */
function listingOf({ name, tags, input, output, examples }: Actor, charged: (input: unknown) => boolean): Listing {
  const inputs: Readonly<Record<string, unknown>>[] = examples.map((example) => example.input);
  const sold = inputs.filter((each) => charged(each));
  const example = (sold.length > 0 ? sold : inputs).reduce((best, next) => (sizeOf(next) < sizeOf(best) ? next : best));
  return { name, tags, input, example, output: { success: true, data: [exampleOf(output)], error: null } };
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Judges an input by its schema, and then by the actor's own check. */
function judgeOf({ slug, input: schema, check }: Actor, placement: Placement): Operation["validate"] {
  const validate = inputValidator(schema);
  const checkElsewhere = placement.fenced?.check;
  if (checkElsewhere !== undefined) return (input) => judgedElsewhere(validate(input), checkElsewhere);
  if (check === undefined) return validate;
  return (input) => {
    const validation = validate(input);
    if (!validation.ok) return validation;
    try {
      check(validation.value as never); // It was just held against the schema.
      return validation;
    } catch (error) {
      const issues = error instanceof HubError ? error.details.issues : undefined;
      if (issues === undefined) throw new TypeError(`The check of "${slug}" failed`, { cause: error });
      return { ok: false, issues };
    }
  };
}

async function judgedElsewhere(validation: Validation, check: NonNullable<FencedPlace["check"]>): Promise<Validation> {
  if (!validation.ok) return validation;
  const issues = await check(validation.value);
  return issues.length === 0 ? validation : { ok: false, issues };
}
