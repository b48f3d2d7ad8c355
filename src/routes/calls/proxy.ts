/** The proxy: any operation of the catalogue, one call away. */
import { nameParameter } from "../../presenters/route.ts";
import { CallResult } from "../../presenters/schemas/proxy.ts";
import { proxyEnvelope } from "../../presenters/proxy-envelope.ts";
import { asHubError, HubError, withHeaders } from "../../runtime/errors.ts";
import { CallInput } from "../../proxy/input.ts";
import type { CallDeps } from "../../proxy/call-deps.ts";
import { callOperation, offeredCall } from "../../proxy/call-operation.ts";
import type { Mount } from "../http/mount.ts";
import type { BodyDeps } from "../http/body.ts";
import type { LongAnswersDeps } from "../http/long-answers.ts";
import { DONE_LATER, type LaterDeps, laterOf, LaterQuery, settled } from "../http/later.ts";
import { type ProtectedDeps, soldTo, unreadableOperation } from "../http/protected.ts";

export interface ProxyRoutesDeps extends ProtectedDeps, BodyDeps, LongAnswersDeps, LaterDeps {
  readonly proxy: CallDeps;
  /** Told of every outcome that is an error of ours. */
  readonly report: (error: HubError, requestId: string) => void;
}

/** Files come as base64 within the JSON. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Of runs that are done later. */
const KIND = "api";

export function proxyRoutes(deps: ProxyRoutesDeps, mount: Mount): void {
  deps.offer(offeredCall(deps.proxy));
  mount(
    {
      id: "call_api",
      method: "POST",
      path: "/api/v1/agent/proxy/:slug/call/",
      tag: "proxy",
      summary: "Calls an entry of the catalogue, the best one of a category, or a tool of this key.",
      params: nameParameter("slug", "Slug of an entry, a category or a tool."),
      query: LaterQuery,
      body: CallInput,
      ok: {
        description: "What the upstream said; `success: false` where it refused.",
        schema: CallResult,
        alsoStatuses: DONE_LATER,
      },
      headers: ["Location"],
      statuses: [404, 424],
      failsAs: [502, 504],
      access: "sold",
      example: { params: { slug: "weather-environment" }, body: { q: "current weather", dry_run: true } },
    },
    async ({ request, params, set }) => {
      const slug = params["slug"] ?? ""; // The router gives null for what it cannot decode.
      const sent = await deps.bodies.json(request, MAX_BODY_BYTES).catch(asHubError);
      const wish = wishOf(deps, request.url, slug, sent);
      const unreadable = [sent, wish].find((each) => each instanceof HubError);
      const call = callOperation(deps.proxy, slug);
      const operation = unreadable === undefined ? call : unreadableOperation(call, unreadable);
      const later = wish instanceof HubError ? undefined : wish?.later;
      const input = unreadable === undefined ? sent : {};
      const begun = await soldTo(deps, { request, set, later }, operation, input);
      const waitMs = wish instanceof HubError ? undefined : wish?.waitMs;
      const outcome = await settled(deps, begun, waitMs, { request, set });
      if (typeof outcome === "string") return outcome;
      Object.assign(set.headers, outcome.headers);
      const text = proxyEnvelope(outcome, String(set.headers["x-request-id"]));
      if (text === undefined && !outcome.ok) throw withHeaders(outcome.error, outcome.headers);
      if (outcome.ok && outcome.answer.status !== undefined) set.status = outcome.answer.status;
      return typeof text === "object" ? deps.answers.send(request, text) : text;
    },
  );
  deps.runKinds.set(KIND, {
    operation: (slug) => callOperation(deps.proxy, slug),
    write(outcome, _slug, requestId) {
      const text = proxyEnvelope(outcome, requestId);
      const status = outcome.ok ? (outcome.answer.status ?? 200) : outcome.error.status;
      return text === undefined ? undefined : { status, text };
    },
  });
}

/** What is wrong with the query is told to those only who have a key or have paid, as what is wrong with the body is. */
function wishOf(deps: Pick<LaterDeps, "expectTellable">, url: string, name: string, sent: unknown) {
  try {
    return laterOf(deps, url, { kind: KIND, name, sent });
  } catch (error) {
    return asHubError(error);
  }
}
