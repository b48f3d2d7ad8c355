/** The proxy: any operation of the catalogue, one call away. */
import { nameParameter } from "../presenters/route.ts";
import { CallResult } from "../presenters/schemas/proxy.ts";
import { proxyEnvelope } from "../presenters/proxy-envelope.ts";
import { asHubError, HubError, withHeaders } from "../runtime/errors.ts";
import { CallInput } from "../proxy/input.ts";
import { type CallDeps, callOperation, offeredCall } from "../proxy/call-operation.ts";
import type { Mount } from "./mount.ts";
import type { BodyDeps } from "./body.ts";
import { pieceByPiece } from "./pieces.ts";
import { type ProtectedDeps, soldTo } from "./protected.ts";

export interface ProxyRoutesDeps extends ProtectedDeps, BodyDeps {
  readonly proxy: CallDeps;
  /** Told of every outcome that is an error of ours. */
  readonly report: (error: HubError, requestId: string) => void;
}

/** Files come as base64 within the JSON. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

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
      body: CallInput,
      ok: { description: "What the upstream said; `success: false` where it refused.", schema: CallResult },
      statuses: [403, 404, 424],
      failsAs: [502, 504],
      access: "sold",
      example: { params: { slug: "weather" }, body: { q: "current weather", dry_run: true } },
    },
    async ({ request, params, set }) => {
      const sent = await deps.bodies.json(request, MAX_BODY_BYTES).catch(asHubError);
      const unreadable = sent instanceof HubError ? sent : undefined;
      const operation = callOperation(deps.proxy, params["slug"] ?? "", unreadable); // The router gives null for what it cannot decode.
      const outcome = await soldTo(deps, { request, set }, operation, unreadable === undefined ? sent : {});
      const text = proxyEnvelope(outcome, String(set.headers["x-request-id"]));
      if (text === undefined && !outcome.ok) throw withHeaders(outcome.error, outcome.headers);
      if (outcome.ok && outcome.answer.status !== undefined) set.status = outcome.answer.status;
      return typeof text === "object" ? pieceByPiece(text) : text;
    },
  );
}
