/** Answers around the 10 MiB that the proxy hands on of one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

const MAX = 10 * 1024 * 1024;
const SECRET = "a-secret-of-20-chars";

const PATHS = {
  "/large/{what}": {
    get: {
      operationId: "large",
      summary: "Answer much",
      parameters: [{ name: "what", in: "path", required: true, schema: { type: "string" } }],
      responses: { 200: { description: "Done" } },
      security: [{ key: [] }, {}],
    },
  },
};
const COMPONENTS = { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } };

const TEXT = Buffer.alloc(MAX + 1, `every "line" of it\n\u0001\\ `);
const BYTES = Buffer.alloc(MAX + 1, Buffer.from(Array.from({ length: 251 }, (_, at) => at)));
/** Of two bytes each but the first, so that the limit falls into the middle of one. */
const WIDE = Buffer.from(`x${"é".repeat(MAX / 2)}`);
const JSON_TEXT = Buffer.from(JSON.stringify({ text: "x".repeat(MAX - 11) }));

interface Reply {
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Without its length. */
  readonly isChunked?: boolean;
}

const plain = { "content-type": "text/plain" };
const binary = { "content-type": "application/octet-stream" };
const REPLIES: Readonly<Record<string, Reply>> = {
  "text of a stated length": { body: TEXT, headers: plain },
  "text in chunks": { body: TEXT, headers: plain, isChunked: true },
  "compressed text": { body: gzipSync(TEXT), headers: { ...plain, "content-encoding": "gzip" } },
  "bytes of a stated length": { body: BYTES, headers: binary },
  "bytes in chunks": { body: BYTES, headers: binary, isChunked: true },
  "compressed bytes": { body: gzipSync(BYTES), headers: { ...binary, "content-encoding": "gzip" } },
  "JSON that is cut": {
    body: Buffer.concat([JSON_TEXT, Buffer.from(" ")]),
    headers: { "content-type": "application/json" },
  },
  "bytes that nothing is said of": { body: BYTES },
  "JSON that fits": { body: JSON_TEXT, headers: { "content-type": "application/json" } },
  "text that fits": { body: TEXT.subarray(1), headers: plain },
  "bytes that fit": { body: BYTES.subarray(1), headers: binary, isChunked: true },
  "wide text": { body: WIDE, headers: plain },
  "wide text that nothing is said of": { body: WIDE, isChunked: true },
  secrets: { body: Buffer.alloc(2 * MAX, SECRET), headers: plain },
  "a failure": { body: TEXT, headers: plain, status: 500 },
};

let world: EchoWorld;
beforeAll(async () => {
  world = await startEchoWorld(
    { paths: PATHS, components: COMPONENTS },
    {
      reply(request, response) {
        const what = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
        const { body, headers = {}, status = 200, isChunked = false } = REPLIES[what] ?? { body: Buffer.from("?") };
        response.on("error", () => undefined); // The hub hangs up when it has enough.
        response.writeHead(status, { ...headers, ...(!isChunked && { "content-length": body.length }) });
        response.end(body);
      },
    },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = (what: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.call("echo-dev--large", { params: { what }, ...more }, headers);

/** Ten million characters make no readable difference. */
const digest = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

describe("an answer of a byte more than 10 MiB is cut there", () => {
  test.each(["text of a stated length", "text in chunks", "compressed text"])("%s", async (what) => {
    const answer = await (await ask(what)).json();
    expect(answer).toMatchObject({ success: true, truncated: true, data_encoding: "text", upstream: { status: 200 } });
    expect([answer.data.length, digest(answer.data)]).toEqual([MAX, digest(TEXT.subarray(0, MAX))]);
  });

  test.each(["bytes of a stated length", "bytes in chunks", "compressed bytes", "bytes that nothing is said of"])(
    "%s",
    async (what) => {
      const answer = await (await ask(what)).json();
      expect(answer).toMatchObject({ success: true, truncated: true, data_encoding: "base64" });
      const data = Buffer.from(answer.data, "base64");
      expect([data.length, digest(data)]).toEqual([MAX, digest(BYTES.subarray(0, MAX))]);
    },
  );

  test("JSON, which is a text then", async () => {
    const answer = await (await ask("JSON that is cut")).json();
    expect(answer).toMatchObject({ truncated: true, data_encoding: "text" });
    expect(digest(answer.data)).toBe(digest(JSON_TEXT));
  });

  test.each(["wide text", "wide text that nothing is said of"])(
    "%s, before the character it would halve",
    async (what) => {
      const answer = await (await ask(what)).json();
      expect(answer).toMatchObject({ truncated: true, data_encoding: "text" });
      expect(digest(answer.data)).toBe(digest(WIDE.subarray(0, MAX - 1)));
    },
  );
});

test.each([
  ["JSON that fits", "json", digest(JSON_TEXT)],
  ["text that fits", "text", digest(TEXT.subarray(1))],
  ["bytes that fit", "base64", digest(BYTES.subarray(1))],
] as const)("an answer of exactly 10 MiB is handed on whole: %s", async (what, encoding, expected) => {
  const answer = await (await ask(what)).json();
  expect(answer).toMatchObject({ truncated: false, data_encoding: encoding });
  const { data } = answer;
  const whole = encoding === "json" ? JSON.stringify(data) : Buffer.from(data, encoding === "text" ? "utf8" : "base64");
  expect(digest(whole)).toBe(expected);
});

test("a cut answer has the headers of any other, and costs the same", async () => {
  const small = await ask("anything else");
  const large = await ask("text in chunks");
  const names = (headers: Headers) =>
    [...headers.keys()].filter((name) => !/^(?:content-length|transfer-encoding)$/.test(name)).sort();
  expect(names(large.headers)).toEqual(names(small.headers));
  expect(large.headers.get("content-type")).toBe("application/json");
  expect(large.headers.get("cache-control")).toBe("private, no-store");
  expect(Number(large.headers.get("x-calls-remaining"))).toBe(Number(small.headers.get("x-calls-remaining")) - 1);
  expect((await large.json()).meta.request_id).toBe(large.headers.get("x-request-id"));
});

test("credentials that a cut answer repeats are masked wherever its pieces end", async () => {
  const answer = await (await ask("secrets", { credentials: { api_key: SECRET } })).json();
  expect(world.seen.at(-1)?.headers).toContain(SECRET);
  expect([answer.truncated, digest(answer.data)]).toEqual([true, digest("***".repeat(MAX / SECRET.length))]);
});

test("a failing upstream's large answer is told, cut, and costs nothing", async () => {
  const before = (await ask("anything else")).headers.get("x-calls-remaining");
  const response = await ask("a failure");
  const answer = await response.json();
  expect(answer).toMatchObject({
    success: false,
    truncated: true,
    upstream: { status: 500 },
    meta: { charged_xrp: 0 },
  });
  expect([answer.data.length, response.headers.get("x-calls-remaining")]).toEqual([MAX, before]);
});

test("repeated under its Idempotency-Key a cut answer is refused, not asked for and charged again", async () => {
  const headers = { "idempotency-key": "0123456789abcdef" };
  const first = await ask("text in chunks", {}, headers);
  expect((await first.json()).truncated).toBe(true);
  const sent = world.seen.length;
  const again = await ask("text in chunks", {}, headers);
  expect([again.status, (await again.json()).code]).toEqual([409, "idempotency_conflict"]);
  const { headers: after } = await ask("anything else");
  expect(world.seen.length).toBe(sent + 1);
  expect(Number(after.get("x-calls-remaining"))).toBe(Number(first.headers.get("x-calls-remaining")) - 1);
});
