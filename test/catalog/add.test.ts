/** A small source is added beside what is there: the same entries and ranks as a full build, one addition at a time. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import type { SourceDocument } from "../../src/catalog/import/source.ts";
import { openFinished } from "../../src/catalog/sqlite.ts";
import { NOW, type Shelf, described, emptyShelf, get } from "./support.ts";

const WORDS = "invoice message forecast playlist shipment ticket patient recipe team wallet photo flight".split(" ");
const VERBS = ["list", "create", "find", "delete"];

/** An API of so many operations, each about a word or two. */
function api(provider: string, size: number, from = 0): SourceDocument {
  const paths = Object.fromEntries(
    Array.from({ length: size }, (_, at) => {
      const [noun, other] = [WORDS[(at + from) % WORDS.length]!, WORDS[(at * 5 + from) % WORDS.length]!];
      const summary = `${VERBS[at % VERBS.length]} ${noun} ${other} of ${provider.split(".")[0]}`;
      const more = {
        description: `${noun} `.repeat((at % 7) + 1) + "for your account",
        parameters: [{ name: "limit", in: "query", description: `How many of the ${other}`, schema: {} }],
        deprecated: at % 11 === 0,
      };
      return [`/${noun}/${at + from}${at % 3 === 0 ? "/{id}" : ""}`, get(summary, more)];
    }),
  );
  return described(provider, { info: { title: `${provider} Works`, version: "2024-01-02" }, paths });
}

const BASE = Array.from({ length: 12 }, (_, at) => api(`base${at}.dev`, 10, at));
const ASKED = [
  ...WORDS,
  "list invoices",
  "base3 message",
  "added forecast",
  "recipie",
  "send a photo of the flight. Then list its tickets.",
];

/** Everything a caller can see of a catalogue, scores to the last bit. */
function seen(path: string): unknown {
  let draw = 0;
  const catalog = openCatalog(path, () => (draw = (draw + 0.137) % 1));
  const categories = catalog.categories();
  const { builtAt: _, ...totals } = catalog.totals();
  const shown = {
    totals,
    categories: categories.map(({ slug }) => catalog.category(slug)),
    random: Array.from({ length: 20 }, () => catalog.random()),
    featured: catalog.feed({ featured: true, limit: 100, offset: 0 }),
    searches: [{}, { category: categories[0]!.slug }, { methods: ["GET"], perApi: 0 }].map((more) =>
      ASKED.map((text) => catalog.search({ text, limit: 40, ...more })),
    ),
  };
  catalog.close();
  return shown;
}

/** Whether the last import wrote the second segment. */
function addedTo(shelf: Shelf): number {
  const database = openFinished(shelf.path);
  const count = database.query<{ n: number }, []>("SELECT length(value) / 4 AS n FROM facts WHERE name = 'added_rows'");
  const { n } = count.get()!;
  database.close();
  return n;
}

test("whatever is added, taken away and added again, a full build makes the same of it", async () => {
  using base = emptyShelf();
  await base.build(BASE, { source: "base" });
  const step = fc.record({
    source: fc.constantFrom("one", "two"),
    provider: fc.constantFrom("added.dev", "other.dev", "base3.dev"),
    size: fc.integer({ min: 1, max: 3 }),
    from: fc.integer({ min: 0, max: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      using added = emptyShelf();
      using built = emptyShelf();
      for (const { path } of [added, built]) copyFileSync(base.path, path);
      for (const { source, provider, size, from } of steps) {
        // The entries of an API of the base are replaced.
        const document = api(provider, size, provider === "base3.dev" ? 3 : from);
        await added.add([document], { source });
        await built.build([document], { source });
      }
      expect(addedTo(added)).toBeGreaterThan(0);
      expect(addedTo(built)).toBe(0);
      expect(seen(added.path)).toEqual(seen(built.path));
      // And the next full build makes one segment of both.
      await added.build(BASE, { source: "base" });
      await built.build(BASE, { source: "base" });
      expect(addedTo(added)).toBe(0);
      expect(seen(added.path)).toEqual(seen(built.path));
    }),
    { numRuns: 6 },
  );
}, 60_000);

test("two additions at once are both there, each reading what the other wrote", async () => {
  using shelf = emptyShelf();
  await shelf.build(BASE, { source: "base" });
  const waited: string[] = [];
  const add = (name: string) =>
    buildCatalog({
      path: shelf.path,
      now: NOW,
      source: { name, documents: [api(`${name}.dev`, 3)] },
      onWait: () => waited.push(name),
    });
  await Promise.all([add("one"), add("two"), shelf.add([api("three.dev", 3)], { source: "three" })]);
  expect(waited).toEqual(["two"]);
  using catalog = shelf.open();
  expect(catalog.totals()).toMatchObject({ entries: 129, apis: 15, vanished: 0 });
});

test("what is too large to be added is built with the rest, and nobody else may read the file", async () => {
  using shelf = emptyShelf();
  await shelf.build(BASE, { source: "base" });
  await shelf.add([api("large.dev", 13)], { source: "large" });
  expect(addedTo(shelf)).toBe(0);
  await shelf.add([api("small.dev", 13)], { source: "small" });
  expect(addedTo(shelf)).toBe(13);
  await shelf.add([api("another.dev", 1)], { source: "another" });
  expect(addedTo(shelf)).toBe(0);
  using catalog = shelf.open();
  expect(catalog.totals().entries).toBe(147);
});

/** Says when it begins and when it is done. */
const ADDING = `
import { addToCatalog } from "${new URL("../../src/catalog/import/commands.ts", import.meta.url).pathname}";
process.umask(0o077);
process.stdout.write("begun");
await addToCatalog({ path: process.argv[2], now: () => 0, fetchText: async () => "" }, process.argv[3]);
process.stdout.write("done");
`;

test("an addition that is killed at any of ten moments leaves the old catalogue or the new one", async () => {
  using shelf = emptyShelf();
  await shelf.build(BASE, { source: "base" });
  const folder = dirname(shelf.path);
  mkdirSync(join(folder, "own"));
  const [script, from] = [join(folder, "adding.ts"), join(folder, "own", "added.json")];
  writeFileSync(script, ADDING);
  writeFileSync(from, Buffer.from(await api("added.dev", 12).read()));
  const before = readFileSync(shelf.path);
  const { mode } = statSync(shelf.path);
  /** Kills it after so many milliseconds; @returns how many it took. */
  const run = async (killAfter?: number): Promise<number> => {
    const child = spawn(process.execPath, [script, shelf.path, from], { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    await once(child.stdout, "data");
    const begun = performance.now();
    if (killAfter === undefined) await once(child.stdout, "data");
    const took = performance.now() - begun;
    const timer = setTimeout(() => child.kill("SIGKILL"), killAfter ?? 0);
    await exit;
    clearTimeout(timer);
    return took;
  };
  const took = await run();
  const after = readFileSync(shelf.path);
  expect(addedTo(shelf)).toBe(12);
  expect(statSync(shelf.path).mode & 0o077).toBe(mode & 0o077);
  const left = new Set<boolean>();
  for (let moment = 0; moment < 10; moment++) {
    writeFileSync(shelf.path, before);
    await run((took * moment) / 8);
    const found = readFileSync(shelf.path);
    const isNew = found.equals(after);
    if (!isNew) expect(found.equals(before)).toBe(true);
    left.add(isNew);
  }
  expect(left.has(false)).toBe(true);
  await run();
  expect(readdirSync(folder).filter((name) => name.includes(".new"))).toEqual([]);
}, 60_000);
