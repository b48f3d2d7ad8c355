import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { Type } from "../../src/runtime/actor.ts";
import { invalidInput } from "../../src/runtime/errors.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

/** Does with its input what it likes. */
const untidily = {
  input: Type.Object({ q: Type.String(), tags: Type.Optional(Type.Array(Type.String(), { default: ["a"] })) }),
  run: async (input: { q: string; tags: string[] }) => {
    input.q += "!";
    input.tags.push("b");
    return [{ ...input }];
  },
};
const untidy = echoActor({ slug: "untidy", ...untidily });
const numeric = echoActor({
  slug: "numeric",
  input: Type.Object({ q: Type.Number() }),
  output: Type.Object({ q: Type.Number() }),
  examples: [{ title: "One", input: { q: 1 } }],
});

const sold = echoActor({
  slug: "sold",
  cacheTtlSeconds: 0,
  price: { tier: "enhanced", charged: ({ q }: { q: string }) => q !== "free" },
  ...untidily,
});

let isOpen = true;
const fickle = echoActor({
  slug: "fickle",
  check: () => {
    if (!isOpen) throw invalidInput("/q", "is closed today");
  },
});

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ actors: [echoActor(), untidy, numeric, fickle, sold], chargedTiers: ["enhanced"] });
});
afterAll(() => hub[Symbol.asyncDispose]());

test("a body that comes again means what it meant at first, whatever the actor did with it", async () => {
  for (let times = 0; times < 3; times++) {
    expect((await run("untidy", '{"q":"x"}')).data).toEqual([{ q: "x!", tags: ["a", "b"] }]);
    expect((await run("untidy", '{"q":"x","tags":["c"]}')).data).toEqual([{ q: "x!", tags: ["c", "b"] }]);
  }
});

test("a body that two actors get is judged by each one's schema", async () => {
  expect(await run("echo", '{"q":"x"}')).toMatchObject({ success: true });
  expect(await run("numeric", '{"q":"x"}')).toMatchObject({ code: "invalid_input" });
  expect(await run("numeric", '{"q":2}')).toMatchObject({ success: true });
  expect(await run("echo", '{"q":2}')).toMatchObject({ code: "invalid_input" });
});

test("an actor's own check judges a body that comes again anew: what it goes by may have changed", async () => {
  expect(await run("fickle", '{"q":"x"}')).toMatchObject({ success: true });
  isOpen = false;
  expect(await run("fickle", '{"q":"x"}')).toMatchObject({ code: "invalid_input" });
});

test("a body of what is sold is quoted for anew each time, and what it says free of charge stays its own", async () => {
  const quotes = await Promise.all(Array.from({ length: 3 }, () => run("sold", '{"q":"x"}')));
  expect(quotes.map(({ code }) => code)).toEqual(Array(3).fill("payment_required"));
  expect(new Set(quotes.map(({ payment }) => payment.invoice_id)).size).toBe(3);
  for (let times = 0; times < 3; times++)
    expect((await run("sold", '{"q":"free","tags":[]}')).data).toEqual([{ q: "free!", tags: ["b"] }]);
});

test("a body that comes again gets the same items, warnings and faults", async () => {
  const field = fc.oneof(fc.constantFrom("q", "limit", "limits", "Q"), fc.string());
  const value = fc.oneof(fc.string(), fc.integer({ min: 0, max: 10 }), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.dictionary(field, value), async (input) => {
      const body = JSON.stringify({ q: "x", ...input });
      expect(told(await run("echo", body))).toEqual(told(await run("echo", body)));
    }),
  );
});

/** What does not differ from run to run. */
function told({ data, meta, code, errors }: Record<string, any>) {
  return { data, warnings: meta?.warnings, code, errors };
}

async function run(slug: string, body: string): Promise<Record<string, any>> {
  const headers = { "cache-control": "no-cache" };
  const response = await fetch(`${hub.url}/api/v1/genius/actors/${slug}/run/`, { method: "POST", body, headers });
  return response.json();
}
