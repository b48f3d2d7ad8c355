/** The door: mounts the routes behind one greeting. No guard lives here; what is sold is guarded by the stages. */
import { Elysia } from "elysia";
import { mapAwaitable } from "../runtime/world.ts";
import type { Written } from "../runtime/run/problem.ts";
import { asHubError } from "../runtime/errors.ts";
import { type ActorRoutesDeps, actorRoutes } from "./calls/actors.ts";
import { type AdminRoutesDeps, adminRoutes } from "./admin/admin.ts";
import { type CatalogReleaseDeps, catalogReleaseRoutes } from "./catalog/catalog-release.ts";
import { type CatalogRoutesDeps, catalogRoutes } from "./catalog/catalog.ts";
import { type ConnectRoutesDeps, connectRoutes } from "./connections/connect.ts";
import { connectionsPage, operatorPage } from "./pages/script-pages.ts";
import { type ConnectionRoutesDeps, connectionRoutes } from "./connections/connections.ts";
import { oauthClientRoutes } from "./connections/oauth-clients.ts";
import { type DemoRoutesDeps, demoRoutes } from "./calls/demo.ts";
import { type DirectHandler, directly, type Door } from "./http/direct.ts";
import { createGreeting, identify, PREFLIGHT } from "./http/greeting.ts";
import { discoveryRoutes, type DiscoveryRoutesDeps } from "./discovery.ts";
import { errorRoutes } from "./errors.ts";
import { facilitatorRoutes, type FacilitatorRoutesDeps } from "./facilitator.ts";
import { dynamicToolRoutes } from "./calls/dynamic-tool.ts";
import { type HealthDeps, healthRoutes } from "./health.ts";
import { createRouteTable } from "./http/mount.ts";
import { type MetricsRoutesDeps, metricsRoutes } from "./metrics.ts";
import { type KeyRoutesDeps, keyRoutes } from "./accounts/keys.ts";
import { type GuideDeps, guideRoutes } from "./guides.ts";
import { mcpDocumentRoutes } from "./mcp/mcp-documents.ts";
import { mcpRoutes, type McpRoutesDeps } from "./mcp/mcp.ts";
import { openApiRoutes } from "./openapi.ts";
import { createRefusals } from "./refusals.ts";
import { type AssetDeps, assetRoutes } from "./pages/assets.ts";
import { type ExplorerRoutesDeps, explorerRoutes } from "./pages/explorer.ts";
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
import { startRoutes } from "./pages/start.ts";
import { type VerifyRoutesDeps, verifyRoutes } from "./accounts/verify-order.ts";
import { type WellKnownDeps, wellKnownRoutes } from "./well-known.ts";
import type { Operation } from "../runtime/run/operation.ts";
import type { DynamicToolRoutesDeps } from "./calls/dynamic-tool.ts";

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
  Omit<AssetDeps, "hasOperator"> &
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

export function createHub(given: HubDeps) {
  const greet = createGreeting(given);
  const offered: Operation[] = [];
  const offer = (operation: Operation): Operation => {
    offered.push(operation);
    return operation;
  };
  const deps: RouteDeps = { ...given, peers: () => app.server, offer, offered };
  const door: Door = {
    headers: { "content-type": "application/json" }, // Unless a route says otherwise.
    greet: (request, { headers }) => greet(request, headers),
    refuse: (error, request, set) => refusals.refuse(asHubError(error), request, set),
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
      if (set.headers["x-request-id"] === undefined) identify(request, set.headers, given.leaving);
      const refused = code === "NOT_FOUND" ? refusals.notServed(request) : asHubError(error);
      const refusal = refusals.refuse(refused, request, set);
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
  const { sandbox, limitSandbox, payee, stopping } = given;
  // Without a token nothing of the operator's is served, described or linked.
  const hasOperator = given.adminTokens.length > 0;
  const assets = assetRoutes({ ...deps, hasOperator }, mount);
  const refusals = createRefusals({ ...deps, table, assets });
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
  oauthClientRoutes(deps, mount);
  connectRoutes(deps, mount);
  demoRoutes(deps, mount);
  facilitatorRoutes(deps, mount);
  discoveryRoutes(deps, mount);
  if (hasOperator) adminRoutes(deps, mount);
  openApiRoutes(deps, mount, table);
  accountPages({ ...deps, assets }, mount);
  connectionsPage({ assets }, mount);
  if (hasOperator) operatorPage({ assets }, mount);
  pageRoutes({ ...deps, assets }, mount, table);
  guideRoutes(deps, mount);
  errorRoutes(mount);
  mcpDocumentRoutes(deps, mount);
  mcpRoutes({ ...deps, answer: (request) => app.fetch(request) }, mount);
  metricsRoutes(deps, mount);
  if (sandbox !== undefined) {
    sandboxRoutes({ ...deps, sandbox, limitSandbox }, mount, mountSocket);
    sandboxPaymentRoutes({ ...deps, sandbox, payee, stopping, limitSandbox }, mount);
  }
  /** What answers a route; `undefined` where only the framework does. */
  const answerOf = (method: string, path: string): DirectHandler | undefined => {
    const handler = table.handlerOf(method, path);
    return handler && directly(door, handler);
  };
  return Object.assign(app, { table, answerOf });
}

/** The framework may answer later, when other bytes are written in the place of these. */
function textOf(written: Written): string {
  return typeof written === "string"
    ? written
    : Buffer.from(written.buffer, written.byteOffset, written.length).toString();
}
