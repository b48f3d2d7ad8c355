/** What a kept connection makes of answers of every form, and of an upstream that ends it or says more than was asked. */
import { expect, test } from "bun:test";
import net, { type Socket } from "node:net";
import zlib from "node:zlib";
import { type CallAnswer, createCall, type OutgoingCall } from "../../src/net/call.ts";
import { createHttpSocket } from "../../src/net/http-socket.ts";
import { createPool } from "../../src/net/pool.ts";
import { listen } from "../support/http-server.ts";

const KIB = 1024;

/** Answers each request of a connection by what `answer` writes; `requests` are the first lines of all that came. */
async function upstream(answer: (path: string, socket: Socket) => void) {
  const requests: string[] = [];
  const listener = await listen(
    net.createServer((socket) => {
      socket.on("data", (data) => {
        const line = data.toString("latin1").split("\r\n")[0] ?? "";
        requests.push(line);
        answer(line.split(" ")[1] ?? "", socket);
      });
    }),
  );
  const pool = createPool();
  const call = createCall({ resolve: async () => [], allow: [`127.0.0.1:${listener.port}`], selfHosts: [], pool });
  const get = (path: string, more: Partial<OutgoingCall> = {}) =>
    call({
      method: "GET",
      url: `${listener.origin}${path}`,
      headers: {},
      timeoutMs: 5000,
      maxBytes: 64 * KIB,
      mayReuse: true,
      signal: new AbortController().signal,
      ...more,
    });
  return {
    requests,
    sockets: listener.sockets,
    get,
    text: (path: string, more?: Partial<OutgoingCall>) => get(path, more).then(textOf),
    async [Symbol.asyncDispose]() {
      pool[Symbol.dispose]();
      await listener[Symbol.asyncDispose]();
    },
  };
}

const textOf = ({ chunks }: CallAnswer) => Buffer.concat(chunks).toString();
const ok = (body: string, ...headers: string[]) =>
  ["HTTP/1.1 200 OK", `Content-Length: ${body.length}`, ...headers, "", body].join("\r\n");
const chunked = (...lines: string[]) => ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "", ...lines].join("\r\n");

test.each([
  ["a stated length", ok("hello")],
  ["chunks", chunked("3", "hel", "2;x=y", "lo", "0", "", "")],
  ["chunks with trailers", chunked("5", "hello", "0", "X-Late: 1", "", "")],
  ["hints before it", `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${ok("hello")}`],
  ["more headers than are read at once", ok("hello", ...Array.from({ length: 100 }, (_, at) => `X-${at}: ${at}`))],
])("an answer with %s is read whole, and its connection is used again", async (_, answer) => {
  for (const piece of [answer.length, 1]) {
    await using server = await upstream((_path, socket) => {
      for (let at = 0; at < answer.length; at += piece) socket.write(answer.slice(at, at + piece), "latin1");
    });
    expect([await server.text("/1"), await server.text("/2")]).toEqual(["hello", "hello"]);
    expect([server.requests.length, server.sockets.length]).toEqual([2, 1]);
  }
});

test.each([
  ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", 200],
  ["GET", "HTTP/1.1 204 No Content\r\n\r\n", 204],
  ["GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n", 304],
])("an answer to %s that has no body is over with its head", async (method, answer, status) => {
  await using server = await upstream((_, socket) => void socket.write(answer));
  for (const path of ["/1", "/2"]) expect(await server.get(path, { method })).toMatchObject({ status, chunks: [] });
  expect(server.sockets.length).toBe(1);
});

test("every header arrives, those that came more than once together", async () => {
  const many = Array.from({ length: 60 }, (_, at) => `X-${at}: ${at}`);
  await using server = await upstream((_, socket) => void socket.write(ok("", ...many, "x-1: more", "Vary:  a ")));
  const { headers } = await server.get("/");
  expect([headers.get("x-0"), headers.get("x-1"), headers.get("x-59"), headers.get("vary")]).toEqual([
    "0",
    "1, more",
    "59",
    "a",
  ]);
});

test("a body that only the end of the connection ends is whole, one that it cuts off is not", async () => {
  await using server = await upstream((path, socket) =>
    socket.end(
      path === "/whole" ? "HTTP/1.1 200 OK\r\n\r\nhello" : "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
    ),
  );
  expect(await server.text("/whole")).toBe("hello");
  expect(server.get("/cut")).rejects.toMatchObject({ code: "upstream_failed" });
  expect(await server.text("/whole")).toBe("hello");
});

test("a connection that the upstream has closed in the meantime is not used", async () => {
  await using server = await upstream((_, socket) => socket.end(ok("hello")));
  for (const path of ["/1", "/2"]) {
    expect(await server.text(path)).toBe("hello");
    await new Promise((closed) => server.sockets.at(-1)?.once("close", closed) ?? closed(0));
  }
  expect(server.requests).toEqual(["GET /1 HTTP/1.1", "GET /2 HTTP/1.1"]);
});

test("a request is sent once: one whose kept connection breaks off is told as such and not repeated here", async () => {
  await using server = await upstream((path, socket) =>
    path === "/first" ? void socket.write(ok("hello")) : void socket.destroy(),
  );
  expect(await server.text("/first")).toBe("hello");
  expect(server.get("/second")).rejects.toMatchObject({ code: "upstream_failed" });
  await server.get("/second").catch(() => undefined);
  expect(server.requests.filter((line) => line.includes("/second")).length).toBe(2); // Once for each of the calls.
});

test("what must not be repeated never goes by a kept connection, nor leaves one behind", async () => {
  await using server = await upstream((_, socket) => void socket.write(ok("hello")));
  await server.get("/1");
  const body = Buffer.from("{}");
  for (const path of ["/2", "/3"]) await server.get(path, { method: "POST", body, mayReuse: false });
  expect(server.sockets.length).toBe(3);
  await server.get("/4");
  expect(server.sockets.length).toBe(3);
});

test.each([
  ["with the one before", (socket: Socket) => socket.write(ok("mine") + ok("another's"))],
  ["as soon as nobody waits", (socket: Socket) => socket.write(ok("mine"), () => socket.write(ok("another's")))],
])("an answer that nobody asked for, sent %s, is given to nobody", async (_, write) => {
  await using server = await upstream((_path, socket) => void write(socket));
  for (const path of ["/1", "/2", "/3"]) expect(await server.text(path)).toBe("mine");
});

test.each([
  ["a stated length", ok("hello") + "more", 200, "hello"],
  ["the last chunk", chunked("5", "hello", "0", "", "more"), 200, "hello"],
  ["its end by agreement", ok("hello", "Connection: close") + "more", 200, "hello"],
  ["a status without a body", "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nmore", 204, ""],
  ["another such status", "HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nmore", 304, ""],
])("what is sent behind %s takes nothing from the answer, and ends its connection", async (_, answer, status, body) => {
  await using server = await upstream((_path, socket) => void socket.write(answer));
  for (const path of ["/1", "/2"]) {
    const got = await server.get(path);
    expect([got.status, textOf(got)]).toEqual([status, body]);
  }
  expect(server.sockets.length).toBe(2);
});

test("a head of 60 KiB is read", async () => {
  await using server = await upstream((_path, socket) => void socket.write(ok("hello", `X: ${"x".repeat(60 * KIB)}`)));
  expect((await server.get("/")).headers.get("x")?.length).toBe(60 * KIB);
});

test.each([
  ["is cut at the limit", "GET", ok("x".repeat(4096 * KIB)), 64 * KIB],
  ["asks for its end", "GET", ok("hello", "Connection: close"), 5],
  ["is of HTTP/1.0", "GET", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", 5],
])("the connection of an answer that %s is not kept", async (_, method, answer, length) => {
  await using server = await upstream((_path, socket) => void socket.write(answer));
  for (const path of ["/1", "/2"]) expect((await server.text(path, { method })).length).toBe(length);
  expect(server.sockets.length).toBe(2);
});

test.each([
  ["no HTTP", "nonsense\r\n\r\n"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!"],
  ["a length and chunks", `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["a chunk without a size", chunked("z", "hello", "0", "", "")],
  ["a head without an end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100 * KIB)}`],
])("an answer that is %s is refused, and its connection is not used again", async (_, answer) => {
  await using server = await upstream((path, socket) => void socket.write(path === "/good" ? ok("hello") : answer));
  expect(server.get("/bad")).rejects.toMatchObject({ code: "upstream_failed" });
  await server.get("/bad").catch(() => undefined);
  expect(await server.text("/good")).toBe("hello");
  expect(server.sockets.length).toBe(3);
});

test("an upstream that changes the protocol is no upstream", async () => {
  const change = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
  await using server = await upstream((_, socket) => void socket.write(change));
  expect(server.get("/")).rejects.toMatchObject({ code: "upstream_invalid" });
});

test("a socket holds its process only while an answer is awaited", async () => {
  const log: string[] = [];
  class Noted extends net.Socket {
    override ref() {
      log.push("ref");
      return super.ref();
    }
    override unref() {
      log.push("unref");
      return super.unref();
    }
  }
  await using server = await listen(net.createServer((each) => each.on("data", () => void each.write(ok("hello")))));
  const raw = new Noted().connect(server.port, "127.0.0.1");
  await new Promise((connected) => raw.once("connect", connected));
  log.length = 0;
  using socket = createHttpSocket(raw, () => log.push("free"));
  for (let count = 0; count < 2; count++) {
    const { answered } = socket.send({ head: "GET / HTTP/1.1\r\nhost: x\r\n\r\n", isHead: false });
    await (await answered).read(() => true);
  }
  expect(log).toEqual(["ref", "unref", "free", "ref", "unref", "free"]);
});

test("what came before an answer broke off is handed on, however late it is asked for", async () => {
  await using server = await listen(
    net.createServer((each) =>
      each.on("data", () => void each.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")),
    ),
  );
  const raw = net.connect(server.port, "127.0.0.1");
  await new Promise((connected) => raw.once("connect", connected));
  using socket = createHttpSocket(raw, () => undefined);
  const head = await socket.send({ head: "GET / HTTP/1.1\r\nhost: x\r\n\r\n", isHead: false }).answered;
  await new Promise((closed) => raw.once("close", closed));
  const pieces: Uint8Array[] = [];
  await expect(head.read((piece) => pieces.push(piece) > 0)).rejects.toThrow();
  expect(Buffer.concat(pieces).toString()).toBe("hello");
});

test("a call that is given up ends its connection, and one given up late leaves that of the next call alone", async () => {
  await using server = await upstream((path, socket) => {
    if (path !== "/silent") socket.write(ok("hello"));
  });
  const early = new AbortController();
  const silent = server.get("/silent", { signal: early.signal });
  early.abort(new Error("given up"));
  expect(silent).rejects.toThrow("given up");
  const late = new AbortController();
  expect(await server.text("/1", { signal: late.signal })).toBe("hello");
  const next = server.text("/2");
  late.abort();
  expect(await next).toBe("hello");
  expect(server.requests.slice(-2)).toEqual(["GET /1 HTTP/1.1", "GET /2 HTTP/1.1"]);
});

test("a compressed body that comes faster than it is undone is read up to the limit", async () => {
  const bytes = zlib.gzipSync(Buffer.from(Array.from({ length: 512 * KIB }, (_, at) => (at * at) % 251)), { level: 1 });
  await using server = await upstream((_, socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  });
  const whole = await server.get("/1", { maxBytes: 1024 * KIB });
  expect([whole.truncated, textOf(whole).length > 0]).toEqual([false, true]);
  expect(whole.chunks.reduce((sum, { length }) => sum + length, 0)).toBe(512 * KIB);
  const cut = await server.get("/2", { maxBytes: 100 * KIB });
  expect([cut.truncated, cut.chunks.reduce((sum, { length }) => sum + length, 0)]).toEqual([true, 100 * KIB]);
});
