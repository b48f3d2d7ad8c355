/** What a run executes: an actor, or anything else that is sold by the call. */
import type { Tier } from "../actor.ts";
import { HubError } from "../errors.ts";
import type { Listing } from "../payment/listing.ts";
import type { Client } from "../offload.ts";
import type { Standing } from "../ports/accounts.ts";
import type { Answer } from "../ports/answer.ts";
import type { Attempt } from "../ports/attempts.ts";
import type { Awaitable } from "../world.ts";
import type { Validation } from "../schema.ts";
import type { Scope } from "../scopes.ts";

/** What the stages need to know of the thing they wrap: an actor, or anything else that is sold by the call. */
export interface Operation {
  readonly slug: string;
  /** Changes whenever the operation could answer differently. */
  readonly revision: string;
  readonly description: string;
  readonly method: "GET" | "POST";
  /** The path that sells it. */
  readonly path: string;
  readonly pricing: Pricing;
  /** What a key that is limited must be allowed to do for it. */
  readonly scope: Scope;
  /** The same with names that must be looked up; asked of whoever has `scope` not as a whole. */
  namedScope?(standing: Standing): Awaitable<Scope>;
  /** How strangers are told to call it; left out, they are not. */
  readonly listing?: Listing;
  readonly cacheTtlSeconds: number;
  readonly timeoutMs: number;
  validate(input: unknown): Awaitable<Validation>;
  /** What this valid input comes to for whoever looks for a cached answer; left out, it is the input. */
  canonical?(input: unknown): unknown;
  /** Whether a run with this valid input asks the language model; left out, none does. */
  asksModel?(input: unknown): boolean;
  /** Why nothing of it can be served at present, whatever is asked. */
  outage?(): Awaitable<HubError | undefined>;
  /** Why this valid input cannot be served at present. A run that cannot start is never sold. */
  refusal?(input: unknown, standing: Standing): Awaitable<HubError | undefined>;
  /**
   * Whether a run that is done later may be done again when nobody knows how far it came; left out, it may.
   * @throws {HubError} where this input cannot be kept until then.
   */
  mayRepeat?(input: unknown, standing: Standing): Awaitable<boolean>;
  perform(input: unknown, signal: AbortSignal, admission: Admission): Promise<Answer>;
}

/** What an operation learns of how its run was admitted: whose account it is, never the key. */
export interface Admission {
  readonly standing: Standing;
  /** Everything the run costs was claimed, so that it may spend in turn. */
  readonly isCovered: boolean;
  /** Told of the language model's tokens. */
  readonly spend?: Attempt["spend"];
  /** Whose run it is, for whoever shares something out among runs. */
  readonly client: () => Client;
  /** Where it was asked from, in the spelling of limits. */
  readonly address: () => string;
}

/**
 * "call" needs a key or a payment, at the price of one call, or only the key where it is free. "tier" is on the price
 * list, and free where policy says so.
 */
export type Pricing =
  | {
      readonly by: "call";
      /** Whether a run with this input costs nothing. Asked of one that is not valid, too: its caller is told a price. */
      isFree?(input: unknown): boolean;
    }
  | {
      readonly by: "tier";
      readonly tier: Tier;
      /** Whether a run with this valid input is of the kind its tier charges for. */
      charged(input: unknown): boolean;
    };
