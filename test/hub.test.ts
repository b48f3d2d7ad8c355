import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HubError } from "../src/runtime/errors.ts";
import { echoActor } from "./support/actors.ts";
import { startHub, type TestHub } from "./support/hub.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const failing = echoActor({ slug: "failing", run: () => Promise.reject(new Error("the secret is hunter2")) });
const strict = echoActor({
  slug: "strict",
  run: () =>
    Promise.reject(
      new HubError("upstream_failed", "The upstream service answered with status 503.", { retryAfterMs: 7000 }),
    ),
});
const charged = echoActor({ slug: "charged", price: { tier: "enhanced" } });

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor({ nextActors: ["not-here", "charged"] }), failing, strict, charged] });
});
afterAll(() => hub[Symbol.asyncDispose]());

describe("the actors list", () => {
  test("shows each actor as the specification does, in the order of their slugs", async () => {
    const { actors, count } = await json(await fetch(`${hub.url}/api/v1/genius/actors/`));
    expect(count).toBe(4);
    expect(actors.map(({ slug }: { slug: string }) => slug)).toEqual(["charged", "echo", "failing", "strict"]);
    expect(actors[1]).toMatchObject({
      slug: "echo",
      name: "Echo",
      category: "utilities",
      version: "2.0.0",
      tags: ["test"],
      input_schema: { type: "object", required: ["q"], properties: { q: { type: "string" } } },
      cache_ttl_seconds: 60,
      quality_score: 0.9,
      estimated_compute_units: 0.01,
      pricing_tier: "standard",
      uses_llm: false,
    });
  });

  test("answers with and without its trailing slash, and to HEAD", async () => {
    const path = `${hub.url}/api/v1/genius/actors`;
    expect((await fetch(path)).status).toBe(200);
    const head = await fetch(`${path}/`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("a run", () => {
  test("answers the envelope of the specification", async () => {
    const response = await hub.run("echo", { q: "tea" });
    const body = await json(response);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect(body).toMatchObject({
      success: true,
      slug: "echo",
      source: "genius_actor",
      cached: false,
      data: [{ q: "tea", limit: 3 }],
      items: [{ q: "tea", limit: 3 }],
      error: null,
      meta: {
        compute_units: 0.01,
        price_xrp: 0.12,
        charged_xrp: 0,
        pricing_tier: "standard",
        uses_llm: false,
        actor_version: "2.0.0",
        item_count: 1,
        quality_score: 0.9,
        next_actors: ["charged"],
        production_url: `${hub.url}/api/v1/genius/actors/echo/run/`,
        category: "utilities",
        request_id: response.headers.get("x-request-id"),
        warnings: [],
      },
      x402: {
        protocol: "x402",
        per_call_xrp: 0.12,
        register: `${hub.url}/api/v1/agent/register/?tier=free_testnet`,
        hub: hub.url,
      },
    });
    expect(body.meta.run_id).toMatch(UUID);
    expect(body.meta.duration_ms).toBeInteger();
    expect(body.meta.started_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.recommended_next_action).toContain("/api/v1/genius/actors/charged/run/");
    expect(body.recommended_next_action).toContain("register");
    expect(body.x402.note).toContain("PAYMENT-SIGNATURE");
  });

  test("a repeat within its time is cached and says how old it is", async () => {
    const first = await json(await hub.run("echo", { q: "cached" }));
    const response = await hub.run("echo", { limit: 3, q: "cached" });
    const second = await json(response);
    expect(second).toMatchObject({ cached: true, data: first.data, meta: { cache_age_seconds: 0 } });
    expect(second.meta.run_id).not.toBe(first.meta.run_id);
    expect(response.headers.get("age")).toBe("0");
    expect(response.headers.get("cache-status")).toBe("hub; hit; ttl=60");
    const fresh = await json(await hub.run("echo", { q: "cached" }, { "cache-control": "no-cache" }));
    expect(fresh.cached).toBeFalse();
    expect((await hub.run("echo", { q: "never asked" }, { "cache-control": "only-if-cached" })).status).toBe(504);
  });

  test("an idempotency key gives the same run back", async () => {
    const headers = { "idempotency-key": "key-of-one-request-0001" };
    const first = await json(await hub.run("echo", { q: "once" }, headers));
    const second = await json(await hub.run("echo", { q: "once" }, headers));
    expect(second.meta.run_id).toBe(first.meta.run_id);
    const other = await hub.run("echo", { q: "twice" }, headers);
    expect([other.status, (await json(other)).code]).toEqual([409, "idempotency_conflict"]);
  });

  test("takes a body that names no type, as command-line clients send it", async () => {
    const response = await hub.run("echo", '{"q":"curl"}', { "content-type": "application/x-www-form-urlencoded" });
    expect(response.status).toBe(200);
  });

  test("echoes a request id that is a UUID and mints one for anything else", async () => {
    const id = crypto.randomUUID();
    expect((await hub.run("echo", { q: "a" }, { "x-request-id": id })).headers.get("x-request-id")).toBe(id);
    expect((await hub.run("echo", { q: "a" }, { "x-request-id": "<script>" })).headers.get("x-request-id")).toMatch(
      UUID,
    );
  });

  test("that fails says so in the envelope, without a word of what it must not tell", async () => {
    const response = await hub.run("failing", { q: "x" });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("hunter2");
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      data: [],
      items: [],
      error: { code: "internal", retryable: true },
      meta: { charged_xrp: 0 },
    });
    const told = hub.reported.at(-1)?.cause as Error;
    expect([told.message, String(told.cause)]).toEqual([
      'The run of "failing" failed',
      expect.stringContaining("hunter2"),
    ]);
  });

  test("that its upstream failed keeps the upstream's wait", async () => {
    const response = await hub.run("strict", { q: "x" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([502, "7"]);
    expect((await json(response)).error).toMatchObject({
      code: "upstream_failed",
      retryable: true,
      retry_after_ms: 7000,
    });
  });
});

describe("a charged run", () => {
  test("answers 402 with x402 terms in header and body, and the header holds what the body says", async () => {
    const response = await hub.run("charged", { q: "x" });
    const body = await json(response);
    expect(response.status).toBe(402);
    expect(response.headers.get("content-type")).toStartWith("application/json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const terms = JSON.parse(Buffer.from(response.headers.get("payment-required") ?? "", "base64").toString());
    expect(body).toMatchObject(terms);
    expect(terms).toMatchObject({
      x402Version: 2,
      resource: { url: `${hub.url}/api/v1/genius/actors/charged/run/` },
      accepts: [
        {
          scheme: "exact",
          network: "xrpl:21338",
          asset: "XRP",
          amount: "120000",
          extra: { assetTransferMethod: "sequence" },
        },
        {
          amount: "120000",
          extra: { assetTransferMethod: "ticketSequence", areFeesSponsored: false, destinationTag: 7 },
        },
      ],
    });
    expect(body).toMatchObject({
      code: "payment_required",
      payment: { network: "xrpl:21338", destination_tag: 7, amount_xrp: 0.12, amount_drops: "120000" },
      x402: { protocol: "x402", per_call_xrp: 0.12 },
      tiers: { basic: { xrp: 10, calls_per_day: 300 } },
    });
    expect(body.wallet_deep_link).toMatch(/\?amount=0\.12&dt=7&invoiceid=[0-9A-F]{64}&network=xrpl:21338$/);
    expect(body.payment.invoice_id).toMatch(/^[\w-]{54}$/);
    expect(body.next_actions).not.toBeEmpty();
  });

  test("tells who pays by x402 v1 which version is taken", async () => {
    const hint = async (headers: Record<string, string>) =>
      (await json(await hub.run("charged", { q: "x" }, headers))).next_actions[0];
    expect(await hint({ "x-payment": "e30=" })).toStartWith("X-PAYMENT belongs to x402 v1");
    expect(await hint({})).toStartWith("Pay by the terms");
  });

  test("judges the input before it asks for money", async () => {
    expect((await hub.run("charged", {})).status).toBe(400);
  });

  test("refuses a proof that is none, and takes no payment it cannot verify", async () => {
    const status = async (headers: Record<string, string>, body: object = { q: "x" }) => {
      const response = await hub.run("charged", body, headers);
      return [response.status, (await json(response)).code];
    };
    expect(await status({ "payment-signature": "%%%" })).toEqual([400, "invalid_payment"]);
    expect(await status({ "payment-signature": btoa("null") })).toEqual([400, "invalid_payment"]);
    const named = { "payment-signature": "%%%", "idempotency-key": "order-0001-of-november" };
    expect((await hub.run("charged", { q: "x" }, named)).headers.has("payment-required")).toBe(true);
    const unreadable = await hub.run("charged", { q: "x" }, { "payment-signature": "%%%" });
    const terms = JSON.parse(atob(unreadable.headers.get("payment-required") ?? ""));
    expect(terms).toMatchObject({ x402Version: 2, accepts: [{ amount: "120000" }, { amount: "120000" }] });
    expect(unreadable.headers.get("content-type")).toBe("application/problem+json");
    const proof = btoa(
      JSON.stringify({
        x402Version: 2,
        accepted: {
          scheme: "exact",
          network: "xrpl:21338",
          amount: "120000",
          asset: "XRP",
          payTo: "r",
          maxTimeoutSeconds: 60,
        },
        payload: { signedTxBlob: "00" },
      }),
    );
    expect(await status({ "payment-signature": proof })).toEqual([402, "payment_invalid"]);
    expect(await status({}, { q: "x", payment_signature: proof })).toEqual([402, "payment_invalid"]);
    expect(await status({ "payment-signature": proof }, { q: "x", payment_signature: "other" })).toEqual([
      400,
      "invalid_input",
    ]);
  });

  test("an unknown key gets 402 with terms, alike whatever is wrong with it", async () => {
    const answers = await Promise.all(
      ["hub_live_x", "a, b", "hub_test_00000000000000000000000000000000aaaaaa"].map(async (key) => {
        const response = await hub.run("echo", { q: "x" }, { "x-api-key": key });
        const { request_id: _, instance: __, payment: ___, accepts: ____, ...body } = await json(response);
        return [response.status, { ...body, wallet_deep_link: body.wallet_deep_link.replace(/invoiceid=\w+/, "") }];
      }),
    );
    expect(answers[0]).toMatchObject([402, { code: "key_unknown" }]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe("bad input", () => {
  test.each([
    ["no JSON", "{", "invalid_json", 400],
    ["a control character", "\u0000", "invalid_json", 400],
    ["a list", "[]", "invalid_input", 400],
    ["a string", '"q"', "invalid_input", 400],
    ["a missing field", "{}", "invalid_input", 400],
    ["a wrong type", '{"q":1}', "invalid_input", 400],
    ["a number as text", '{"q":"x","limit":"3"}', "invalid_input", 400],
    ["a number out of range", '{"q":"x","limit":10}', "invalid_input", 400],
    ["depth 10,000", `{"q":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "too_deep", 400],
    ["2 MiB", `{"q":"${"x".repeat(2 << 20)}"}`, "payload_too_large", 413],
  ])("%s", async (_, body, code, status) => {
    const response = await hub.run("echo", body);
    const problem = await json(response);
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(response.headers.get("content-type")).toStartWith("application/problem+json");
    expect(problem).toMatchObject({
      type: `${hub.url}/errors/${code}`,
      status,
      request_id: response.headers.get("x-request-id"),
    });
    expect(problem.title).not.toBeEmpty();
    expect(problem.next_actions).not.toBeEmpty();
  });

  test("names what was missing, and the field that was probably meant", async () => {
    const { errors } = await json(await hub.run("echo", { Q: "x" }));
    expect(errors).toEqual([{ pointer: "/q", detail: 'is required; did you mean it by "Q"?' }]);
  });

  test("a body in chunks is counted as it comes", async () => {
    const chunk = new TextEncoder().encode("x".repeat(64 * 1024));
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk);
      },
    });
    const response = await fetch(`${hub.url}/api/v1/genius/actors/echo/run/`, { method: "POST", body });
    expect((await json(response)).code).toBe("payload_too_large");
  });

  test("other media types and codings are refused", async () => {
    expect((await hub.run("echo", "<q/>", { "content-type": "application/xml" })).status).toBe(415);
    expect((await hub.run("echo", "{}", { "content-encoding": "gzip" })).status).toBe(415);
  });

  test("`__proto__` changes nothing but is named as unknown", async () => {
    const { meta } = await json(await hub.run("echo", '{"q":"x","__proto__":{"polluted":1},"constructor":1}'));
    expect(meta.warnings).toHaveLength(2);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

test("that it lives, and what it serves, is told by the names that probes ask for, too", async () => {
  const [health, ready] = await Promise.all(
    ["/health/live", "/health/ready"].map(async (path) => json(await fetch(hub.url + path))),
  );
  expect([health, ready.status, ready.actors.loaded > 0]).toEqual([{ status: "ok" }, "ready", true]);
});

describe("what is not there", () => {
  test("an unknown actor is 404 and names its neighbour", async () => {
    const response = await hub.run("ecko", { q: "x" });
    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({
      code: "unknown_actor",
      next_actions: expect.arrayContaining(['Did you mean "echo"? POST /api/v1/genius/actors/echo/run/']),
    });
  });

  test("an unknown path is 404, another method 405 with Allow", async () => {
    const missing = await fetch(`${hub.url}/nowhere`);
    expect([missing.status, (await json(missing)).code]).toEqual([404, "not_found"]);
    for (const [path, method, allow] of [
      ["/health", "POST", "GET, HEAD, OPTIONS"],
      ["/api/v1/genius/actors/", "DELETE", "GET, HEAD, OPTIONS"],
      ["/api/v1/genius/actors/echo/run", "GET", "POST, OPTIONS"],
    ] as const) {
      const response = await fetch(hub.url + path, { method });
      expect([path, response.status, response.headers.get("allow")]).toEqual([path, 405, allow]);
      expect((await json(response)).code).toBe("method_not_allowed");
    }
  });
});

describe("limits on anonymous callers", () => {
  test("the burst is refused with the time to wait, and the address is the client's behind a trusted proxy", async () => {
    await using limited = await startHub({
      actors: [echoActor()],
      limits: { perMinute: 2, perDay: 100 },
      trustedProxies: ["127.0.0.1"],
    });
    const from = (address: string) =>
      limited.run("echo", { q: "x" }, { "x-forwarded-for": `198.51.100.9, ${address}` });
    expect((await from("192.0.2.1")).headers.get("ratelimit")).toMatch(/^"burst";r=1;t=60, "day";r=99;t=86400$/);
    expect((await from("192.0.2.1")).status).toBe(200);
    const refused = await from("192.0.2.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeWithin(1, 61);
    expect((await json(refused)).code).toBe("rate_limited");
    expect((await from("192.0.2.2")).status).toBe(200);
  });

  test("an untrusted X-Forwarded-For is not believed", async () => {
    await using limited = await startHub({ actors: [echoActor()], limits: { perMinute: 1, perDay: 0 } });
    expect((await limited.run("echo", { q: "x" }, { "x-forwarded-for": "192.0.2.1" })).status).toBe(200);
    expect((await limited.run("echo", { q: "x" }, { "x-forwarded-for": "192.0.2.2" })).status).toBe(429);
  });
});

test("a browser is told what it may send and read", async () => {
  const preflight = await fetch(`${hub.url}/api/v1/genius/actors/echo/run/`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "POST" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-headers")).toContain("PAYMENT-SIGNATURE");
  const response = await hub.run("charged", { q: "x" }, { origin: "https://app.example" });
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("access-control-expose-headers")).toContain("PAYMENT-REQUIRED");
});

test("health lives, and ready says what is served", async () => {
  expect(await json(await fetch(`${hub.url}/health`))).toEqual({ status: "ok" });
  expect(await json(await fetch(`${hub.url}/ready`))).toMatchObject({
    status: "ready",
    actors: { loaded: 4, refused: [] },
  });
});

function json(response: Response): Promise<any> {
  return response.json() as Promise<any>;
}
