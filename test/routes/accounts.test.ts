import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { depositOf, openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { describeStores } from "../support/stores.ts";
import { BAD_BODIES } from "./registration-bodies.ts";

const ADMIN = "an operator's token of the tests";

describeStores("over HTTP, an agent", (open) => {
  let hub: TestHub;
  /** Every key that was ever shown. */
  const shown: string[] = [];
  beforeAll(async () => {
    hub = await startHub({
      store: open().store,
      actors: [echoActor(), echoActor({ slug: "charged", price: { tier: "enhanced" } })],
      settings: { LIMIT_KEY_PER_MINUTE: "600" },
      adminToken: ADMIN,
    });
  });
  afterAll(() => hub?.[Symbol.asyncDispose]());

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(hub.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const answer: any = await response.json();
    if (typeof answer.api_key === "string") shown.push(answer.api_key);
    return { status: response.status, headers: response.headers, answer };
  }

  test("registers for free, calls, and sees one call spent, in headers and body alike", async () => {
    const { status, answer } = await send("POST", "/api/v1/agent/register/?tier=free_testnet", {
      email: "agent@example.com",
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      amount_xrp: 0,
      status: "active",
      tier: "free_testnet",
      calls_per_day: 300,
      network: "xrpl:21338",
      faucet_url: `${hub.url}/sandbox/faucet`,
      x402: { protocol: "x402", per_call_xrp: 0.05 },
    });
    expect(answer.order_id).toMatch(/^ord_[0-9a-f]{32}$/);
    expect(answer.deposit_address).toStartWith("r");
    expect(answer.destination_tag).toMatch(/^[1-9]\d*$/);
    expect(answer.api_key).toStartWith("hub_test_");
    const key = { "x-api-key": answer.api_key };
    const called = await send("GET", "/api/v1/demo/402/", undefined, { authorization: `bearer ${answer.api_key}` });
    expect(called.status).toBe(200);
    expect(called.answer).toMatchObject({ version: "2.2", protocol: "x402" });
    expect(called.answer.flow).toHaveLength(4);
    const usage = await send("GET", "/api/v1/agent/usage/", undefined, key);
    const asBearer = { authorization: `Bearer ${answer.api_key}` };
    expect((await send("GET", "/api/v1/agent/usage/", undefined, asBearer)).answer).toEqual(usage.answer);
    expect(usage.answer).toMatchObject({
      key: { prefix: answer.key_prefix, tier: "free_testnet", status: "active" },
      quota: { calls_per_day: 300, used: 1, remaining: 299 },
      balance: { xrp: 0, drops: "0" },
      daily: [{ calls: 1, charged_xrp: 0 }],
      recent: [{ kind: "call", reference: "demo-402", calls: 1 }],
    });
    for (const name of ["x-calls-limit", "x-calls-remaining", "x-calls-reset", "x-balance-xrp", "x-charge-xrp"])
      expect([name, usage.headers.get(name)]).toEqual([name, called.headers.get(name)]);
    expect(called.headers.get("ratelimit-policy")).toBe('"day";q=300;w=86400, "burst";q=600;w=60');
    expect(called.headers.get("cache-control")).toBe("private, no-store");
  });

  test("registers for pay: the order says where to pay, and the key works when it is paid", async () => {
    const { answer } = await send("POST", "/api/v1/x402/register/", { email: "pay@example.com", tier: "pro" });
    expect(answer).toMatchObject({ amount_xrp: 30, status: "pending_payment", tier: "pro", calls_per_day: 1000 });
    expect(answer.wallet_deep_link).toEndWith(`?amount=30&dt=${answer.destination_tag}&network=${answer.network}`);
    const key = { "x-api-key": answer.api_key };
    const pending = await send("GET", "/api/v1/demo/402/", undefined, key);
    expect([pending.status, pending.answer.code]).toEqual([402, "key_pending"]);
    await hub.services.deposits.credit(depositOf(Number(answer.destination_tag), 30_000_000n));
    expect((await send("GET", "/api/v1/demo/402/", undefined, key)).status).toBe(200);
  });

  test("gets an invoice without a key from webhook/create", async () => {
    const { status, answer } = await send("POST", "/api/v1/webhook/create/", {
      email: "hook@example.com",
      tier: "basic",
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: "pending", amount_xrp: 10, network: "xrpl:21338" });
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining(["order_id", "deposit_address", "destination_tag", "wallet_deep_link", "expires_at"]),
    );
    expect(answer.api_key).toBeUndefined();
  });

  test("with per_call prepays: a number or a numeric text", async () => {
    for (const amount of [2.5, "2.5"]) {
      const body = { email: "a@example.com", per_call: true, amount };
      const { answer } = await send("POST", "/api/v1/agent/register/", body);
      expect(answer).toMatchObject({ amount_xrp: 2.5, tier: "per_call", calls_per_day: 0 });
    }
  });

  test("names what it sent that nobody knows", async () => {
    const body = { email: "a@example.com", tier: "basic", nam: "x" };
    const { answer } = await send("POST", "/api/v1/agent/register/", body);
    expect(answer.warnings).toEqual(['Unknown field "nam" was ignored. Did you mean "name"?']);
  });

  test("is told that an amount is for prepaid calls alone", async () => {
    for (const tier of ["basic", "free_testnet"]) {
      const { answer } = await send("POST", "/api/v1/agent/register/", { email: "a@example.com", tier, amount: 50 });
      expect(answer.warnings).toEqual(['"amount" was ignored: it goes with per_call.']);
    }
  });

  test("is told what is wrong with an amount that is too large or too fine to be read", async () => {
    const form = "must be an amount of XRP with at most 11 digits before the point and 6 behind it";
    for (const amount of [1e12, "1000000000000", 0.0500001, -1, "1e2"]) {
      const body = { email: "a@example.com", per_call: true, amount };
      const { answer } = await send("POST", "/api/v1/agent/register/", body);
      expect(answer.errors).toEqual([{ pointer: "/amount", detail: form }]);
    }
  });

  test("is told where a payment becomes a balance when only a key will do", async () => {
    const paths = ["/api/v1/agent/usage/", "/api/v1/runs/", "/api/v1/agent/connections/"];
    for (const path of paths) {
      const { status, answer } = await send("GET", path);
      expect([status, answer.code, answer.payment.amount_xrp]).toEqual([402, "payment_required", 0.05]);
      expect(answer.detail).toBe("This is about the account of an API key, and none was sent.");
      expect(answer.next_actions.join()).not.toContain("PAYMENT-SIGNATURE");
      expect(answer.next_actions.slice(0, 2)).toEqual([
        "Send the key as X-API-Key.",
        expect.stringContaining("POST /api/v1/x402/register/"),
      ]);
    }
  });

  test("replaces its key and ends it", async () => {
    const { key } = await openTestAccount(hub.services, "basic");
    shown.push(key);
    const rotated = await send("POST", "/api/v1/agent/keys/rotate/", { grace_seconds: 60 }, { "x-api-key": key });
    expect(rotated.status).toBe(200);
    const fresh = { "x-api-key": rotated.answer.api_key };
    expect((await send("GET", "/api/v1/agent/usage/", undefined, fresh)).status).toBe(200);
    const tooLong = await send("POST", "/api/v1/agent/keys/rotate/", { grace_seconds: 86_401 }, fresh);
    expect([tooLong.status, tooLong.answer.errors[0].pointer]).toEqual([400, "/grace_seconds"]);
    expect((await send("POST", "/api/v1/agent/keys/revoke/", {}, fresh)).answer.status).toBe("revoked");
    expect((await send("GET", "/api/v1/agent/usage/", undefined, fresh)).answer.code).toBe("key_unknown");
  });

  test("whose answer with the new key was lost gets it again by its Idempotency-Key, though the old one is over", async () => {
    const { key } = await openTestAccount(hub.services, "basic");
    const once = { "x-api-key": key, "idempotency-key": crypto.randomUUID() };
    const rotate = (body: object, headers: Record<string, string> = once) =>
      send("POST", "/api/v1/agent/keys/rotate/", body, headers);
    const first = await rotate({ grace_seconds: 0 });
    shown.push(key);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await rotate({ grace_seconds: 0 });
    expect([again.status, again.answer]).toEqual([200, first.answer]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const fresh = { "x-api-key": again.answer.api_key };
    expect((await send("GET", "/api/v1/agent/usage/", undefined, fresh)).status).toBe(200);

    expect(await rotate({ grace_seconds: 60 })).toMatchObject({
      status: 409,
      answer: { code: "idempotency_conflict" },
    });
    // Whoever has found the old key does not know the other one.
    const finder = { ...once, "idempotency-key": crypto.randomUUID() };
    expect((await rotate({ grace_seconds: 0 }, finder)).answer.code).toBe("key_unknown");
    expect((await rotate({ grace_seconds: -1 }, finder)).headers.get("x-balance-xrp")).toBeNull();
    expect((await rotate({ grace_seconds: 0 }, { "x-api-key": key })).answer.code).toBe("key_unknown");
    const short = await rotate({ grace_seconds: 0 }, { ...fresh, "idempotency-key": "short" });
    expect([short.status, short.answer.code]).toEqual([400, "invalid_input"]);

    await send("POST", "/api/v1/agent/keys/revoke/", {}, fresh);
    expect((await rotate({ grace_seconds: 0 })).answer.code).toBe("key_unknown");
  });

  test("gets the same new key for the same Idempotency-Key while the old one holds, too, and from requests at once", async () => {
    const { key } = await openTestAccount(hub.services, "basic");
    shown.push(key);
    const once = { "x-api-key": key, "idempotency-key": crypto.randomUUID() };
    const rotate = () => send("POST", "/api/v1/agent/keys/rotate/", { grace_seconds: 60 }, once);
    const answers = await Promise.all([rotate(), rotate(), rotate()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
  });

  test("without a valid key gets 402 with terms from everything that needs one", async () => {
    using catalog = await smallCatalog();
    await using full = await startHub({ catalog });
    for (const [method, path] of [
      ["GET", "/api/v1/demo/402/"],
      ["GET", "/api/v1/premium/"],
      ["GET", "/api/v1/premium-feed"],
      ["GET", "/api/v1/agent/usage/"],
      ["POST", "/api/v1/agent/keys/rotate/"],
      ["POST", "/api/v1/agent/keys/revoke/"],
    ] as const) {
      const response = await fetch(full.url + path, { method });
      const { status, headers } = response;
      const answer: any = await response.json();
      expect([path, status, answer.code]).toEqual([path, 402, "payment_required"]);
      expect(answer.payment.amount_xrp).toBe(0.05);
      expect(headers.get("payment-required")).not.toBeEmpty();
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("is answered alike whether its key is unknown, malformed, revoked, suspended or doubled", async () => {
    const [revoked, suspended, good] = [
      await openTestAccount(hub.services, "basic"),
      await openTestAccount(hub.services, "basic"),
      await openTestAccount(hub.services, "basic"),
    ];
    shown.push(revoked.key, suspended.key, good.key);
    await send("POST", "/api/v1/agent/keys/revoke/", {}, { "x-api-key": revoked.key });
    await hub.services.operator.suspend(suspended.prefix, "test");
    const unknown = "hub_live_opXXVzwI50Qm7W03Fuzw7vMfvt9bEsk1rE3Xeb";
    const keys = [unknown, "nonsense", "", revoked.key, suspended.key, `${good.key}, ${good.key}`];
    for (const path of ["/api/v1/demo/402/", "/api/v1/agent/usage/"]) {
      const texts = await Promise.all(
        keys.map(async (key) => {
          const response = await fetch(hub.url + path, { headers: { "x-api-key": key } });
          return `${response.status} ${[...response.headers.keys()].join()} ${withoutIds(await response.text())}`;
        }),
      );
      expect(texts[0]).toContain("key_unknown");
      expect(new Set(texts).size).toBe(1);
    }
  });

  test("hears how it stands with a refusal, too", async () => {
    const { key } = await openTestAccount(hub.services, "per_call", 60_000n);
    shown.push(key);
    const charged = await hub.run("charged", { q: "x" }, { "x-api-key": key });
    expect([charged.status, charged.headers.get("x-balance-xrp")]).toEqual([402, "0.06"]);
    expect(((await charged.json()) as any).code).toBe("insufficient_balance");
    const resetsIn = Number(charged.headers.get("x-calls-reset")) - Date.now() / 1000;
    expect(Math.abs(Number(charged.headers.get("retry-after")) - resetsIn)).toBeLessThan(60);
    const bad = await hub.run("echo", {}, { "x-api-key": key });
    expect([bad.status, bad.headers.get("x-balance-xrp")]).toEqual([400, "0.06"]);
    const good = await hub.run("echo", { q: "x" }, { "x-api-key": key });
    expect([good.status, good.headers.get("x-charge-xrp"), good.headers.get("x-balance-xrp")]).toEqual([
      200,
      "0", // What strangers get for nothing never touches a balance.
      "0.06",
    ]);
  });

  test.each([
    "o'brien@example.ie",
    "first.last+tag@sub.example.co.uk",
    "A@EXAMPLE.COM",
    "jürgen@xn--e1afmkfd.xn--p1ai",
  ])("takes %s for an address", async (email) => {
    const { status, answer } = await send("POST", "/api/v1/x402/register/", { email, tier: "basic" });
    shown.push(answer["api_key"]);
    expect([status, answer["status"]]).toEqual([200, "pending_payment"]);
  });

  test.each(BAD_BODIES.map((body) => [...body] as const))(
    "is refused %s",
    async (_fault, body, pointer, query = "") => {
      const before = await rows();
      const { status, answer } = await send("POST", `/api/v1/agent/register/${query}`, body);
      expect(status).toBe(400);
      expect(answer.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
      expect(await rows()).toEqual(before);
    },
  );

  test.each(["/api/v1/x402/register/", "/api/v1/webhook/create/"])(
    "is refused a free tier and an unknown one at %s, as its description says",
    async (path) => {
      const paid = ["basic", "pro", "enterprise"];
      for (const [tier, hint] of [
        ["free_testnet", "; POST /api/v1/agent/register/ for a free key"],
        ["gold", ""],
      ]) {
        const { status, answer } = await send("POST", path, { email: "a@example.com", tier });
        const detail = `must be one of ${paid.join(", ")}${hint}`;
        expect([status, answer.errors]).toEqual([400, [{ pointer: "/tier", detail }]]);
      }
      const { paths } = (await (await fetch(`${hub.url}/openapi.json`)).json()) as any;
      const { parameters, requestBody } = paths[path].post;
      const { schema } = requestBody.content["application/json"];
      const [body = schema] = schema.anyOf ?? [];
      expect([parameters[0].schema.enum, body.properties.tier.enum]).toEqual([paid, paid]);
    },
  );

  test("finds no operator's endpoint without the operator's token, and each with it", async () => {
    const operator = { authorization: `Bearer ${ADMIN}` };
    for (const path of ["accounts", "orders", "payments"]) {
      for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: ADMIN }])
        expect((await send("GET", `/api/v1/admin/${path}/`, undefined, headers)).status).toBe(404);
      const { answer, headers } = await send("GET", `/api/v1/admin/${path}/`, undefined, operator);
      expect(answer[path]).toBeArray();
      expect(headers.get("cache-control")).toBe("private, no-store");
    }
    const body = { email: "gift@example.com", tier: "basic", reason: "a present" };
    const issued = await send("POST", "/api/v1/admin/keys/", body, operator);
    const { api_key: key, key_prefix: prefix } = issued.answer;
    const grant = await send(
      "POST",
      `/api/v1/admin/accounts/${prefix}/grant/`,
      { calls: 5, xrp: 1.5, reason: "x" },
      operator,
    );
    expect(grant.answer.granted).toEqual({ calls: 5, xrp: 1.5 });
    const { answer: usage } = await send("GET", "/api/v1/agent/usage/", undefined, { "x-api-key": key });
    expect(usage).toMatchObject({ quota: { calls_per_day: 305 }, balance: { xrp: 1.5 } });
    expect((await send("POST", `/api/v1/admin/accounts/${prefix}/grant/`, { reason: "x" }, operator)).status).toBe(400);
    for (const xrp of ["99999999999", "0", 0]) {
      const body = { xrp, reason: "x" };
      expect((await send("POST", `/api/v1/admin/accounts/${prefix}/grant/`, body, operator)).status).toBe(400);
    }
    await send("POST", `/api/v1/admin/accounts/${prefix}/suspend/`, { reason: "abuse" }, operator);
    expect((await send("GET", "/api/v1/demo/402/", undefined, { "x-api-key": key })).answer.code).toBe("key_unknown");
    expect((await send("POST", "/api/v1/admin/accounts/nobody/suspend/", { reason: "x" }, operator)).status).toBe(404);
  });

  test("has left no key behind, in the store or in what was reported", async () => {
    const dump = await open().database.dump();
    const reports = hub.reported.map(
      (error) => `${error.message} ${String(error.cause)} ${JSON.stringify(error.details)}`,
    );
    expect(shown.length).toBeGreaterThan(8);
    expect(dump).toContain(shown[0]?.slice(0, 17) ?? "");
    for (const key of shown) {
      expect(dump.includes(key.slice(17))).toBeFalse();
      expect(reports.join("\n").includes(key.slice(17))).toBeFalse();
    }
  });

  async function rows(): Promise<number[]> {
    const { store } = open();
    const [accounts, keys, orders] = await Promise.all([
      store.ask((db, tables) => db.select().from(tables.accounts)),
      store.ask((db, tables) => db.select().from(tables.keys)),
      store.ask((db, tables) => db.select().from(tables.orders)),
    ]);
    return [accounts.length, keys.length, orders.length];
  }
});

describe("registration limits", () => {
  test("count what was made, by address, and bad input not at all", async () => {
    await using hub = await startHub({ settings: { LIMIT_REGISTER_PER_HOUR: "2", LIMIT_FREE_KEYS_PER_DAY: "1" } });
    const register = (body: unknown, query = "") =>
      fetch(`${hub.url}/api/v1/agent/register/${query}`, { method: "POST", body: JSON.stringify(body) });
    for (let bad = 0; bad < 5; bad++) expect((await register({})).status).toBe(400);
    expect((await register({ email: "a@example.com" }, "?tier=free_testnet")).status).toBe(200);
    const second = await register({ email: "a@example.com" }, "?tier=free_testnet");
    expect([second.status, second.headers.has("retry-after")]).toEqual([429, true]);
    expect(((await second.json()) as any).next_actions).toEqual(["Wait for Retry-After."]);
    expect((await register({ email: "a@example.com" })).status).toBe(429);
  });
});

const WELL_DESCRIBED = "The weather of a city now and in the next hours: temperature, wind, rain, clouds and more.";
const WITH_SCHEMA = {
  200: { description: "Weather", content: { "application/json": { schema: { type: "object" } } } },
};

describe("the premium documents", () => {
  test("show the best entries with their evidence, the picks and the prices; the feed is a JSON Feed", async () => {
    using shelf = emptyShelf();
    const paths = { "/weather": get("Weather of a city", { description: WELL_DESCRIBED, responses: WITH_SCHEMA }) };
    await shelf.build([described("forecasts.dev", { paths, security: [] })]);
    using catalog = shelf.open();
    await using hub = await startHub({ catalog });
    const { key } = await openTestAccount(hub.services, "basic");
    const read = async (path: string): Promise<any> =>
      (await fetch(hub.url + path, { headers: { "x-api-key": key } })).json();
    const premium = await read("/api/v1/premium/");
    const [best] = premium.best;
    expect(best).toMatchObject({ featured: true, quality_evidence: { https: true }, proxy_url: expect.any(String) });
    const scores = premium.best.map((entry: { quality_score: number }) => entry.quality_score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    expect(premium).toMatchObject({
      picks: expect.arrayContaining([{ category: best.category, entries: expect.arrayContaining([best]) }]),
      prices: { per_call_xrp: 0.05, runs_xrp: { campaign: 0.24 }, subscriptions: { basic: { xrp: 10 } } },
    });
    const feed = await read("/api/v1/premium-feed/");
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      feed_url: `${hub.url}/api/v1/premium-feed/`,
    });
    expect(feed.items[0]).toMatchObject({
      id: best.slug,
      title: best.name,
      _hub: { ...best, chosen_by: "prominence", health: { status: "unknown", calls: 0 } },
    });
  });
});

/** An answer without what differs from one to the next: ids, invoices and moments. */
function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
    .replace(/"(invoice_id|invoiceId|proofKey)":"[^"]*"|invoiceid=\w+/g, "INVOICE")
    .replace(/"expires_at":"[^"]*"/g, "EXPIRY");
}
