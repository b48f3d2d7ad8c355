import { expect, test } from "bun:test";
import { type AddressParts, partsOfAddress } from "../../../../src/dynamic-tools/words/names/addresses.ts";
import { valuesIn } from "../../../../src/dynamic-tools/words/values/values.ts";
import { object, operationOf, sent, text, whole } from "../../sent.ts";

const found = (words: string) =>
  valuesIn(words, () => false)
    .filter(({ kind }) => kind === "address")
    .map((one) => one.text);

test.each<[string, string, AddressParts]>([
  [
    "the rent of 5500 Grand Lake Dr, San Antonio, TX 78244, with 3 bedrooms",
    "5500 Grand Lake Dr, San Antonio, TX 78244",
    { street: "5500 Grand Lake Dr", city: "San Antonio", state: "TX", postcode: "78244" },
  ],
  [
    "ship it to 221B Baker Street, London NW1 6XE",
    "221B Baker Street, London NW1 6XE",
    { street: "221B Baker Street", city: "London", postcode: "NW1 6XE" },
  ],
  [
    "set it to 12 Harbour St, Sydney 2000, Australia",
    "12 Harbour St, Sydney 2000, Australia",
    { street: "12 Harbour St", city: "Sydney", postcode: "2000", country: "Australia" },
  ],
  [
    "finde Karl-Marx-Allee 1, 10178 Berlin",
    "Karl-Marx-Allee 1, 10178 Berlin",
    { street: "Karl-Marx-Allee 1", city: "Berlin", postcode: "10178" },
  ],
  [
    "où est le 12 rue de la Paix, 75002 Paris",
    "12 rue de la Paix, 75002 Paris",
    { street: "12 rue de la Paix", city: "Paris", postcode: "75002" },
  ],
  ["Calle Mayor 12, Madrid", "Calle Mayor 12, Madrid", { street: "Calle Mayor 12", city: "Madrid" }],
  ["near 350 5th Ave", "350 5th Ave", { street: "350 5th Ave" }],
])("%s", (words, address, parts) => {
  expect(found(words)).toEqual([address]);
  expect(partsOfAddress(address)).toEqual(parts);
});

test.each(["the first 20 tasks on the way", "12 street lights", "Berlin 2024", "the Main Street Journal"])(
  "%s: no address",
  (words) => {
    expect(found(words)).toEqual([]);
  },
);

test("an address goes whole where one is taken, and in parts where its parts are", () => {
  const said = "rent of 12 Harbour St, Sydney 2000, Australia";
  expect(sent(said, operationOf("/rent", { address: text, email_address: text }))).toEqual({
    address: "12 Harbour St, Sydney 2000, Australia",
  });
  expect(sent(said, operationOf("/rent", { address: text, city: text, zip: text, max: whole }))).toEqual({
    address: "12 Harbour St",
    city: "Sydney",
    zip: "2000",
  });
  const lines = object({ line1: text, suburb: text, state: text, postalCode: text, country: text });
  expect(sent(said, operationOf("/rent", {}, lines)).body).toEqual({
    line1: "12 Harbour St",
    suburb: "Sydney",
    postalCode: "2000",
    country: "Australia",
  });
});

test('"and" ends a span only where one was begun', () => {
  const homes = operationOf("/homes", { bedrooms: whole, bathrooms: whole, maxRadius: whole });
  expect(sent("homes with 3 bedrooms and 2 baths", homes)).toEqual({ bedrooms: 3, bathrooms: 2 });
});
