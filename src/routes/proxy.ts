/** The proxy: any operation of the catalogue, one call away. */
import { Elysia } from "elysia";
import { proxyEnvelope } from "../presenters/proxy-envelope.ts";
import { asHubError, HubError, withHeaders } from "../runtime/errors.ts";
import { type CallDeps, callOperation, offeredCall } from "../proxy/call-operation.ts";
import { readJsonBody } from "./body.ts";
import { pieceByPiece } from "./pieces.ts";
import { type ProtectedDeps, soldTo } from "./protected.ts";

export interface ProxyRoutesDeps extends ProtectedDeps {
  readonly proxy: CallDeps;
  /** Told of every outcome that is an error of ours. */
  readonly report: (error: HubError, requestId: string) => void;
}

/** Files come as base64 within the JSON. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export function proxyRoutes(deps: ProxyRoutesDeps) {
  deps.offer(offeredCall(deps.proxy));
  return new Elysia().post(
    "/api/v1/agent/proxy/:slug/call/",
    async ({ request, params, set }) => {
      const sent = await readJsonBody(request, MAX_BODY_BYTES).catch(asHubError);
      const unreadable = sent instanceof HubError ? sent : undefined;
      const operation = callOperation(deps.proxy, params.slug ?? "", unreadable); // The router gives null for what it cannot decode.
      const outcome = await soldTo(deps, { request, set }, operation, unreadable === undefined ? sent : {});
      const text = proxyEnvelope(outcome, String(set.headers["x-request-id"]));
      if (text === undefined && !outcome.ok) throw withHeaders(outcome.error, outcome.headers);
      if (outcome.ok && outcome.answer.status !== undefined) set.status = outcome.answer.status;
      return typeof text === "object" ? pieceByPiece(text) : text;
    },
    { parse: "none" },
  );
}
