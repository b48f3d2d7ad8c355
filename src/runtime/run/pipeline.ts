/**
 * How a run passes through its stages. A run is an immutable value; a stage gets it and the rest of the way, and
 * knows neither HTTP nor what it wraps. Refusals are thrown; a run that was admitted ends in an `Outcome`.
 */
import { hash } from "node:crypto";
import type { Tier } from "../actor.ts";
import { asHubError, HubError } from "../errors.ts";
import { hashedJson } from "../json.ts";
import type { Listing } from "../listing.ts";
import type { Drops } from "../money.ts";
import type { Client } from "../offload.ts";
import type { Caller, Shortage, Standing } from "../ports/accounts.ts";
import type { Answer, CachedAnswer } from "../ports/answer.ts";
import type { Attempt } from "../ports/attempts.ts";
import type { HandOver, KeepResponse, Purchase } from "../ports/idempotency.ts";
import type { Later, Resumed } from "../ports/runs.ts";
import { type Awaitable, type Clock, elapsedSince } from "../world.ts";
import { isInterned } from "../../text/interned.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
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
      /** Whether a run with this valid input costs nothing. */
      isFree?(input: unknown): boolean;
    }
  | {
      readonly by: "tier";
      readonly tier: Tier;
      /** Whether a run with this valid input is of the kind its tier charges for. */
      charged(input: unknown): boolean;
    };

/** "any" takes a cached answer, "fresh" never does, "cached" takes nothing else. */
export type Freshness = "any" | "fresh" | "cached";

export interface RunRequest {
  readonly requestId: string;
  readonly operation: Operation;
  /** As it was sent, until the stage `validate` has put the clean value in its place. */
  readonly input: unknown;
  readonly caller: Caller;
  readonly freshness: Freshness;
  readonly idempotencyKey?: string | undefined;
  /** The payment the caller brought. */
  readonly proof?: string | undefined;
  /** What the caller shows for a receipt of having paid already. */
  readonly receipt?: string;
  /** It was asked by HEAD. */
  readonly headersOnly?: true;
  /** It is to be done later, unless its answer is there at once. */
  readonly later?: Later | undefined;
  /** It was written down, and this is its turn: what it found out and set aside then. */
  readonly resumed?: Resumed;
  /** Of a run that was written down; left out, it gets a new one. */
  readonly id?: string;
  /** Keeps the answer for repeats; for whoever charges, to do it in the same act. */
  readonly keep?: KeepResponse;
}

export interface Run extends RunRequest {
  readonly id: string;
  readonly startedAt: number;
  readonly warnings: readonly string[];
  /** Aborts the operation. */
  readonly signal: AbortSignal;
  /** Where the answer is cached; absent when it never is. */
  readonly cacheKey?: string;
  /** A cached answer travels inward, so that quota and payment see it before it is given. */
  readonly hit?: CachedAnswer;
  /** A cached answer that was quoted for, and is kept for whoever pays that quote. */
  readonly promised?: CachedAnswer;
  readonly standing: Standing;
  /** What the caller's account did not cover and a payment must. */
  readonly due: Drops;
  /** Why the account did not cover it. */
  readonly shortage?: Shortage;
  /** What this call costs its caller. */
  readonly charge: Drops;
  /** It is of the kind that is charged for, in whatever coin: who hangs up does not end it. */
  readonly isCharged: boolean;
  /** The last gate has let it pass: what it costs was claimed, or policy says that it costs nothing. */
  readonly isCovered: boolean;
  /** Hash of the transaction that pays for it; absent where the request brings no payment that is used. */
  readonly payment?: string;
  /** Told of the tokens the language model has cost. */
  readonly spend?: Attempt["spend"];
  /** What was set aside for it, and goes over to whoever does it later. */
  readonly handOvers: readonly HandOver[];
  /** Of one that is to be done later: whether it may be done again. */
  readonly mayRepeat?: boolean;
}

export interface Success extends Purchase {
  readonly ok: true;
  readonly headers: Readonly<Record<string, string>>;
  /** It is the answer to an earlier request, told again. */
  readonly isReplay?: true;
  /** There is no answer yet: the run was written down, and what was set aside for it is its own now. */
  readonly isQueued?: true;
}

export interface Failure extends Pick<Purchase, "runId" | "startedAt" | "durationMs" | "charge"> {
  readonly ok: false;
  /** What the stages have to tell the caller. */
  readonly headers: Readonly<Record<string, string>>;
  readonly error: HubError;
}

/** What an admitted run came to. */
export type Outcome = Success | Failure;

/** A refusal is thrown, or is what the promise is rejected with. */
export type Next = (run: Run) => Awaitable<Outcome>;
export type Stage = (run: Run, next: Next) => Awaitable<Outcome>;

/** Nests the stages, the first one outermost, around `core`. */
export function compose(stages: readonly Stage[], core: Next): Next {
  return stages.reduceRight<Next>((next, stage) => (run) => stage(run, next), core);
}

/** The whole way of a run. @throws {HubError} when it is refused: it never started and cost nothing. */
export type Execute = (request: RunRequest) => Awaitable<Outcome>;

/** The way every run goes. */
export function createPipeline(stages: readonly Stage[], clock: Clock): Execute {
  const pass = compose(stages, (run) => perform(run, clock));
  return (request) =>
    pass({
      ...request,
      id: request.id ?? crypto.randomUUID(),
      startedAt: clock.now(),
      warnings: [],
      handOvers: [],
      standing: { state: "anonymous" },
      signal: NEVER,
      due: 0n,
      charge: 0n,
      isCharged: false,
      isCovered: false,
    });
}

/** Why the run cannot be served at present. What is cached was served already. */
export function refusalOf({ hit, operation, input, standing }: Run): Awaitable<HubError | undefined> {
  return hit === undefined ? operation.refusal?.(input, standing) : undefined;
}

/** An admitted run that came to nothing. */
export function failure(run: Run, error: unknown, now: number): Failure {
  return {
    ok: false,
    runId: run.id,
    startedAt: run.startedAt,
    durationMs: elapsedSince(run.startedAt, now),
    charge: 0n,
    headers: {},
    error: asHubError(error),
  };
}

/** The run was written down, to be done later. `id` is not its own where an earlier request has written it down. */
export function queuedRun(run: Run, id: string, now: number): Success {
  return {
    ok: true,
    isQueued: true,
    runId: id,
    startedAt: run.startedAt,
    durationMs: elapsedSince(run.startedAt, now),
    charge: 0n,
    headers: {},
    answer: { itemsJson: "", count: 0, warnings: [] },
    warnings: run.warnings,
  };
}

/** The run ends because nobody waits for it; the answer reaches nobody. */
export function abandonedRun(run: Run, now: number): Failure {
  return failure(run, new HubError("overloaded", "The caller hung up."), now);
}

/** Those of inputs that last. */
const fingerprints = new WeakMap<object, { readonly slug: string; readonly text: string }>();

/** SHA-256 of what is asked for, in hex: equal requests have equal fingerprints, however they were written. */
export function fingerprint({ operation: { slug }, input }: Pick<Run, "operation" | "input">): string {
  const known = fingerprints.get(input as object); // Of what is no object nothing is known.
  if (known?.slug === slug) return known.text;
  const text = hash("sha256", `${slug}\n${hashedJson(input)}`, "hex");
  if (isInterned(input)) fingerprints.set(input as object, { slug, text });
  return text;
}

function perform(run: Run, clock: Clock): Awaitable<Outcome> {
  const { hit } = run;
  if (hit === undefined) return performed(run, clock);
  const now = clock.now();
  const ageSeconds = Math.floor(elapsedSince(hit.storedAt, now) / 1000);
  return success(run, hit.answer, now, { ageSeconds, ttlSeconds: hit.ttlSeconds });
}

async function performed(run: Run, clock: Clock): Promise<Outcome> {
  try {
    const room = roomInTurn();
    if (room !== undefined) await room;
    return success(run, await run.operation.perform(run.input, run.signal, admissionOf(run)), clock.now());
  } catch (error) {
    return failure(run, error, clock.now());
  }
}

function admissionOf({ standing, isCovered, caller, spend }: Run): Admission {
  const client = (): Client =>
    standing.state === "known"
      ? { name: standing.holder.id, isStranger: false }
      : { name: caller.address(), isStranger: true };
  return { standing, isCovered, client, address: caller.address, ...(spend && { spend }) };
}

/** An admitted run that is answered. */
export function success(run: Run, answer: Answer, now: number, hit?: Purchase["hit"]): Success {
  const { id: runId, startedAt, charge, warnings } = run;
  const told: Success = {
    ok: true,
    runId,
    startedAt,
    durationMs: elapsedSince(startedAt, now),
    charge,
    headers: {},
    answer,
    warnings,
  };
  return hit === undefined ? told : { ...told, hit };
}

const NEVER = new AbortController().signal;
