/** What a question in another language finds, beyond the words that stand in the tables. */
import { expect, test } from "bun:test";
import { described, emptyShelf, get } from "./support.ts";

const SUMMARIES = [
  "Price of a stock",
  "Convert a currency",
  "Recipes of the day",
  "Football results",
  "Translate a text",
  "Send an SMS message",
  "Course of a school",
];

/** The summary of what comes first. */
async function searching() {
  const shelf = emptyShelf();
  await shelf.build(SUMMARIES.map((summary, at) => described(`api${at}.dev`, { paths: { "/x": get(summary) } })));
  const catalog = shelf.open();
  return {
    first: (text: string) => catalog.search({ text }).hits[0]?.entry.name,
    readAs: (text: string) => catalog.search({ text }).correctedTo,
    [Symbol.dispose]() {
      catalog[Symbol.dispose]();
      shelf[Symbol.dispose]();
    },
  };
}

test("a German compound finds what its parts name, with joints, slips and parts that nobody knows", async () => {
  using catalog = await searching();
  expect(catalog.first("Aktienkurs")).toBe("Price of a stock");
  expect(catalog.first("Aktienkruse")).toBe("Price of a stock");
  expect(catalog.first("Währungsrechner")).toBe("Convert a currency");
  expect(catalog.first("Lieblingsrezepte")).toBe("Recipes of the day");
  expect(catalog.first("Schulkurse")).toBe("Course of a school");
});

test("umlauts and the sharp s may be written as two letters or as one", async () => {
  using catalog = await searching();
  for (const text of ["Währung", "Waehrung", "WAEHRUNGEN"]) expect(catalog.first(text)).toBe("Convert a currency");
  for (const text of ["Fußball", "Fussball", "Fußballergebnisse"]) expect(catalog.first(text)).toBe("Football results");
});

test("a foreign word whose stem is an English one by chance brings none of its synonyms", async () => {
  using catalog = await searching();
  expect(catalog.readAs("traduire un texte")).toBe("translate text");
  expect(catalog.first("traduire un texte")).toBe("Translate a text");
});

test("plurals and singulars of a foreign word are the same", async () => {
  using catalog = await searching();
  for (const text of ["recetas", "receta", "recettes", "receitas", "Rezepten"])
    expect(catalog.first(text)).toBe("Recipes of the day");
});
