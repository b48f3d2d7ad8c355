/** Nothing that one account is answered names a secret of another: not its key, its orders, its words or its address. */
import { expect, test } from "bun:test";
import { hashKey } from "../../src/accounts/key.ts";
import { echoActor } from "../support/actors.ts";
import { BUYER, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { startEchoWorld } from "../support/echo-upstream.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const DAY_MS = 86_400_000;
const UPSTREAM = {
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  paths: {
    "/weather": {
      get: {
        operationId: "currentWeather",
        summary: "Current weather of a city",
        security: [{ bearer: [] }],
        parameters: [{ name: "city", in: "query", schema: { type: "string" } }],
        responses: { 200: { description: "Done" } },
      },
    },
  },
};
/** What anybody may ask for without naming anything. */
const OPEN_PATHS = [
  "/",
  "/openapi.json",
  "/llms.txt",
  "/health",
  "/ready",
  "/metrics",
  "/.well-known/jwks.json",
  "/.well-known/x402",
  "/.well-known/api-catalog",
  "/facilitator/supported",
  "/discovery/resources",
  "/api/v1/agent/usage/",
  "/api/v1/agent/categories/",
  "/api/v1/agent/feed.json",
  "/api/v1/agent/random/",
  "/api/v1/agent/search/?q=weather",
  "/api/v1/agent/tools/search/?q=weather&format=mcp",
  "/api/v1/genius/actors/",
  "/api/v1/premium/",
  "/api/v1/premium-feed/",
  "/api/v1/demo/402/",
  "/api/v1/admin/accounts/",
  "/api/v1/admin/orders/",
];

describeStores("what an account reads", (open) => {
  async function setUp() {
    const clock = testClock(Date.now());
    const ledger = openDepositWorld({ clock });
    const world = await startEchoWorld(UPSTREAM, {
      store: open().store,
      clock,
      ledger: ledger.ledger,
      wallet: SHOP.address,
      adminToken: "the operator's token",
      actors: [echoActor(), echoActor({ slug: "charged", price: { tier: "enhanced", charged: () => true } })],
    });
    const follower = ledger.follower(open().store);
    await follower.catchUp();
    const ask = async (method: string, path: string, key?: string, body?: unknown, headers = {}) => {
      const response = await fetch(world.hub.url + path, {
        method,
        headers: { ...(key !== undefined && { "x-api-key": key }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, all: `${JSON.stringify([...response.headers])}\n${text}` };
    };
    const post = async (path: string, body: unknown, key?: string, headers = {}) => {
      const { text } = await ask("POST", path, key, body, headers);
      return JSON.parse(text) as Record<string, any>;
    };
    const pay = async (order: Record<string, any>, xrp: number, payer = BUYER): Promise<string> => {
      const fields = { Amount: String(xrp * 1_000_000), DestinationTag: Number(order["destination_tag"]) };
      const hash = ledger.pay(fields, payer);
      await follower.catchUp();
      return hash;
    };
    return {
      clock,
      ask,
      post,
      pay,
      async [Symbol.asyncDispose]() {
        await world[Symbol.asyncDispose]();
        await ledger[Symbol.asyncDispose]();
      },
    };
  }

  test("names no secret of another's, not even to whoever referred it and knows all that is on the ledger", async () => {
    await using world = await setUp();
    const { ask, post, pay } = world;
    const own = await post("/api/v1/x402/register/", { email: "b@example.com", per_call: true, amount: 5 });
    await pay(own, 5, OTHER);
    const b = String(own["api_key"]);

    // All that A does, and each word of it that is nobody else's business.
    const secrets: Record<string, string> = {
      email: "ann.smith@secret-employer.example",
      name: "Ann Smith of the Ministry",
      query: "pregnancy test near Lausanne",
      city: "Hinterpfaffenhofen",
      bearer: "upstream-bearer-of-ann-1234567890",
      idempotency: "idempotency-key-of-ann-0001",
      tool: "current weather of the city of my hideout",
    };
    const { email, name, query, city, bearer, idempotency, tool } = secrets;
    const order = await post("/api/v1/webhook/create/", { email, name, tier: "basic", referrer_api_key: b });
    const hash = await pay(order, 12);
    const verified = await post("/api/v1/webhook/verify/", { order_id: order["order_id"], tx_hash: hash });
    const a = String(verified["api_key"]);
    const waiting = await post("/api/v1/webhook/create/", { email, tier: "pro" }, a);
    const partly = await post("/api/v1/webhook/create/", { email, tier: "pro", referrer_api_key: b });
    const partlyPaid = await pay(partly, 3);
    const run = "/api/v1/genius/actors/echo/run/";
    await post(run, { q: query }, a, { "idempotency-key": idempotency });
    const call = "/api/v1/agent/proxy/echo-dev--currentweather/call/";
    const called = await post(call, { params: { city }, credentials: { bearer } }, a);
    const composed = await post("/api/v1/agent/dynamic-tool/", { description: tool }, a);
    await ask("GET", `/api/v1/agent/search/?q=${encodeURIComponent(query ?? "")}`, a);
    const quoted = await post("/api/v1/genius/actors/charged/run/", { q: query });
    const usage = await ask("GET", "/api/v1/agent/usage/", a);
    expect([called["success"], typeof composed["call_url"], usage.text.includes(order["order_id"])]).toEqual([
      true,
      "string",
      true,
    ]);
    Object.assign(secrets, {
      key: a,
      "hash of the key": hashKey(a),
      order: order["order_id"],
      "waiting order": waiting["order_id"],
      "tag of the waiting order": `"${waiting["destination_tag"]}"`,
      "underpaid order": partly["order_id"],
      invoice: quoted["payment"].invoice_id,
      "prefix of the key": verified["key_prefix"],
      ...(composed["tool"] && { "call of the tool": composed["call_url"] }),
    });
    for (const [what, secret] of Object.entries(secrets)) expect([what, typeof secret]).toEqual([what, "string"]);

    // All that B can ask for, with what it has, what it was shown and what the ledger shows everybody.
    const read: string[] = [];
    for (const key of [b, undefined]) for (const path of OPEN_PATHS) read.push((await ask("GET", path, key)).all);
    const { recent } = JSON.parse((await ask("GET", "/api/v1/agent/usage/", b)).text);
    const referral = recent.find(({ kind }: { kind: string }) => kind === "referral");
    expect(referral.xrp).toBe(0.5);
    expect(referral.reference).toMatch(/^ref_[0-9a-f]{16}$/);
    for (const order_id of [own["order_id"], referral.reference, `ord_${referral.reference.slice(4)}`])
      for (const tx_hash of [hash, partlyPaid, "0".repeat(64)])
        for (const as_balance of [false, true])
          read.push((await ask("POST", "/api/v1/webhook/verify/", b, { order_id, tx_hash, as_balance })).all);
    const conversion = { email: "b@example.com", per_call: true, tx_hash: hash, invoice_id: "A".repeat(54) };
    const registration = { email, per_call: true, referrer_api_key: "hub_live_nobody" };
    for (const key of [b, undefined]) {
      read.push((await ask("POST", "/api/v1/x402/register/", key, conversion)).all);
      read.push((await ask("POST", "/api/v1/x402/register/", key, { ...registration, email: "b@example.com" })).all);
      read.push((await ask("POST", run, key, { q: "other" }, { "idempotency-key": "idempotency-key-of-b-0001" })).all);
      read.push((await ask("POST", call, key, { params: {}, credentials: { bearer: "another-bearer-1234" } })).all);
    }
    const guessed = await ask("POST", run, b, { q: "other" }, { "idempotency-key": idempotency });
    expect(guessed.status).toBe(200);
    read.push(guessed.text);
    const all = read.join("\n");
    for (const [what, secret] of Object.entries(secrets)) expect([what, all.includes(secret)]).toEqual([what, false]);
  }, 60_000);

  test("gives the key of an order to its maker within a day of the confirmation, asked for before or not", async () => {
    await using world = await setUp();
    const { post, pay, clock } = world;
    const [asked, never] = [
      await post("/api/v1/webhook/create/", { email: "a@example.com", tier: "basic" }),
      await post("/api/v1/webhook/create/", { email: "a@example.com", tier: "basic" }),
    ];
    const verify = (order: Record<string, any>, tx_hash: string) =>
      post("/api/v1/webhook/verify/", { order_id: order["order_id"], tx_hash });
    const hashes = [await pay(asked, 10), await pay(never, 10)] as const;
    clock.advance(DAY_MS - 1);
    expect((await verify(asked, hashes[0]))["api_key"]).toStartWith("hub_live_");
    clock.advance(1);
    expect(await verify(asked, hashes[0])).toMatchObject({ status: "confirmed", api_key: null });
    expect(await verify(never, hashes[1])).toMatchObject({ status: "confirmed", api_key: null });
  });
});
