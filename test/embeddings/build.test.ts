import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { countEmbeddings } from "../../src/embeddings/build.ts";
import { readVectors, vectorFileName } from "../../src/embeddings/vector-file.ts";
import type { Shelf } from "../catalog/support.ts";
import { type EmbedBehaviour, type EmbedServer, startEmbedder } from "../support/embed-server.ts";
import { embed, embedderAt, MODEL, SERVICES, smallShelf, stock } from "./support.ts";

const ENTRIES = SERVICES.flatMap(([, summaries]) => summaries).length;
const TOO_LARGE = `{"error":{"code":500,"message":"input is too large to process. increase the physical batch size"}}`;
const NO_NUMBERS = `{"error":{"message":"failed to encode response: json: unsupported value: NaN"}}`;
/** Enough for several batches. */
const MANY = Array.from({ length: 300 }, (_, at) => `Do the thing number ${at}`);

let shelf: Shelf;
let server: EmbedServer;
beforeEach(async () => {
  server = await startEmbedder();
});
afterEach(async () => {
  shelf[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

const fileOf = (model = MODEL): string => join(dirname(shelf.path), vectorFileName(model));
const textsAsked = (): number => server.asked.reduce((sum, { body }) => sum + body.input.length, 0);
async function hashes(): Promise<string[]> {
  const found: string[] = [];
  await readVectors(fileOf(), ({ hash }) => found.push(hash));
  return found;
}
async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    (error: Error) => error.message,
  );
}

describe("catalog embed", () => {
  test("embeds every text once, and nothing the second time", async () => {
    shelf = await smallShelf();
    const progress: string[] = [];
    const report = await embed(shelf, embedderAt(server), {
      onProgress: ({ done, total }) => progress.push(`${done}/${total}`),
    });
    expect(report).toEqual({ texts: ENTRIES, embedded: ENTRIES, refused: 0, dims: 64 });
    expect([progress[0], progress.at(-1)]).toEqual([`0/${ENTRIES}`, `${ENTRIES}/${ENTRIES}`]);
    expect(server.asked.at(-1)?.body.input).toContain("pharmacy.dev: Order medicine from a pharmacy");
    const before = server.asked.length;
    expect(await embed(shelf, embedderAt(server))).toEqual({ texts: ENTRIES, embedded: 0, refused: 0, dims: 64 });
    expect(server.asked.length).toBe(before);
  });

  test("a second build beside the first is refused: it would pay for the same texts", async () => {
    shelf = await smallShelf();
    server.script("hold");
    const stopped = new AbortController();
    const first = failure(embed(shelf, embedderAt(server), { signal: stopped.signal }));
    await server.held;
    expect(await failure(embed(shelf, embedderAt(server, "another-model")))).toContain("Another build of embeddings");
    expect(server.asked).toHaveLength(1);
    stopped.abort(new Error("It was stopped"));
    expect(await first).toBe("It was stopped");
    server.script("good");
    expect(await embed(shelf, embedderAt(server))).toMatchObject({ embedded: ENTRIES });
  });

  test("a build that was stopped goes on where it was", async () => {
    // More than can be under way at the moment of the stop.
    const most = Array.from({ length: 700 }, (_, at) => `Do the thing number ${at}`);
    shelf = await smallShelf([["things.dev", most]]);
    const stopped = new AbortController();
    const first = embed(shelf, embedderAt(server), {
      signal: stopped.signal,
      onProgress: ({ done }) => done >= 128 && stopped.abort(new Error("killed")),
    });
    expect(await failure(first)).toBe("killed");
    const kept = (await hashes()).length;
    expect(kept).toBeGreaterThanOrEqual(128);
    expect(kept).toBeLessThan(most.length);
    const begun = server.asked.length;
    expect((await embed(shelf, embedderAt(server))).embedded).toBe(most.length - kept);
    // What the stopped one had under way may come late, and is not among what it has kept.
    const asked = new Set(server.asked.slice(begun).flatMap(({ body }) => body.input));
    expect(asked.size).toBe(most.length - kept);
    expect(new Set(await hashes()).size).toBe(most.length);
  });

  test("what was half written, or overwritten, is cut off and embedded again", async () => {
    shelf = await smallShelf();
    await embed(shelf, embedderAt(server));
    const whole = statSync(fileOf()).size;
    truncateSync(fileOf(), whole - 5);
    expect((await embed(shelf, embedderAt(server))).embedded).toBe(1);
    appendFileSync(fileOf(), Buffer.alloc(500, 7));
    expect((await embed(shelf, embedderAt(server))).embedded).toBe(0);
    expect(statSync(fileOf()).size).toBe(whole);
  });

  test("only texts that changed are embedded anew, and vectors of texts that are gone are cleared away", async () => {
    shelf = await smallShelf([["things.dev", MANY]]);
    await embed(shelf, embedderAt(server));
    const before = textsAsked();
    await stock(shelf, [["things.dev", [...MANY.slice(0, 290), "Something new"]]]);
    expect((await embed(shelf, embedderAt(server))).embedded).toBe(1);
    expect(textsAsked() - before).toBe(1);
    expect(await hashes()).toHaveLength(301); // Ten idle ones do no harm,
    await stock(shelf, [["things.dev", MANY.slice(0, 100)]]);
    await embed(shelf, embedderAt(server));
    await stock(shelf, [["things.dev", [...MANY.slice(0, 100), "Something newer"]]]);
    await embed(shelf, embedderAt(server));
    expect(await hashes()).toHaveLength(101); // two hundred go.
  });

  test("another model gets vectors of its own, and the file of the old one goes when they are whole", async () => {
    shelf = await smallShelf();
    await embed(shelf, embedderAt(server));
    await using other = await startEmbedder(16);
    other.script("good", { status: 401, body: "no such key" });
    expect(await failure(embed(shelf, embedderAt(other, "words-16")))).toContain("stopped at 0 of 11");
    expect(readdirSync(dirname(shelf.path))).toContain(vectorFileName(MODEL));
    other.script("good");
    expect((await embed(shelf, embedderAt(other, "words-16"))).dims).toBe(16);
    expect(readdirSync(dirname(shelf.path)).filter((name) => name.startsWith("embeddings-"))).toEqual([
      vectorFileName("words-16"),
    ]);
  });

  test("asks again after 429, 500, half an answer and a broken line, as long as the server wants", async () => {
    shelf = await smallShelf();
    const waits: number[] = [];
    server.script(
      { status: 429, headers: { "retry-after": "7" } },
      { status: 500 },
      { bend: (data) => data.slice(1) },
      "cut",
      "good",
    );
    expect((await embed(shelf, embedderAt(server), { waits })).embedded).toBe(ENTRIES);
    expect(waits).toEqual([7000, 1000, 2000, 4000]);
  });

  test("stops when the server fails for good, says how far it came, and never its key", async () => {
    shelf = await smallShelf();
    server.script({ status: 500, body: "out of order for sk-embed" });
    const said = await failure(embed(shelf, embedderAt(server)));
    expect(said).toContain("stopped at 0 of 11");
    expect(said).toContain("out of order");
    expect(said).not.toContain("sk-embed");
  });

  test("one text that the server refuses is left out, and no other", async () => {
    shelf = await smallShelf();
    server.script({ refuse: "bicycle stations" });
    expect(await embed(shelf, embedderAt(server))).toMatchObject({ embedded: ENTRIES - 1, refused: 1 });
  });

  test.each<[string, EmbedBehaviour]>([
    ["is too long for it, as llama.cpp says", { refuse: "bicycle stations", status: 500, body: TOO_LARGE }],
    ["it makes no numbers of, as Ollama says", { refuse: "bicycle stations", status: 500, body: NO_NUMBERS }],
    ["it makes nothing but zeros of", { spoil: "bicycle stations", embedding: [0, 0, 0] }],
    ["it makes null of", { spoil: "bicycle stations", embedding: [null, 1, 2] }],
  ])("one text that %s is left out, and no other", async (_, behaviour) => {
    shelf = await smallShelf();
    server.script("good", behaviour);
    const waits: number[] = [];
    expect(await embed(shelf, embedderAt(server), { waits })).toMatchObject({ embedded: ENTRIES - 1, refused: 1 });
    expect(waits.length).toBeLessThan(10);
  });

  test.each([413, 422, 400])(
    "a server that takes few texts at once (%i) is asked for so few from then on",
    async (status) => {
      shelf = await smallShelf([["things.dev", MANY]]);
      server.script({ most: 10, status });
      expect(await embed(shelf, embedderAt(server))).toMatchObject({ embedded: MANY.length, refused: 0 });
      const refusals = server.asked.filter(({ body }) => body.input.length > 10);
      expect(refusals.length).toBeLessThan(20); // Four requests are under way when the first is refused.
      expect(textsAsked() - refusals.reduce((sum, { body }) => sum + body.input.length, 0)).toBe(MANY.length + 1);
    },
  );

  test("a server whose minute is over is waited for until the next", async () => {
    shelf = await smallShelf();
    const waits: number[] = [];
    server.script(...Array.from({ length: 8 }, () => ({ status: 429 })), "good");
    expect((await embed(shelf, embedderAt(server), { waits })).embedded).toBe(ENTRIES);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(60_000);
  });

  test("an account with the server that is empty is not waited for", async () => {
    shelf = await smallShelf();
    const waits: number[] = [];
    server.script({ status: 429, body: `{"error":{"code":"insufficient_quota","message":"You exceeded your quota"}}` });
    expect(await failure(embed(shelf, embedderAt(server), { waits }))).toContain("insufficient_quota");
    expect(waits).toEqual([]);
  });

  test("a server that knows no format of numbers is asked without one", async () => {
    shelf = await smallShelf();
    server.script({ status: 400, body: `{"detail":"encoding_format must be null or base64"}` }, "good");
    expect(await embed(shelf, embedderAt(server))).toMatchObject({ embedded: ENTRIES, refused: 0 });
    expect(server.asked.map(({ body }) => body.encoding_format)).toEqual(["float", undefined, undefined]);
  });

  test("a failure behind status 200 is told as the server says it, without the key", async () => {
    shelf = await smallShelf();
    server.script({ bytes: `{"error":{"message":"no such model for sk-embed"}}` });
    expect(await failure(embed(shelf, embedderAt(server)))).toContain("no such model for [key]");
  });

  test("a server that refuses text after text is stopped, and what it said is told", async () => {
    shelf = await smallShelf([["things.dev", MANY]]);
    server.script("good", { status: 400, body: "no such dimension" });
    const said = await failure(embed(shelf, embedderAt(server)));
    expect(said).toContain("refuses text after text");
    expect(said).toContain("no such dimension");
  });

  test("a server that changes the length of its vectors is stopped, and it is said how to begin anew", async () => {
    shelf = await smallShelf([["things.dev", MANY]]);
    server.script("good", { bend: (data) => data.map((one) => ({ ...one, embedding: [1, 2] })) });
    const said = await failure(embed(shelf, embedderAt(server)));
    expect(said).toContain("have 2 numbers, and had 64 before");
    expect(said).toContain(`remove ${fileOf()}`);
    expect(said).not.toContain("goes on");
  });

  test("counts what there is", async () => {
    shelf = await smallShelf();
    const files = { catalogPath: shelf.path, folder: dirname(shelf.path), prefix: "", model: MODEL };
    expect(await countEmbeddings(files)).toEqual({ model: MODEL, dims: null, texts: ENTRIES, embedded: 0 });
    await embed(shelf, embedderAt(server));
    expect(await countEmbeddings(files)).toEqual({ model: MODEL, dims: 64, texts: ENTRIES, embedded: ENTRIES });
  });
});
