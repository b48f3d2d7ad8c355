/** What cannot be taken or delivered is not quoted for: the reason comes first, and no terms. */
import { describe, expect, test } from "bun:test";
import { HubError } from "../../src/runtime/errors.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { toyLedger } from "../support/toy-ledger.ts";

const RUN = "/api/v1/genius/actors/charged/run/";
const SEARCH = "/api/v1/agent/search/?q=weather";
const CALL = "/api/v1/agent/proxy/nothing/call/";
const UNKNOWN_KEY = { "x-api-key": "hub_live_00000000000000000000000000000000aaaaaa" };

async function hubWith(options: TestHubOptions): Promise<TestHub> {
  const actor = echoActor({ slug: "charged", price: { tier: "enhanced", charged: () => true }, cacheTtlSeconds: 0 });
  return startHub({ actors: [actor], chargedTiers: ["enhanced"], ...options });
}

async function told(hub: TestHub, path: string, headers: Record<string, string> = {}) {
  const isPost = path === RUN || path === CALL;
  const response = await fetch(hub.url + path, {
    headers,
    ...(isPost && { method: "POST", body: JSON.stringify({ q: "x" }) }),
  });
  const { code, accepts } = (await response.json()) as { code: string; accepts?: unknown };
  return { status: response.status, code, hasTerms: accepts !== undefined || response.headers.has("payment-required") };
}

const PATHS = [SEARCH, RUN, CALL, "/api/v1/premium/", "/api/v1/demo/402/"];

describe("no terms are quoted", () => {
  test("while the ledger is silent; with it they come back", async () => {
    let now = Date.now();
    const ledger = toyLedger("xrpl:21338");
    using catalog = await smallCatalog();
    await using hub = await hubWith({ ledger, catalog, clock: { now: () => now } });
    for (const path of PATHS) {
      now += 6_000;
      expect((await told(hub, path)).status).toBe(402);
      ledger.isSilent = true;
      now += 500;
      expect(await told(hub, path)).toEqual({ status: 503, code: "ledger_unavailable", hasTerms: false });
      ledger.isSilent = false;
    }
  });

  test("to a key that is refused while the ledger is silent; it is refused all the same", async () => {
    const clock = { now: () => now };
    let now = Date.now();
    const ledger = toyLedger("xrpl:21338");
    using catalog = await smallCatalog();
    await using hub = await hubWith({ ledger, catalog, clock });
    const suspended = await openTestAccount(hub.services, "basic");
    await hub.services.operator.suspend(suspended.prefix, "test");
    const keys = { suspended: suspended.key, unknown: UNKNOWN_KEY["x-api-key"], malformed: "none" };
    for (const path of [...PATHS, "/api/v1/agent/usage/"])
      for (const key of Object.values(keys)) {
        const headers = { "x-api-key": key };
        ledger.isSilent = false;
        now += 6_000;
        expect(await told(hub, path, headers)).toEqual({ status: 402, code: "key_unknown", hasTerms: true });
        ledger.isSilent = true;
        now += 500;
        expect(await told(hub, path, headers)).toEqual({ status: 402, code: "key_unknown", hasTerms: false });
      }
  });

  test("while the wallet takes no payment", async () => {
    const ledger = toyLedger("xrpl:21338");
    ledger.wallet = async () => undefined;
    await using hub = await hubWith({ ledger });
    expect(await told(hub, RUN)).toEqual({ status: 503, code: "ledger_unavailable", hasTerms: false });
  });

  test("for an order while the wallet takes no payment, and nothing is made; a silent ledger is no reason", async () => {
    let now = Date.now();
    const ledger = toyLedger("xrpl:21338");
    const funded = await ledger.wallet("", new AbortController().signal);
    await using hub = await hubWith({ ledger, clock: { now: () => now } });
    const order = async (path: string, body: object) => {
      now += 6_000; // What the ledger said of the wallet is asked anew.
      const response = await fetch(hub.url + path, {
        method: "POST",
        body: JSON.stringify({ email: "you@example.com", ...body }),
      });
      const { code, deposit_address: address, detail } = (await response.json()) as Record<string, string>;
      return { status: response.status, code, isOpen: address !== undefined, detail };
    };
    const ways = ["/api/v1/agent/register/", "/api/v1/x402/register/", "/api/v1/webhook/create/"];
    for (const [wallet, why] of [
      [undefined, "does not exist"],
      [{ ...funded!, isDepositAuth: true }, "DepositAuth"],
    ] as const) {
      ledger.wallet = async () => wallet;
      for (const path of ways) {
        const refused = await order(path, { tier: "basic" });
        expect(refused).toMatchObject({ status: 503, code: "ledger_unavailable", isOpen: false });
        expect(refused.detail).toContain(why);
      }
      expect((await order("/api/v1/agent/register/", { tier: "free_testnet" })).status).toBe(200);
    }
    expect(await hub.services.operator.orders({ offset: 0 })).toHaveLength(2); // Of the keys that are free.
    // An order carries a tag, and its payment may bring what the reserve lacks.
    ledger.wallet = async () => ({ ...funded!, requiresTag: true, balance: 0n });
    expect((await order("/api/v1/webhook/create/", { tier: "basic" })).status).toBe(200);
    ledger.wallet = async () => {
      throw new HubError("ledger_unavailable", "It is silent.");
    };
    expect((await order("/api/v1/webhook/create/", { tier: "basic" })).status).toBe(200);
  });

  test("while the ledger hangs: the answer takes seconds, not for ever", async () => {
    const ledger = toyLedger("xrpl:21338");
    ledger.answers = () => new Promise(() => undefined);
    await using hub = await hubWith({ ledger });
    expect(await told(hub, RUN)).toEqual({ status: 503, code: "ledger_unavailable", hasTerms: false });
  });

  test("while the store is down", async () => {
    const store = await openSqlite(":memory:");
    let fault: string | undefined;
    const fragile = { ...store, fault: () => fault };
    await using hub = await hubWith({ store: fragile });
    fault = "The disk is full.";
    for (const path of PATHS)
      for (const headers of [{}, UNKNOWN_KEY])
        expect(await told(hub, path, headers)).toMatchObject({ status: 503, hasTerms: false });
    await store[Symbol.asyncDispose]();
  });

  test("for what the catalogue sells while it is built", async () => {
    await using hub = await hubWith({});
    for (const path of [SEARCH, CALL, "/api/v1/premium/", "/api/v1/agent/tools/search/?q=weather"])
      expect(await told(hub, path)).toMatchObject({ status: 503, hasTerms: false });
    expect((await told(hub, "/api/v1/demo/402/")).status).toBe(402);
  });

  test("for runs that need a model while it is unavailable", async () => {
    const price = { tier: "enhanced", charged: () => true } as const;
    const actor = echoActor({ slug: "charged", price, cacheTtlSeconds: 0, usesLlm: true });
    await using hub = await hubWith({ actors: [actor] });
    expect(await told(hub, RUN)).toEqual({ status: 503, code: "llm_unavailable", hasTerms: false });
  });
});
