import { expect, test } from "bun:test";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { describedFits } from "../../src/dynamic-tools/fill/described.ts";
import { startFill } from "../../src/dynamic-tools/fill/fill-state.ts";
import { fill } from "../../src/dynamic-tools/fill/fill.ts";
import { addJoined } from "../../src/dynamic-tools/fill/several.ts";
import { forbiddenBy } from "../../src/dynamic-tools/rank/forbidden.ts";
import { slotsOf } from "../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../src/dynamic-tools/words/wish/wish.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { entryOf } from "./found.ts";
import { list, object, operationOf, text } from "./sent.ts";

const FIELDS = 300;

/** An operation of many fields, and one that is a list. */
function wished(words: string) {
  const fields = Object.fromEntries(Array.from({ length: FIELDS }, (_, index) => [`field_${index}`, text]));
  const operation = operationOf("/payments", {}, object({ ...fields, days: list }));
  const context = {
    said: parseWish(words, () => false),
    lookup: operation.lookup,
    own: new Set<string>(),
    speaks: () => false,
    isUnspoken: () => true,
  };
  return { context, slots: slotsOf(operation) };
}

/** How many steps it takes to fill it in. */
function stepsFor(words: string): number {
  const { context, slots } = wished(words);
  return [...fill(context, slots)].length;
}

const repeated = (piece: (index: number) => string) =>
  `create a payment ${Array.from({ length: 1_000 }, (_, index) => piece(index)).join(" ")}`.slice(0, 1_000);

test("a short wish is filled in at once, however many fields there are", () => {
  expect(stepsFor("create a payment of 20 euros")).toBeLessThan(5);
});

test.each([
  ["numbers", repeated(String)],
  ["ids", repeated((index) => `ab${index}c`)],
  ["names", repeated((index) => `Anna${String.fromCharCode(97 + (index % 26))}`)],
  ["titles", repeated((index) => `"t${index}"`)],
  ["words that nobody knows", repeated((index) => `xy${"abcdefghij"[index % 10]}`)],
])("a wish of many %s is filled in step by step", (_, words) => {
  expect(stepsFor(words)).toBeGreaterThan(FIELDS / 30);
});

test("what is joined to a value of a list is tried on all fields step by step", () => {
  const { context, slots } = wished(repeated((index) => `2024-01-${10 + (index % 20)},`));
  const state = startFill(context, slots);
  const [day] = context.said.values;
  const days = slots.find(({ name }) => name === "days");
  if (day === undefined || days === undefined) throw new Error("The wish has no day, or the operation no list");
  state.put(days, [day.text], 1);
  state.placed.set(day, 1);
  expect([...addJoined(state)].length).toBeGreaterThan(context.said.values.length / 10);
  expect(state.values[0]?.sent).toHaveLength(context.said.values.length);
});

test("what has no other place is held against descriptions value by value", () => {
  const { context, slots } = wished(repeated((index) => `ab${index}c`));
  const { values } = context.said;
  expect([...describedFits(startFill(context, slots), values)].length).toBeGreaterThan(values.length / 2);
});

test("what a wish forbids is read once, however many operations are held against it", () => {
  const words = `create a payment ${"don't ".repeat(160)}`;
  const entry = entryOf("DELETE", "Delete a branch", "/repos/{owner}/{repo}/branches/{branch}");
  const isForbidden = forbiddenBy(parseWish(words, () => false));
  const before = process.cpuUsage();
  for (let count = 0; count < 100; count++) isForbidden(entry);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(300);
});

test("the rest is left where nobody waits any more", async () => {
  using catalog = await smallCatalog();
  const caller = new AbortController();
  const operations = createOperations();
  const read: string[] = [];
  const composing = compose(
    catalog,
    (where, slug) => {
      read.push(slug);
      caller.abort(new Error("the caller is gone"));
      return operations(where, slug);
    },
    { description: "charges", limit: 5, signal: caller.signal },
  );
  expect(await composing.catch(({ message }) => message)).toBe("the caller is gone");
  expect(read).toHaveLength(1);
});

test("a wish of very many values is tried on fewer operations, and with fewer of its words", async () => {
  const cities = [
    "bern",
    "oslo",
    "rome",
    "lima",
    "cairo",
    "delhi",
    "quito",
    "tokyo",
    "paris",
    "milan",
    "miami",
    "lyon",
  ];
  using shelf = emptyShelf();
  await shelf.build(
    cities.map((city) => described(`${city}.dev`, { paths: { "/weather": get("Weather forecast of a city") } })),
  );
  using catalog = shelf.open();
  const operations = createOperations();
  const triedOn = async (description: string): Promise<number> => {
    const tried: string[] = [];
    const find: typeof operations = (where, slug) => {
      tried.push(slug);
      return operations(where, slug);
    };
    await compose(catalog, find, { description, limit: 5 });
    return tried.length;
  };
  expect(await triedOn("weather forecast of a city with a=1")).toBe(12);
  expect(await triedOn(`weather forecast of a city with ${"a=1 ".repeat(200)}`)).toBe(8);
  const { context } = wished(repeated((index) => `xy${"abcdefghij"[index % 10]}`));
  expect(startFill(context, []).plainWords).toHaveLength(40);
});

test("a wish does not wait for the many of another caller", async () => {
  using catalog = await smallCatalog();
  const operations = createOperations();
  const done: string[] = [];
  const ask = (caller: string) =>
    compose(catalog, operations, { description: "charges", limit: 5, caller }).then(() => done.push(caller));
  await Promise.all([...Array.from({ length: 8 }, () => ask("many")), ask("one")]);
  expect(done).toHaveLength(9);
  expect(done.indexOf("one")).toBeLessThan(4);
});
