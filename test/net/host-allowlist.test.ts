import { expect, test } from "bun:test";
import { createFetch } from "../../src/net/fetch.ts";
import { allowHosts } from "../../src/net/host-allowlist.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { detourTo, startHttp } from "../support/http-server.ts";

const PUBLIC_BASE = "https://api.prices.com/v3";
const MIRROR = "http://127.0.0.1:4000/mirror";

/** Fetches as an actor with these hosts, whose upstream is moved to MIRROR; says what was asked and what came of it. */
async function fetchAs(
  hosts: readonly string[],
  url: string,
  redirects: Readonly<Record<string, string>> = {},
  to = MIRROR,
) {
  const asked: string[] = [];
  await using server = await startHttp((request, response) => {
    asked.push(detour.urlOf(request));
    const location = redirects[`${request.headers.host}${request.url}`];
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end();
  });
  const detour = detourTo(server.port);
  const fetch = allowHosts({
    hosts,
    upstreams: new Map([[PUBLIC_BASE, to]]),
    fetch: createFetch({
      resolve: () => Promise.resolve(["93.184.216.34"]),
      allow: [],
      selfHosts: [],
      connect: detour.connect,
    }),
  })(new AbortController().signal);
  const outcome = await fetch(url).then(
    (fetched) => fetched.url,
    (error) => asHubError(error).code,
  );
  return { outcome, asked };
}

test("an actor reaches the hosts it declares and no other", async () => {
  expect((await fetchAs(["a.com"], "https://A.com/x")).outcome).toBe("https://a.com/x");
  for (const url of ["https://b.com/", "https://www.a.com/", "https://a.com.b.com/", "https://api.prices.com/v3/x"]) {
    expect(await fetchAs(["a.com"], url)).toEqual({ outcome: "url_not_allowed", asked: [] });
  }
  expect(await fetchAs([], "https://a.com/")).toEqual({ outcome: "url_not_allowed", asked: [] });
});

test("a redirect has to stay within the declared hosts", async () => {
  const redirects = { "a.com/1": "https://a.com/2", "a.com/2": "https://b.com/" };
  expect(await fetchAs(["a.com"], "https://a.com/1", redirects)).toEqual({
    outcome: "url_not_allowed",
    asked: ["https://a.com/1", "https://a.com/2"],
  });
  expect((await fetchAs(["a.com", "b.com"], "https://a.com/1", redirects)).outcome).toBe("https://b.com/");
});

test('"*" reaches any public host, and nothing private', async () => {
  expect((await fetchAs(["*"], "https://b.com/")).outcome).toBe("https://b.com/");
  expect((await fetchAs(["*"], "http://127.0.0.1/")).outcome).toBe("url_not_allowed");
});

test.each([
  ["https://api.prices.com/v3", "http://127.0.0.1:4000/mirror"],
  ["https://api.prices.com/v3/", "http://127.0.0.1:4000/mirror/"],
  ["https://api.prices.com/v3/simple/price?ids=a%2Fb", "http://127.0.0.1:4000/mirror/simple/price?ids=a%2Fb"],
  ["https://api.prices.com/v3/a/../b", "http://127.0.0.1:4000/mirror/b"],
  ["https://api.prices.com/v30/x", "https://api.prices.com/v30/x"],
  ["https://api.prices.com/v3/../x", "https://api.prices.com/x"],
  ["https://api.prices.com/v3/%2e%2e/x", "https://api.prices.com/x"],
  ["http://api.prices.com/v3/x", "http://api.prices.com/v3/x"],
])("%s is asked at %s", async (url, asked) => {
  expect(await fetchAs(["api.prices.com"], url)).toEqual({ outcome: asked, asked: [asked] });
});

test("a base at the root of a host keeps the path", async () => {
  const { asked } = await fetchAs(["api.prices.com"], `${PUBLIC_BASE}/x?y`, {}, "http://127.0.0.1:4000");
  expect(asked).toEqual(["http://127.0.0.1:4000/x?y"]);
});

test("a moved upstream may link and redirect to itself, and nowhere else that is private", async () => {
  expect((await fetchAs(["api.prices.com"], "http://127.0.0.1:4000/any")).outcome).toBe("http://127.0.0.1:4000/any");
  expect((await fetchAs(["api.prices.com"], "http://127.0.0.1:4001/any")).outcome).toBe("url_not_allowed");
  const redirects = {
    "127.0.0.1:4000/mirror/here": "/other",
    "127.0.0.1:4000/mirror/home": `${PUBLIC_BASE}/x`,
    "127.0.0.1:4000/mirror/away": "http://127.0.0.1:22/",
  };
  expect((await fetchAs(["api.prices.com"], `${PUBLIC_BASE}/here`, redirects)).outcome).toBe(
    "http://127.0.0.1:4000/other",
  );
  expect((await fetchAs(["api.prices.com"], `${PUBLIC_BASE}/home`, redirects)).outcome).toBe(`${MIRROR}/x`);
  expect((await fetchAs(["api.prices.com"], `${PUBLIC_BASE}/away`, redirects)).outcome).toBe("url_not_allowed");
});

test("the operator's private upstream is no way in for actors that do not declare it", async () => {
  for (const hosts of [["a.com"], ["*"]]) {
    expect((await fetchAs(hosts, "http://127.0.0.1:4000/mirror")).outcome).toBe("url_not_allowed");
  }
  // For them the public service is where it always was.
  expect((await fetchAs(["*"], `${PUBLIC_BASE}/x`)).asked).toEqual([`${PUBLIC_BASE}/x`]);
});

test("an upstream left at its public base is trusted no more than any host", async () => {
  const url = "https://private.example/v3";
  const fetch = allowHosts({
    hosts: ["private.example"],
    upstreams: new Map([[url, url]]),
    fetch: createFetch({ resolve: () => Promise.resolve(["10.0.0.1"]), allow: [], selfHosts: [] }),
  })(new AbortController().signal);
  expect(await fetch(url).catch((error) => asHubError(error).code)).toBe("url_not_allowed");
});

test("a declared host that has no address is the upstream's fault; a stranger's is no address to ask", async () => {
  const fetch = allowHosts({
    hosts: ["a.com", "*"],
    upstreams: new Map(),
    fetch: createFetch({ resolve: () => Promise.resolve([]), allow: [], selfHosts: [] }),
  })(new AbortController().signal);
  const codeOf = (url: string) => fetch(url).catch((error: unknown) => asHubError(error).code);
  expect(await codeOf("https://a.com/")).toBe("upstream_unreachable");
  expect(await codeOf("https://b.com/")).toBe("url_not_allowed");
});
