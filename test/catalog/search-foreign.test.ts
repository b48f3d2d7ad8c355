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

test("the verbs that a question is asked with are not searched for", async () => {
  using catalog = await searching();
  for (const text of ["¿qué hace el fútbol hoy?", "wird heute Fußball gespielt", "que fait le football"])
    expect(catalog.first(text)).toBe("Football results");
});

test("a verb that is said in two pieces is one", async () => {
  using catalog = await searching();
  expect(catalog.readAs("rechne 20 Dollar in Franken um")).toBe("convert currenc");
});

test("the synonyms of what a foreign word means count as those of an English one", async () => {
  using shelf = emptyShelf();
  // "movie" and "film" are synonyms.
  await shelf.build([
    described("a.dev", { paths: { "/x": get("List of the movies with their film reviews") } }),
    described("b.dev", { paths: { "/x": get("List of the movies with their book reviews") } }),
  ]);
  using catalog = shelf.open();
  const best = (text: string) => catalog.search({ text }).hits.map(({ score }) => score);
  const [first = 0, second = 0] = best("pelicula");
  expect(first).toBeGreaterThan(second);
});

test("a city that no entry names is no misspelling of another word", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    described("a.dev", { paths: { "/x": get("Correlation matrix"), "/y": get("Weather forecast") } }),
  ]);
  using catalog = shelf.open();
  expect(catalog.search({ text: "weather madrid" }).hits.map(({ entry }) => entry.name)).toEqual(["Weather forecast"]);
});

test("an English question with a foreign name in it is no foreign one", async () => {
  using shelf = emptyShelf();
  await shelf.build([
    described("a.dev", { paths: { "/x": get("List of the movies with their film reviews") } }),
    described("b.dev", { paths: { "/x": get("List of the movies with their book reviews") } }),
  ]);
  using catalog = shelf.open();
  const [first, second] = catalog.search({ text: "what is this pelicula" }).hits.map(({ score }) => score);
  expect(first).toBe(second);
});
