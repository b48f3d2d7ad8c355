/** How every refusal is told: counted where it cost something, after the body it was sent with, as a problem or a page. */
import { asHubError, HubError } from "../runtime/errors.ts";
import { problemWriter } from "../runtime/run/problem.ts";
import { type Awaitable, mapAwaitable } from "../runtime/world.ts";
import type { BodyReader } from "./http/body.ts";
import { countRefusal, type RefusalDeps } from "./http/count-refusal.ts";
import type { WriteRefusal } from "./http/direct.ts";
import { hasBody, namesOneHost, noHost } from "./http/greeting.ts";
import type { RouteContext, RouteTable } from "./http/mount.ts";
import { requestUrl } from "../runtime/http/request-url.ts";
import type { Assets } from "./pages/assets.ts";
import { errorPageFor } from "./pages/error-page.ts";
import { startFor } from "./pages/start.ts";

export interface RefusalsDeps extends RefusalDeps {
  readonly bodies: Pick<BodyReader, "discard">;
  readonly hubUrl: () => string;
  /** Told of every refusal, with the id of its request. */
  readonly report: (error: HubError, requestId: string) => void;
  readonly table: RouteTable;
  readonly assets: Assets;
}

export interface Refusals {
  /** Sets status and headers; what it says is written when it is asked for. */
  refuse(refusal: HubError, request: Request, set: RouteContext["set"]): Awaitable<WriteRefusal>;
  /** Why a path or a method leads to nothing. */
  notServed(request: Request): HubError;
}

/** Of refusals for which something was read or looked up. A 402 tells its price, which is how a purchase begins. */
const COUNTED: ReadonlySet<number> = new Set([400, 409, 413, 415]);

/** Whoever gets one of these may know nothing of the hub but its address. */
const LOST: ReadonlySet<number> = new Set([402, 404]);

const V1_HINT =
  "X-PAYMENT belongs to x402 v1 and was not looked at: pay by version 2, whose proof comes as PAYMENT-SIGNATURE.";

export function createRefusals(deps: RefusalsDeps): Refusals {
  const { table, assets } = deps;
  const startOf = startFor();
  const writeProblem = problemWriter();
  return {
    refuse(refusal, request, set) {
      const counted = isCounted(refusal) ? countRefusal(deps, refusal, request) : refusal;
      const told = mapAwaitable(counted, (each) => received(hinted(each, request.headers), request));
      return mapAwaitable(told, (published) => publish(published, request, set));
    },
    /** The framework says "not found" for a known path asked with another method; the caller is told which ones it has. */
    notServed(request) {
      if (request.method === "CONNECT") return notAllowed(["GET", "POST"]); // Its target is no path.
      if (!namesOneHost(request)) return noHost(); // Nobody has greeted it.
      const { pathname } = requestUrl(request);
      const allowed = table.methodsOf(pathname);
      // A method that is served was sent with what no path holds, a fragment.
      if (allowed.length === 0 || allowed.includes(request.method)) return nothingAt(table.near(pathname));
      return notAllowed(allowed);
    },
  };

  function publish(published: HubError, request: Request, set: RouteContext["set"]): Awaitable<WriteRefusal> {
    const requestId = String(set.headers["x-request-id"]);
    deps.report(published, requestId);
    set.status = published.status;
    const { retryAfterMs, terms, headers } = published.details;
    Object.assign(set.headers, terms?.headers, headers);
    set.headers["content-type"] = published.status === 402 ? "application/json" : "application/problem+json";
    set.headers["cache-control"] = "no-store";
    if (retryAfterMs !== undefined) set.headers["retry-after"] = String(Math.ceil(retryAfterMs / 1000));
    const hubUrl = deps.hubUrl();
    const write: WriteRefusal = () =>
      writeProblem(published, requestId, hubUrl, LOST.has(published.status) ? startOf(hubUrl) : undefined);
    const errorPage = errorPageFor(request, table, assets);
    // A page that cannot be made is told as to a program.
    if (errorPage === undefined) return write;
    return errorPage(published, requestId, { request, set }).then(
      (text) => () => text,
      () => write,
    );
  }

  /** Whoever is refused for something else than its body has sent all of it, or is cut off. */
  function received(refusal: HubError, request: Request): Awaitable<HubError> {
    if (request.bodyUsed || refusal.status === 413 || !hasBody(request.headers)) return refusal;
    return deps.bodies.discard(request).then(() => refusal, asHubError);
  }
}

/** A client of the protocol's first version has paid, as it thinks. */
function hinted(refusal: HubError, headers: Headers): HubError {
  if (refusal.status !== 402 || !headers.has("x-payment") || headers.has("payment-signature")) return refusal;
  const { code, message, details, nextActions } = refusal;
  return new HubError(code, message, { ...details, nextActions: [V1_HINT, ...nextActions] });
}

/** Whoever waits for its own request has been invited to ask again; a stranger's guess is counted where it is made. */
function isCounted({ status, code }: HubError): boolean {
  return COUNTED.has(status) && code !== "idempotency_in_progress";
}

function nothingAt(near: string | undefined): HubError {
  const details = near === undefined ? {} : { nextActions: [`Did you mean ${near}?`] };
  return new HubError("not_found", "Nothing is served at this path.", details);
}

function notAllowed(allowed: readonly string[]): HubError {
  // Two rows may serve a path: one of its own, and one with a parameter.
  const methods = [...new Set(allowed)].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return new HubError("method_not_allowed", `This path answers ${methods.join(", ")}.`, {
    headers: { allow: [...methods, "OPTIONS"].join(", ") },
  });
}
