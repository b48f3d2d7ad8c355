/** Names stay whole, whatever their parts mean elsewhere; parts of addresses and kinds of addresses are no values. */
import { expect, test } from "bun:test";
import { valuesIn } from "../../../src/dynamic-tools/words/values/values.ts";
import { object, oneOf, operationOf, sent, text } from "../sent.ts";

const found = (words: string) =>
  valuesIn(words, () => false, Date.UTC(2026, 2, 11)).map(({ kind, text: said }) => `${kind} ${said}`);

test.each<[string, readonly string[]]>([
  ["the contact Ludwig van Beethoven", ["name Ludwig van Beethoven"]],
  ["the contact Ursula von der Leyen", ["name Ursula von der Leyen"]],
  ["articles by Maria de la Cruz", ["name Maria de la Cruz"]],
  ["paintings by van der Berg", ["name van der Berg"]],
  // German says "von" of things as well.
  ["das Wetter von Berlin", ["name Berlin"]],
  ["songs by Miles Davis", ["name Miles Davis"]],
  ["poems by Ezra Pound", ["name Ezra Pound"]],
  ["how many Miles to Dover", ["unit Miles", "name Dover"]],
  ["British Pound to Swiss Franc", ["currency GBP", "currency CHF"]],
  // "octo" begins like a month.
  ["issues in octo/hello", ["repository octo/hello"]],
])("%s", (words, values) => {
  expect(found(words)).toEqual([...values]);
});

test("a particle belongs to the name of the family", () => {
  const people = operationOf("/people", {}, object({ first_name: text, last_name: text }));
  expect(sent("add the person Ludwig van Beethoven", people)).toEqual({
    body: { first_name: "Ludwig", last_name: "van Beethoven" },
  });
  expect(sent("add a person for van der Berg", people)).toEqual({ body: { last_name: "van der Berg" } });
});

test("no member of a list is read out of an address", () => {
  const owners = { owner: oneOf("org", "team"), domain: text };
  expect(sent("look up ops.example.org", operationOf("/lookups", owners))).toEqual({ domain: "ops.example.org" });
});

test("kinds of addresses that are told in words are none of them", () => {
  const uris = { ...text, description: "URIs to add. Valid types: track, episode" };
  expect(sent("add the track now", operationOf("/shelf", { uris }))).toEqual({});
});
