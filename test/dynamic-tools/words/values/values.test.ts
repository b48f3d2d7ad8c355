import { expect, test } from "bun:test";
import fc from "fast-check";
import { valuesIn } from "../../../../src/dynamic-tools/words/values/values.ts";

const noBrand = () => false;
const found = (text: string) => valuesIn(text, noBrand).map(({ kind, text: sent }) => [kind, sent]);

test.each<[string, readonly (readonly [string, string])[]]>([
  [
    "convert 20 euros to us dollars",
    [
      ["amount", "20"],
      ["currency", "EUR"],
      ["currency", "USD"],
    ],
  ],
  ["seite zwei", [["number", "2"]]],
  ["print <h1 class=x>Hi <b>you</b></h1> now", [["quoted", "<h1 class=x>Hi <b>you</b></h1>"]]],
  ["create a bucket named my-photos today", [["quoted", "my-photos"]]],
  [
    "refund $1,200.50",
    [
      ["currency", "USD"],
      ["amount", "1200.50"],
    ],
  ],
  [
    "erstatte 1.200 €",
    [
      ["amount", "1200"],
      ["currency", "EUR"],
    ],
  ],
  [
    "reembolsa 1.200,50 euros",
    [
      ["amount", "1200.50"],
      ["currency", "EUR"],
    ],
  ],
  [
    "rembourse 1 200,50 euros",
    [
      ["amount", "1200.50"],
      ["currency", "EUR"],
    ],
  ],
  ["Betrag 1.200,50", [["number", "1200.50"]]],
  // Without a currency they may be several.
  [
    "the ids 100,200",
    [
      ["number", "100"],
      ["number", "200"],
    ],
  ],
  ["Search GIFs of dancing cats", []],
  ["resize it to 200 by 100 pixels", [["extent", "200x100"]]],
  ["two-factor logins", []],
  ["a message to #release-notes: hello", [["hashtag", "release-notes"]]],
  ["posts with #goldenhour", [["hashtag", "goldenhour"]]],
  ["the swatch of #ff8800", [["color", "#ff8800"]]],
  ["flights on June 10, 2025", [["date", "2025-06-10"]]],
  [
    "Termine am 3. März 2025",
    [
      ["date", "2025-03-03"],
      ["name", "Termine"],
    ].slice(0, 1) as [string, string][],
  ],
  ["le 14 juillet 2025", [["date", "2025-07-14"]]],
  ["call +49 151 2345-678", [["phone", "+491512345678"]]],
  ["turn it down to 20 percent", [["percent", "20"]]],
  [
    "the entity ABC:0005148 of linodes:read_only",
    [
      ["id", "ABC:0005148"],
      ["id", "linodes:read_only"],
    ],
  ],
  [
    "version 1.4.2 on 10.0.0.0/8",
    [
      ["id", "1.4.2"],
      ["ip", "10.0.0.0/8"],
    ],
  ],
  ["the card 00:1b:44:11:3a:b7", [["id", "00:1b:44:11:3a:b7"]]],
  [
    "run /srv/jobs/cron.php under projects/acme/zones/eu",
    [
      ["id", "/srv/jobs/cron.php"],
      ["id", "projects/acme/zones/eu"],
    ],
  ],
  ["a machine in eu-central-1", [["id", "eu-central-1"]]],
  [
    "issue #312 of branch feature/login",
    [
      ["number", "312"],
      ["id", "feature/login"],
    ],
  ],
  [
    "from 20240101 to 20240131",
    [
      ["date", "20240101"],
      ["date", "20240131"],
    ],
  ],
  [
    "from en to de",
    [
      ["code", "en"],
      ["code", "de"],
    ],
  ],
  [
    "convert 10 miles to kilometers",
    [
      ["number", "10"],
      ["unit", "miles"],
      ["unit", "kilometers"],
    ],
  ],
  [
    'say „guten Tag“ and "bye"',
    [
      ["quoted", "guten Tag"],
      ["quoted", "bye"],
    ],
  ],
  ["route from 52.50931,13.42936", [["point", "52.50931,13.42936"]]],
  [
    "on February 31, 2025",
    [
      ["number", "31"],
      ["number", "2025"],
    ],
  ],
])("%s: the values are found, as they are sent", (text, values) => {
  expect(found(text).filter(([kind]) => kind !== "name")).toEqual(values.map((one) => [...one]));
});

test("a value stands where it says, and no two overlap", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      const values = valuesIn(text, noBrand);
      for (const [at, { start, end }] of values.entries()) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(start).toBeGreaterThanOrEqual(values[at - 1]?.end ?? 0);
      }
    }),
  );
});

test("long texts of one kind are read in linear time", () => {
  const started = performance.now();
  for (const part of ["A ", '"', "1.", "a-1", "#a ", "1 a ", "a@", "Aa Bb ", "/a", "euro "]) {
    valuesIn(part.repeat(1000).slice(0, 1000), noBrand);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

test("of a list of hundreds the first are values", () => {
  const numbers = Array.from({ length: 300 }, (_, at) => String(at));
  expect(found(`payments ${numbers.join(" ")}`)).toEqual(numbers.slice(0, 32).map((one) => ["number", one]));
});

test.each([
  ["Rechnungen in Schweizer Franken", "CHF"],
  ["pagos en francos suizos", "CHF"],
  ["factures en dollars canadiens", "CAD"],
  ["in dänischen Kronen", "DKK"],
  ["prices in danish kroner", "DKK"],
  ["faturas em pesos mexicanos", "MXN"],
  ["fatture in sterline britanniche", "GBP"],
])("currencies that people call by two words, in any language: %s", (text, code) => {
  expect(valuesIn(text, () => false).map(({ kind, text: sent }) => `${kind} ${sent}`)).toEqual([`currency ${code}`]);
});

test("a sum in a currency of two words is a sum of it", () => {
  const said = valuesIn("transfiere 250 francos suizos", () => false);
  expect(said.map(({ kind, text }) => `${kind} ${text}`)).toEqual(["amount 250", "currency CHF"]);
});

test("what only begins like one is none", () => {
  const kinds = (text: string) => valuesIn(text, () => false).map(({ kind }) => kind);
  expect(kinds("the real madrid squad")).not.toContain("currency");
});

test.each([
  ["books by Ursula K. Le Guin", "Ursula K. Le Guin"],
  ["novels by George R.R. Martin", "George R.R. Martin"],
  ["hotels in Lisbon under the castle", "Lisbon"],
  ["the genome of Homo sapiens", "Homo sapiens"],
])("%s: the name is found whole, and nothing behind it", (text, name) => {
  expect(found(text)).toEqual([["name", name]]);
});
