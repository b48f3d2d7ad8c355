/** Every actor that asks a model, with every way a model can answer badly: a valid item, or a failure that costs nothing. */
import { afterAll, describe, expect, test } from "bun:test";
import { DEADLINES } from "../../src/llm/model.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { faultFinder } from "../../src/runtime/schema.ts";
import { openTestAccount } from "../support/accounts.ts";
import { contextFor } from "../support/actor-context.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { modelAt } from "../support/connected-model.ts";
import { startHub } from "../support/hub.ts";
import { asksModel, readAnswers } from "../support/model-answers.ts";
import { type Behaviour, startModel } from "../support/model-server.ts";
import { readExchanges, recordedUpstream } from "../support/recorded-upstream.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
const ACTORS = (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[];
const QUICK = { ...DEADLINES, firstTokenMs: 100, totalMs: 300 };

/** Ways that are bad whatever was asked. `good` is what a good model would say. */
function badWays(good: unknown): readonly (readonly [string, Behaviour, string])[] {
  const text = JSON.stringify(good);
  const fields = good as Record<string, unknown>;
  return [
    ["prose", { say: "Of course! Here is what you asked for." }, "upstream_invalid"],
    ["half of it", { say: text.slice(0, text.length / 2) }, "upstream_invalid"],
    ["wrong types", { say: mapped(fields, (value) => (typeof value === "string" ? 7 : "seven")) }, "upstream_invalid"],
    ["nulls", { say: mapped(fields, () => null) }, "upstream_invalid"],
    ["empty lists and texts", { say: mapped(fields, (value) => (Array.isArray(value) ? [] : "")) }, "any"],
    ["an empty object", { say: {} }, "upstream_invalid"],
    ["a megabyte", { say: "x".repeat(1_000_000) }, "upstream_too_large"],
    ["a megabyte of JSON", { say: mapped(fields, () => "x".repeat(1_000_000)) }, "upstream_too_large"],
    ["a slow drip", { drip: text.padEnd(1_000), everyMs: 20 }, "upstream_timeout"],
    ["silence", "hold", "upstream_timeout"],
    ["429", { status: 429, headers: { "retry-after": "40" } }, "llm_unavailable"],
    ["500", { status: 500, headers: { "retry-after": "0" } }, "upstream_failed"],
    ["a refusal", { refuse: "I cannot do that." }, "upstream_invalid"],
    ["nothing", { say: "" }, "upstream_invalid"],
    ["a cut stream", { cut: text.slice(0, 20) }, "upstream_failed"],
    ["the order it was given by a stranger", { say: "CANARY-7f3a9" }, "upstream_invalid"],
  ];
}

for (const actor of ACTORS) {
  const asking = actor.examples.filter(({ input }) => asksModel(actor, input));
  if (asking.length === 0) continue;
  describe(actor.slug, () => {
    for (const { title, input } of asking) {
      test(`"${title}": a good answer is a valid item, and counts as a call`, async () => {
        const { items, remaining, asked } = await run(actor, input, { say: (await readAnswers(actor.slug))[title] });
        expect([items.length > 0, remaining, asked]).toEqual([true, "299", 1]);
      });

      test(`"${title}": a bad answer is mended by the second one`, async () => {
        const good = (await readAnswers(actor.slug))[title];
        const { items, remaining, asked } = await run(actor, input, { say: "prose" }, { say: good });
        expect([items.length > 0, remaining, asked]).toEqual([true, "299", 2]);
      });

      test(`"${title}": whatever comes instead is no item that breaks its schema, and no charge`, async () => {
        const good = (await readAnswers(actor.slug))[title];
        for (const [way, behaviour, code] of badWays(good)) {
          const { items, error, remaining } = await run(actor, input, behaviour);
          if (code === "any" && error === null) continue;
          const told = { way, error, items, remaining };
          expect(told).toEqual({ way, error: code === "any" ? "upstream_invalid" : code, items: [], remaining: "300" });
        }
      }, 30_000);
    }
  });
}

/** One run on a hub, paid with a daily call of three hundred. */
async function run(actor: Actor, input: object, ...behaviours: readonly Behaviour[]) {
  // A busy machine must not make a good answer late.
  const isSlow = behaviours.some((behaviour) => behaviour === "hold" || "drip" in behaviour);
  await using server = await startModel(...behaviours);
  await using upstream = await recordedUpstream(await readExchanges(actor.slug));
  await using hub = await startHub({
    actors: ACTORS,
    model: modelAt(server, isSlow ? { deadlines: QUICK } : {}),
    lend: (one, signal) => ({ ...contextFor(one, upstream, signal), catalog: () => catalog }),
  });
  const { key } = await openTestAccount(hub.services, "basic");
  const response = await hub.run(actor.slug, input, { "x-api-key": key });
  const envelope = (await response.json()) as { items: unknown[]; error: { code: string } | null };
  const faultOf = faultFinder(actor.output);
  for (const item of envelope.items) expect(faultOf(item)).toBeUndefined();
  expect(hub.reported.filter(({ code }) => code === "internal")).toEqual([]);
  return {
    items: envelope.items,
    error: envelope.error?.code ?? null,
    remaining: response.headers.get("x-calls-remaining"),
    asked: server.asked.length,
  };
}

function mapped(fields: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));
}
