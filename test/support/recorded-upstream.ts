/**
 * Servers on this machine that answer as the public services once did, from `test/fixtures/<slug>/*.json`, and that
 * misbehave when told to. Runs on any runtime with node's http.
 */
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request to a public service and what it answered; a body that is not text is sent as JSON. */
export interface Exchange {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: RecordedResponse;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** "hold" never answers; "cut" breaks the connection in the middle of the recorded answer. */
export type Misbehaviour = RecordedResponse | "hold" | "cut";

export interface ReceivedRequest {
  readonly method: string;
  /** As the public service would have been asked. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

export interface RecordedUpstream extends AsyncDisposable {
  /** Each public origin and the server that stands in for it. */
  readonly upstreams: ReadonlyMap<string, string>;
  /** What arrived, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** From now on, requests whose public address contains `part` are answered like this. */
  misbehave(part: string, how: Misbehaviour): void;
  /** Settled when a request is being held. */
  readonly held: Promise<void>;
  /** Settled when the client of a held request has gone away. */
  readonly dropped: Promise<void>;
}

/**
 * Every exchange that was recorded for an actor; none when it has no fixtures. A slug among them stands for what was
 * recorded for that actor: who reads pages as another does needs no pages of its own.
 */
export async function readExchanges(slug: string): Promise<Exchange[]> {
  const folder = new URL(`../fixtures/${slug}/`, import.meta.url);
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".json")).toSorted();
  const contents = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const recorded = contents.flatMap((content) => JSON.parse(content) as (Exchange | string)[]);
  const all = await Promise.all(recorded.map((entry) => (typeof entry === "string" ? readExchanges(entry) : [entry])));
  return all.flat();
}

/** Starts one server for each public origin among the exchanges. */
export async function recordedUpstream(exchanges: readonly Exchange[]): Promise<RecordedUpstream> {
  const answers = new Map(exchanges.map(({ request, response }) => [keyOf(request.method, request.url), response]));
  const requests: ReceivedRequest[] = [];
  const misbehaviours = new Map<string, Misbehaviour>();
  const held = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();

  function serve(origin: string, request: IncomingMessage, response: ServerResponse): void {
    const { method = "GET" } = request;
    const url = `${origin}${request.url ?? "/"}`;
    requests.push({ method, url, headers: request.headers });
    const recorded = answers.get(keyOf(method, url)) ?? NOT_RECORDED;
    const [, how = recorded] = [...misbehaviours].find(([part]) => url.includes(part)) ?? [];
    if (how === "hold") {
      response.once("close", dropped.resolve);
      held.resolve();
      return;
    }
    const { status, headers, body } = how === "cut" ? recorded : how;
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    response.writeHead(status, { ...headers, "content-length": bytes.length });
    if (how === "cut") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  }

  const servers: Server[] = [];
  const upstreams = new Map<string, string>();
  for (const origin of new Set(exchanges.map(({ request }) => new URL(request.url).origin))) {
    const server = createServer((request, response) => serve(origin, request, response));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    servers.push(server);
    upstreams.set(origin, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  return {
    upstreams,
    requests,
    misbehave: (part, how) => void misbehaviours.set(part, how),
    held: held.promise,
    dropped: dropped.promise,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close));
    },
  };
}

/** An answer of JSON. */
export function jsonAnswer(status: number, body: unknown): RecordedResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

const NOT_RECORDED = jsonAnswer(404, { error: "This request was not recorded." });

/** Equal for requests that mean the same: the order of query parameters does not count. */
function keyOf(method: string, address: string): string {
  const url = new URL(address);
  url.searchParams.sort();
  return `${method} ${url.origin}${url.pathname}?${url.searchParams}`;
}

function close(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
