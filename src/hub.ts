/** The door: mounts the routes and writes every error. No guard lives here; what is sold is guarded by the stages. */
import { Elysia } from "elysia";
import { problem } from "./runtime/envelope.ts";
import { asHubError, HubError } from "./runtime/errors.ts";
import { type ActorRoutesDeps, actorRoutes } from "./routes/actors.ts";
import { type AdminRoutesDeps, adminRoutes } from "./routes/admin.ts";
import { type DemoRoutesDeps, demoRoutes } from "./routes/demo.ts";
import { type HealthDeps, healthRoutes } from "./routes/health.ts";
import { type KeyRoutesDeps, keyRoutes } from "./routes/keys.ts";
import { type PremiumRoutesDeps, premiumRoutes } from "./routes/premium.ts";
import { type RegisterRoutesDeps, registerRoutes } from "./routes/register.ts";

export type HubDeps = ActorRoutesDeps &
  AdminRoutesDeps &
  DemoRoutesDeps &
  HealthDeps &
  KeyRoutesDeps &
  PremiumRoutesDeps &
  RegisterRoutesDeps;
export type Hub = ReturnType<typeof createHub>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const EXPOSED = [
  "X-Charge-XRP, X-Balance-XRP, X-Calls-Limit, X-Calls-Remaining, X-Calls-Reset, RateLimit-Policy, RateLimit",
  "Age, Cache-Status, Retry-After, X-Payment-Receipt, PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-Request-Id",
].join(", ");

/** Only a browser asks, and it names its origin. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": EXPOSED };

const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers":
    "X-API-Key, Content-Type, PAYMENT-SIGNATURE, Idempotency-Key, X-Payment-Verified, Access-Control-Expose-Headers, Cache-Control, X-Request-Id",
  "access-control-max-age": "86400",
};

export function createHub(deps: HubDeps) {
  const app = new Elysia({ normalize: false })
    .onRequest(({ request, set }) => {
      const sent = request.headers.get("x-request-id");
      set.headers["x-request-id"] = sent !== null && UUID.test(sent) ? sent : crypto.randomUUID();
      if (request.headers.has("origin")) Object.assign(set.headers, CORS);
      // The server joins repeated headers; two hosts in one request are a smuggler's.
      if (request.headers.get("host")?.includes(",")) throw new HubError("invalid_input", "Send one Host header.");
      if (request.method === "OPTIONS") {
        Object.assign(set.headers, PREFLIGHT);
        set.status = 204;
        return "";
      }
      return undefined;
    })
    .onError(({ error, code, request, set }) => {
      const requestId = String(set.headers["x-request-id"]);
      const published = code === "NOT_FOUND" ? notServed(request) : asHubError(error);
      deps.report(published, requestId);
      set.status = published.status;
      const { retryAfterMs, terms, headers } = published.details;
      Object.assign(set.headers, terms?.headers, headers);
      set.headers["content-type"] = published.status === 402 ? "application/json" : "application/problem+json";
      set.headers["cache-control"] = "no-store";
      if (retryAfterMs !== undefined) set.headers["retry-after"] = String(Math.ceil(retryAfterMs / 1000));
      return JSON.stringify(problem(published, requestId, deps.hubUrl()));
    })
    .use(healthRoutes(deps))
    .use(actorRoutes(deps))
    .use(registerRoutes(deps))
    .use(keyRoutes(deps))
    .use(premiumRoutes(deps))
    .use(demoRoutes(deps))
    .use(adminRoutes(deps));

  return app;

  /** The framework says "not found" for a known path asked with another method; the caller is told which ones it has. */
  function notServed(request: Request): HubError {
    const { pathname } = new URL(request.url);
    const allowed = app.routes.filter(({ path }) => patternOf(path).test(pathname)).map(({ method }) => method);
    if (allowed.length === 0) return new HubError("not_found", "Nothing is served at this path.");
    const methods = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    return new HubError("method_not_allowed", `This path answers ${methods.join(", ")}.`, {
      headers: { allow: [...methods, "OPTIONS"].join(", ") },
    });
  }
}

/** "/a/:slug/" as a pattern, with and without its trailing slash. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replace(/\/$/, "")
    .replace(/[.]/g, "\\.")
    .replace(/:[^/]+/g, "[^/]+");
  return new RegExp(`^${pattern}/?$`);
}
