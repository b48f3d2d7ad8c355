/** The actors this hub serves: only those whose description holds, each prepared once as the operation the stages wrap. */
import type { Actor, ActorContext, ActorDirectory } from "../actor.ts";
import type { ActorCatalog } from "../catalog.ts";
import { actorFault } from "./actor-fault.ts";
import { operationOf } from "./actor-operation.ts";
import type { Level, Placement } from "./placement.ts";
import { createLifetime, type Lifetime } from "./lifetime.ts";
import type { Awaitable } from "../world.ts";
import { type LanguageModel, NO_MODEL } from "../llm.ts";
import { type Client, inline } from "../offload.ts";
import type { Operation } from "../run/operation.ts";

/** An actor that is served, and what was prepared of it. */
export interface ServedActor {
  readonly actor: Actor;
  readonly operation: Operation;
  readonly placement: Placement;
}

/** Something that was offered and not taken. */
export interface ActorRefusal {
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

interface KnownActor extends ServedActor {
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
  ): ActorRefusal | undefined;
  /** Notes why a file's actor is not served. */
  refuse(file: string, label: string, reason: string): ActorRefusal;
  /** Whether a file was refused for a slug that another had, and that nobody has any more. */
  mayTakeSlug(file: string): boolean;
  /** Whether an actor from this file is served. */
  serves(file: string): boolean;
  /** Forgets a file that is gone, and its actor. */
  withdraw(file: string): void;
  /** Ends what the actors have going: the hub is about to stop. */
  close(): Promise<void>;
  refusals(): readonly ActorRefusal[];
}

export function createRegistry(lend: CreateContext, model: LanguageModel = NO_MODEL): Registry {
  const served = new Map<string, KnownActor>();
  const refused = new Map<string, ActorRefusal>();
  /** Of files that were refused for a slug that another had: that slug. */
  const wanted = new Map<string, string>();
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
        const refusal = registry.refuse(file, label, `the slug "${actor.slug}" is taken by ${rival.label}`);
        wanted.set(file, actor.slug);
        return refusal;
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
      const operation = operationOf(actor, { file, revision, context, model, lifetime, placement });
      registry.withdraw(file);
      served.set(actor.slug, { file, label, actor, operation, placement, lifetime });
      return undefined;
    },
    serves: (file) => [...served.values()].some((entry) => entry.file === file),
    mayTakeSlug(file) {
      const slug = wanted.get(file);
      return slug !== undefined && !served.has(slug);
    },
    refuse(file, label, reason) {
      if (refused.get(file)?.reason !== reason) wanted.delete(file);
      const refusal = { source: label, reason };
      refused.set(file, refusal);
      return refusal;
    },
    withdraw(file) {
      refused.delete(file);
      wanted.delete(file);
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
