/** Holds every answer of a test's hub against its row in the table of routes: its status, its type and its body. */
import { gunzipSync } from "node:zlib";
import type { TSchema } from "@sinclair/typebox";
import type { ServerHandler } from "../../src/app/process/serve.ts";
import { errorStatusesOf, isPage, type Route } from "../../src/presenters/route.ts";
import { PaymentTerms, Problem } from "../../src/presenters/schemas/problem.ts";
import type { RouteTable } from "../../src/routes/http/mount.ts";
import { faultFinder } from "../../src/runtime/schema.ts";

/** What an unserved path, an unserved method and a preflight are answered. */
const OF_NO_ROW = [204, 400, 404, 405, 408, 415, 429, 500];
/** Their bodies are large, or written piece by piece to a reader who may be slow. */
const UNREAD: ReadonlySet<string> = new Set(["call_api"]);

const finders = new WeakMap<TSchema, ReturnType<typeof faultFinder>>();

/** An answer that breaks its row is replaced by one that says how. */
export function heldToRow(table: RouteTable, handler: ServerHandler): ServerHandler {
  return async (request) => {
    const response = await handler(request);
    if (!(response instanceof Response)) return response; // It became a socket.
    const url = URL.parse(request.url);
    // A request without a host, or with what no target holds, is malformed before it has a path.
    if (url === null || request.url.includes("#")) return response;
    const { pathname } = url;
    const fault = await faultOf(table.find(request.method, pathname), request, response);
    if (fault === undefined) return response;
    return new Response(`${request.method} ${pathname} breaks its row: ${fault}`, { status: 599 });
  };
}

async function faultOf(row: Route | undefined, request: Request, response: Response): Promise<string | undefined> {
  const { status } = response;
  if (row === undefined)
    return OF_NO_ROW.includes(status) ? undefined : `status ${status} of a path that is not served`;
  const expected = [
    row.ok.status ?? 200,
    ...(row.isVersioned ? [304] : []),
    ...Object.keys(row.ok.alsoStatuses ?? {}).map(Number),
    ...errorStatusesOf(row),
  ];
  if (!expected.includes(status)) return `status ${status} is none of ${expected.join(", ")}`;
  if (request.method === "HEAD" || status === 304 || UNREAD.has(row.id)) return undefined;
  return bodyFault(row, status, response.headers.get("content-type") ?? "", response);
}

async function bodyFault(row: Route, status: number, type: string, response: Response): Promise<string | undefined> {
  const isFine = status === (row.ok.status ?? 200);
  const isOwn = isFine || row.failsAs?.includes(status) === true;
  const further = row.ok.alsoStatuses?.[status];
  if (typeof further === "object") {
    const fault = finderOf(further.schema)(JSON.parse(await response.clone().text()));
    return fault && `with status ${status}, ${fault.pointer} ${fault.detail}`;
  }
  if (further !== undefined) return undefined;
  const own = [row.ok.type ?? "application/json", ...(row.ok.alsoTypes ?? [])];
  if (isFine && status < 300 && !own.some((one) => type.startsWith(one)))
    return `its type is "${type}", not ${own.join(", ")}`;
  if (!type.includes("json"))
    return isOwn || (isPage(row) && type.startsWith("text/html")) ? undefined : `its type is "${type}"`;
  // It fails in a shape that its row leaves open, as a protocol of its own does.
  if (!isFine && isOwn && row.ok.schema === undefined) return undefined;
  const body = jsonOrText(await textOf(response));
  const schemas = [
    ...(isFine ? [row.ok.schema] : isOwn ? [row.ok.failure ?? row.ok.schema] : []),
    ...(isFine ? [] : [status === 402 ? PaymentTerms : Problem]),
  ].filter((schema) => schema !== undefined);
  const faults = schemas.map((schema) => finderOf(schema)(body));
  if (schemas.length === 0 || faults.includes(undefined)) return undefined;
  const told = faults.map((fault) => `${fault?.pointer} ${fault?.detail}`).join(" | ");
  return `with status ${status}, ${told}: ${JSON.stringify(body).slice(0, 500)}`;
}

function finderOf(schema: TSchema): ReturnType<typeof faultFinder> {
  const known = finders.get(schema) ?? faultFinder(schema);
  finders.set(schema, known);
  return known;
}

async function textOf(response: Response): Promise<string> {
  const copy = response.clone();
  return copy.headers.get("content-encoding") === "gzip"
    ? gunzipSync(await copy.arrayBuffer()).toString()
    : await copy.text();
}

/** The sandbox's ledger calls its text JSON, as rippled does. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
