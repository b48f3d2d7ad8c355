import { expect, test } from "bun:test";
import fc from "fast-check";
import { withKnownNames } from "../../../../src/dynamic-tools/words/names/known-names.ts";

test("cities, countries, languages and currencies are known in lower case", () => {
  for (const [written, read] of [
    ["weather in paris", "weather in Paris"],
    ["flights from new york to rome tomorrow", "flights from New York to Rome tomorrow"],
    ["public holidays of germany 2026", "public holidays of Germany 2026"],
    ["capital of united states", "capital of United States"],
    ['translate "good morning" to french', 'translate "good morning" to French'],
    ["convert 20 usd to eur", "convert 20 USD to EUR"],
    ["houses in texas for 900 eur", "houses in Texas for 900 EUR"],
    ["wetter in zürich", "wetter in Zürich"],
    ["paris's population", "Paris's population"],
    ["che tempo fa a roma", "che tempo fa a Roma"],
    ["vuelos desde reunión", "vuelos desde Reunión"],
  ] as const)
    expect(withKnownNames(written)).toBe(read);
});

test("what only looks like a name stays as it was written", () => {
  for (const text of [
    "a nice restaurant",
    "supprime la réunion 5",
    "top 10 of all stories",
    "3 cup cake recipes",
    "try the new endpoint",
    "the file berlin_1.txt",
    'say "paris" twice',
    "Weather in Bern for paris hilton",
  ])
    expect(withKnownNames(text)).toBe(text);
});

test("nothing but the case of letters changes", () => {
  const word = fc.constantFrom(
    "in",
    "paris",
    "usd",
    "20",
    "to",
    '"rome"',
    "a.b@c.de",
    "turkey's",
    "new",
    "york",
    ",",
    "…",
    "ß",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(" ");
      expect(withKnownNames(text).toLowerCase()).toBe(text.toLowerCase());
    }),
  );
});
