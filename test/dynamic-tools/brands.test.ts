/** Which words of a wish are taken for a service that the catalogue lacks. */
import { expect, test } from "bun:test";
import { brandsIn } from "../../src/dynamic-tools/words/brands.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";

const empty = { search: () => Promise.resolve({ hits: [], entriesSaying: new Map() }) } as unknown as Catalog;
const absent = async (wish: string) => (await brandsIn(empty, wish)).absent;

test.each([
  ["Friendica: post hello to my wall", "Friendica"],
  ["acme.io: list the invoices", "acme.io"],
  ["Acme Cloud EU: list the servers", "Acme Cloud EU"],
  ["list the invoices on Friendica. And be quick", "Friendica"],
  ["tinder: show my matches", "tinder"],
  ["tinder matches", "tinder"],
])("a service is named: %s", async (wish, name) => {
  expect(await absent(wish)).toContain(name);
});

test.each([
  "who reacted... no: which assays are there",
  "Invoices of this year: show them",
  "postal address with UDPRN 23747771",
  "we play on Sundays. What shall we play?",
])("no service is named: %s", async (wish) => {
  expect(await absent(wish)).toEqual([]);
});

test("what everybody knows is surely a service; another name may be a place", async () => {
  const { isSurely } = await brandsIn(empty, "photos on Facebook");
  expect([isSurely("Facebook"), isSurely("Mauna Loa")]).toEqual([true, false]);
});
