import { expect, test } from "bun:test";
import { entryText } from "../../src/presenters/entry-text.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { entryJson } from "../../src/runtime/entries/entry-json.ts";

const HUB = "https://hub.test";
const PLAIN: Entry = {
  slug: "acme.test--list-things",
  name: "List things",
  description: "Lists all things.",
  category: "developer-tools",
  provider: "acme.test",
  api: "acme.test/things",
  apiTitle: "Things",
  method: "GET",
  path: "/things/{id}",
  baseUrl: "https://api.acme.test/v1",
  auth: "api_key",
  access: { state: "needs_connection", methods: ["api_key"], source: "stated" },
  featured: false,
  quality: {
    score: 0.83,
    evidence: {
      descriptionChars: 17,
      parameters: 2,
      parametersDescribed: 1,
      hasResponseSchema: true,
      https: true,
      statesAuth: true,
      deprecated: false,
      ageDays: null,
    },
  },
  deprecated: false,
  updatedAt: null,
  docsUrl: null,
  versions: [],
  vanishedAt: null,
};
const ODD_TEXTS = [
  "",
  'a "quote" and a \\ and a / in one',
  "a tab\t, a line\n, a return\r, \b, \f, \u0000, \u001f and \u007f",
  "naïve – “so” … 日本",
  "a pair 🌧 and the halves of one: \ud83c, \udf27",
  "\u2028 and \u2029, </script>",
];

test("says of an entry what its JSON says, letter by letter", () => {
  expect(written(PLAIN)).toBe(JSON.stringify(entryJson(PLAIN, HUB)));
  const full: Entry = {
    ...PLAIN,
    featured: true,
    deprecated: true,
    updatedAt: "2026-01-15T00:00:00.000Z",
    docsUrl: "https://docs.acme.test/?a=b",
    versions: [{ api: "acme.test/things", version: "1", baseUrl: "https://old.acme.test", path: '/"things"' }],
    vanishedAt: "2026-02-15T00:00:00.000Z",
    health: { state: "alive", accounts: 2, weights: { ok: 1.5, other: 0.25 } },
    access: { state: "unknown", methods: [], source: null },
    quality: {
      score: 1,
      evidence: { ...PLAIN.quality.evidence, hasResponseSchema: false, https: false, statesAuth: false, ageDays: 400 },
    },
  };
  expect(written(full)).toBe(JSON.stringify(entryJson(full, HUB)));
});

for (const field of ["name", "description", "provider", "api", "apiTitle", "path", "baseUrl", "docsUrl"] as const)
  test(`writes whatever stands in ${field}`, () => {
    for (const odd of ODD_TEXTS) {
      const entry = { ...PLAIN, [field]: odd };
      expect(written(entry)).toBe(JSON.stringify(entryJson(entry, HUB)));
    }
  });

function written(entry: Entry): string {
  return `{${entryText(entry, HUB)}}`;
}
