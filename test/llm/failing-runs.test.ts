/** A failed run costs its caller nothing; what it may cost the hub is bounded. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Actor } from "../../src/runtime/actor.ts";
import { openTestAccount } from "../support/accounts.ts";
import { loadActor } from "../support/actor-files.ts";
import { modelAt } from "../support/connected-model.ts";
import { readAnswers } from "../support/model-answers.ts";
import { type Behaviour, startModel } from "../support/model-server.ts";
import { startPayingHub } from "../support/paid-runs.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { SILENT } from "../support/operations.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
const COMPOSER = await loadActor("copy-composer");
const COPY = { target: "regulars of a bakery", offer: "rye bread, fresh every Saturday from 7", channel: "sms" };
/** An answer that never holds, for 1,000 tokens; every run asks twice. */
const BAD: Behaviour = { say: "No.", usage: { input: 900, output: 100 } };
const GOOD: Behaviour = { say: (await readAnswers("copy-composer"))["A text message"] };

async function start(options: object = {}) {
  const server = await startModel(BAD);
  const hub = await startPayingHub({
    actors: [COMPOSER],
    model: modelAt(server),
    lend: (_actor: Actor, signal: AbortSignal) => ({
      signal,
      now: Date.now,
      log: SILENT,
      fetch: () => Promise.reject(new Error("no network")),
      catalog: () => catalog,
    }),
    ...options,
  });
  const run = async (headers: Record<string, string>, offer = COPY.offer) => {
    const response = await hub.run("copy-composer", { ...COPY, offer }, headers);
    const { code, error } = (await response.json()) as {
      code?: string;
      error?: { code: string; next_actions: string[] };
    };
    return {
      status: response.status,
      code: code ?? error?.code,
      next: error?.next_actions ?? [],
      retryAfter: Number(response.headers.get("retry-after")),
    };
  };
  return {
    hub,
    server,
    run,
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe("a run that keeps failing", () => {
  test("says so to its payer, and is not tried more than three times in ten minutes with one input", async () => {
    await using world = await start();
    const proof = await world.hub.proofFor("copy-composer", COPY);
    expect(await world.run(proof)).toMatchObject({ status: 502, code: "upstream_invalid" });
    expect((await world.run(proof)).next[0]).toBe(
      "This input has failed 2 times within ten minutes: word it differently.",
    );
    await world.run(proof);
    const asked = world.server.asked.length;
    for (let count = 0; count < 20; count++) expect((await world.run(proof)).status).toBe(429);
    expect(world.server.asked.length).toBe(asked);
    expect((await world.run(proof)).retryAfter).toBeWithin(1, 601);
    expect(asked).toBe(6);
  });

  test("leaves its payment good, and other inputs alone", async () => {
    await using world = await start();
    const proof = await world.hub.proofFor("copy-composer", COPY);
    for (let count = 0; count < 4; count++) await world.run(proof);
    expect(world.hub.ledger.submissions.size).toBe(1);
    world.server.script(GOOD);
    expect(
      (await world.run(await world.hub.proofFor("copy-composer", { ...COPY, offer: "cake" }), "cake")).status,
    ).toBe(200);
  });

  test("is not tried more than five times for one payment, whatever it fails by", async () => {
    await using world = await start();
    world.server.script({ status: 400 });
    const proof = await world.hub.proofFor("copy-composer", COPY);
    const statuses = [];
    for (let count = 0; count < 8; count++) statuses.push((await world.run(proof)).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses.slice(5)).toEqual([429, 429, 429]);
  });

  test("of a subscriber costs no more tokens in a day than an account's failures may", async () => {
    await using world = await start({ settings: { LIMIT_FAILED_TOKENS_PER_DAY: "5000" } });
    const { key } = await openTestAccount(world.hub.services, "basic");
    const statuses = [];
    for (let count = 0; count < 12; count++)
      statuses.push((await world.run({ "x-api-key": key }, `bread number ${count}`)).status);
    expect(statuses).toEqual([502, 502, 502, ...Array.from({ length: 9 }, () => 429)]);
    expect(world.server.asked.length).toBe(6);
    const { key: other } = await openTestAccount(world.hub.services, "basic");
    world.server.script(GOOD);
    expect((await world.run({ "x-api-key": other })).status).toBe(200);
  });

  test("does not count against the ones that succeed", async () => {
    await using world = await start({ settings: { LIMIT_FAILED_TOKENS_PER_DAY: "5000" } });
    world.server.script(GOOD);
    const { key } = await openTestAccount(world.hub.services, "enterprise");
    for (let count = 0; count < 10; count++)
      expect((await world.run({ "x-api-key": key }, `bread number ${count}`)).status).toBe(200);
  });

  test("at once with many others of its account is bounded, too", async () => {
    await using world = await start({ settings: { LIMIT_FAILED_TOKENS_PER_DAY: "1000000" } });
    world.server.script({ whenReleased: "No." });
    const { key } = await openTestAccount(world.hub.services, "enterprise");
    const refused = Promise.withResolvers<void>();
    let refusals = 0;
    const runs = Array.from({ length: 160 }, async (_, at) => {
      const { status } = await world.run({ "x-api-key": key }, `bread number ${at}`);
      if (status === 429 && ++refusals === 60) refused.resolve();
      return status;
    });
    // A hundred wait for the model meanwhile: none of these may wait with them.
    await refused.promise;
    world.server.release();
    const statuses = await Promise.all(runs);
    expect(statuses.filter((status) => status === 429).length).toBe(60);
    expect(statuses.filter((status) => status === 502).length).toBe(100);
    expect(world.server.asked.length).toBeLessThanOrEqual(200);
  });
});
