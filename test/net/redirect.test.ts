import { expect, test } from "bun:test";
import type { IncomingHttpHeaders } from "node:http";
import { createFetch } from "../../src/net/fetch.ts";
import type { FetchOptions } from "../../src/runtime/actor.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { detourTo, startHttp } from "../support/http-server.ts";

interface Seen {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Fetches `url` from servers that redirect as `redirects` says, by host and path. */
async function follow(
  url: string,
  redirects: Readonly<Record<string, readonly [number, string]>>,
  options: FetchOptions = {},
) {
  const seen: Seen[] = [];
  const asked: string[] = [];
  await using server = await startHttp(async (request, response) => {
    const body = (await request.setEncoding("utf8").toArray()).join("");
    const url = `${request.headers.host}${request.url}`;
    asked.push(detour.urlOf(request));
    seen.push({ method: request.method, url, headers: request.headers, body });
    const [status, location] = redirects[url] ?? [200, ""];
    response.writeHead(status, location === "" ? {} : { location }).end("end");
  });
  const detour = detourTo(server.port);
  const fetch = createFetch({
    resolve: (host) => Promise.resolve([host === "private.example" ? "10.0.0.1" : "93.184.216.34"]),
    allow: [],
    selfHosts: [],
    connect: detour.connect,
  });
  const outcome = await fetch(url, { ...options, signal: new AbortController().signal }).then(
    (fetched) => fetched.url,
    (error) => asHubError(error).code,
  );
  await server.idle();
  return { outcome, seen, asked, meant: detour.meant };
}

test("a redirect is followed to where it leads, however it is written", async () => {
  const { outcome, asked } = await follow("https://a.com/1/x?y", {
    "a.com/1/x?y": [301, "z?q"],
    "a.com/1/z?q": [302, "//b.com/a b"],
    "b.com/a%20b": [308, Buffer.from("http://b.com:8080/café#part").toString("latin1")],
  });
  expect(outcome).toBe("http://b.com:8080/caf%C3%A9");
  expect(asked).toEqual([
    "https://a.com/1/x?y",
    "https://a.com/1/z?q",
    "https://b.com/a%20b",
    "http://b.com:8080/caf%C3%A9",
  ]);
});

test.each([
  ["http://127.0.0.1/"],
  ["http://private.example/"],
  ["http://169.254.169.254/latest/"],
  ["http://[::ffff:7f00:1]/"],
  ["//localhost/"],
  ["http://b.com:6379/"],
  ["http://:@b.com/"],
  ["file:///etc/passwd"],
  ["http://[/"],
])("a redirect to %s is refused, at any hop", async (location) => {
  const { outcome, seen } = await follow("http://a.com/1", { "a.com/1": [302, "/2"], "a.com/2": [307, location] });
  expect([outcome, seen.length]).toEqual(["url_not_allowed", 2]);
});

test("five redirects are followed, six are not", async () => {
  const chain = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`a.com/${n}`, [302, `/${n + 1}`] as const]));
  expect((await follow("http://a.com/2", chain)).outcome).toBe("http://a.com/7");
  const { outcome, seen } = await follow("http://a.com/1", chain);
  expect([outcome, seen.length]).toEqual(["url_not_allowed", 6]);
});

test("a redirect without a location, and other statuses with one, are answers", async () => {
  expect((await follow("http://a.com/", { "a.com/": [302, ""] })).outcome).toBe("http://a.com/");
  expect((await follow("http://a.com/", { "a.com/": [300, "/x"] })).outcome).toBe("http://a.com/");
  expect((await follow("http://a.com/", { "a.com/": [201, "/x"] })).outcome).toBe("http://a.com/");
});

test.each([
  ["POST", 301, "GET", ""],
  ["POST", 302, "GET", ""],
  ["POST", 303, "GET", ""],
  ["POST", 307, "POST", "data"],
  ["POST", 308, "POST", "data"],
  ["HEAD", 303, "HEAD", ""],
] as const)("%s after %d becomes %s", async (method, status, then, body) => {
  const options = { method, headers: { "Content-Type": "text/x" }, ...(method === "POST" && { body: "data" }) };
  const { seen } = await follow("http://a.com/", { "a.com/": [status, "/2"] }, options);
  expect(seen.map((request) => [request.method, request.body])).toEqual([
    [method, method === "POST" ? "data" : ""],
    [then, body],
  ]);
  expect(seen[1]?.headers["content-type"]).toBe(body === "" && method === "POST" ? undefined : "text/x");
});

const SECRETS = { Authorization: "Bearer s", Cookie: "s", "X-API-Key": "s", "x-anything": "s" };

test.each([
  ["http://a.com/2", true],
  ["http://b.com/", false],
  ["https://a.com/2", false],
  ["http://a.com:8080/2", false],
])("what could be a credential goes to %s: %p", async (location, kept) => {
  const headers = { ...SECRETS, Accept: "text/x", "Accept-Language": "de" };
  const { seen } = await follow("http://a.com/", { "a.com/": [307, location] }, { headers });
  expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer s", "x-api-key": "s" });
  const second = seen[1]?.headers ?? {};
  expect(Object.keys(SECRETS).map((name) => name.toLowerCase() in second)).toEqual([kept, kept, kept, kept]);
  expect(second).toMatchObject({ accept: "text/x", "accept-language": "de" });
});

test("a credential that was dropped does not come back with the first host", async () => {
  const { seen } = await follow(
    "http://a.com/",
    { "a.com/": [302, "http://b.com/"], "b.com/": [302, "http://a.com/2"] },
    { headers: SECRETS },
  );
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["a.com/", "Bearer s"],
    ["b.com/", undefined],
    ["a.com/2", undefined],
  ]);
});

test.each([
  [{ "x-a": "a\r\nx-b: c" }],
  [{ "x-a": "a\nb" }],
  [{ "x-a": "a\u0000" }],
  [{ "x-a": "\u010d\u010a" }],
  [{ "x\r\ny": "a" }],
  [{ "": "a" }],
])("the headers %j are refused before anything is sent", async (headers) => {
  const { outcome, meant } = await follow("http://a.com/", {}, { headers });
  expect([outcome, meant]).toEqual(["invalid_input", []]);
});

test.each([["GET / HTTP/1.1\r\nx:"], ["G ET"], [""]])(
  "the method %j is refused before anything is sent",
  async (method) => {
    const options = { method } as FetchOptions; // As code without types could give it.
    const { outcome, meant } = await follow("http://a.com/", {}, options);
    expect([outcome, meant]).toEqual(["invalid_input", []]);
  },
);

test("what the connection says about itself is not the caller's to say", async () => {
  const headers = {
    Host: "evil.com",
    Connection: "x-a",
    "Content-Length": "7",
    "Transfer-Encoding": "chunked",
    "x-a": "b",
  };
  const { outcome, seen } = await follow("http://a.com/", {}, { headers: { ...headers, "Accept-Encoding": "lzma" } });
  expect(outcome).toBe("http://a.com/");
  const { host, connection, "x-a": kept, "accept-encoding": codings, ...rest } = seen[0]?.headers ?? {};
  expect([host, connection, kept, codings]).toEqual(["a.com", "close", "b", "gzip, deflate, br, zstd"]);
  expect(Object.keys(rest)).toEqual(["user-agent", "accept"]);
});
