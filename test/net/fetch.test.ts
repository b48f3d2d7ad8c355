import { expect, test } from "bun:test";
import { once } from "node:events";
import https from "node:https";
import tls from "node:tls";
import zlib from "node:zlib";
import type { Connect } from "../../src/net/connect.ts";
import { createFetch, type FetchSettings } from "../../src/net/fetch.ts";
import { askNameServers } from "../../src/net/name-servers.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { CERTIFICATE, PRIVATE_KEY } from "../support/certificate.ts";
import { startDns } from "../support/dns-server.ts";
import { detourTo, listen, startHttp, startRaw, type TestServer } from "../support/http-server.ts";

const NEVER = new AbortController().signal;
const PUBLIC = "93.184.216.34";
/** So long that it goes in several blocks. */
const NOISE = Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * at * 31 + (at >> 7)) % 251));

test("an answer arrives whole, with its status and headers, decompressed", async () => {
  await using server = await startHttp((_request, response) => {
    response.writeHead(404, { "content-encoding": "gzip", "content-type": "text/plain", "set-cookie": ["a=1", "b=2"] });
    response.end(zlib.gzipSync("not here"));
  });

  const { url, status, headers, bytes } = await fetchFrom(server)("http://example.com/a?b=c#d", { signal: NEVER });

  expect([url, status, text(bytes)]).toEqual(["http://example.com/a?b=c", 404, "not here"]);
  expect([headers.get("content-type"), headers.getSetCookie()]).toEqual(["text/plain", ["a=1", "b=2"]]);
  expect([headers.has("content-encoding"), headers.has("content-length")]).toEqual([false, false]);
});

test.each([
  ["gzip", zlib.gzipSync("plain")],
  ["X-GZip", zlib.gzipSync("plain")],
  ["deflate", zlib.deflateSync("plain")],
  ["deflate", zlib.deflateRawSync("plain")],
  ["br", zlib.brotliCompressSync("plain")],
  ["zstd", zlib.zstdCompressSync("plain")],
  ["gzip, br", zlib.brotliCompressSync(zlib.gzipSync("plain"))],
  ["deflate, gzip", zlib.gzipSync(zlib.deflateSync("plain"))],
  ["zstd", Buffer.concat([zlib.zstdCompressSync("pl"), zlib.zstdCompressSync("ain")])],
  ["zstd", zlib.zstdCompressSync("plain", { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } })],
  ["identity", Buffer.from("plain")],
  ["UTF-8", Buffer.from("plain")],
  ["none", Buffer.from("plain")],
  ["aws-chunked", Buffer.from("plain")],
  ["aws-chunked, gzip", zlib.gzipSync("plain")],
])("a body sent as %s is read", async (coding, body) => {
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-encoding": coding }).end(body);
  });
  expect(text((await fetchFrom(server)("http://example.com/", { signal: NEVER })).bytes)).toBe("plain");
});

test.each([
  ["gzip", Buffer.from("plain")],
  ["gzip", zlib.gzipSync("plain").subarray(0, 15)],
  ["br", Buffer.from("plain")],
  ["zstd", Buffer.from("plain")],
  ["zstd", zlib.zstdCompressSync("plain").subarray(0, -1)],
  ["zstd", zlib.zstdCompressSync("plain").subarray(0, 3)],
  ["zstd", zlib.zstdCompressSync(NOISE).subarray(0, 20_000)],
  ["gzip, zstd", zlib.zstdCompressSync(zlib.gzipSync(NOISE)).subarray(0, -1)],
  ["compress", Buffer.from("plain")],
  ["gzip, gzip, gzip", zlib.gzipSync(zlib.gzipSync(zlib.gzipSync("plain")))],
])("a body that is not what %s promises is upstream_invalid", async (coding, body) => {
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-encoding": coding }).end(body);
  });
  expect(await failureOf(fetchFrom(server)("http://example.com/", { signal: NEVER }))).toBe("upstream_invalid");
  await server.idle();
});

test.each([
  ["gzip", () => zlib.createGzip()],
  ["deflate", () => zlib.createDeflate()],
  ["br", () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ["zstd", () => zlib.createZstdCompress()],
])("200 MB hidden in a little %s are cut at the limit, in little memory", async (coding, compressor) => {
  const stream = compressor();
  const bomb = Array.fromAsync(stream as AsyncIterable<Buffer>);
  const zeros = Buffer.alloc(1 << 20);
  for (let mebibyte = 0; mebibyte < 200; mebibyte++) if (!stream.write(zeros)) await once(stream, "drain");
  stream.end();
  const body = Buffer.concat(await bomb);
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-encoding": coding }).end(body);
  });
  const before = process.memoryUsage().rss;

  expect(await failureOf(fetchFrom(server)("http://example.com/", { signal: NEVER }))).toBe("upstream_too_large");

  expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
});

test("a body that is far too long between its two codings is given up, though it becomes nothing", async () => {
  const empty = zlib.gzipSync("");
  const members = Buffer.concat(Array.from({ length: 400_000 }, () => empty));
  const body = zlib.gzipSync(members);
  expect([members.length > 5 << 20, body.length < 1 << 20]).toEqual([true, true]);
  await using server = await startHttp((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(body);
  });

  expect(await failureOf(fetchFrom(server)("http://example.com/", { signal: NEVER }))).toBe("upstream_too_large");
  await server.idle();
});

test("a body that announces too much is not read, an endless one is cut", async () => {
  let sent = 0;
  await using server = await startRaw((path, socket) => {
    if (path === "/announced") return socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5242881\r\n\r\n");
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const pour = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    socket.on("drain", pour);
    return pour();
  });
  const fetch = fetchFrom(server);

  expect(await failureOf(fetch("http://example.com/announced", { signal: NEVER }))).toBe("upstream_too_large");
  expect(await failureOf(fetch("http://example.com/endless", { signal: NEVER }))).toBe("upstream_too_large");
  await server.idle();
  expect(sent).toBeLessThan(32 << 20);
});

test("a body of exactly the limit is whole", async () => {
  await using server = await startHttp((_request, response) => response.end("12345"));
  const at = (maxBytes: number) =>
    fetchFrom(server, { limits: { maxBytes } })("http://example.com/", { signal: NEVER });
  expect(text((await at(5)).bytes)).toBe("12345");
  expect(await failureOf(at(4))).toBe("upstream_too_large");
});

test.each([
  ["hangs before its head", "", { firstByteMs: 40 }],
  ["drips its head", "HTTP/1.1 200 OK\r\nx-a: b\r\n", { firstByteMs: 40 }],
  ["hangs in its body", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc", { totalMs: 40 }],
])("an upstream that %s is upstream_timeout, and its socket is closed", async (_what, said, limits) => {
  await using server = await startRaw((_path, socket) => void socket.write(said));
  const fetch = fetchFrom(server, { limits });
  expect(await failureOf(fetch("http://example.com/", { signal: NEVER }))).toBe("upstream_timeout");
  await server.idle();
});

test("an upstream that drips for ever is cut at the total", async () => {
  let drip: ReturnType<typeof setInterval> | undefined;
  await using server = await startRaw((_path, socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    drip = setInterval(() => socket.write("."), 5);
    socket.once("close", () => clearInterval(drip));
  });
  const fetch = fetchFrom(server, { limits: { totalMs: 60 } });
  expect(await failureOf(fetch("http://example.com/", { signal: NEVER }))).toBe("upstream_timeout");
  await server.idle();
});

test.each([
  ["closes at once", ""],
  ["ends before its announced length", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc"],
  ["ends within a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab"],
  ["speaks another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["frames its body twice", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
])("an upstream that %s is upstream_failed", async (_what, said) => {
  await using server = await startRaw((_path, socket) => void socket.end(said));
  expect(await failureOf(fetchFrom(server)("http://example.com/", { signal: NEVER }))).toBe("upstream_failed");
});

test("an upstream that switches protocols is upstream_invalid", async () => {
  await using server = await startRaw((_path, socket) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
  });
  expect(await failureOf(fetchFrom(server)("http://example.com/", { signal: NEVER }))).toBe("upstream_invalid");
  await server.idle();
});

test("a connection is closed after its answer, although the upstream would keep it", async () => {
  await using server = await startRaw((_path, socket) => {
    socket.write("HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 4\r\n\r\nhere");
  });
  expect(text((await fetchFrom(server)("http://example.com/", { signal: NEVER })).bytes)).toBe("here");
  await server.idle();
});

test("an abort ends the fetch with the caller's reason and closes the socket", async () => {
  const caller = new AbortController();
  await using server = await startRaw(() => caller.abort(new Error("hung up")));
  const fetch = fetchFrom(server);
  await expect(fetch("http://example.com/", { signal: caller.signal })).rejects.toThrow("hung up");
  await server.idle();
  const late = AbortSignal.abort(new Error("too late"));
  await expect(fetch("http://example.com/", { signal: late })).rejects.toThrow("too late");
  expect(server.sockets.length).toBe(1);
});

test("a host name is resolved once, and only what was vetted is connected to", async () => {
  await using dns = await startDns({ "rebind.example": [[PUBLIC], ["127.0.0.1"]] });
  await using server = await startHttp((_request, response) => response.end());
  const { connect, meant } = detourTo(server.port);
  const fetch = fetchFrom(server, { resolve: askNameServers([dns.address]), connect });

  await fetch("http://rebind.example/", { signal: NEVER });
  expect(dns.queries.toSorted()).toEqual(["rebind.example A", "rebind.example AAAA"]);
  expect(await failureOf(fetch("http://rebind.example/", { signal: NEVER }))).toBe("url_not_allowed");
  expect(meant).toEqual([`http://${PUBLIC}:80`]);
});

test("a resolver that hangs is upstream_timeout, one that fails is upstream_unreachable", async () => {
  await using server = await startHttp((_request, response) => response.end());
  await using dns = await startDns({}, ["silent.example"]);
  const hung = fetchFrom(server, { resolve: askNameServers([dns.address]), limits: { dnsMs: 40 } });
  expect(await failureOf(hung("http://silent.example/", { signal: NEVER }))).toBe("upstream_timeout");
  const deaf = fetchFrom(server, { resolve: () => new Promise(() => undefined), limits: { dnsMs: 40 } });
  expect(await failureOf(deaf("http://example.com/", { signal: NEVER }))).toBe("upstream_timeout");
  const broken = fetchFrom(server, { resolve: () => Promise.reject(new Error("SERVFAIL")) });
  expect(await failureOf(broken("http://example.com/", { signal: NEVER }))).toBe("upstream_unreachable");
});

test("a private name and one that does not exist are refused alike", async () => {
  await using server = await startHttp((_request, response) => response.end());
  const answer = async (addresses: readonly string[]) => {
    const fetch = fetchFrom(server, { resolve: () => Promise.resolve(addresses) });
    return fetch("http://secret.example/", { signal: NEVER }).catch((error) => asHubError(error).message);
  };
  const said = await answer(["10.1.2.3"]);
  expect(said).toBe(await answer([]));
  expect(said).toBe(await answer([PUBLIC, "::1"]));
  expect(said).not.toMatch(/10\.1|secret/);
});

test("when an address does not take the connection the next one is tried", async () => {
  await using server = await startHttp((_request, response) => response.end("here"));
  const open = detourTo(server.port);
  const closed = await startHttp(() => undefined);
  await closed[Symbol.asyncDispose]();
  const refused = detourTo(closed.port);
  const fetch = fetchFrom(server, {
    resolve: () => Promise.resolve(["1.1.1.1", "8.8.8.8"]),
    connect: (options) => (options.host === "1.1.1.1" ? refused : open).connect(options),
  });

  expect(text((await fetch("http://example.com/", { signal: NEVER })).bytes)).toBe("here");
  expect([refused.meant, open.meant]).toEqual([["http://1.1.1.1:80"], ["http://8.8.8.8:80"]]);
  const none = fetchFrom(server, { connect: refused.connect });
  expect(await failureOf(none("http://example.com/", { signal: NEVER }))).toBe("upstream_failed");
});

test("an address that swallows connections leaves time for the next", async () => {
  await using mute = await startRaw(() => undefined);
  await using server = await startHttp((_request, response) => response.end("here"));
  const swallow: Connect = ({ servername }) => connectTls(mute.port, servername);
  const { connect } = detourTo(server.port);
  const limits = { connectMs: 80 };
  const resolve = () => Promise.resolve(["1.1.1.1", "8.8.8.8"]);
  const second = fetchFrom(server, { limits, resolve, connect: (o) => (o.host === "1.1.1.1" ? swallow : connect)(o) });
  expect(text((await second("https://example.com/", { signal: NEVER })).bytes)).toBe("here");
  await mute.idle();

  const neither = fetchFrom(server, { limits, resolve, connect: swallow });
  expect(await failureOf(neither("https://example.com/", { signal: NEVER }))).toBe("upstream_timeout");
  await mute.idle();
  expect(mute.sockets.length).toBe(3);
});

test("a request that was sent is not sent again to another address", async () => {
  const asked: string[] = [];
  await using server = await startRaw((path, socket) => {
    asked.push(path);
    socket.destroy();
  });
  const fetch = fetchFrom(server, { resolve: () => Promise.resolve(["1.1.1.1", "8.8.8.8"]) });
  expect(await failureOf(fetch("http://example.com/buy", { signal: NEVER, method: "POST", body: "x" }))).toBe(
    "upstream_failed",
  );
  expect(asked).toEqual(["/buy"]);
});

test("the operator's exceptions hold by exact host and port, never for metadata addresses", async () => {
  await using server = await startHttp((_request, response) => response.end("inside"));
  const fetch = createFetch({
    resolve: (host) => Promise.resolve(host === "intranet" ? ["127.0.0.1"] : ["169.254.169.254"]),
    allow: [
      `127.0.0.1:${server.port}`,
      `intranet:${server.port}`,
      "sneaky:80",
      "169.254.169.254:80",
      "[fd00:ec2::254]:80",
    ],
    selfHosts: [],
  });

  expect(text((await fetch(`${server.origin}/`, { signal: NEVER })).bytes)).toBe("inside");
  expect(text((await fetch(`http://intranet:${server.port}/`, { signal: NEVER })).bytes)).toBe("inside");
  for (const url of [
    `http://127.0.0.2:${server.port}/`,
    "http://127.0.0.1/",
    "http://intranet/",
    "http://sneaky/",
    "http://169.254.169.254/",
    "http://[fd00:ec2::254]/",
  ]) {
    expect(await failureOf(fetch(url, { signal: NEVER }))).toBe("url_not_allowed");
  }
});

test("the certificate has to be for the name, whatever the address", async () => {
  const server = https.createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_request, response) =>
    response.end("safe"),
  );
  await using secure = await listen(server);
  const trusting = createFetch({
    resolve: () => Promise.resolve([PUBLIC]),
    allow: [],
    selfHosts: [],
    connect: ({ servername }) => connectTls(secure.port, servername, CERTIFICATE),
  });
  const strict = createFetch({
    resolve: () => Promise.resolve([PUBLIC]),
    allow: [],
    selfHosts: [],
    connect: ({ servername }) => connectTls(secure.port, servername),
  });

  expect(text((await trusting("https://secure.example/", { signal: NEVER })).bytes)).toBe("safe");
  expect(await failureOf(trusting("https://other.example/", { signal: NEVER }))).toBe("upstream_failed");
  expect(await failureOf(trusting("https://1.1.1.1/", { signal: NEVER }))).toBe("upstream_failed");
  expect(await failureOf(strict("https://secure.example/", { signal: NEVER }))).toBe("upstream_failed");
});

/** A guarded fetch for which every name is public and every request goes to `server`. */
function fetchFrom(server: TestServer, settings: Partial<FetchSettings> = {}) {
  return createFetch({
    resolve: () => Promise.resolve([PUBLIC]),
    allow: [],
    selfHosts: [],
    connect: detourTo(server.port).connect,
    ...settings,
  });
}

function connectTls(port: number, servername: string | undefined, ca?: string) {
  return tls.connect({ host: "127.0.0.1", port, ...(servername && { servername }), ...(ca && { ca }) });
}

function failureOf(fetched: Promise<unknown>): Promise<string> {
  return fetched.then(
    () => "none",
    (error) => asHubError(error).code,
  );
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

test("headers are sent whether they come as a record or as Headers", async () => {
  const seen: unknown[] = [];
  await using server = await startHttp((request, response) => {
    seen.push(request.headers["x-key"]);
    response.end();
  });
  const fetch = fetchFrom(server);
  await fetch("http://example.com/", { headers: { "X-Key": "a" }, signal: NEVER });
  await fetch("http://example.com/", { headers: new Headers({ "X-Key": "b" }), signal: NEVER });
  expect(seen).toEqual(["a", "b"]);
});
