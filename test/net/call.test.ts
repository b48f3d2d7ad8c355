import { expect, test } from "bun:test";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import tls from "node:tls";
import zlib from "node:zlib";
import { type CallAnswer, createCall, type OutgoingCall } from "../../src/net/call.ts";
import { createPool } from "../../src/net/pool.ts";
import { CERTIFICATE, PRIVATE_KEY } from "../support/certificate.ts";
import { listen, startHttp, type TestServer } from "../support/http-server.ts";

const KIB = 1024;

async function callTo(
  server: TestServer,
  path: string,
  more: Partial<OutgoingCall> = {},
  others: readonly TestServer[] = [],
) {
  using pool = createPool();
  const allow = [server, ...others].map(({ port }) => `127.0.0.1:${port}`);
  const call = createCall({ resolve: async () => [], allow, selfHosts: [], pool });
  return call(callOf(server, path, more));
}

function callOf({ origin }: TestServer, path: string, more: Partial<OutgoingCall> = {}): OutgoingCall {
  const signal = new AbortController().signal;
  return {
    method: "GET",
    url: `${origin}${path}`,
    headers: {},
    timeoutMs: 5000,
    maxBytes: 64 * KIB,
    mayReuse: true,
    signal,
    ...more,
  };
}

const text = ({ chunks }: CallAnswer) => Buffer.concat(chunks).toString();

test("what is larger than the limit is cut, whether it says so, streams or was compressed", async () => {
  const bomb = zlib.gzipSync(Buffer.alloc(20 * KIB * KIB));
  await using server = await startHttp((request, response) => {
    if (request.url === "/bomb") return void response.setHeader("content-encoding", "gzip").end(bomb);
    if (request.url === "/stated") return void response.end("x".repeat(100 * KIB));
    for (let piece = 0; piece < 100; piece++) response.write("x".repeat(KIB));
    response.end();
  });
  for (const path of ["/stated", "/streamed", "/bomb"]) {
    const answer = await callTo(server, path);
    expect([answer.truncated, text(answer).length]).toEqual([true, 64 * KIB]);
  }
});

test.each([
  ["gzip", zlib.gzipSync("hello")],
  ["deflate", zlib.deflateSync("hello")],
  ["deflate", zlib.deflateRawSync("hello")],
  ["br", zlib.brotliCompressSync("hello")],
  ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync("hello"))],
  ["identity", Buffer.from("hello")],
])("a body in %s is read as what it was", async (coding, bytes) => {
  await using server = await startHttp((_, response) => void response.setHeader("content-encoding", coding).end(bytes));
  expect(text(await callTo(server, "/"))).toBe("hello");
});

test("an empty body has nothing to undo, and a bad one is the upstream's fault", async () => {
  await using server = await startHttp((request, response) => {
    response.setHeader("content-encoding", "gzip");
    response.end(request.url === "/empty" ? "" : "no gzip at all");
  });
  expect((await callTo(server, "/empty")).chunks).toEqual([]);
  expect((await callTo(server, "/bad", { method: "HEAD" })).status).toBe(200);
  expect(callTo(server, "/bad")).rejects.toMatchObject({ code: "upstream_invalid" });
});

test.each([
  ["cut", 64 * KIB],
  ["whole", 1024 * KIB],
])("much that becomes nothing is read up to the limit, too: %s", async (_, maxBytes) => {
  // Empty stored blocks (RFC 1951, section 3.2.4), with no end and with one.
  const blocks = Buffer.alloc(100 * KIB, Buffer.from([0, 0, 0, 255, 255]));
  const body = Buffer.concat([blocks, zlib.deflateRawSync("hello")]);
  await using server = await startHttp(
    (_request, response) => void response.setHeader("content-encoding", "deflate").end(body),
  );
  const answer = await callTo(server, "/", { maxBytes });
  expect([answer.truncated, text(answer)]).toEqual(maxBytes === 64 * KIB ? [true, ""] : [false, "hello"]);
});

test("credentials never follow a redirect to another place, and a body does not go there at all", async () => {
  const seen: string[][] = [];
  const note = (request: IncomingMessage, response: ServerResponse) => {
    seen.push(request.rawHeaders.map((text) => text.toLowerCase()));
    response.end("there");
  };
  await using other = await startHttp(note);
  await using server = await startHttp(
    (_, response) => void response.writeHead(307, { location: `${other.origin}/x` }).end(),
  );
  const headers = { authorization: "Bearer secret", "x-key": "secret", accept: "text/plain" };
  expect(text(await callTo(server, "/", { headers }, [other]))).toBe("there");
  expect(seen[0]).toContain("text/plain");
  expect(seen[0]?.filter((word) => word.includes("secret") || word === "x-key")).toEqual([]);
  const posted = await callTo(server, "/", { method: "POST", headers, body: Buffer.from("private") }, [other]);
  expect([posted.status, seen.length]).toEqual([307, 1]);
});

test("a connection is used again for the same place, and a call that must not be repeated gets its own", async () => {
  await using listener = await listen(createServer((_, response) => void response.end("ok")));
  using pool = createPool();
  const call = createCall({ resolve: async () => [], allow: [`127.0.0.1:${listener.port}`], selfHosts: [], pool });
  for (let count = 0; count < 3; count++) await call(callOf(listener, "/"));
  expect(listener.sockets.length).toBe(1);
  await call(callOf(listener, "/", { method: "POST", mayReuse: false }));
  expect(listener.sockets.length).toBe(2);
});

// Where certificates are not looked at, only the pool itself keeps the names apart.
test.each([
  ["other.example proves nothing and gets nothing", { ca: CERTIFICATE }, "upstream_failed"],
  ["other.example is believed, and gets a connection of its own", { rejectUnauthorized: false }, "other"],
])("a connection over TLS is kept for the name it was made for: %s", async (_, trust, expected) => {
  const ports = new Set<number | undefined>();
  const secure = https.createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, ({ headers, socket }, response) => {
    ports.add(socket.remotePort);
    response.end(headers.host?.split(".")[0]);
  });
  await using listener = await listen(secure);
  using pool = createPool((options) => tls.connect({ ...options, ...trust }));
  const call = createCall({
    resolve: async () => ["127.0.0.1"],
    allow: ["secure", "other"].map((name) => `${name}.example:${listener.port}`),
    selfHosts: [],
    pool,
  });
  const to = (name: string) =>
    call(callOf(listener, "/", { url: `https://${name}.example:${listener.port}/` })).then(
      text,
      ({ code }: { code: string }) => code,
    );
  expect([await to("secure"), await to("secure"), ports.size]).toEqual(["secure", "secure", 1]);
  // The kept connection is idle, leads to the same address and port, and would answer.
  expect(await to("other")).toBe(expected);
  expect(ports.size).toBe(expected === "other" ? 2 : 1);
  expect([await to("secure"), ports.size]).toEqual(["secure", expected === "other" ? 2 : 1]);
});

test.each(["app.example:/callback?code=1", "mailto:a@b.dev"])(
  "a redirect to %s is the answer, and is not followed",
  async (location) => {
    const seen: string[] = [];
    await using server = await startHttp((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(302, { location: request.url === "/1" ? "/2" : location }).end("gone on");
    });
    const answer = await callTo(server, "/1");
    expect([answer.status, answer.headers.get("location"), text(answer)]).toEqual([302, location, "gone on"]);
    expect(seen).toEqual(["/1", "/2"]);
  },
);

test.each<[string, Record<string, string>]>([
  ["as it is", {}],
  ["compressed", { "content-encoding": "gzip" }],
])("a stream of events without an end is told as far as it came, %s", async (_, headers) => {
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    if (headers["content-encoding"] === undefined) return void response.write("data: 1\n\n");
    const gzip = zlib.createGzip();
    gzip.pipe(response);
    gzip.write("data: 1\n\n");
    gzip.flush();
  });
  const answer = await callTo(server, "/", { timeoutMs: 1500 });
  expect([text(answer), answer.truncated]).toEqual(["data: 1\n\n", true]);
  await server.idle();
});

test("a stream that ends in time is whole, and other answers without an end are late", async () => {
  await using server = await startHttp((request, response) => {
    const type = request.url === "/page" ? "text/html" : "text/event-stream";
    response.writeHead(200, { "content-type": type }).write("data: 1\n\n");
    if (request.url === "/ends") response.end();
  });
  expect(await callTo(server, "/ends")).toMatchObject({ truncated: false });
  expect(callTo(server, "/page", { timeoutMs: 300 })).rejects.toMatchObject({ code: "upstream_timeout" });
  await server.idle();
});
