/** The door: mounts the routes and writes every error. No guard lives here; what is sold is guarded by the stages. */
import { Elysia } from "elysia";
import { type Awaitable, mapAwaitable } from "../runtime/world.ts";
import { problemWriter, type Written } from "../runtime/run/problem.ts";
import { asHubError, HubError } from "../runtime/errors.ts";
import { countRefusal } from "./http/count-refusal.ts";
import type { Operation } from "../runtime/run/pipeline.ts";
import { type ActorRoutesDeps, actorRoutes } from "./calls/actors.ts";
import { type AdminRoutesDeps, adminRoutes } from "./admin/admin.ts";
import { type CatalogReleaseDeps, catalogReleaseRoutes } from "./catalog/catalog-release.ts";
import { type CatalogRoutesDeps, catalogRoutes } from "./catalog/catalog.ts";
import { type ConnectRoutesDeps, connectRoutes } from "./connections/connect.ts";
import { scriptPages } from "./pages/script-pages.ts";
import { type ConnectionRoutesDeps, connectionRoutes } from "./connections/connections.ts";
import { type DemoRoutesDeps, demoRoutes } from "./calls/demo.ts";
import { type Answer, directly, type Door, type WriteRefusal } from "./http/direct.ts";
import { discoveryRoutes, type DiscoveryRoutesDeps } from "./discovery.ts";
import { facilitatorRoutes, type FacilitatorRoutesDeps } from "./facilitator.ts";
import { type DynamicToolRoutesDeps, dynamicToolRoutes } from "./calls/dynamic-tool.ts";
import { type HealthDeps, healthRoutes } from "./health.ts";
import { ANSWER_HEADERS, REQUEST_HEADERS } from "../presenters/headers.ts";
import { createRouteTable, type RouteContext } from "./http/mount.ts";
import { type MetricsRoutesDeps, metricsRoutes } from "./metrics.ts";
import { type KeyRoutesDeps, keyRoutes } from "./accounts/keys.ts";
import { type GuideDeps, guideRoutes } from "./guides.ts";
import { mcpDocumentRoutes } from "./mcp/mcp-documents.ts";
import { mcpRoutes, type McpRoutesDeps } from "./mcp/mcp.ts";
import { openApiRoutes } from "./openapi.ts";
import { isRebound } from "./http/own-host.ts";
import { type AssetDeps, assetRoutes } from "./pages/assets.ts";
import { type ExplorerRoutesDeps, explorerRoutes } from "./pages/explorer.ts";
import { errorPageFor } from "./pages/error-page.ts";
import { pageRoutes } from "./pages/pages.ts";
import { accountPages, type AccountPageDeps } from "./pages/account-pages.ts";
import { type PaymentStatusDeps, paymentStatusRoutes } from "./accounts/payment-status.ts";
import { type PremiumRoutesDeps, premiumRoutes } from "./calls/premium.ts";
import { type ProxyRoutesDeps, proxyRoutes } from "./calls/proxy.ts";
import { type RunRoutesDeps, runRoutes } from "./calls/runs.ts";
import { type RegisterRoutesDeps, registerRoutes } from "./accounts/register.ts";
import { sandboxPaymentRoutes } from "./sandbox/sandbox-payment.ts";
import { type SandboxRoutesDeps, sandboxRoutes } from "./sandbox/sandbox.ts";
import { type SearchRoutesDeps, searchRoutes } from "./catalog/search.ts";
import { startFor, startRoutes } from "./pages/start.ts";
import { type VerifyRoutesDeps, verifyRoutes } from "./accounts/verify-order.ts";
import { type WellKnownDeps, wellKnownRoutes } from "./well-known.ts";

type RouteDeps = ActorRoutesDeps &
  AdminRoutesDeps &
  CatalogRoutesDeps &
  CatalogReleaseDeps &
  ConnectionRoutesDeps &
  ConnectRoutesDeps &
  DemoRoutesDeps &
  DiscoveryRoutesDeps &
  FacilitatorRoutesDeps &
  GuideDeps &
  DynamicToolRoutesDeps &
  HealthDeps &
  KeyRoutesDeps &
  Omit<McpRoutesDeps, "answer"> &
  MetricsRoutesDeps &
  AssetDeps &
  Omit<AccountPageDeps, "assets"> &
  Omit<ExplorerRoutesDeps, "assets"> &
  PaymentStatusDeps &
  PremiumRoutesDeps &
  ProxyRoutesDeps &
  RegisterRoutesDeps &
  RunRoutesDeps &
  SearchRoutesDeps &
  VerifyRoutesDeps &
  WellKnownDeps;

export type HubDeps = Omit<RouteDeps, "peers" | "offer" | "offered"> & {
  /** The simulated ledger; `undefined` where real money moves. */
  readonly sandbox?: SandboxRoutesDeps["sandbox"] | undefined;
  readonly limitSandbox: SandboxRoutesDeps["limitSandbox"];
  /** Only this machine reaches it, and through no proxy. */
  readonly isLocal: boolean;
};
export type Hub = ReturnType<typeof createHub>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * One host with or without a port, or nothing (RFC 9112, section 3.2). The server joins repeated headers by a comma,
 * which is no character of this: two hosts in one request are a smuggler's.
 */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+;=-]*)(?::\d*)?$/i;

const EXPOSED = Object.keys(ANSWER_HEADERS).join(", ");

/** Of refusals for which something was read or looked up. A 402 tells its price, which is how a purchase begins. */
const COUNTED: ReadonlySet<number> = new Set([400, 409, 413, 415]);

/** Whoever waits for its own request has been invited to ask again; a stranger's guess is counted where it is made. */
function isCounted({ status, code }: HubError): boolean {
  return COUNTED.has(status) && code !== "idempotency_in_progress";
}

/** Only a browser asks, and it names its origin. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };

const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": [
    ...Object.keys(REQUEST_HEADERS),
    "Content-Type",
    "SIGN-IN-WITH-X",
    "X-Payment-Verified",
    "Access-Control-Expose-Headers",
    "X-Request-Id",
  ].join(", "),
  "access-control-max-age": "86400",
};

/** Whoever gets one of these may know nothing of the hub but its address. */
const LOST: ReadonlySet<number> = new Set([402, 404]);

export function createHub(given: HubDeps) {
  const startOf = startFor();
  const writeProblem = problemWriter();
  const isHost = hostJudge();
  const offered: Operation[] = [];
  const offer = (operation: Operation): Operation => {
    offered.push(operation);
    return operation;
  };
  const deps: RouteDeps = { ...given, peers: () => app.server, offer, offered };
  const door: Door = {
    headers: { "content-type": "application/json" }, // Unless a route says otherwise.
    greet(request, { headers }) {
      const origin = request.headers.get("origin");
      greet(request, headers, origin, isHost);
      // Most requests name none, and to look at the rest of them takes longer than to look for that.
      if (origin !== null && given.isLocal && isRebound(request, given.hubUrl())) throw foreignHost();
    },
    refuse: (error, request, set) => refuse(asHubError(error), request, set),
  };
  // Without standardHostname the router also finds the path behind a host of one to three letters.
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .headers({ ...door.headers })
    // In braces: the framework waits for whatever looks like a call that is returned, and so would every request.
    .onTransform({ as: "global" }, ({ request, set }) => {
      door.greet(request, set);
    })
    .onError(({ error, code, request, set }) => {
      // A path that is not served, or a body that is none, comes here without having been greeted.
      if (set.headers["x-request-id"] === undefined) identify(request, set.headers, request.headers.get("origin"));
      const refusal = refuse(code === "NOT_FOUND" ? notServed(request) : asHubError(error), request, set);
      const answer = mapAwaitable(refusal, (write) => textOf(write()));
      return answer; // By its name: the framework waits for whatever looks like a call that is returned.
    })
    .options("/*", ({ set }) => {
      Object.assign(set.headers, PREFLIGHT);
      delete set.headers["content-type"];
      set.status = 204;
      return "";
    });
  const table = createRouteTable(app);
  const { mount, mountSocket } = table;
  const assets = assetRoutes(deps, mount);
  startRoutes({ ...deps, home: explorerRoutes({ ...deps, assets }, mount) }, mount);
  healthRoutes(deps, mount);
  wellKnownRoutes(deps, mount);
  catalogRoutes(deps, mount);
  catalogReleaseRoutes(deps, mount);
  searchRoutes(deps, mount);
  actorRoutes(deps, mount);
  registerRoutes(deps, mount);
  verifyRoutes(deps, mount);
  paymentStatusRoutes(deps, mount);
  keyRoutes(deps, mount);
  premiumRoutes(deps, mount);
  proxyRoutes(deps, mount);
  dynamicToolRoutes(deps, mount);
  runRoutes(deps, mount);
  connectionRoutes(deps, mount);
  connectRoutes(deps, mount);
  demoRoutes(deps, mount);
  facilitatorRoutes(deps, mount);
  discoveryRoutes(deps, mount);
  adminRoutes(deps, mount);
  openApiRoutes(deps, mount, table);
  accountPages({ ...deps, assets }, mount);
  scriptPages({ assets }, mount);
  pageRoutes({ ...deps, assets }, mount, table);
  guideRoutes(deps, mount);
  mcpDocumentRoutes(deps, mount);
  mcpRoutes({ ...deps, answer: (request) => app.fetch(request) }, mount);
  metricsRoutes(deps, mount);
  const { sandbox, limitSandbox, payee, stopping } = given;
  if (sandbox !== undefined) {
    sandboxRoutes({ ...deps, sandbox, limitSandbox }, mount, mountSocket);
    sandboxPaymentRoutes({ ...deps, sandbox, payee, stopping, limitSandbox }, mount);
  }
  /** What answers a route; `undefined` where only the framework does. */
  const answerOf = (method: string, path: string): Answer | undefined => {
    const handler = table.handlerOf(method, path);
    return handler && directly(door, handler);
  };
  return Object.assign(app, { table, answerOf });

  function refuse(refusal: HubError, request: Request, set: RouteContext["set"]): Awaitable<WriteRefusal> {
    const counted = isCounted(refusal) ? countRefusal(deps, refusal, request) : refusal;
    const told = mapAwaitable(counted, (each) => received(each, request));
    return mapAwaitable(told, (published) => publish(published, request, set));
  }

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

  /** The framework says "not found" for a known path asked with another method; the caller is told which ones it has. */
  function notServed(request: Request): HubError {
    if (request.method === "CONNECT") return notAllowed(["GET", "POST"]); // Its target is no path.
    const { pathname } = new URL(request.url);
    const allowed = table.methodsOf(pathname);
    // A method that is served was sent with what no path holds, a fragment.
    if (allowed.length === 0 || allowed.includes(request.method)) return nothingAt(table.near(pathname));
    return notAllowed(allowed);
  }
}

/** The framework may answer later, when other bytes are written in the place of these. */
function textOf(written: Written): string {
  return typeof written === "string"
    ? written
    : Buffer.from(written.buffer, written.byteOffset, written.length).toString();
}

function nothingAt(near: string | undefined): HubError {
  const details = near === undefined ? {} : { nextActions: [`Did you mean ${near}?`] };
  return new HubError("not_found", "Nothing is served at this path.", details);
}

function notAllowed(allowed: readonly string[]): HubError {
  const methods = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return new HubError("method_not_allowed", `This path answers ${methods.join(", ")}.`, {
    headers: { allow: [...methods, "OPTIONS"].join(", ") },
  });
}

const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

function hasBody(headers: Headers): boolean {
  return headers.has("transfer-encoding") || (headers.get("content-length") ?? "0") !== "0";
}

const SIMPLE_TYPES = /^\s*(?:text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

type ResponseHeaders = Record<string, string | number>;

function foreignHost(): HubError {
  return new HubError("invalid_input", "This hub has no such name: its operator says in HUB_PUBLIC_URL which it has.");
}

/** Callers name the same host again and again. */
function hostJudge(): (host: string) => boolean {
  let last = "";
  return (host) => {
    if (host === last) return true;
    if (!HOST.test(host)) return false;
    last = host;
    return true;
  };
}

function greet(
  request: Request,
  headers: ResponseHeaders,
  origin: string | null,
  isHost: (host: string) => boolean,
): void {
  identify(request, headers, origin);
  // Nobody reads it, and it could drip for ever.
  if (BODILESS.has(request.method) && hasBody(request.headers)) headers["connection"] = "close";
  if (!isHost(request.headers.get("host") ?? ""))
    throw new HubError("invalid_input", "Send one Host header that names a host.");
  if (origin !== null && isSimpleFromElsewhere(request, origin))
    throw new HubError("unsupported_media_type", "A page of another origin must send its body as application/json.");
}

/**
 * Whether any page can have a browser send this without asking first (Fetch, "CORS-safelisted request-header"): a hub
 * on loopback would run and register for whatever its owner looks at.
 */
function isSimpleFromElsewhere({ method, headers }: Request, origin: string): boolean {
  if (method !== "POST" || headers.has("x-api-key")) return false;
  const type = headers.get("content-type");
  if (type !== null && !SIMPLE_TYPES.test(type)) return false;
  return URL.parse(origin)?.host !== headers.get("host");
}

/** Gives the answer its request id, and a browser leave to read it. */
function identify(request: Request, headers: ResponseHeaders, origin: string | null): void {
  const sent = request.headers.get("x-request-id");
  headers["x-request-id"] = sent !== null && UUID.test(sent) ? sent : crypto.randomUUID();
  if (origin !== null) Object.assign(headers, CORS);
}
