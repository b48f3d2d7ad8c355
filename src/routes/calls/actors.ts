/** The actors: their list, and a run of one. */
import { actorEntry } from "../../presenters/actor-list.ts";
import { nameParameter } from "../../presenters/route.ts";
import { ActorList, FailedRun, RunAnswer } from "../../presenters/schemas/actors.ts";
import { type RunEnvelope, runEnvelope } from "../../runtime/run/envelope.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError, invalidFields } from "../../runtime/errors.ts";
import type { Execute } from "../../runtime/run/pipeline.ts";
import { isObject, type JsonObject } from "../../text/foreign.ts";
import { type Awaitable, mapAwaitable } from "../../runtime/world.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Registry, ServedActor } from "../../runtime/actors/registry.ts";
import { nearest } from "../../runtime/meant-name.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, knownBodies } from "../http/body.ts";
import { callerOf } from "../http/caller.ts";
import { countRefusal, type RefusalDeps } from "../http/count-refusal.ts";
import { givenIn } from "../http/given-input.ts";
import { asksForLater, DONE_LATER, type LaterDeps, laterOf, LaterQuery, settled } from "../http/later.ts";
import type { LongAnswersDeps } from "../http/long-answers.ts";
import type { Mount } from "../http/mount.ts";
import { answerVersioned, keptWhile } from "../http/versioned.ts";
import type { Outcome } from "../../runtime/run/outcome.ts";
import { runOf, liftProof } from "./actor-request.ts";
import { writeHead } from "./outcome-head.ts";

export interface ActorRoutesDeps extends RefusalDeps, BodyDeps, LongAnswersDeps, LaterDeps {
  readonly registry: Registry;
  readonly execute: Execute;
  readonly prices: PriceList;
  readonly hubUrl: () => string;
  /** The `x402` block at a price in drops. */
  readonly x402: (price: bigint) => Readonly<Record<string, unknown>>;
  /** Told of every outcome that is an error of ours. */
  readonly report: (error: HubError, requestId: string) => void;
}

const GivenQuery = Type.Object({
  given: Type.Optional(
    Type.String({
      description:
        "Input as base64url of a JSON object, as the `call_url` of a tool made from words has it; fields of the body win, and `dry_run: true` beside them shows the request.",
    }),
  ),
});

/** No work on a shorter one takes long. */
const SHORT_INPUT_BYTES = 16 * 1024;
/** Of runs that are done later. */
const KIND = "actor";

export function actorRoutes(deps: ActorRoutesDeps, mount: Mount): void {
  const { registry } = deps;
  const bodies = knownBodies();
  const envelopes = new WeakMap<ServedActor, RunEnvelope>();
  const list = keptWhile(() => {
    const actors = registry.list().map(({ actor, placement: { level, reach } }) => ({
      ...actorEntry(actor),
      level,
      reach: { hosts: reach.hosts, llm: reach.llm },
    }));
    return JSON.stringify({ actors, count: actors.length });
  });

  mount(
    {
      id: "list_actors",
      method: "GET",
      path: "/api/v1/genius/actors/",
      tag: "actors",
      summary: "The actors, each with its input schema, its price tier and examples.",
      ok: { description: "All of them, in the order of their slugs.", schema: ActorList },
      isVersioned: true,
      access: "open",
    },
    // The registry lists another value once an actor has changed.
    ({ request, set }) => answerVersioned({ request, set }, list(registry.list()), "application/json"),
  );
  mount(
    {
      id: "run_actor",
      method: "POST",
      path: "/api/v1/genius/actors/:slug/run/",
      tag: "actors",
      summary: "Runs an actor.",
      params: nameParameter("slug", "Slug of an actor."),
      query: Type.Composite([LaterQuery, GivenQuery]),
      body: Type.Record(Type.String(), Type.Unknown()),
      ok: {
        description: "The run succeeded.",
        schema: RunAnswer,
        failure: FailedRun,
        alsoStatuses: DONE_LATER,
      },
      statuses: [404],
      failsAs: [400, 402, 404, 429, 500, 502, 503, 504],
      headers: ["Age", "Cache-Status", "Location"],
      access: "run",
      isPerActor: true,
    },
    ({ request, params, set }) => {
      const slug = params["slug"] ?? ""; // The router gives null for what it cannot decode, whatever its types say.
      const served = registry.get(slug) ?? throwUnknown(slug, registry);
      const requestId = String(set.headers["x-request-id"]);
      const { maxInputBytes = DEFAULT_BODY_BYTES, cacheTtlSeconds, price } = served.actor;
      const isAsked = request.url.includes("?"); // As hardly any are.
      // What is sold is asked for at least twice, without and with its payment. What is just worked anew gains nothing.
      const comesAgain = cacheTtlSeconds > 0 || deps.prices.chargedTiers.has(price.tier);
      const given = isAsked ? givenIn(request.url) : undefined;
      const answer = (body: unknown): Awaitable<string | Response> => {
        const sent = given === undefined || !isObject(body) ? body : { ...given, ...body };
        if (given !== undefined && isObject(sent) && sent["dry_run"] === true) return dryRun(served, sent, request);
        const lifted = liftProof(sent, request.headers.get("payment-signature") ?? undefined);
        const wish = isAsked ? laterOf(deps, request.url, { kind: KIND, name: slug, sent: lifted.input }) : undefined;
        const asked = runOf(lifted, request.headers, served, requestId, callerOf(request, deps));
        const run = wish === undefined ? asked : { ...asked, ...wish };
        const write = (outcome: Outcome): string | Response => {
          if (!outcome.ok) deps.report(outcome.error, requestId);
          writeHead(outcome, run, set);
          const text = envelopeOf(served)(outcome, requestId);
          return typeof text === "string" ? text : deps.answers.send(request, text);
        };
        return mapAwaitable(deps.execute(run), (outcome) => {
          if (!outcome.ok || outcome.isQueued === undefined) return write(outcome);
          return settled(deps, outcome, wish?.waitMs, { request, set }).then((told) =>
            typeof told === "string" ? told : write(told),
          );
        });
      };
      // What is kept until its turn comes, or joined with what is given, is built here: others wait for that.
      if (given !== undefined || (isAsked && asksForLater(request.url)))
        return deps.bodies.json(request, Math.min(maxInputBytes, DEFAULT_BODY_BYTES)).then(answer);
      return served.actor.selfContained === true && isLong(request)
        ? answerParts(request, maxInputBytes, answer)
        : deps.bodies.json(request, maxInputBytes, comesAgain ? bodies : undefined).then(answer);
    },
  );

  deps.runKinds.set(KIND, {
    operation: (slug) => registry.get(slug)?.operation,
    write(outcome, slug, requestId) {
      const served = registry.get(slug);
      const status = outcome.ok ? 200 : outcome.error.status;
      return served && { status, text: envelopeOf(served)(outcome, requestId) };
    },
  });

  /** What is sent is counted until it is worked through. */
  async function answerParts(
    request: Request,
    maxBytes: number,
    answer: (sent: unknown) => Awaitable<string | Response>,
  ): Promise<string | Response> {
    using parts = await deps.bodies.parts(request, maxBytes);
    return await answer(parts.value);
  }

  /** What would be run, judged and not run. */
  async function dryRun({ actor, operation }: ServedActor, sent: JsonObject, request: Request): Promise<string> {
    const { dry_run: _, ...input } = sent;
    const judged = await operation.validate(input);
    if (!judged.ok) throw invalidFields(`Cannot run "${actor.slug}"`, judged.issues);
    // A refusal is counted by the door.
    const limited = await countRefusal(deps, undefined, request);
    if (limited !== undefined) throw limited;
    const url = `${deps.hubUrl()}/api/v1/genius/actors/${actor.slug}/run/`;
    const headers = { "content-type": "application/json" };
    return JSON.stringify({ dry_run: true, method: "POST", url, headers, body: judged.value });
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
