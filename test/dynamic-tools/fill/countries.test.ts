/** Countries by their short names, and where a slot takes a code. */
import { expect, test } from "bun:test";
import { withKnownNames } from "../../../src/dynamic-tools/words/names/known-names.ts";
import { list, object, oneOf, operationOf, sent, text } from "../sent.ts";

const ISO = { ...text, description: "ISO 3166-1 alpha-2 country code" };
const coded = operationOf("/festivals", { country: ISO });

test.each<[string, object]>([
  ["festivals in the UK", { country: "GB" }],
  ["festivals in the U.K.", { country: "GB" }],
  ["festivals in the USA", { country: "US" }],
  ["festivals in the UAE", { country: "AE" }],
  ["Festivals in Deutschland", { country: "DE" }],
  ["festivals in Holland", { country: "NL" }],
  // No country has this code: none is better than a wrong one.
  ["festivals in XX", {}],
])("a code is sent where one is wanted: %s", (words, expected) => {
  expect(sent(words, coded)).toEqual(expected as ReturnType<typeof sent>);
});

test("a country stays as it was said where no code is wanted", () => {
  const named = operationOf("/festivals", { country: { ...text, description: "The country" } });
  expect(sent("festivals in the UK", named)).toEqual({ country: "UK" });
  const listed = operationOf("/festivals", { country: oneOf("GB", "US") });
  expect(sent("festivals in the UK", listed)).toEqual({ country: "GB" });
});

test("a code of three letters is sent only where it was said", () => {
  const three = operationOf("/festivals", { country: { ...text, description: "ISO 3166-1 alpha-3 country code" } });
  expect(sent("festivals in the USA", three)).toEqual({ country: "USA" });
  expect(sent("festivals in Germany", three)).toEqual({});
});

test("a country may be taken by its description alone, and no country is a GUID", () => {
  expect(sent("festivals in the US", operationOf("/festivals", { market: ISO }))).toEqual({ market: "US" });
  expect(sent("festivals in the UK", operationOf("/festivals", { countryGuid: text }))).toEqual({});
});

test.each([
  ["festivals in the uk", "festivals in the UK"],
  ["festivals in the us", "festivals in the US"],
  ["a song for us", "a song for us"],
  ["recipes with turkey", "recipes with turkey"],
  ["festivals in turkey", "festivals in Turkey"],
  ["charge 49.99 usd on Stripe", "charge 49.99 USD on Stripe"],
  ["all 5 top songs of Berlin", "all 5 top songs of Berlin"],
])("%s", (said, read) => {
  expect(withKnownNames(said)).toBe(read);
});

test("money is neither where it comes from nor how many there are", () => {
  const transfers = operationOf(
    "/transfers",
    {},
    object({
      amount: { type: "number" },
      quantity: { type: "number" },
      source: text,
      source_transaction: text,
      destination: text,
      groups: list,
      currency: text,
    }),
  );
  expect(sent("transfer 100 dollars to acct_1abc", transfers)).toEqual({
    body: { amount: 100, currency: "USD", destination: "acct_1abc" },
  });
  expect(sent("transfer 100 EUR to acct_1abc", transfers)).toEqual({
    body: { amount: 100, currency: "EUR", destination: "acct_1abc" },
  });
});
