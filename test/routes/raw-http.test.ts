import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { Type } from "../../src/runtime/actor.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly raw: string;
  readonly expect: "reject" | "either" | "accept" | "no-second-request" | "no-effect";
}

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const CORPUS = new URL("../../../shared/corpora/http-raw.json", import.meta.url);
const rows: Row[] = existsSync(CORPUS) ? JSON.parse(readFileSync(CORPUS, "utf8")) : [];

const RUN = "/api/v1/genius/actors/echo/run/";
const HOST = "Host: hub.example\r\n";
const BODY = '{"q":"x"}';

let hub: TestHub;
let runs = 0;
const run = async (input: object) => {
  runs++;
  return [{ ...input }];
};

beforeAll(async () => {
  const input = Type.Object({ q: Type.Optional(Type.String()) });
  const output = Type.Object({}, { additionalProperties: true });
  hub = await startHub({ actors: [echoActor({ input, output, cacheTtlSeconds: 0, run })] });
});
afterAll(() => hub[Symbol.asyncDispose]());
beforeEach(() => {
  runs = 0;
});

describe("the corpus of raw requests", () => {
  // Each is aimed at something that answers 200, so that being dispatched would show.
  const aimed = (raw: string) => raw.replace(/^GET \S+/, "GET /health").replace(/^POST \S+/, `POST ${RUN}`);

  test.skipIf(rows.length === 0).each(rows.length === 0 ? ([{ id: "", name: "absent" }] as Row[]) : rows)(
    "$id $name: $expect",
    async ({ raw, expect: expected }) => {
      const answers = await send(aimed(raw), expected === "no-second-request" ? 2 : 1);
      const [first] = answers;
      if (expected === "reject") expectRefused(answers);
      if (expected === "accept") expect([first?.status, runs]).toEqual([200, 1]);
      if (expected === "no-second-request") expect(answers.filter(isOurs).length).toBeLessThan(2);
      if (expected === "no-effect") expect([first?.status, runs]).toEqual([402, 0]); // The key was seen, and is unknown.
      expect(answers.every(({ status }) => status < 500 || status === 505)).toBeTrue();
      await expectAlive();
    },
  );
});

describe("what no request may look like", () => {
  const get = (more: string, target = "/health", version = "HTTP/1.1") => `GET ${target} ${version}\r\n${more}\r\n`;
  const post = (more: string, body: string) => `POST ${RUN} HTTP/1.1\r\n${HOST}${more}\r\n${body}`;
  const chunked = "Transfer-Encoding: chunked\r\n";

  test.each([
    ["no Host", get("")],
    ["two Hosts", get(`${HOST}Host: other.example\r\n`)],
    ["the same Host twice", get(`${HOST}${HOST}`)],
    ["two Hosts in one line", get("Host: hub.example, other.example\r\n")],
    ["a Host with a space", get("Host: hub example\r\n")],
    ["a Host with a path", get("Host: hub.example/path\r\n")],
    ["a Host with a user", get("Host: user@hub.example\r\n")],
    ["two Hosts before an OPTIONS", `OPTIONS /health HTTP/1.1\r\n${HOST}Host: b\r\n\r\n`],
    ["a folded header", get(`${HOST}X-A: b\r\n\tc\r\n`)],
    ["a folded Host", get("Host:\r\n hub.example\r\n")],
    ["white space before the colon", post("Content-Length : 9\r\n", BODY)],
    ["a bare CR in a value", get(`${HOST}X-A: b\rc\r\n`)],
    ["a NUL in a value", get(`${HOST}X-A: b\0c\r\n`)],
    ["a header without a colon", get(`${HOST}nonsense\r\n`)],
    ["bare LF line ends", "GET /health HTTP/1.1\nHost: hub.example\n\n"],
    ["HTTP/2.0", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no version", "GET /health\r\n\r\n"],
    ["CL and TE", post(`Content-Length: 9\r\n${chunked}`, `9\r\n${BODY}\r\n0\r\n\r\n`)],
    ["TE and CL", post(`${chunked}Content-Length: 4\r\n`, `9\r\n${BODY}\r\n0\r\n\r\n`)],
    ["CL 9, then CL 0", post("Content-Length: 9\r\nContent-Length: 0\r\n", BODY)],
    ["a list of CL", post("Content-Length: 9, 9\r\n", BODY)],
    ["CL with a sign", post("Content-Length: +9\r\n", BODY)],
    ["CL in hex", post("Content-Length: 0x9\r\n", BODY)],
    ["CL beyond 64 bits", post("Content-Length: 99999999999999999999\r\n", BODY)],
    ["TE twice", post(`${chunked}${chunked}`, `9\r\n${BODY}\r\n0\r\n\r\n`)],
    ["TE in HTTP/1.0", post(chunked, `9\r\n${BODY}\r\n0\r\n\r\n`).replace("HTTP/1.1", "HTTP/1.0")],
    ["TE that only looks like chunked", post("Transfer-Encoding: chunked\x0b\r\n", `9\r\n${BODY}\r\n0\r\n\r\n`)],
    ["a chunk size that is none", post(chunked, `9\r\n${BODY}\r\nZZ\r\n\r\n`)],
    ["a chunk size with a sign", post(chunked, `+9\r\n${BODY}\r\n0\r\n\r\n`)],
    ["a chunk longer than it says", post(chunked, `9\r\n${BODY}XX0\r\n\r\n`)],
    ["chunks that end in bare LF", post(chunked, `9\n${BODY}\n0\n\n`)],
    ["a thousand headers", get(HOST + Array.from({ length: 1000 }, (_, index) => `X-${index}: 1\r\n`).join(""))],
    ["a header of 100 KB", get(`${HOST}X-A: ${"a".repeat(100_000)}\r\n`)],
    ["a target of 100 KB", get(HOST, `/${"a".repeat(100_000)}`)],
    ["CONNECT to another host", "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n"],
    ["CONNECT to a path", `CONNECT /health HTTP/1.1\r\n${HOST}\r\n`],
    ["TRACE", `TRACE /health HTTP/1.1\r\n${HOST}\r\n`],
    ["an unheard-of method", `BREW /health HTTP/1.1\r\n${HOST}\r\n`],
    ["GET *", get(HOST, "*")],
    ["another host's path", get(HOST, "//other.example/health")],
    [
      "a path of broken escapes",
      `POST /api/v1/genius/actors/%zz/run/ HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n${BODY}`,
    ],
    [
      "a path with half a character",
      `POST /api/v1/genius/actors/%c3/run/ HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n${BODY}`,
    ],
  ])("%s is refused or closed, and starts nothing", async (_, raw) => {
    expectRefused(await send(raw));
    await expectAlive();
  });

  test.each([
    "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n",
    `CONNECT /health HTTP/1.1\r\n${HOST}\r\n`,
    `CONNECT /nowhere HTTP/1.1\r\n${HOST}\r\n`,
  ])("CONNECT is a method this hub does not have: %j", async (raw) => {
    const [answer] = await send(raw);
    expect(answer?.status).toBe(405);
    expect(answer?.headers.get("allow")).toContain("GET");
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "method_not_allowed" });
  });

  // What a proxy in front denies by its path, as /metrics, would be had by another spelling. Bun's client mends such paths.
  test.each(["//", "//health", "///health", "//metrics", "/health/..//metrics", "/health//", "/\\health"])(
    "%s is no path that is served without its second slash",
    async (path) => {
      const [answer] = await send(get(HOST, path));
      expect(answer?.status).toBe(404);
    },
  );

  test("a target with a fragment, which no request may have, is nowhere: its method is not what is wrong", async () => {
    const [answer] = await send(`GET /health#top HTTP/1.1\r\n${HOST}\r\n`);
    expect([answer?.status, JSON.parse(answer?.body ?? "").code]).toEqual([404, "not_found"]);
  });

  test("a path of broken escapes is nowhere, and no fault of ours", async () => {
    const [answer] = await send(
      `POST /api/v1/genius/actors/%zz/run/ HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n${BODY}`,
    );
    expect([answer?.status, JSON.parse(answer?.body ?? "").code]).toEqual([404, "unknown_actor"]);
  });

  test("a length that is said twice does not lift the limit on the body", async () => {
    const body = `{"q":"${"x".repeat(2 << 20)}"}`;
    const length = `Content-Length: ${body.length}\r\n`;
    expectRefused(await send(post(length + length, body)));
  });

  test("two keys in one request are none", async () => {
    const [answer] = await send(post("X-API-Key: a\r\nX-API-Key: b\r\nContent-Length: 9\r\n", BODY));
    expect([answer?.status, runs]).toEqual([402, 0]);
  });
});

describe("what a request may look like", () => {
  const ok = async (raw: string) => expect((await send(raw))[0]?.status).toBe(200);

  test("an absolute target is its path, whatever host it names", async () => {
    await ok(`GET http://hub.example/health HTTP/1.1\r\n${HOST}\r\n`);
    const [answer] = await send(`GET http://other.example/nowhere HTTP/1.1\r\n${HOST}\r\n`);
    expect(answer?.status).toBe(404);
    expect(answer?.body).not.toContain("other.example");
  });

  test("HTTP/1.0 needs no Host, and any Host is the hub's", async () => {
    await ok("GET /health HTTP/1.0\r\n\r\n");
    for (const host of ["", "a", "127.0.0.1:1", "[::1]:8080", "xn--bcher-kva.example"]) {
      await ok(`GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    }
    const [answer] = await send(`GET /nowhere HTTP/1.1\r\nHost: other.example\r\n\r\n`);
    expect(answer?.body).not.toContain("other.example");
  });

  test("OPTIONS * is answered or refused, and starts nothing", async () => {
    const [answer] = await send(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`);
    expect([204, 400]).toContain(answer?.status ?? 400);
    await expectAlive();
  });

  test("a body in chunks, with extensions and a trailer that changes nothing", async () => {
    const chunks = `2;a=b\r\n{"\r\n7;c="d"\r\nq":"x"}\r\n0\r\nX-API-Key: k\r\nContent-Length: 3\r\nX-Request-Id: t\r\n\r\n`;
    const [answer] = await send(`POST ${RUN} HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect([answer?.status, JSON.parse(answer?.body ?? "{}").items, runs]).toEqual([200, [{ q: "x" }], 1]);
  });

  test("a client that asks may send its body after 100", async () => {
    await ok(`POST ${RUN} HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n${BODY}`);
  });

  test("requests in one packet are answered in their order, each with its own id", async () => {
    const posted = (q: string) => `POST ${RUN} HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n{"q":"${q}"}`;
    const answers = await send(`${posted("1")}GET /health HTTP/1.1\r\n${HOST}\r\n${posted("2")}`, 3);
    expect(answers.map(({ body }) => JSON.parse(body))).toMatchObject([
      { items: [{ q: "1" }] },
      { status: "ok" },
      { items: [{ q: "2" }] },
    ]);
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(3);
  });

  test("the body of a GET is not the next request: nothing comes after it", async () => {
    const inner = `POST ${RUN} HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n${BODY}`;
    const answers = await send(
      `GET /health HTTP/1.1\r\n${HOST}Content-Length: ${inner.length}\r\n\r\n${inner}GET /nowhere HTTP/1.1\r\n${HOST}\r\n`,
      2,
    );
    expect([answers.map(({ status }) => status), runs]).toEqual([[200], 0]);
  });
});

describe("a Host that no address can have", () => {
  test.each(["1.2.3.999", "a%00b", "a%zz", "%", "[:::]", "[::1", "xn--a", "hub.example:99999"])(
    "%s is refused, whatever is asked for, and is no fault of ours",
    async (host) => {
      const faults = () => hub.reported.filter(({ code }) => code === "internal").length;
      const before = faults();
      const lines = ["GET /health", "GET /", "GET /nowhere", "PUT /", "POST /mcp", "GET /oauth/callback/x"];
      const statuses = [];
      for (const line of lines) {
        const head = `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
        const [answer] = await send(`${head}${line.startsWith("POST") ? "Content-Length: 0\r\n" : ""}\r\n`);
        statuses.push(answer?.status);
      }
      expect([statuses, faults()]).toEqual([lines.map(() => 400), before]);
    },
  );
});

test("what names no host is answered as what names one, whatever it asks", async () => {
  const lines = ["GET /?q=x", "GET /search/?q=x", "GET /nowhere", "PUT /health", "POST /mcp", "GET /oauth/callback/x"];
  const statusOf = async (line: string, head: string): Promise<number | undefined> => {
    const length = line.startsWith("POST") ? "Content-Length: 0\r\n" : "";
    return (await send(`${line} ${head}Accept: text/html\r\nConnection: close\r\n${length}\r\n`))[0]?.status;
  };
  for (const line of lines) {
    const wanted = await statusOf(line, `HTTP/1.1\r\n${HOST}`);
    expect([line, await statusOf(line, "HTTP/1.0\r\n")]).toEqual([line, wanted]);
    expect([line, await statusOf(line, "HTTP/1.1\r\nHost:\r\n")]).toEqual([line, wanted]);
  }
});

describe("a body that breaks off", () => {
  const head = `POST ${RUN} HTTP/1.1\r\n${HOST}`;
  test.each([
    ["before its last chunk", `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n${BODY}\r\n`],
    ["within a chunk", `${head}Transfer-Encoding: chunked\r\n\r\n20\r\n${BODY}`],
    ["before its length", `${head}Content-Length: 20\r\n\r\n${BODY}`],
  ])("%s never starts a run, and is no fault of ours", async (_, raw) => {
    const faults = () => hub.reported.filter(({ code }) => code === "internal").length;
    const before = faults();
    const answers = await send(raw, 1, { breaksOff: true });
    await expectAlive();
    expect([answers.filter(({ status }) => status < 400), runs, faults()]).toEqual([[], 0, before]);
  });
});

/** Refused by us or by the server below us, or just closed; nothing was run. */
function expectRefused(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => !((status >= 400 && status < 500) || status === 505))).toEqual([]);
  expect(runs).toBe(0);
}

/** Whether it came from the hub, and not from the server below it. */
function isOurs({ headers }: Answer): boolean {
  return headers.has("x-request-id");
}

async function expectAlive(): Promise<void> {
  expect((await fetch(`${hub.url}/health`)).status).toBe(200);
}

/** Sends bytes and reads until `wanted` final answers are there or the hub hangs up. */
function send(raw: string, wanted = 1, { breaksOff = false } = {}): Promise<Answer[]> {
  const { promise, resolve } = Promise.withResolvers<Answer[]>();
  let received = "";
  const socket = createConnection(hub.port, "127.0.0.1", () => {
    if (breaksOff) socket.end(raw, "latin1");
    else socket.write(raw, "latin1");
  });
  socket.setEncoding("latin1");
  socket.on("data", (text) => {
    received += text;
    if (answersIn(received).length >= wanted) socket.destroy();
  });
  socket.on("error", () => socket.destroy()); // Closed on while we were still sending: what came before it counts.
  socket.on("close", () => resolve(answersIn(received)));
  return promise;
}

/** The whole answers in a stream, without the 100s. */
function answersIn(stream: string): Answer[] {
  const answers: Answer[] = [];
  let rest = stream;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return answers;
    const [line = "", ...fields] = rest.slice(0, end).split("\r\n");
    const headers = new Map(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const status = Number(line.split(" ")[1]);
    const length = Number(headers.get("content-length") ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    rest = rest.slice(end + 4 + length);
    if (status !== 100) answers.push({ status, headers, body });
  }
}
