import { expect, test } from "bun:test";
import { eliminate } from "../../src/dynamic-tools/fill/elimination.ts";
import type { Slot } from "../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../src/dynamic-tools/words/wish.ts";

const slot = (name: string, more: Partial<Slot> = {}): Slot => ({
  place: "params",
  path: [name],
  name,
  schema: { type: "string" },
  required: true,
  needed: true,
  inPath: true,
  ...more,
});

/** What the missing slots are sent of the values that found no place, where the operation itself says `own`. */
function eliminated(words: string, own: string, ...missing: readonly Slot[]) {
  const known = new Set(own.split(" "));
  const context = {
    said: parseWish(words, () => false),
    lookup: () => undefined,
    own: known,
    speaks: (phrase: string) => known.has(phrase.toLowerCase()),
    isUnspoken: (word: string) => !known.has(word.toLowerCase()),
  };
  return Object.fromEntries(
    eliminate(context, missing, { placed: new Map(), words: [], names: [] }).map(({ slot: { name }, sent }) => [
      name,
      sent,
    ]),
  );
}

test("the only value that is left is the only one that is missing", () => {
  expect(eliminated("player stats of 2017", "player stats", slot("season"))).toEqual({ season: "2017" });
  expect(
    eliminated(
      "mapped instance 3 of the run",
      "mapped instance 3 run",
      slot("map_index", { schema: { type: "integer" } }),
    ),
  ).toEqual({ map_index: 3 });
});

test("of several the words beside a value decide, by the names of slots and by their descriptions", () => {
  const tag = slot("TagId", { schema: { type: "string", description: "What the transaction is tagged with." } });
  expect(eliminated("transactions tagged MyTag of employer ER001", "transactions", tag, slot("EmployerId"))).toEqual({
    TagId: "MyTag",
    EmployerId: "ER001",
  });
});

test("a list takes all that are joined", () => {
  const options = slot("options", { inPath: false, schema: { type: "array", items: { type: "string" } } });
  expect(eliminated("a poll with the options Pizza, Sushi and Salad", "poll options", options)).toEqual({
    options: ["Pizza", "Sushi", "Salad"],
  });
});

test("nothing is guessed where two values fit alike", () => {
  expect(eliminated("the report for AB12 and CD34", "report", slot("reference"))).toEqual({});
});

test("how many are wanted, and letters of which the operation speaks, are no ids", () => {
  expect(eliminated("list 20 per page of them", "list", slot("project_id"))).toEqual({});
  expect(eliminated("validate this VAT number", "validate vat number", slot("vat_id"))).toEqual({});
});

test("what has a form of its own takes no other value", () => {
  expect(eliminated("the rates of AB12", "rates", slot("country"))).toEqual({});
  expect(eliminated("the rates of AB12", "rates", slot("start_date"))).toEqual({});
  expect(eliminated("the rates of AB12", "rates", slot("page", { schema: { type: "integer" } }))).toEqual({});
});

test("what is deleted is told by the words beside its id, and never by elimination", () => {
  const file = slot("ref");
  expect(eliminated("delete the file of customer AB12", "delete file", file)).toEqual({});
  expect(eliminated("delete by the ref AB12", "delete file", file)).toEqual({ ref: "AB12" });
});
