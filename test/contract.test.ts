/** Every actor keeps the contract, and the contract finds out those that do not. */
import { afterAll, describe, expect, test } from "bun:test";
import { type Actor, defineActor, Type } from "../src/runtime/actor.ts";
import { contractFaults } from "./contract/contract.ts";
import { SPECIFICATION } from "./contract/specification.ts";
import { actorSlugs, loadActor } from "./support/actor-files.ts";
import { smallCatalog } from "./support/small-catalog.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());

for (const slug of await actorSlugs()) {
  test(`${slug} keeps the contract`, async () => {
    expect(await contractFaults(slug, await loadActor(slug), catalog)).toEqual([]);
  });
}

test("the specification lists eighteen actors", () => {
  expect(Object.keys(SPECIFICATION)).toHaveLength(18);
});

describe("the contract finds out", () => {
  const SOUND = defineActor({
    slug: "sound",
    name: "Sound",
    description: "Repeats the word it is given, as an actor that keeps the contract would.",
    category: "utilities",
    version: "2.0.0",
    tags: ["sound"],
    input: Type.Object({ words: Type.Array(Type.String(), { description: "What to repeat." }) }),
    output: Type.Object({ words: Type.Array(Type.String()) }),
    examples: [{ title: "One word", input: { words: ["one"] } }],
    cacheTtlSeconds: 0,
    qualityScore: 1,
    computeUnits: 0,
    usesLlm: false,
    price: { tier: "standard" },
    hosts: [],
    timeoutMs: 1000,
    nextActors: [],
    run: async ({ words }) => [{ words }],
  });
  const faultsOf = (changes: Partial<Record<keyof Actor, unknown>>, slug = "sound") =>
    contractFaults(slug, { ...SOUND, ...changes }, catalog);
  const answering = (item: unknown) => ({ run: async () => [item], output: Type.Unknown() });

  test("nothing in a sound actor", async () => {
    expect(await faultsOf({})).toEqual([]);
  });

  test.each([
    ["what is no actor", { run: undefined }, "it has no run function"],
    ["another slug than the file's", { slug: "other" }, `its slug is "other", its file is sound.ts`],
    ["an empty description", { description: "Todo." }, "its description is not a sentence that says something"],
    ["an unknown next actor", { nextActors: ["x"] }, `it suggests "x", which the specification does not know`],
    [
      "an input without description",
      { input: Type.Object({ words: Type.Array(Type.String()) }) },
      `its input "words" has no description`,
    ],
    [
      "an example with a field nobody knows",
      { examples: [{ title: "One", input: { words: [], wrods: [] } }] },
      `"One": Unknown field "wrods" was ignored. Did you mean "words"?`,
    ],
    ["no items", { run: async () => [] }, `"One word": no items`],
    ["an item that breaks the output", { run: async () => [{}] }, `"One word": item 0 at "/words" is required`],
    ["undefined", answering({ a: undefined }), `"One word": /items/0/a is not JSON`],
    ["a Date", answering({ a: [new Date(0)] }), `"One word": /items/0/a/0 is not JSON`],
    ["a number that JSON does not have", answering({ a: Number.NaN }), `"One word": /items/0/a is not JSON`],
    [
      "a _genius of another item",
      answering({ _genius: { index: 1 } }),
      `"One word": item 0 does not end with its own _genius`,
    ],
    [
      "an actor that reaches out undeclared",
      { run: (_: unknown, { fetch }: { fetch(url: string): unknown }) => fetch("https://example.org/") },
      `"One word": it reaches for the network but declares no hosts`,
    ],
  ])("%s", async (_, changes, fault) => {
    expect(await faultsOf(changes)).toEqual([fault]);
  });

  test("a changed input", async () => {
    const run = async ({ words }: { words: string[] }) => [{ words: words.reverse() }];
    expect(await faultsOf({ run, examples: [{ title: "Two", input: { words: ["a", "b"] } }] })).toHaveLength(1);
  });

  test("chance", async () => {
    const run = async () => [{ words: [crypto.randomUUID()] }];
    expect(await faultsOf({ run })).toEqual([`"One word": a second run answers differently`]);
  });

  test("whatever differs from the specification", async () => {
    const faults = await faultsOf({ slug: "data-clean" }, "data-clean");
    expect(faults).toEqual([
      "its qualityScore is 1, specified is 0.99",
      "its computeUnits is 0, specified is 0.005",
      `its tier is "standard", specified is "cached"`,
      `its input "items" is undefined, specified is {"type":"array"}`,
      `its input "text" is undefined, specified is {"type":"string"}`,
      `its input "words" is {"required":true,"type":"array"}, specified is undefined`,
    ]);
  });
});
