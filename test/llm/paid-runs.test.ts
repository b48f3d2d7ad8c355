/** The model is asked by paid runs only, and what it answers decides nothing but the items. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Actor } from "../../src/runtime/actor.ts";
import { DEADLINES } from "../../src/llm/model.ts";
import { openTestAccount } from "../support/accounts.ts";
import { loadActor } from "../support/actor-files.ts";
import { countingBudget, modelAt } from "../support/connected-model.ts";
import { readAnswers } from "../support/model-answers.ts";
import { type Behaviour, type ModelServer, startModel } from "../support/model-server.ts";
import { type PayingHub, startPayingHub } from "../support/paid-runs.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { SILENT, testClock } from "../support/operations.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
const ACTORS = await Promise.all(
  ["copy-composer", "api-match", "intent-router", "weather-openmeteo", "web-brief", "news-digest"].map(loadActor),
);
const COPY = { target: "regulars of a bakery", offer: "rye bread, fresh every Saturday from 7", channel: "sms" };
const GOOD = { say: (await readAnswers("copy-composer"))["A text message"] };
const RANKED = { q: "create an issue on github", enhanced: true };
const RANKING = { say: (await readAnswers("api-match"))["Ranked by a language model"] };

interface World extends AsyncDisposable {
  readonly hub: PayingHub;
  readonly server: ModelServer;
}

async function start(behaviours: readonly Behaviour[], options: object = {}, model: object = {}): Promise<World> {
  const server = await startModel(...behaviours);
  const hub = await startPayingHub({
    actors: ACTORS,
    model: modelAt(server, model),
    lend: (_actor: Actor, signal: AbortSignal) => ({
      signal,
      now: Date.now,
      log: SILENT,
      fetch: () => Promise.reject(new Error("no network")),
      catalog: () => catalog,
    }),
    ...options,
  });
  return {
    hub,
    server,
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

interface Envelope {
  readonly success: boolean;
  readonly cached: boolean;
  readonly items: readonly Record<string, unknown>[];
  readonly error: { readonly code: string } | null;
  readonly meta: Record<string, unknown>;
}

async function read(response: Response): Promise<Envelope & { readonly code: string; readonly status: number }> {
  return { ...((await response.json()) as Envelope & { code: string }), status: response.status };
}

describe("the model is asked", () => {
  test("once by a paid run, whose item is what it says", async () => {
    await using world = await start([GOOD]);
    const { success, items, meta } = await read(await world.hub.runPaid("copy-composer", COPY));
    expect([success, world.server.asked.length, meta["charged_xrp"]]).toEqual([true, 1, 0.24]);
    expect(items[0]).toMatchObject({ channel: "sms", headline: null, cta: "Drop by", characters: 79, length_ok: true });
    expect(meta["report"]).toMatchObject({ prompt: "copy-composer@1", input_tokens: 600, output_tokens: 400 });
  });

  test("never by a run that is unpaid, underpaid, expired or paid for something else", async () => {
    const clock = testClock(Date.now());
    await using world = await start([GOOD], { clock });
    const { hub } = world;
    expect((await hub.run("copy-composer", COPY)).status).toBe(402);
    const underpaid = await hub.proofFor("copy-composer", COPY, { Amount: "239999" });
    expect((await hub.run("copy-composer", COPY, underpaid)).status).toBe(402);
    const other = await hub.proofFor("copy-composer", { ...COPY, channel: "x" });
    expect((await hub.run("copy-composer", COPY, other)).status).toBe(402);
    expect((await hub.run("copy-composer", COPY, { "payment-signature": "coin" })).status).toBe(400);
    const late = await hub.proofFor("copy-composer", COPY);
    clock.advance(3_600_000);
    expect((await hub.run("copy-composer", COPY, late)).status).toBe(402);
    expect((await hub.run("copy-composer", COPY, { "x-payment-verified": "true" })).status).toBe(402);
    expect(world.server.asked).toEqual([]);
  });

  test("never by a run of bad input, which is refused before any payment is asked", async () => {
    await using world = await start([GOOD]);
    for (const [slug, body] of [
      ["copy-composer", { ...COPY, channel: "fax" }],
      ["copy-composer", { target: "  " }],
      ["api-match", { q: " ", enhanced: true }],
      ["web-brief", { url: "ftp://bread.example/" }],
      ["web-brief", { url: "https://" }],
      ["news-digest", { feed: "no-such-preset" }],
    ] as const)
      expect((await world.hub.run(slug, body)).status).toBe(400);
    expect(world.server.asked).toEqual([]);
  });

  test("never again for the same payment", async () => {
    await using world = await start([GOOD]);
    const proof = await world.hub.proofFor("copy-composer", COPY);
    const first = await read(await world.hub.run("copy-composer", COPY, proof));
    const second = await read(await world.hub.run("copy-composer", COPY, proof));
    expect([second.success, second.meta["run_id"]]).toEqual([true, first.meta["run_id"]]);
    expect(world.server.asked).toHaveLength(1);
  });

  test("never for a cached answer, which costs a tenth", async () => {
    await using world = await start([RANKING]);
    await world.hub.runPaid("api-match", RANKED);
    const hit = await read(await world.hub.runPaid("api-match", RANKED));
    expect([hit.success, hit.cached, hit.meta["charged_xrp"], world.server.asked.length]).toEqual([
      true,
      true,
      0.012,
      1,
    ]);
  });

  test("never on the free paths", async () => {
    await using world = await start([RANKING]);
    for (const slug of ["api-match", "intent-router"])
      expect((await world.hub.run(slug, { q: "create an issue on github" })).status).toBe(200);
    expect(world.server.asked).toEqual([]);
  });

  test("with a subscriber's daily call or a balance, and not without", async () => {
    await using world = await start([GOOD]);
    const { hub } = world;
    const run = async (key: string) => (await hub.run("copy-composer", COPY, { "x-api-key": key })).status;
    const basic = await openTestAccount(hub.services, "basic");
    const rich = await openTestAccount(hub.services, "per_call", 240_000n);
    const poor = await openTestAccount(hub.services, "per_call", 239_999n);
    const free = await openTestAccount(hub.services, "free_testnet");
    expect([await run(basic.key), await run(rich.key), world.server.asked.length]).toEqual([200, 200, 2]);
    expect([await run(rich.key), await run(poor.key), await run(free.key)]).toEqual([402, 402, 402]);
    expect(await run(`hub_live_${"0".repeat(38)}`)).toBe(402);
    expect(world.server.asked).toHaveLength(2);
  });

  test("by anybody where the operator charges nothing for the tier", async () => {
    await using world = await start([GOOD], { chargedTiers: ["enhanced"] });
    expect((await world.hub.run("copy-composer", COPY)).status).toBe(200);
    expect((await world.hub.run("api-match", RANKED)).status).toBe(402);
    expect(world.server.asked).toHaveLength(1);
  });
});

describe("a run that fails", () => {
  const QUICK = { deadlines: { ...DEADLINES, firstTokenMs: 150, totalMs: 500 } };
  const isSlow = (behaviour: Behaviour) => behaviour === "hold" || "drip" in behaviour;
  const BAD: readonly (readonly [string, Behaviour, string])[] = [
    ["prose", { say: "Here is some lovely copy for you!" }, "upstream_invalid"],
    ["half an object", { say: '{"headline":"","body":"Sat' }, "upstream_invalid"],
    ["wrong types", { say: { headline: 1, body: [], cta: null, variants: {} } }, "upstream_invalid"],
    ["a megabyte", { say: "x".repeat(1_000_000) }, "upstream_too_large"],
    ["a slow drip", { drip: "{".padEnd(1_000), everyMs: 20 }, "upstream_timeout"],
    ["silence", "hold", "upstream_timeout"],
    ["429", { status: 429, headers: { "retry-after": "40" } }, "llm_unavailable"],
    ["500", { status: 500, headers: { "retry-after": "0" } }, "upstream_failed"],
    ["a refusal", { refuse: "No." }, "upstream_invalid"],
    ["nothing", { say: "" }, "upstream_invalid"],
    ["a cut stream", { cut: '{"headline"' }, "upstream_failed"],
    ["copy that is too long", { say: { ...Object(GOOD.say), body: "rye ".repeat(60) } }, "upstream_invalid"],
  ];

  test.each(BAD)(
    "for %s costs nothing, and the same payment buys the run once the model works",
    async (_, bad, code) => {
      const clock = testClock(Date.now());
      await using world = await start([bad], {}, { ...(isSlow(bad) && QUICK), clock });
      const { hub, server } = world;
      const proof = await hub.proofFor("copy-composer", COPY);
      const failed = await read(await hub.run("copy-composer", COPY, proof));
      expect([failed.success, failed.error?.code, failed.items, failed.meta["charged_xrp"]]).toEqual([
        false,
        code,
        [],
        0,
      ]);
      server.script(GOOD);
      clock.advance(61_000);
      const asked = server.asked.length;
      const mended = await read(await hub.run("copy-composer", COPY, proof));
      expect([mended.success, server.asked.length - asked, mended.meta["charged_xrp"]]).toEqual([true, 1, 0.24]);
      expect([...hub.ledger.submissions.values()]).toEqual([1]);
    },
  );

  test.each(BAD)("for %s leaves a subscriber's daily call unspent", async (_, bad, code) => {
    await using world = await start([bad], {}, isSlow(bad) ? QUICK : {});
    const { key } = await openTestAccount(world.hub.services, "basic");
    const response = await world.hub.run("copy-composer", COPY, { "x-api-key": key });
    expect([response.headers.get("x-calls-remaining"), (await read(response)).error?.code]).toEqual(["300", code]);
  });
});

describe("without a model at hand", () => {
  const { model: _, ...unconnected } = { model: undefined, actors: ACTORS };

  test("charged runs are answered 503 before any payment is asked, free ones and /ready answer", async () => {
    await using hub = await startPayingHub({ ...unconnected, catalog });
    const { code, status } = await read(await hub.run("copy-composer", COPY));
    expect([status, code]).toEqual([503, "llm_unavailable"]);
    expect((await hub.run("copy-composer", COPY, { "payment-signature": "coin" })).status).toBe(400);
    expect((await hub.run("intent-router", { q: "weather in Oslo" })).status).toBe(200);
    const ready = (await (await fetch(`${hub.url}/ready`)).json()) as Record<string, unknown>;
    expect(ready).toMatchObject({ status: "ready", llm: { configured: false, available: false } });
  });

  test("because the budget is spent, a payment is not taken, and one that was redeemed still shows its answer", async () => {
    const budget = countingBudget(1e9);
    let isSpent = false;
    const spendable = {
      ...budget,
      reserve: (tokens: number) => (isSpent ? undefined : budget.reserve(tokens)),
      today: () => ({ tokens: isSpent ? 1e9 : budget.tokens, limit: 1e9 }),
    };
    await using world = await start([GOOD], {}, { budget: spendable });
    const { hub } = world;
    const redeemed = await hub.proofFor("copy-composer", COPY);
    expect((await hub.run("copy-composer", COPY, redeemed)).status).toBe(200);
    const waiting = await hub.proofFor("copy-composer", COPY);
    isSpent = true;
    const { key } = await openTestAccount(hub.services, "basic");
    expect((await hub.run("copy-composer", COPY, { "x-api-key": key })).status).toBe(503);
    const unpaid = await hub.run("copy-composer", COPY);
    expect([unpaid.status, Number(unpaid.headers.get("retry-after")) > 0]).toEqual([503, true]);
    expect((await hub.run("copy-composer", COPY, waiting)).status).toBe(503);
    expect((await hub.run("copy-composer", COPY, redeemed)).status).toBe(200);
    expect(hub.ledger.submissions.size).toBe(1);
  });
});

test("whoever hangs up ends no run that a daily call pays for", async () => {
  await using world = await start([{ whenReleased: GOOD.say }]);
  const { hub, server } = world;
  const { key } = await openTestAccount(hub.services, "basic");
  const leaving = new AbortController();
  const url = `${hub.url}/api/v1/genius/actors/copy-composer/run/`;
  const init = { method: "POST", body: JSON.stringify(COPY), headers: { "x-api-key": key }, signal: leaving.signal };
  const asking = fetch(url, init).catch(() => "left");
  await server.held;
  leaving.abort();
  expect(await asking).toBe("left");
  server.release();
  while (server.atOnce.now > 0) await new Promise((later) => setImmediate(later));
  const usage = () =>
    fetch(`${hub.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } }).then((response) =>
      response.headers.get("x-calls-remaining"),
    );
  while ((await usage()) !== "299") await new Promise((later) => setImmediate(later));
  expect(server.asked).toHaveLength(1);
});

test("a hundred paid runs at once on a budget worth ten ask the model ten times at most", async () => {
  const bodies = Array.from({ length: 100 }, (_, n) => ({ ...COPY, offer: `bread ${n + 100}` }));
  const worst = await worstCaseOf(bodies[0] ?? COPY);
  const spending = { ...GOOD, usage: { input: worst, output: 0 } };
  await using world = await start([spending], {}, { budget: countingBudget(10 * worst) });
  const { hub, server } = world;
  const { key } = await openTestAccount(hub.services, "pro");
  const responses = await Promise.all(bodies.map((body) => hub.run("copy-composer", body, { "x-api-key": key })));
  const statuses = responses.map(({ status }) => status);
  expect(server.asked.length).toBe(10);
  expect(statuses.filter((status) => status === 200).length).toBe(10);
  expect(statuses.filter((status) => status === 503).length).toBe(90);
});

/** What a run sets aside. */
async function worstCaseOf(body: object): Promise<number> {
  const budget = countingBudget();
  await using world = await start(["hold"], {}, { budget });
  const { key } = await openTestAccount(world.hub.services, "pro");
  void world.hub.run("copy-composer", body, { "x-api-key": key }).catch(() => undefined);
  await world.server.held;
  return budget.tokens;
}
