/** An actor as the operation that the stages wrap: how its input is judged, and how it is run. */
import { inspect } from "node:util";
import type { Actor, ActorContext } from "../actor.ts";
import { toAnswer } from "./actor-answer.ts";
import { HubError } from "../errors.ts";
import { isLongerThan } from "../json.ts";
import type { FencedPlace, Placement } from "./placement.ts";
import { exampleOf, type Listing } from "../payment/listing.ts";
import type { Lifetime } from "./lifetime.ts";
import { type LanguageModel, UNPAID_LLM } from "../llm.ts";
import type { Client } from "../offload.ts";
import { isInterned } from "../../text/interned.ts";
import { bytesOf, type JsonText, piecesOf, wholeText } from "../../text/json-text.ts";
import { hasLongParts, LongJson } from "../../text/long-json.ts";
import type runApart from "./run-apart.ts";
import type { Answer } from "../ports/answer.ts";
import { faultFinder, inputValidator, type Validation } from "../schema.ts";
import type { Operation } from "../run/operation.ts";
import type { ErrorCode } from "../error-codes.ts";

type ItemFault = ReturnType<typeof faultFinder>;
/** What every run is lent; the language model comes with what was paid. */
type Lent = Omit<ActorContext, "llm">;

/** What the registry knows of an actor beside its description. */
export interface Preparation {
  readonly file: string;
  readonly revision: string;
  readonly context: (signal: AbortSignal, client: () => Client) => Lent;
  readonly model: LanguageModel;
  readonly lifetime: Lifetime;
  readonly placement: Placement;
}

/** An actor whose description holds, as the stages take it. */
export function operationOf(actor: Actor, preparation: Preparation): Operation {
  const { file, revision, context, model, lifetime, placement } = preparation;
  const itemFault = faultFinder(actor.output);
  const charged = (input: unknown) => actor.price.charged?.(input as never) ?? true; // The stages have validated it.
  // A run that pays for nothing, as one without `enhanced`, is lent nothing even where such runs are free.
  const asksModel = (input: unknown) => actor.usesLlm && charged(input);
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
    ...(actor.canonical !== undefined && { canonical: (input) => comesTo(actor, input) }),
    asksModel,
    ...(actor.effect === "writes" && { mayRepeat: () => false }),
    refusal: (input) => placement.fenced?.fault() ?? (asksModel(input) ? model.fault() : undefined),
    async perform(input, signal, { isCovered, client, spend }) {
      if (hasLongParts(input) || (actor.selfContained === true && isLongerThan(input, SHORT_INPUT)))
        return performApart(actor, file, input as Readonly<Record<string, unknown>>, context(signal, client));
      const llm = isCovered && asksModel(input) ? model.lend(signal, spend) : UNPAID_LLM;
      const own = isInterned(input) ? structuredClone(input) : input; // What the actor does with it is its own affair.
      const lent = { ...context(signal, client), llm };
      const said = () => lifetime.during(async () => actor.run(own as never, lent));
      if (placement.fenced !== undefined) return answerOfStranger(actor.slug, await said(), itemFault);
      try {
        return toAnswer(await said(), itemFault);
      } catch (error) {
        throw namedFault(actor.slug, error);
      }
    },
  };
}

/**
 * In characters. No work on a shorter one takes long. On a longer one it may: 30 KB of rows that share no field are a
 * table of ten million cells.
 */
const SHORT_INPUT = 1024;

/** It only saves a run: where the actor's own code fails or says nothing, an input stands for itself. */
function comesTo({ canonical }: Actor, input: unknown): unknown {
  try {
    return canonical?.(input as never) ?? input;
  } catch {
    return input;
  }
}

/** Whose fault it is, for the log. What may be published says so by itself. */
function namedFault(slug: string, error: unknown): unknown {
  if (error instanceof HubError || error instanceof SuppressedError) return error;
  // The log tells what an error says, and nothing of other values.
  const cause = error instanceof Error ? error : new TypeError(`It threw ${shown(error)}, which is no Error`);
  return new Error(`The run of "${slug}" failed`, { cause });
}

function shown(value: unknown): string {
  return inspect(value, { depth: 1, maxStringLength: MAX_SHOWN, breakLength: Infinity }).slice(0, MAX_SHOWN);
}

const MAX_SHOWN = 200;

/** Whatever a process has sent: what is no answer is its fault, not ours. */
function answerOfStranger(slug: string, said: Parameters<typeof toAnswer>[0], itemFault: ItemFault): Answer {
  try {
    return toAnswer(said, itemFault);
  } catch (cause) {
    if (cause instanceof HubError) throw cause;
    throw new HubError("actor_failed", `"${slug}" did not answer as it promises.`, { cause });
  }
}

/** A long input is built where it is worked on: nobody else waits for that. */
async function performApart(
  { cacheTtlSeconds }: Actor,
  file: string,
  parts: Readonly<Record<string, unknown>>,
  { offload, now }: Lent,
): Promise<Answer> {
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
    return { ...beside, itemsJson: cacheTtlSeconds > 0 ? wholeText(piecesOf(items)) : heldText(items) };
  } catch (error) {
    const own = error instanceof HubError ? OWN_FAULTS[error.code] : undefined;
    throw own === undefined ? error : new HubError(...own);
  }
}

const RUN_APART = new URL("run-apart.ts", import.meta.url);
/** In bytes. Text is easier to hand on, but is given back only by the collector. */
const SHORT_ITEMS = 32 * 1024;

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
