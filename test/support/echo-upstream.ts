/** An upstream on loopback that answers what it was sent, and a hub whose catalogue has it, with a key to call it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccessRow } from "../../src/access/row.ts";
import type { ObservedAccess } from "../../src/catalog/file-catalog/entry-access.ts";
import { described, emptyShelf } from "../catalog/support.ts";
import { openTestAccount } from "./accounts.ts";
import { startHub, type TestHub, type TestHubOptions } from "./hub.ts";
import { startHttp, type TestServer } from "./http-server.ts";

export interface Echoed {
  readonly method: string;
  readonly url: string;
  /** Name, value, name, value, as they came. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface EchoWorld extends AsyncDisposable {
  readonly hub: TestHub;
  readonly upstream: TestServer;
  /** Everything the upstream was sent, in order. */
  readonly seen: Echoed[];
  readonly key: string;
  call(slug: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

type Reply = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** `paths` are those of the upstream's description; `reply` answers in place of the echo. */
export async function startEchoWorld(
  description: { readonly paths: object; readonly components?: object; readonly servers?: readonly object[] },
  options: TestHubOptions & {
    readonly reply?: Reply;
    readonly summaries?: string;
    /** The operator's rows of what the upstream at this `host:port` asks for. */
    readonly rows?: (place: string) => readonly AccessRow[];
  } = {},
): Promise<EchoWorld> {
  const seen: Echoed[] = [];
  const upstream = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      const echoed = { method: request.method ?? "", url: request.url ?? "", headers: request.rawHeaders, body };
      seen.push(echoed);
      if (options.reply !== undefined) return options.reply(request, response, body);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(echoed));
    });
  });
  const place = `127.0.0.1:${upstream.port}`;
  const shelf = emptyShelf();
  await shelf.build([described("echo.dev", { servers: [{ url: `http://${place}/base` }], ...description })], {
    allow: new Set([place]),
  });
  let observed: ObservedAccess | undefined;
  const catalog = shelf.open(undefined, options.rows?.(place), (slug) => observed?.(slug) ?? []);
  const lendObserved = (lent: ObservedAccess | undefined) => void (observed = lent);
  const hub = await startHub({ catalog, lendObserved, ...options, allow: [place, ...(options.allow ?? [])] });
  const { key } = await openTestAccount(hub.services, "pro");
  return {
    hub,
    upstream,
    seen,
    key,
    call: (slug, body, headers = {}) =>
      fetch(`${hub.url}/api/v1/agent/proxy/${slug}/call/`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
      catalog.close();
      shelf[Symbol.dispose]();
    },
  };
}
