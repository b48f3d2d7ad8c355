/** What an actor behind the fence says of itself, judged: nothing of it is code, and its schemas are walked, never compiled. */
import { type Static, Type } from "@sinclair/typebox";
import { type Actor, TIERS } from "../runtime/actor.ts";
import { readerOf } from "../runtime/schema.ts";
import { foreignObject, foreignSchema, asksChild } from "./foreign-schema.ts";

const Text = Type.String({ maxLength: 4_000 });
const Texts = Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 });
const Loose = Type.Record(Type.String(), Type.Unknown());

/** As the child writes it. */
export const ActorDescription = Type.Object({
  slug: Type.String({ maxLength: 64 }),
  name: Type.String({ maxLength: 200 }),
  description: Text,
  category: Type.String({ maxLength: 100 }),
  version: Type.String({ maxLength: 100 }),
  tags: Texts,
  input: Loose,
  output: Loose,
  examples: Type.Array(Type.Object({ title: Text, input: Loose }), { minItems: 1, maxItems: 50 }),
  cacheTtlSeconds: Type.Number(),
  qualityScore: Type.Number(),
  computeUnits: Type.Number(),
  usesLlm: Type.Boolean(),
  price: Type.Object({ tier: Type.Union(TIERS.map((tier) => Type.Literal(tier))), isChargedByInput: Type.Boolean() }),
  hosts: Texts,
  timeoutMs: Type.Number(),
  maxInputBytes: Type.Optional(Type.Number()),
  nextActors: Texts,
  hasCheck: Type.Boolean(),
  intents: Type.Optional(Type.Object({ cues: Type.Optional(Texts), hasOtherwise: Type.Boolean() })),
});
export type ActorDescription = Static<typeof ActorDescription>;

const read = readerOf(ActorDescription);
const MAX_CHARS = 256 * 1024;
/** Whatever the actor says: a child that keeps a run longer is in the way of others. */
const MAX_TIMEOUT_MS = 60_000;
const MAX_INPUT_BYTES = 8 * 1024 * 1024;

/** A description as the registry takes an actor, without its functions. */
export interface DescribedActor {
  readonly description: ActorDescription;
  readonly facts: Omit<Actor, "run" | "check" | "intents">;
  /** Inputs are judged in the child, too. */
  readonly isChecked: boolean;
}

/** @throws {TypeError} whose message says what is wrong with it. */
export function describedBy(said: unknown): DescribedActor {
  if (JSON.stringify(said).length > MAX_CHARS) throw new TypeError("it says more than 256 KiB of itself");
  const found = read(said);
  if (!found.ok) throw new TypeError(`its ${found.fault.pointer.slice(1).replaceAll("/", ".")} ${found.fault.detail}`);
  const { hasCheck, intents: _, price, maxInputBytes, timeoutMs, ...facts } = found.value;
  if (price.isChargedByInput) throw new TypeError("its price.charged cannot be asked through the fence");
  return {
    description: found.value,
    facts: {
      ...facts,
      price: { tier: price.tier },
      timeoutMs: Math.min(timeoutMs, MAX_TIMEOUT_MS),
      ...(maxInputBytes !== undefined && { maxInputBytes: Math.min(maxInputBytes, MAX_INPUT_BYTES) }),
      input: named("input", () => foreignObject(facts.input)),
      output: named("output", () => foreignSchema(facts.output)),
    },
    isChecked: hasCheck || asksChild(facts.input),
  };
}

function named<T>(name: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new TypeError(`its ${name} ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
