/**
 * How the hub listens: the one file that knows the server. Instead of the framework's own `listen`, because that shares
 * a taken port with whoever has it, and leaves paths that end in a slash, which is all of ours, to its slower router.
 */
import type { AnyElysia } from "elysia";
import { createBunRouteHandler } from "elysia/adapter/bun/compose";
import { websocket } from "elysia/ws";
import { cannotListen } from "./cannot-listen.ts";
import type { Config } from "../settings/config.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import { boundReceiveBuffers } from "./receive-buffer.ts";

export interface ListenOptions {
  readonly hostname: string;
  /** 0 takes one that is free. */
  readonly port: number;
  /** Whether other processes of this hub listen there, too. */
  readonly reusePort?: boolean;
  /** Of any request; what a route takes is judged where its body is read. */
  readonly maxRequestBodySize?: number;
  readonly idleTimeout?: number;
  /** Put around every handler. What the server does not find by itself is one handler, for the path "other". */
  readonly around?: WrapHandler;
}

export type WrapHandler = (handler: ServerHandler, method: string, path: string) => ServerHandler;

/** An application that answers routes of its own without the framework around them. */
interface Direct {
  answerOf(method: string, path: string): ServerHandler | undefined;
}

export type ServerHandler = (request: Request) => Response | Promise<Response>;
type Routes = Record<string, Partial<Record<string, ServerHandler>>>;

/** What the server finds by itself. Other methods, patterns and web sockets go through the framework's router. */
const METHODS = new Set(["GET", "POST", "DELETE"]);

/** No bound: what a route takes is judged where its body is read, and is told in an answer of ours. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;
/** A paid run waits for its ledger to close before anything is sent. */
const IDLE_SECONDS = 180;

const MIB = 1024 * 1024;
const framework = websocket as Bun.WebSocketHandler<undefined>; // Typed for an older server.
/** As much as of any request is read in a message, and some of them wait for who does not read; who takes more is cut off. */
const SOCKETS: Bun.WebSocketHandler<undefined> = {
  ...framework,
  maxPayloadLength: MIB,
  backpressureLimit: 4 * MIB,
  closeOnBackpressureLimit: true,
  // As bytes: a text that looks like JSON the framework would parse, however deep it is.
  message: (socket, message) =>
    framework.message?.(socket, typeof message === "string" ? Buffer.from(message) : message),
};

/** Listens where the settings say. @throws {OperatorError} where that cannot be. */
export function serve(
  app: AnyElysia,
  config: Pick<Config, "HOST" | "PORT" | "HUB_WORKERS">,
  around: WrapHandler,
): void {
  const { HOST: hostname, PORT: port, HUB_WORKERS: workers } = config;
  try {
    listen(app, {
      hostname,
      port,
      reusePort: workers > 1,
      maxRequestBodySize: MAX_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      around,
    });
    boundReceiveBuffers();
  } catch (error) {
    throw cannotListen({ host: hostname, port }, error);
  }
}

/** Serves the application until `app.stop()`. @throws {Error} with `code` "EADDRINUSE" where the port is taken. */
export function listen(app: AnyElysia, { around = (handler) => handler, ...options }: ListenOptions): void {
  app.compile();
  app.server = Bun.serve({
    reusePort: false,
    ...options,
    development: false,
    routes: routesOf(app, around),
    fetch: around((request) => app.fetch(withAddress(request)), "any", "other"),
    websocket: SOCKETS,
  });
}

/** Where no host is named the framework's router would take a part of the path for one. */
function withAddress(request: Request): Request {
  return request.url.startsWith("/") ? new Request(requestUrl(request), request) : request;
}

/** Each path with and without its trailing slash, which is all of the first one: `//` is another path. */
function routesOf(app: AnyElysia & Partial<Direct>, around: WrapHandler): Routes {
  const sockets = new Set(app.routes.filter(({ method }) => method === "WS").map(({ path }) => path));
  const routes: Routes = {};
  for (const route of app.routes) {
    if (!METHODS.has(route.method) || route.path.includes("*") || sockets.has(route.path)) continue;
    const answer = app.answerOf?.(route.method, route.path) ?? createBunRouteHandler(app, route);
    const handler = around(answer, route.method, route.path);
    const bare = route.path.replace(/\/$/, "");
    for (const path of [bare || "/", `${bare}/`]) (routes[path] ??= {})[route.method] ??= handler;
  }
  return routes;
}
