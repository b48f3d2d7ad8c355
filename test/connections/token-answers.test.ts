/** What authorities really answer at their token endpoint, beside what RFC 6749 has them answer. */
import { expect, test } from "bun:test";
import { createExchange } from "../../src/connections/oauth/exchange.ts";
import { authorityFetch } from "../../src/connections/oauth/fetch.ts";
import { startHttp } from "../support/http-server.ts";

const NOW = 1_000_000;
const JSON_TYPE = { "content-type": "application/json" };
const CLIENT = { clientId: "the-hub", secret: "s3cret", tokenAuth: "basic" } as const;
type Answered = readonly [status: number, headers: Record<string, string>, body: string | object];

/** An exchange with an authority on loopback that answers everything so. */
async function answering([status, headers, body]: Answered) {
  const server = await startHttp((_, response) => {
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  const place = `127.0.0.1:${server.port}`;
  const send: Parameters<typeof authorityFetch>[0] = async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    return { url, status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
  };
  const exchange = createExchange(authorityFetch(send, new Set([place])), { now: () => NOW });
  const authority = { id: "a", token: `http://${place}/token`, device: `http://${place}/device` };
  return {
    refresh: () => exchange.refresh(authority, CLIENT, "old"),
    device: () => exchange.device(authority, CLIENT, []),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const TOKEN = { access_token: "new", token_type: "bearer" };

test.each<[string, Answered]>([
  ["plain text that is JSON", [200, { "content-type": "text/plain" }, TOKEN]],
  ["a form that is called plain text", [200, { "content-type": "text/plain" }, "access_token=new&token_type=bearer"]],
  ["no type at all", [200, {}, TOKEN]],
  ["201", [201, JSON_TYPE, TOKEN]],
  ["an empty refresh token", [200, JSON_TYPE, { ...TOKEN, refresh_token: "" }]],
  ["scope: null", [200, JSON_TYPE, { ...TOKEN, scope: null }]],
])("a token that comes as %s is one, and the old refresh token stays", async (_, answer) => {
  await using authority = await answering(answer);
  expect(await authority.refresh()).toMatchObject({
    secret: { access_token: "new", refresh_token: "old" },
    expires_at: null,
    scopes: null,
  });
});

test.each<[unknown, number | null]>([
  ["3600", NOW + 3_600_000],
  [3599.99951, NOW + 3_599_000],
  [1e20, null],
  ["2030-01-01", null],
  [0, null],
])("expires_in %p ends at %p", async (seconds, end) => {
  await using authority = await answering([200, JSON_TYPE, { ...TOKEN, expires_in: seconds }]);
  expect((await authority.refresh()).expires_at).toBe(end);
});

test.each<[string, Answered, string]>([
  [
    "with the challenge that the RFC wants",
    [401, { ...JSON_TYPE, "www-authenticate": 'Basic realm="x"' }, { error: "invalid_client" }],
    "invalid_client",
  ],
  ["as plain text", [400, { "content-type": "text/plain" }, { error: "invalid_grant" }], "invalid_grant"],
  ["with 200, as plain text", [200, { "content-type": "text/html" }, { error: "invalid_grant" }], "invalid_grant"],
  ["in capitals", [400, JSON_TYPE, { error: "INVALID_GRANT" }], "invalid_grant"],
  ["as Slack says it", [200, JSON_TYPE, { ok: false, error: "invalid_refresh_token" }], "invalid_refresh_token"],
])("a refusal for good that comes %s is one", async (_, answer, reason) => {
  await using authority = await answering(answer);
  expect(authority.refresh()).rejects.toMatchObject({ name: "AuthorityRefusal", reason, isFinal: true });
  await authority.refresh().catch(() => undefined);
});

test.each<[string, Answered]>([
  ["a page", [400, { "content-type": "text/html" }, "<h1>a=b</h1>"]],
  ["a failure", [503, JSON_TYPE, { error: "temporarily_unavailable" }]],
  ["nothing", [200, JSON_TYPE, ""]],
])("%s says nothing for good", async (_, answer) => {
  await using authority = await answering(answer);
  expect(authority.refresh()).rejects.toMatchObject({ name: "AuthorityRefusal", isFinal: false });
  await authority.refresh().catch(() => undefined);
});

test("a device login begins where the address is called an URL and the times are texts", async () => {
  const start = { device_code: "d", user_code: "U", verification_url: "https://a.dev/device" };
  await using authority = await answering([200, JSON_TYPE, { ...start, expires_in: "1800", interval: "5" }]);
  expect(await authority.device()).toEqual({ deviceCode: "d", userCode: "U", url: "https://a.dev/device" });
});

test.each(["javascript:alert(1)", "data:text/html,x", "//a.dev/device", ""])(
  "a device login at %p, which is no page, is none",
  async (address) => {
    const start = { device_code: "d", user_code: "U", expires_in: 1800, verification_uri: address };
    await using authority = await answering([200, JSON_TYPE, start]);
    expect(authority.device()).rejects.toMatchObject({ name: "AuthorityRefusal", isFinal: false });
    await authority.device().catch(() => undefined);
  },
);
