import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { type ApiOperation, readOperation } from "../../src/proxy/request/operation.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

const PARAMETERS = [
  ...["simple", "label", "matrix"].map((style) => ({ name: style, in: "path", required: true, style, schema: {} })),
  { name: "parent", in: "path", required: true, description: "As `projects/{project}/zones/{zone}`.", schema: {} },
  ...["form", "spaceDelimited", "pipeDelimited", "deepObject"].map((style) => ({
    name: style,
    in: "query",
    style,
    schema: {},
  })),
  { name: "reserved", in: "query", allowReserved: true, schema: {} },
  { name: "json", in: "query", content: { "application/json": { schema: {} } } },
  { name: "X-Any", in: "header", schema: {} },
];
const PATH = "/a/{simple}/b{label}/c{matrix}/{parent}:do";

function operation(path = PATH): ApiOperation {
  const fragment = {
    openapi: "3.1.0",
    servers: [
      { url: "https://api.upstream.example/v1" },
      {
        url: "https://{region}.upstream.example/{tenant}",
        variables: { region: { default: "api", enum: ["api", "eu"] }, tenant: { default: "v1" } },
      },
    ],
    paths: { [path]: { post: { parameters: PARAMETERS, requestBody: { content: { "application/json": {} } } } } },
  };
  return readOperation({ slug: "x", method: "POST", path, baseUrl: "https://api.upstream.example/v1" }, fragment);
}

const SENDER = { credentials: {}, userAgent: "hub" };
const PIECES = [
  "..",
  ".",
  "/",
  "\\",
  "//",
  "@",
  ":",
  "#",
  "?",
  "&",
  "=",
  "%2f",
  "%2e",
  "%5c",
  "%252e",
  "%00",
  "\r\n",
  "\u0000",
  "\t",
  "http://evil.example",
  "evil.example",
  ";",
  ",",
  "[",
  "]",
  "{",
  "}",
  "|",
  " ",
  "é",
  "\ud800",
  "\u2028",
  "．",
  "／",
  "x",
];
const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.webUrl(),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  fc.double(),
  fc.boolean(),
);

test("50,000 parameter values never change the host, leave the template or end a line: they are sent as values or refused", () => {
  const subject = operation();
  let sent = 0;
  fc.assert(
    fc.property(fc.record(Object.fromEntries(PARAMETERS.map(({ name }) => [name, hostileValue]))), (params) => {
      const whole = { simple: "s", label: "l", matrix: "m", parent: "p" };
      // One by one, so that one that is refused does not hide what becomes of the others.
      for (const [name, value] of Object.entries(params)) {
        const built = buildRequest(subject, { params: { ...whole, [name]: value } }, SENDER);
        if (!built.ok) continue;
        sent++;
        const { url, headers } = built.request;
        const read = new URL(url);
        if (
          read.href !== url ||
          read.origin !== "https://api.upstream.example" ||
          read.hash !== "" ||
          read.username !== ""
        )
          throw new Error(url);
        if (!/^\/v1\/a\/[^/]+\/b\.[^/]*\/c(?:;[^/]*)?\/.+:do$/.test(read.pathname)) throw new Error(url);
        if (!/^[\x21-\x7e]+$/.test(url) || Object.values(headers).some((text) => /[\r\n\0]/.test(text)))
          throw new Error(url);
        if (/(?:^|\/|%2f|%5c)(?:\.|%2e|%252e)+(?:\/|%2f|%5c|$)/i.test(read.pathname)) throw new Error(url);
      }
    }),
    { numRuns: 5000, seed: 8 },
  );
  expect(sent).toBeGreaterThan(20_000);
}, 120_000);

test("the server's variables choose among what the description lists, and name no host", () => {
  const given = { params: { simple: "s", label: "l", matrix: "m", parent: "p" } };
  const at = (server: Record<string, string>) => buildRequest(operation(), { ...given, server }, SENDER);
  const eu = at({ region: "eu", tenant: "a b" });
  expect(eu.ok && new URL(eu.request.url).href).toStartWith("https://eu.upstream.example/a%20b/a/s/");
  for (const server of [{ region: "evil.example/" }, { region: "us" }, { tenant: ".." }, { tenant: "" }, { host: "x" }])
    expect(at(server).ok).toBe(false);
});

test.each([
  "Host",
  "Connection",
  "Keep-Alive",
  "TE",
  "Trailer",
  "Transfer-Encoding",
  "Upgrade",
  "Via",
  "Expect",
  "Content-Length",
  "Proxy-Authorization",
  "Proxy-Connection",
  "HTTP2-Settings",
  "Cookie",
  "X-Forwarded-For",
  "Forwarded",
  "X-API-Key",
  "PAYMENT-SIGNATURE",
  "X-Payment-Verified",
  "User-Agent",
  "X-HTTP-Method-Override",
  "Authorization",
  "X-Undeclared",
  "Accept\r\nX-Evil",
  "Accept ",
  "",
  ":path",
  "X-Any\u0000",
])("the header %p is refused by name", (name) => {
  const params = { simple: "s", label: "l", matrix: "m", parent: "p" };
  const built = buildRequest(operation(), { params, headers: { [name]: "x" } }, SENDER);
  expect(built.ok ? [] : built.issues.map(({ pointer }) => pointer)).toEqual([
    `/headers/${name.replaceAll("/", "~1")}`,
  ]);
});

test.each(["a\r\nX-Evil: 1", "a\nb", "a\rb", "\u0000", "a\u2028b", "日本", " a", "a\t", "a\u007f"])(
  "the header value %p is refused, wherever it comes from",
  (value) => {
    const params = { simple: "s", label: "l", matrix: "m", parent: "p" };
    expect(buildRequest(operation(), { params: { ...params, "X-Any": value } }, SENDER).ok).toBe(false);
    expect(buildRequest(operation(), { params, headers: { accept: value } }, SENDER).ok).toBe(false);
    expect(buildRequest(operation(), { params, body: {}, headers: { "content-type": value } }, SENDER).ok).toBe(false);
    const secured = {
      ...operation(),
      security: [[{ title: "key", scheme: { kind: "api_key", name: "X-Key", in: "header" } as const }]],
    };
    expect(buildRequest(secured, { params }, { ...SENDER, credentials: { apiKey: value } }).ok).toBe(false);
    // A blank after "Bearer" ends nothing.
    if (value === " a") return;
    expect(buildRequest(secured, { params }, { ...SENDER, credentials: { bearer: value } }).ok).toBe(false);
  },
);

describe("500 fuzzed calls", () => {
  let world: EchoWorld;
  beforeAll(async () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: {} },
      { name: "q", in: "query", schema: {} },
      { name: "X-Trace", in: "header", schema: {} },
    ];
    world = await startEchoWorld({
      paths: {
        "/things/{id}": {
          post: { operationId: "do", summary: "Do", parameters, requestBody: { content: { "application/json": {} } } },
        },
      },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test("show the upstream nothing of ours: no key, no payment, no address, no header that was not allowed", async () => {
    const secrets = {
      "x-api-key": world.key,
      "payment-signature": "",
      cookie: "hub=1",
      "x-forwarded-for": "192.0.2.77",
      "x-payment-verified": "receipt",
      authorization: "Bearer ours",
    };
    delete (secrets as Partial<typeof secrets>)["payment-signature"];
    const inputs = fc.sample(
      fc.record(
        {
          params: fc.record({ id: hostileText, q: hostileValue, "X-Trace": hostileText }, { requiredKeys: ["id"] }),
          query: fc.dictionary(hostileText, hostileText, { maxKeys: 2 }),
          headers: fc.dictionary(
            fc.constantFrom("accept", "accept-language", "x-api-key", "cookie", "host", "te"),
            hostileText,
            { maxKeys: 2 },
          ),
          body: fc.jsonValue(),
        },
        { requiredKeys: ["params"] },
      ),
      { numRuns: 500, seed: 8 },
    );
    const statuses = new Set<number>();
    for (const input of inputs) statuses.add((await world.call("echo-dev--do", input, secrets)).status);
    expect([...statuses].sort()).toEqual([200, 400]);
    expect(world.seen.length).toBeGreaterThan(50);
    const allowed = new Set([
      "host",
      "accept",
      "accept-encoding",
      "accept-language",
      "connection",
      "content-length",
      "content-type",
      "user-agent",
      "x-trace",
    ]);
    for (const { headers, url, body, method } of world.seen) {
      const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
      expect(names.filter((name) => !allowed.has(name))).toEqual([]);
      const all = `${method} ${url} ${headers.join("\n")} ${body}`;
      for (const secret of [world.key, "hub=1", "192.0.2.77", "Bearer ours"]) expect(all).not.toContain(secret);
      expect(url).toStartWith("/base/things/");
      expect(headers[headers.findIndex((name) => name.toLowerCase() === "host") + 1]).toBe(
        `127.0.0.1:${world.upstream.port}`,
      );
    }
  }, 60_000);
});

test.each([
  ["params", { params: { form: Array.from({ length: 50_000 }, () => 1) } }],
  ["query", { query: Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`any${at}`, ""])) }],
  ["headers", { headers: { "X-Any": "x".repeat(40_000) } }],
])("%s that no address and no header could hold are judged as a whole, not one by one", (_, asked) => {
  const detail = "takes at most 32768 characters together with `query` and `headers`";
  expect(buildRequest(operation(), asked, SENDER)).toEqual({ ok: false, issues: [{ pointer: "/params", detail }] });
});
