import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Meaning, openMeaning } from "../../src/embeddings/meaning.ts";
import { fuse, mixedCatalog } from "../../src/embeddings/mixed-catalog.ts";
import { openScanner } from "../../src/embeddings/scanner.ts";
import { vectorFileName } from "../../src/embeddings/vector-file.ts";
import type { Catalog, SearchQuery } from "../../src/runtime/catalog.ts";
import type { Shelf } from "../catalog/support.ts";
import { type EmbedBehaviour, type EmbedServer, startEmbedder } from "../support/embed-server.ts";
import { embed, embedderAt, MODEL, SERVICES, smallShelf, stock } from "./support.ts";

const GROUPS = [["medicine", "head", "hurts", "pain"]];

let shelf: Shelf;
let server: EmbedServer;
let warnings: string[];
let opened: Disposable[];
/** Ahead of the clock of the files, which are left alone while they are new. */
let ahead: number;
beforeEach(async () => {
  [shelf, server] = await Promise.all([smallShelf(), startEmbedder(256, GROUPS)]);
  [warnings, opened, ahead] = [[], [], 10_000];
});
afterEach(async () => {
  for (const one of opened) one[Symbol.dispose]();
  shelf[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

async function meaningOf({ model = MODEL, timeoutMs = 5_000 } = {}): Promise<Meaning> {
  const folder = dirname(shelf.path);
  const meaning = openMeaning({
    embedder: embedderAt(server, model),
    queryPrefix: "",
    files: { catalogPath: shelf.path, vectorPath: join(folder, vectorFileName(model)), prefix: "" },
    clock: { now: () => Date.now() + ahead },
    weight: 0.2,
    timeoutMs,
    warn: (message) => warnings.push(message),
  });
  opened.push({ [Symbol.dispose]: meaning.close });
  await meaning.loading();
  return meaning;
}

function catalogOf(): Catalog {
  const catalog = shelf.open();
  opened.push(catalog);
  return catalog;
}

/** Slugs without what is the same in all. */
async function slugs(catalog: Catalog, query: SearchQuery): Promise<string[]> {
  const { hits } = await catalog.search(query);
  return hits.map(({ entry }) => `${entry.provider} ${entry.name}`);
}

const pain: SearchQuery = { text: "my head hurts", byMeaning: true, explain: true };

describe("a search by words and meaning", () => {
  test("finds what shares no word with the question, and says so", async () => {
    await embed(shelf, embedderAt(server));
    const catalog = catalogOf();
    const mixed = mixedCatalog(catalog, await meaningOf());
    expect(await slugs(catalog, pain)).toEqual([]);
    const { hits, total, isByMeaning } = await mixed.search(pain);
    expect(hits.slice(0, 2).map(({ entry }) => entry.name)).toEqual([
      "List remedies against pain",
      "Order medicine from a pharmacy",
    ]);
    expect(hits[0]?.why?.[0]).toMatch(/^near in meaning \(0\.\d\d\)$/);
    expect([isByMeaning, total]).toEqual([true, 11]);
    expect(hits.every(({ score }, at) => at === 0 || score <= hits[at - 1]!.score)).toBeTrue();
  });

  test("pages of it are parts of one list, and the cap of an API, the category and the method hold", async () => {
    await embed(shelf, embedderAt(server));
    const mixed = mixedCatalog(catalogOf(), await meaningOf());
    const query = { text: "return my bicycle", byMeaning: true, perApi: 0 };
    const all = await slugs(mixed, query);
    expect(all[0]).toBe("wheels.dev Return a bicycle");
    expect(new Set(all).size).toBe(all.length);
    const pages = await Promise.all([0, 4, 8].map((offset) => slugs(mixed, { ...query, offset, limit: 4 })));
    expect(pages.flat()).toEqual(all);
    const capped = await slugs(mixed, { ...query, perApi: 2 });
    expect(capped.filter((one) => one.startsWith("wheels.dev"))).toHaveLength(2);
    expect(await slugs(mixed, { ...query, methods: ["POST"] })).toEqual([]);
    const { hits } = await mixed.search(query);
    const category = hits[0]!.entry.category;
    const within = (await mixed.search({ ...query, category })).hits;
    expect(within.length).toBeGreaterThan(0);
    expect(within.every(({ entry }) => entry.category === category)).toBeTrue();
  });

  test("a search that does not ask for it, and the slug of a category, are what they were", async () => {
    await embed(shelf, embedderAt(server));
    const catalog = catalogOf();
    const mixed = mixedCatalog(catalog, await meaningOf());
    const before = server.asked.length;
    expect(await mixed.search({ text: "bicycle" })).toEqual(await catalog.search({ text: "bicycle" }));
    expect(server.asked.length).toBe(before);
    const text = (await catalog.search({ text: "bicycle" })).hits[0]!.entry.category;
    expect(await mixed.search({ text, byMeaning: true })).toEqual(await catalog.search({ text, byMeaning: true }));
  });

  test.each<[string, EmbedBehaviour]>([
    ["frozen", "hold"],
    ["out of order", { status: 500 }],
    ["too busy", { status: 429, headers: { "retry-after": "60" } }],
    ["answering with vectors of another length", { bend: () => [{ index: 0, embedding: [1, 2, 3] }] }],
    ["answering with what is no number", { bytes: `{"data":[{"embedding":[NaN]}]}` }],
    ["answering with nothing", { bend: () => [] }],
    ["breaking off", "cut"],
  ])("is exactly the search by words while the server is %s", async (_state, behaviour) => {
    await embed(shelf, embedderAt(server));
    const catalog = catalogOf();
    const meaning = await meaningOf({ timeoutMs: 50 });
    server.script(behaviour);
    const query = { ...pain, text: "order medicine" };
    expect(await mixedCatalog(catalog, meaning).search(query)).toEqual(await catalog.search(query));
    expect(meaning.standing().fault).toContain("goes by words alone");
    expect(warnings).toHaveLength(1);
  });
});

describe("meaning", () => {
  test("a question is embedded once, and a server that failed five times is left alone for half a minute", async () => {
    await embed(shelf, embedderAt(server));
    const meaning = await meaningOf();
    const before = server.asked.length;
    await meaning.near("rice", 5, {});
    await meaning.near("rice", 6, {});
    expect(server.asked.length - before).toBe(1);
    server.script({ status: 500 });
    for (let time = 0; time < 8; time++) expect(await meaning.near(`question ${time}`, 5, {})).toBeUndefined();
    expect(server.asked.length - before).toBe(6);
    expect(await meaning.near("rice", 5, {})).toBeDefined(); // It is known.
    server.script("good");
    ahead += 31_000;
    expect(await meaning.near("question 9", 5, {})).toBeDefined();
    expect(meaning.standing()).toEqual({ model: MODEL, dims: 256, entries: 11, embedded: 11, fault: undefined });
    expect(warnings).toHaveLength(1);
  });

  test("questions that the server refuses do not keep others from it, and none is sent longer than a text is", async () => {
    await embed(shelf, embedderAt(server));
    const meaning = await meaningOf();
    server.script({ refuse: "endless", status: 413 });
    for (let time = 0; time < 6; time++) expect(await meaning.near(`endless ${time}`, 5, {})).toBeUndefined();
    expect(await meaning.near("rice ".repeat(2_000), 5, {})).toBeDefined();
    expect(server.asked.at(-1)?.body.input[0]?.length).toBeLessThan(900);
    expect(meaning.standing().fault).toBeUndefined();
    for (let time = 0; time < 20; time++) await meaning.near(`endless again ${time}`, 5, {});
    expect(meaning.standing().fault).toContain("fails");
  });

  test("a server that says when to come back is left alone until then, and no longer than a minute", async () => {
    await embed(shelf, embedderAt(server));
    const meaning = await meaningOf();
    const before = server.asked.length;
    server.script({ status: 429, headers: { "retry-after": "3600" } }, "good");
    expect(await meaning.near("first", 5, {})).toBeUndefined();
    ahead += 59_000;
    expect(await meaning.near("second", 5, {})).toBeUndefined();
    expect(server.asked.length - before).toBe(1);
    ahead += 2_000;
    expect(await meaning.near("third", 5, {})).toBeDefined();
  });

  test("says that there are no vectors, and takes them in when they are there and written", async () => {
    const meaning = await meaningOf();
    expect(meaning.standing().fault).toContain("no embeddings yet");
    expect(await meaning.near("rice", 5, {})).toBeUndefined();
    expect(server.asked).toEqual([]);
    await embed(shelf, embedderAt(server));
    const written = new Date(Date.now() + ahead + 1_000);
    const file = join(dirname(shelf.path), vectorFileName(MODEL));
    utimesSync(file, written, written);
    ahead += 2_000;
    meaning.standing();
    await meaning.loading();
    expect(meaning.standing().dims).toBeUndefined(); // It may be written to still.
    ahead += 10_000;
    meaning.standing();
    await meaning.loading();
    expect(meaning.standing().fault).toBeUndefined();
  });

  test("vectors of another catalogue are ignored with a warning, until the rest is embedded", async () => {
    await embed(shelf, embedderAt(server));
    const meaning = await meaningOf();
    await stock(shelf, [...SERVICES.slice(0, 2), ["books.dev", ["Lend a book", "Give back a book", "Find a book"]]]);
    ahead += 2_000;
    meaning.standing();
    await meaning.loading();
    expect(await meaning.near("rice", 5, {})).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining("Only 5 of 8 entries have their embedding")]);
    await embed(shelf, embedderAt(server));
    ahead += 10_000;
    meaning.standing();
    await meaning.loading();
    expect((await meaning.near("rice", 1, {}))?.map(({ slug }) => slug)).toEqual([
      expect.stringContaining("kitchen-dev"),
    ]);
  });

  test("a question that was embedded for vectors of another length is embedded anew for these", async () => {
    await embed(shelf, embedderAt(server));
    const meaning = await meaningOf();
    const before = await meaning.near("rice", 3, {});
    // The server has another model under the same name, and the file was made anew as the refusal says.
    rmSync(join(dirname(shelf.path), vectorFileName(MODEL)));
    await using longer = await startEmbedder(512, GROUPS);
    await embed(shelf, embedderAt(longer));
    server.script({ bend: (data) => data.map((one) => ({ ...one, embedding: [...one.embedding, ...one.embedding] })) });
    ahead += 10_000;
    meaning.standing();
    await meaning.loading();
    expect(meaning.standing().dims).toBe(512);
    const asked = server.asked.length;
    expect(await meaning.near("rice", 3, {})).toHaveLength(before!.length);
    expect(server.asked.length - asked).toBe(1);
  });

  test("a file of another model's vectors is no file of this one's", async () => {
    await embed(shelf, embedderAt(server));
    const folder = dirname(shelf.path);
    rmSync(join(folder, vectorFileName("other")), { force: true });
    const meaning = await meaningOf({ model: "other" });
    expect(meaning.standing().fault).toContain("no embeddings yet");
    copyFileSync(join(folder, vectorFileName(MODEL)), join(folder, vectorFileName("other")));
    ahead += 10_000;
    meaning.standing();
    await meaning.loading();
    expect(meaning.standing().fault).toContain("cannot be read");
  });

  test("what is no catalogue and no file of vectors leaves the search by words", async () => {
    await embed(shelf, embedderAt(server));
    const path = join(dirname(shelf.path), vectorFileName(MODEL));
    await Bun.write(path, "not vectors at all");
    const meaning = await meaningOf();
    expect(await meaning.near("rice", 5, {})).toBeUndefined();
    expect(meaning.standing().fault).toContain("cannot be read");
    expect(warnings).toHaveLength(1);
  });
});

describe("fuse()", () => {
  const words = new Map([
    ["a", 10],
    ["b", 8],
    ["c", 1],
  ]);
  const slugs = (fused: ReturnType<typeof fuse>) => fused.map(({ slug }) => slug);

  test("weighs both by their share, each from 0 to 1 within its list", () => {
    const meaning = new Map([
      ["c", 0.9],
      ["d", 0.8],
      ["a", 0.5],
    ]);
    const fused = fuse(words, meaning, 0.2);
    expect(slugs(fused)).toEqual(["a", "b", "c", "d"]);
    expect(fused.map(({ score }) => score.toFixed(2))).toEqual(["0.80", "0.64", "0.28", "0.15"]);
    expect(slugs(fuse(words, meaning, 0.8))).toEqual(["c", "d", "a", "b"]);
  });

  test("with no weight it is the order of words, and with all of it that of meaning", () => {
    const meaning = new Map([
      ["d", 0.9],
      ["a", 0.1],
    ]);
    expect(slugs(fuse(words, meaning, 0)).slice(0, 3)).toEqual(["a", "b", "c"]);
    expect(slugs(fuse(words, meaning, 1))[0]).toBe("d");
    expect(slugs(fuse(new Map(), new Map([["d", 0.3]]), 0.2))).toEqual(["d"]);
    expect(fuse(new Map(), new Map(), 0.2)).toEqual([]);
  });
});

test("many questions at once all find their answer, and those who have gone are not looked for", async () => {
  await embed(shelf, embedderAt(server));
  const folder = dirname(shelf.path);
  const files = { catalogPath: shelf.path, vectorPath: join(folder, vectorFileName(MODEL)), prefix: "" };
  const ends: Error[] = [];
  const scanner = await openScanner(files, (error) => ends.push(error));
  const [rice, bicycle] = await embedderAt(server).embed(["rice", "return a bicycle"], new AbortController().signal);
  const gone = new AbortController();
  const forever = new AbortController().signal;
  const leaving = Array.from({ length: 20 }, () => scanner.near(rice!, 1, {}, gone.signal).catch(() => "gone"));
  const staying = Array.from({ length: 40 }, (_, at) => scanner.near(at % 2 ? rice! : bicycle!, 1, {}, forever));
  gone.abort();
  expect(new Set(await Promise.all(leaving))).toEqual(new Set(["gone"]));
  const slugs = (await Promise.all(staying)).map((found) => found?.[0]?.slug.split("--")[0]);
  expect(slugs).toEqual(Array.from({ length: 40 }, (_, at) => (at % 2 ? "kitchen-dev" : "wheels-dev")));
  const more = Array.from({ length: 80 }, () => scanner.near(rice!, 1, {}, forever));
  expect((await Promise.all(more)).filter((found) => found === undefined)).toHaveLength(80 - 64 - 2);
  scanner.close();
  expect(await scanner.near(rice!, 1, {}, forever)).toBeUndefined();
  expect(ends).toEqual([]);
});
