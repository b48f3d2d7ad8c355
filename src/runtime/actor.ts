/**
 * What an actor is: a description that is data, and one function.
 * A file in `actors/` that default-exports a `defineActor({...})` is all it takes to serve one.
 */
import type { Intents } from "./intents.ts";
import { type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { ActorCatalog } from "./catalog.ts";
import type { Llm } from "./llm.ts";
import type { Offload } from "./offload.ts";
import type { Validation } from "./schema.ts";

export { type Static, Type } from "@sinclair/typebox";
export type { Llm, Material, Prompt, Reply } from "./llm.ts";
export { nearest } from "./meant-name.ts";
export { NOT_BLANK, OneOf } from "./schema-parts.ts";

/** The tiers of the price list. */
export const TIERS = ["standard", "enhanced", "campaign", "cached"] as const;
export type Tier = (typeof TIERS)[number];

/** One result: a JSON object. */
export type Item = Readonly<Record<string, unknown>>;

/** What a run says. A plain array of items is short for an object with nothing but items. */
export interface Report<I extends Item = Item> {
  readonly items: readonly I[];
  /** Sentences for the caller, shown in `meta.warnings`. */
  readonly warnings?: readonly string[];
  /** Further facts about the run, shown in `meta.report`. */
  readonly report?: Readonly<Record<string, unknown>>;
  /** Replaces the actor's own suggestions in `meta.next_actors`. */
  readonly nextActors?: readonly string[];
}

/**
 * The same of many items: each is made when it is asked for, so that they need not all be in memory. A field of one may be
 * a `LongValue` (`src/text/long-value.ts`), which is written in pieces.
 */
export interface RowReport<I extends Item = Item> extends Omit<Report<I>, "items"> {
  readonly items: Iterable<I>;
}

/** An input of which the lists are gone through once, one element after the other. */
export type InRows<Input> = {
  [Name in keyof Input]: Input[Name] extends readonly (infer Element)[] | undefined
    ? Iterable<Element> | Extract<Input[Name], undefined>
    : Input[Name];
};

/** All that an actor may touch. Nothing in it names the caller. */
export interface ActorContext {
  /** Aborted at the deadline, and when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The only way out: public addresses within the actor's declared `hosts`, limited in size, time and redirects. */
  readonly fetch: Fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Logger;
  /** The catalogue of API operations. @throws {HubError} `overloaded` while it is being built. */
  readonly catalog: () => Promise<ActorCatalog>;
  /** The actors this hub serves, for those that send a caller on to another. */
  readonly actors: ActorDirectory;
  /** For work that would stall others, such as parsing a large page: done in a thread of its own where there is one. */
  readonly offload: Offload;
  /**
   * Has this called when this version of the actor is replaced, or the hub stops, and its runs are over: for what
   * outlives a run, such as a timer or a connection. Given twice, it is called once.
   */
  readonly onDispose: (dispose: () => unknown) => void;
  /** The language model. It answers nothing unless this run's charge is covered. */
  readonly llm: Llm;
}

export interface ActorDirectory {
  /** In the order of their slugs. */
  list(): Promise<readonly ListedActor[]>;
  /** Judges an input as a run of that actor would; `undefined` for an actor that is not served. */
  validate(slug: string, input: unknown): Promise<Validation | undefined>;
}

/** What one actor learns of another. */
export type ListedActor = Pick<Actor, "slug" | "name" | "description" | "category" | "tags" | "input" | "intents">;

export type Fetch = (url: string, options?: FetchOptions) => Promise<FetchResult>;

export interface FetchOptions {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: string;
  /** How long a good answer to a plain GET may be used again, by runs with whatever input. */
  readonly keepSeconds?: number;
}

/** A whole answer, decompressed and within the size limit, whatever its status. */
export interface FetchResult {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface Example<Input> {
  readonly title: string;
  /** As a caller would send it: what has a default may be left out. */
  readonly input: Input;
}

export interface Actor<Input extends TObject = TObject, Output extends TSchema = TSchema> {
  /** Its name in addresses: lower-case words joined by "-", equal to the file's name. */
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  /** Semantic version, for example "2.0.0". */
  readonly version: string;
  readonly tags: readonly string[];
  /** Served as `input_schema`, and the judge of every input. */
  readonly input: Input;
  /** Schema of one item. Every item is held against it. */
  readonly output: Output;
  /** Which requests in plain words it answers; left out, intent-router goes by what it says of itself. */
  readonly intents?: Intents;
  /** At least one. The contract test runs each against its recorded upstream. */
  readonly examples: readonly Example<Partial<Static<Input>>>[];
  /** How long an answer may be repeated; 0 means never. */
  readonly cacheTtlSeconds: number;
  /** 0 to 1, as shown in the catalogue. */
  readonly qualityScore: number;
  readonly computeUnits: number;
  readonly usesLlm: boolean;
  readonly price: {
    readonly tier: Tier;
    /** Whether a run with this input is of the kind the tier charges for; left out, every run is. Only reads it. */
    readonly charged?: (input: Readonly<Static<Input>>) => boolean;
  };
  /** Host names the actor reaches, or ["*"] for any public one. Enforced by `context.fetch`. */
  readonly hosts: readonly string[];
  readonly timeoutMs: number;
  /** Largest request body in bytes; left out, 1 MiB. */
  readonly maxInputBytes?: number;
  /**
   * Its run needs nothing of its context but the time. A long input is then built and worked on in a thread of its own,
   * where it stalls nobody.
   */
  readonly selfContained?: true;
  /**
   * The run of a self-contained actor for a long input, item by item: its answer is written while it is made. `now` is
   * in milliseconds since the epoch.
   */
  readonly runInRows?: (input: InRows<Static<Input>>, now: number) => RowReport<ItemOf<Output>>;
  /** "writes" where a run changes something outside: one that is done later is then never done twice. Left out, it reads. */
  readonly effect?: "reads" | "writes";
  /** Slugs to suggest after this one. */
  readonly nextActors: readonly string[];
  /**
   * Judges what the schema cannot say of an input, before anything is paid for. Only reads it: equal requests may
   * share one.
   * @throws {HubError} `invalid_input`.
   */
  readonly check?: (input: Readonly<Static<Input>>) => void;
  /**
   * What an input comes to, where the same can be said in several ways: inputs that come to the same share a cached
   * answer, and nothing else. Left out, it is the input. Only reads it, and is given none that `check` refuses.
   */
  readonly canonical?: (input: Readonly<Static<Input>>) => unknown;
  /** The input is its own, to change as it likes. */
  readonly run: (
    input: Static<Input>,
    context: ActorContext,
  ) => Promise<Report<ItemOf<Output>> | readonly ItemOf<Output>[]>;
}

type ItemOf<Output extends TSchema> = Static<Output> extends Item ? Static<Output> : Item;

/** Gives the description its types; checking it is the registry's work, so that a bad one is refused with a reason. */
export function defineActor<Input extends TObject, Output extends TSchema>(
  actor: Actor<Input, Output>,
): Actor<Input, Output> {
  return actor;
}

/**
 * An input that may be left out: optional in the served schema, and always there for `run`, because the edge fills in
 * the default. The cast drops only the type's "may be missing".
 */
export function withDefault<Schema extends TSchema>(schema: Schema, value: Static<Schema>): Schema {
  return Type.Optional({ ...schema, default: value }) as unknown as Schema;
}

/** The field by which a charged run may be paid in its body. The edge lifts it out: no actor ever sees it. */
export const PaymentSignature = Type.Optional(
  Type.String({ description: "The payment, as the PAYMENT-SIGNATURE header would carry it." }),
);

/** What every item of a data actor ends with: how complete it is, and where and when it came from. */
export const Genius = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  enhanced_at: Type.String(),
  source: Type.String(),
  completeness: Type.Number({ minimum: 0, maximum: 1 }),
});

/**
 * Ends each item with its `_genius`: completeness is the share of its fields that are neither null nor absent. `first` is
 * the index of the first of them.
 */
export function withGenius<I extends Item>(
  items: readonly I[],
  source: string,
  now: number,
  first = 0,
): (I & { _genius: Static<typeof Genius> })[] {
  const enhancedAt = new Date(now).toISOString();
  return items.map((item, at) => {
    const index = first + at;
    const fields = Object.values(item);
    let known = 0;
    for (const field of fields) if (field !== null && field !== undefined) known++;
    const completeness = fields.length === 0 ? 0 : Math.round((known / fields.length) * 100) / 100;
    return { ...item, _genius: { index, enhanced_at: enhancedAt, source, completeness } };
  });
}
