/** The table of routes: to be mounted with its row is the only way a path comes to be served. */
import type { AnyElysia } from "elysia";
import { parametersOf, type Route } from "../../presenters/route.ts";
import { nearest } from "../../runtime/meant-name.ts";

/** What a handler is given of a request; the framework prepares only what the handler's own text names. */
export interface RouteContext {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

export type RouteHandler = (context: RouteContext) => unknown;
export type Mount = (route: Route, handler: RouteHandler) => void;
/** Of a socket: what the framework takes for one. */
export type MountSocket = (route: Route, socket: Parameters<AnyElysia["ws"]>[1]) => void;

export interface RouteTable {
  readonly mount: Mount;
  readonly mountSocket: MountSocket;
  /** In the order in which they were mounted. */
  readonly rows: readonly Route[];
  /** The methods that this very path answers; none where nothing is served. */
  methodsOf(pathname: string): readonly string[];
  /** The row of a request; `undefined` where nothing is served. */
  find(method: string, pathname: string): Route | undefined;
  /** What answers a row's requests; `undefined` where none is mounted. */
  handlerOf(method: string, path: string): RouteHandler | undefined;
  /** A path without parameters that is written nearly alike. */
  near(pathname: string): string | undefined;
}

export function createRouteTable(app: AnyElysia): RouteTable {
  const rows: Route[] = [];
  const handlers = new Map<string, RouteHandler>();
  const served: { readonly row: Route; readonly pattern: RegExp }[] = [];
  const add = (row: Route): void => {
    if (rows.some(({ id }) => id === row.id)) throw new Error(`Cannot mount "${row.id}": the id is taken`);
    rows.push(row);
    served.push({ row, pattern: patternOf(row.path) });
  };
  const at = (pathname: string) => served.filter(({ pattern }) => pattern.test(pathname)).map(({ row }) => row);
  return {
    rows,
    mount(row, handler) {
      add(row);
      handlers.set(`${row.method} ${row.path}`, handler);
      // A handler reads its body itself, bounded. Handed on as it is: the framework reads its text.
      app.route(row.method, row.path, handler as never, { parse: "none" } as never); // Wider than the handler's own type.
    },
    mountSocket(row, socket) {
      add(row);
      app.ws(row.path, socket);
    },
    methodsOf: (pathname) =>
      at(pathname)
        .map(({ method }) => method)
        .filter((method) => method !== "WS"),
    find: (method, pathname) => at(pathname).find((row) => row.method === (method === "HEAD" ? "GET" : method)),
    handlerOf: (method, path) => handlers.get(`${method} ${path}`),
    near(pathname) {
      const plain = rows.filter(({ path }) => parametersOf(path).length === 0).map(({ path }) => path);
      return nearest(pathname, plain);
    },
  };
}

/** "/a/:slug/" as a pattern, with and without its trailing slash. */
function patternOf(path: string): RegExp {
  const pattern = path
    .replace(/\/$/, "")
    .replace(/[.]/g, "\\.")
    .replace(/:[^/]+/g, "[^/]+");
  return new RegExp(`^${pattern}/?$`);
}
