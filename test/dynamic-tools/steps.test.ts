import { expect, test } from "bun:test";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { fill } from "../../src/dynamic-tools/fill/fill.ts";
import { slotsOf } from "../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../src/dynamic-tools/words/wish/wish.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { object, operationOf, text } from "./sent.ts";

const FIELDS = 300;

/** How many steps it takes to fill in an operation of many fields. */
function stepsFor(words: string): number {
  const fields = Object.fromEntries(Array.from({ length: FIELDS }, (_, index) => [`field_${index}`, text]));
  const operation = operationOf("/payments", {}, object(fields));
  const context = {
    said: parseWish(words, () => false),
    lookup: operation.lookup,
    own: new Set<string>(),
    speaks: () => false,
    isUnspoken: () => true,
  };
  return [...fill(context, slotsOf(operation))].length;
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
