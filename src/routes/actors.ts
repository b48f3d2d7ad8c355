/** The actors: their list, and a run of one. */
import { actorEntry } from "../runtime/actor-list.ts";
import { nameParameter } from "../presenters/route.ts";
import { ActorList, FailedRun, RunResult } from "../presenters/schemas/actors.ts";
import { type RunEnvelope, runEnvelope } from "../runtime/run/envelope.ts";
import { Type } from "../runtime/actor.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import type { Execute, Outcome, RunRequest } from "../runtime/run/pipeline.ts";
import { type Caller } from "../runtime/ports/accounts.ts";
import { type Awaitable, mapAwaitable } from "../runtime/world.ts";
import type { PriceList } from "../runtime/run/prices.ts";
import type { Registry, ServedActor } from "../runtime/run/registry.ts";
import { nearest } from "../runtime/schema.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, knownBodies } from "./body.ts";
import { type CallerDeps, callerOf } from "./caller.ts";
import type { Mount } from "./mount.ts";

export interface ActorRoutesDeps extends CallerDeps, BodyDeps {
  readonly registry: Registry;
  readonly execute: Execute;
  readonly prices: PriceList;
  readonly hubUrl: () => string;
  /** The `x402` block at a price in drops. */
  readonly x402: (price: bigint) => Readonly<Record<string, unknown>>;
  /** Told of every outcome that is an error of ours. */
  readonly report: (error: HubError, requestId: string) => void;
}

/** No work on a shorter one takes long. */
const SHORT_INPUT_BYTES = 16 * 1024;

export function actorRoutes(deps: ActorRoutesDeps, mount: Mount): void {
  const { registry } = deps;
  const bodies = knownBodies();
  const envelopes = new WeakMap<ServedActor, RunEnvelope>();

  mount(
    {
      id: "list_actors",
      method: "GET",
      path: "/api/v1/genius/actors/",
      tag: "actors",
      summary: "The actors, each with its input schema, its price tier and examples.",
      ok: { description: "All of them, in the order of their slugs.", schema: ActorList },
      access: "open",
    },
    () => {
      const actors = registry.list().map(({ actor }) => actorEntry(actor));
      return { actors, count: actors.length };
    },
  );
  mount(
    {
      id: "run_actor",
      method: "POST",
      path: "/api/v1/genius/actors/:slug/run/",
      tag: "actors",
      summary: "Runs an actor.",
      params: nameParameter("slug", "Slug of an actor."),
      body: Type.Record(Type.String(), Type.Unknown()),
      ok: { description: "The run succeeded.", schema: RunResult, failure: FailedRun },
      statuses: [404],
      failsAs: [400, 402, 404, 429, 500, 502, 503, 504],
      headers: ["Age", "Cache-Status"],
      access: "run",
      isPerActor: true,
    },
    ({ request, params, set }) => {
      const slug = params["slug"] ?? ""; // The router gives null for what it cannot decode, whatever its types say.
      const served = registry.get(slug) ?? throwUnknown(slug, registry);
      const requestId = String(set.headers["x-request-id"]);
      const { maxInputBytes = DEFAULT_BODY_BYTES, cacheTtlSeconds } = served.actor;
      const known = cacheTtlSeconds > 0 ? bodies : undefined; // What is worked anew each time gains nothing.
      const answer = (sent: unknown) => {
        const run = runOf(sent, request.headers, served, requestId, callerOf(request, deps));
        return mapAwaitable(deps.execute(run), (outcome) => {
          if (!outcome.ok) deps.report(outcome.error, requestId);
          tell(outcome, run, set);
          return envelopeOf(served)(outcome, requestId);
        });
      };
      return served.actor.selfContained === true && isLong(request)
        ? answerParts(request, maxInputBytes, answer)
        : deps.bodies.json(request, maxInputBytes, known).then(answer);
    },
  );

  /** What is sent is counted until it is worked through. */
  async function answerParts(
    request: Request,
    maxBytes: number,
    answer: (sent: unknown) => Awaitable<string>,
  ): Promise<string> {
    using parts = await deps.bodies.parts(request, maxBytes);
    return await answer(parts.value);
  }

  function envelopeOf(served: ServedActor): RunEnvelope {
    let envelope = envelopes.get(served);
    if (envelope === undefined) {
      const listPrice = deps.prices.tiers[served.actor.price.tier];
      envelope = runEnvelope({
        actor: served.actor,
        hubUrl: deps.hubUrl(),
        listPrice,
        x402: deps.x402(listPrice),
        isServed: (slug) => registry.get(slug) !== undefined,
      });
      envelopes.set(served, envelope);
    }
    return envelope;
  }
}

/** Or without a length. */
function isLong({ headers }: Request): boolean {
  return !(Number(headers.get("content-length") ?? Number.NaN) <= SHORT_INPUT_BYTES);
}

function throwUnknown(slug: string, registry: Registry): never {
  const near = nearest(
    slug,
    registry.list().map(({ actor }) => actor.slug),
  );
  throw new HubError("unknown_actor", "No actor of this name is served here.", {
    ...(near !== undefined && { nextActions: [`Did you mean "${near}"? POST /api/v1/genius/actors/${near}/run/`] }),
  });
}

/** What the body and the headers of a request ask for. */
function runOf(
  sent: unknown,
  headers: Headers,
  { operation }: ServedActor,
  requestId: string,
  caller: Caller,
): RunRequest {
  const { input, proof } = liftProof(sent, headers.get("payment-signature") ?? undefined);
  return {
    requestId,
    operation,
    input,
    caller,
    freshness: freshnessOf(headers.get("cache-control")),
    idempotencyKey: headers.get("idempotency-key") ?? undefined,
    proof,
  };
}

/** Takes the payment out of the body: no stage but payment, and no actor, ever sees it. The header wins. */
function liftProof(sent: unknown, header: string | undefined): { input: unknown; proof: string | undefined } {
  if (typeof sent !== "object" || sent === null || !Object.hasOwn(sent, "payment_signature"))
    return { input: sent, proof: header };
  const { payment_signature: field, ...input } = sent as Record<string, unknown>;
  if (field === undefined || field === null || field === "") return { input, proof: header };
  if (typeof field !== "string") throw invalidInput("/payment_signature", "must be a string");
  if (header !== undefined && header !== field)
    throw invalidInput("/payment_signature", "differs from the PAYMENT-SIGNATURE header");
  return { input, proof: field };
}

function freshnessOf(cacheControl: string | null): RunRequest["freshness"] {
  if (cacheControl === null) return "any";
  const directives = cacheControl
    .toLowerCase()
    .split(",")
    .map((directive) => directive.trim());
  if (directives.includes("only-if-cached")) return "cached";
  return directives.includes("no-cache") || directives.includes("no-store") ? "fresh" : "any";
}

/** What status and headers say of an outcome. */
function tell(
  outcome: Outcome,
  run: RunRequest,
  set: { status?: number | string; headers: Record<string, string | number> },
) {
  const { headers } = set;
  Object.assign(headers, outcome.headers);
  const isPersonal = run.caller.key !== undefined || run.proof !== undefined || outcome.charge > 0n;
  if (isPersonal) headers["cache-control"] = "private, no-store";
  if (!outcome.ok) {
    const { retryAfterMs } = outcome.error.details;
    set.status = outcome.error.status;
    if (retryAfterMs !== undefined) headers["retry-after"] = Math.ceil(retryAfterMs / 1000);
  } else if (outcome.hit !== undefined) {
    headers["age"] = outcome.hit.ageSeconds;
    headers["cache-status"] = `hub; hit; ttl=${outcome.hit.ttlSeconds - outcome.hit.ageSeconds}`;
  } else if (run.operation.cacheTtlSeconds > 0) {
    headers["cache-status"] = `hub; fwd=${run.freshness === "fresh" ? "request" : "miss"}; stored`;
  }
}
