/**
 * What goes over the wire: outcomes and errors as JSON text. Pure.
 * Shaped by speed: `bun run bench runs`.
 */
import type { Actor } from "../actor.ts";
import type { HubError } from "../errors.ts";
import { inner, inPieces, type JsonText } from "../../text/json-text.ts";
import { type Drops, xrpNumber } from "../money.ts";
import type { Outcome } from "./outcome.ts";

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

/** Writes the outcome of one run as the actor run result of the specification; in pieces where its items are long. */
export type RunEnvelope = (outcome: Outcome, requestId: string) => JsonText;

/** In characters. To put longer items together twice, and then to encode them, takes longer than others should wait. */
const MAX_WHOLE = 256 * 1024;

/**
 * Prepares the envelope of an actor: what is the same in every run is written once. The items are spliced in as the
 * text they are kept as: they are the same in `data` and `items`, and a cached answer need not be parsed to be sent.
 */
export function runEnvelope(facts: EnvelopeFacts): RunEnvelope {
  const { actor } = facts;
  const openings = {
    fresh: opening(actor, true, false),
    hit: opening(actor, true, true),
    failed: opening(actor, false),
  };
  const closings = new Map<string, string>();
  const closingOf = (next: string): string => {
    const closing = closings.get(next) ?? closingFor(facts, next);
    closings.set(next, closing);
    return closing;
  };

  return (outcome, requestId) => {
    const suggested = (outcome.ok ? outcome.answer.nextActors : undefined) ?? actor.nextActors;
    let next: string | undefined;
    let nextActors = "";
    for (const slug of suggested) {
      if (!facts.isServed(slug)) continue;
      nextActors += next === undefined ? `"${slug}"` : `,"${slug}"`; // It needs no escaping.
      next ??= slug;
    }
    const thisRun = `${runFacts(outcome, requestId)},${resultFacts(outcome, nextActors)}`;
    const closing = closingOf(next ?? actor.slug);
    if (!outcome.ok) {
      const error = JSON.stringify(errorValue(outcome.error));
      return `${openings.failed}[],"items":[],"error":${error},"meta":{${thisRun}${closing}`;
    }
    const items = outcome.answer.itemsJson;
    const opening = outcome.hit === undefined ? openings.fresh : openings.hit;
    if (typeof items !== "string" || items.length > MAX_WHOLE) {
      return inPieces([opening, items, ',"items":', items, `,"error":null,"meta":{${thisRun}${closing}`]);
    }
    return `${opening}${items},"items":${items},"error":null,"meta":{${thisRun}${closing}`;
  };
}

/** Up to the items. Joined, not added up: the engine would keep the parts, and copy each of them again in every run. */
function opening({ slug }: Actor, success: boolean, cached = false): string {
  return [`{"success":${success},"slug":"${slug}",`, `"source":"genius_actor","cached":${cached},"data":`].join("");
}

/** From the end of what is said of this run. A slug needs no escaping. */
function closingFor({ actor, hubUrl, listPrice, x402 }: EnvelopeFacts, next: string): string {
  const meta = inner({
    compute_units: actor.computeUnits,
    price_xrp: xrpNumber(listPrice),
    pricing_tier: actor.price.tier,
    uses_llm: actor.usesLlm,
    actor_version: actor.version,
    quality_score: actor.qualityScore,
    production_url: `${hubUrl}/api/v1/genius/actors/${actor.slug}/run/`,
    category: actor.category,
  });
  const action = `POST /api/v1/genius/actors/${next}/run/ next; POST /api/v1/x402/register/ for a key with daily calls.`;
  return [",", meta, `},"recommended_next_action":"${action}","x402":`, JSON.stringify(x402), "}"].join("");
}

/**
 * What `meta` says of any run, as members of it. Written by hand, like the rest of what differs from run to run: for
 * a cached run it is much of the work. No id needs escaping.
 */
export function runFacts(outcome: Outcome, requestId: string): string {
  const { runId, startedAt, durationMs, charge, headers } = outcome;
  const warningsJson = outcome.ok ? warningsOf(outcome.warnings, outcome.answer.warnings) : "[]";
  const charged = charge === 0n ? 0 : xrpNumber(charge);
  const facts =
    `"run_id":"${runId}","request_id":"${requestId}","started_at":"${isoTime(startedAt)}",` +
    `"duration_ms":${durationMs},"charged_xrp":${charged},"warnings":${warningsJson}`;
  const receipt = headers[RECEIPT];
  return receipt === undefined ? facts : `${facts},"receipt":${JSON.stringify(receipt)}`;
}

function warningsOf(ofRun: readonly string[], ofAnswer: readonly string[]): string {
  return ofRun.length + ofAnswer.length === 0 ? "[]" : JSON.stringify([...ofRun, ...ofAnswer]);
}

/** What it says of what an actor's run came to. `nextActors` are JSON. */
function resultFacts(outcome: Outcome, nextActors: string): string {
  const next = `[${nextActors}]`;
  if (!outcome.ok) return `"item_count":0,"next_actors":${next}`;
  const { answer, hit } = outcome;
  const age = hit === undefined ? "" : `,"cache_age_seconds":${hit.ageSeconds}`;
  const report = answer.reportJson === undefined ? "" : `,"report":${answer.reportJson}`;
  return `"item_count":${answer.count},"next_actors":${next}${age}${report}`;
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

let lastTime = { ms: 0, iso: new Date(0).toISOString() };

/** Milliseconds since the epoch as ISO 8601. Under load many runs start in the same one. */
function isoTime(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, iso: new Date(ms).toISOString() };
  return lastTime.iso;
}
