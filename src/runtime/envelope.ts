/** What goes over the wire: outcomes and errors as JSON text. Pure. */
import type { Actor } from "./actor.ts";
import type { HubError } from "./errors.ts";
import { wholeText } from "./json-text.ts";
import { type Drops, xrpNumber } from "./money.ts";
import type { Outcome } from "./pipeline.ts";

const RECEIPT = "x-payment-receipt";

export interface EnvelopeFacts {
  readonly actor: Actor;
  /** Absolute base address of the hub, without a trailing slash. */
  readonly hubUrl: string;
  /** What one fresh call of the actor's tier costs. */
  readonly listPrice: Drops;
  /** Whether an actor of this slug is served: nothing else is worth suggesting. */
  readonly isServed: (slug: string) => boolean;
  /** The `x402` block of the specification. */
  readonly x402: Readonly<Record<string, unknown>>;
}

/** Writes the outcome of one run as the actor run result of the specification. */
export type RunEnvelope = (outcome: Outcome, requestId: string) => string;

/**
 * Prepares the envelope of an actor: what is the same in every run is written once. The items are spliced in as the
 * text they are kept as: they are the same in `data` and `items`, and a cached answer need not be parsed to be sent.
 */
export function runEnvelope(facts: EnvelopeFacts): RunEnvelope {
  const { actor, hubUrl } = facts;
  const head = `"slug":${JSON.stringify(actor.slug)},"source":"genius_actor"`;
  const meta = inner({
    compute_units: actor.computeUnits,
    price_xrp: xrpNumber(facts.listPrice),
    pricing_tier: actor.price.tier,
    uses_llm: actor.usesLlm,
    actor_version: actor.version,
    quality_score: actor.qualityScore,
    production_url: `${hubUrl}/api/v1/genius/actors/${actor.slug}/run/`,
    category: actor.category,
  });
  const x402 = JSON.stringify(facts.x402);

  return (outcome, requestId) => {
    const items = outcome.ok ? wholeText(outcome.answer.itemsJson) : "[]";
    const cached = outcome.ok && outcome.hit !== undefined;
    const suggested = (outcome.ok ? outcome.answer.nextActors : undefined) ?? actor.nextActors;
    const nextActors = suggested.filter(facts.isServed);
    const error = outcome.ok ? "null" : JSON.stringify(errorValue(outcome.error));
    const thisRun = inner(metaOf(outcome, requestId, nextActors));
    return (
      `{"success":${outcome.ok},${head},"cached":${cached},"data":${items},"items":${items},"error":${error},` +
      `"meta":{${thisRun},${meta}},"recommended_next_action":${JSON.stringify(nextAction(actor, nextActors))},"x402":${x402}}`
    );
  };
}

/** An error as `application/problem+json` (RFC 9457); a 402 carries the protocol's terms beside it. */
export function problem(error: HubError, requestId: string, hubUrl: string): Record<string, unknown> {
  return { ...error.details.terms?.body, ...membersOf(error, requestId, hubUrl) };
}

/** The same as JSON. Terms that are at hand as text are spliced in: most of a 402 is the same every time. */
export function problemJson(error: HubError, requestId: string, hubUrl: string): string {
  const { terms } = error.details;
  if (terms?.json === undefined) return JSON.stringify(problem(error, requestId, hubUrl));
  return `${terms.json.slice(0, -1)},${inner(membersOf(error, requestId, hubUrl))}}`;
}

function membersOf(error: HubError, requestId: string, hubUrl: string): Record<string, unknown> {
  const { retryAfterMs, issues, members } = error.details;
  return {
    ...members,
    type: `${hubUrl}/errors/${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    request_id: requestId,
    retryable: error.retryable,
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
    ...(issues && { errors: issues }),
    next_actions: error.nextActions,
  };
}

/** The part of `meta` that differs from run to run. */
function metaOf(outcome: Outcome, requestId: string, nextActors: readonly string[]): Record<string, unknown> {
  const answer = outcome.ok ? outcome.answer : undefined;
  return {
    run_id: outcome.runId,
    request_id: requestId,
    started_at: new Date(outcome.startedAt).toISOString(),
    duration_ms: outcome.durationMs,
    charged_xrp: outcome.charge === 0n ? 0 : xrpNumber(outcome.charge),
    item_count: answer?.count ?? 0,
    warnings: outcome.ok ? [...outcome.warnings, ...outcome.answer.warnings] : [],
    next_actors: nextActors,
    ...(outcome.ok && outcome.hit && { cache_age_seconds: outcome.hit.ageSeconds }),
    ...(answer?.report && { report: answer.report }),
    ...(outcome.headers[RECEIPT] !== undefined && { receipt: outcome.headers[RECEIPT] }),
  };
}

/** The fields of an object as JSON, without its braces. */
function inner(fields: Record<string, unknown>): string {
  return JSON.stringify(fields).slice(1, -1);
}

function errorValue(error: HubError): Record<string, unknown> {
  const { retryAfterMs, issues } = error.details;
  return {
    code: error.code,
    message: error.message,
    retryable: error.retryable,
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
    ...(issues && { errors: issues }),
    next_actions: error.nextActions,
  };
}

function nextAction(actor: Actor, nextActors: readonly string[]): string {
  return `POST /api/v1/genius/actors/${nextActors[0] ?? actor.slug}/run/ next; POST /api/v1/x402/register/ for a key with daily calls.`;
}
