import { expect, test } from "bun:test";
import fc from "fast-check";
import { createVectorSet } from "../../src/embeddings/scan.ts";
import { toVector } from "../../src/embeddings/vector.ts";
import { ModelFault } from "../../src/llm/fault.ts";
import { type EmbedBehaviour, startEmbedder } from "../support/embed-server.ts";
import { embedderAt } from "./support.ts";

const FOREVER = new AbortController().signal;

test("texts become vectors in their order, whatever the order of the answer, and the key goes along", async () => {
  await using server = await startEmbedder(8);
  const embedder = embedderAt(server);
  const [first, second] = await embedder.embed(["rice", "bicycle"], FOREVER);
  server.script({ bend: (data) => data.toReversed() });
  expect(await embedder.embed(["rice", "bicycle"], FOREVER)).toEqual([first!, second!]);
  expect(server.asked[0]).toMatchObject({
    path: "/v1/embeddings",
    authorization: "Bearer sk-embed",
    body: { model: "words-64", input: ["rice", "bicycle"], encoding_format: "float" },
  });
});

const numbers = (embedding: readonly unknown[]): EmbedBehaviour => ({
  bytes: JSON.stringify({
    data: [
      { index: 0, embedding },
      { index: 1, embedding },
    ],
  }),
});

test.each<[string, EmbedBehaviour, string]>([
  ["one vector too few", { bend: (data) => data.slice(1) }, "garbled"],
  ["one twice", { bend: ([one]) => [one, one] }, "garbled"],
  ["one of another text", { bend: (data) => data.map((one) => ({ ...one, index: one.index + 1 })) }, "garbled"],
  ["different lengths", { bend: ([a, b]) => [a, { ...b, embedding: [1] }] }, "garbled"],
  ["NaN", { bytes: `{"data":[{"embedding":[NaN]},{"embedding":[1]}]}` }, "garbled"],
  ["null for a number", numbers([null]), "garbled"],
  ["a number beyond all bounds", { bytes: `{"data":[{"embedding":[1e999]},{"embedding":[1]}]}` }, "garbled"],
  ["numbers whose squares are beyond all bounds", numbers([1e200, 1e200]), "garbled"],
  ["nothing but zeros", numbers([0, 0]), "garbled"],
  ["texts for numbers", numbers(["1"]), "garbled"],
  ["an empty vector", numbers([]), "garbled"],
  ["a vector that is too long", numbers(Array.from({ length: 10_000 }, () => 1)), "garbled"],
  ["no JSON", { bytes: "<html>" }, "garbled"],
  ["another object", { bytes: `{"error":"no such model"}` }, "garbled"],
  ["a broken line", "cut", "cut"],
  ["endless bytes", { bytes: " ".repeat(1_000_000) }, "endless"],
  ["429", { status: 429, headers: { "retry-after": "7" } }, "status"],
  ["500", { status: 500 }, "status"],
])("%s is no answer", async (_way, behaviour, kind) => {
  await using server = await startEmbedder(8);
  server.script(behaviour);
  const fault: unknown = await embedderAt(server)
    .embed(["rice", "bicycle"], FOREVER)
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ModelFault);
  expect((fault as ModelFault).kind).toBe(kind as ModelFault["kind"]);
});

test("a redirect is not followed: the key is the configured server's", async () => {
  await using server = await startEmbedder(8);
  await using other = await startEmbedder(8);
  server.script({ status: 307, headers: { location: `${other.baseUrl}/embeddings` } });
  const fault: unknown = await embedderAt(server)
    .embed(["rice"], FOREVER)
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ModelFault);
  expect(other.asked).toEqual([]);
});

const floats = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), { minLength: 16, maxLength: 16 });

test("bytes keep the cosine of what they were within a hundredth or two", () => {
  fc.assert(
    fc.property(floats, floats, (a, b) => {
      const [left, right] = [toVector(a), toVector(b)];
      fc.pre(left !== undefined && right !== undefined);
      const dot = (x: ArrayLike<number>, y: ArrayLike<number>) =>
        Array.from(x).reduce((sum, one, at) => sum + one * y[at]!, 0);
      const exact = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      const told = dot(left.bytes, right.bytes) * left.scale * right.scale;
      expect(Math.abs(told - exact)).toBeLessThan(0.02);
    }),
  );
});

test("the nearest are those that looking at all of them finds, within their range and filter", () => {
  const byte = fc.integer({ min: -127, max: 127 });
  const rowsOf = (dims: number) =>
    fc.array(fc.array(byte, { minLength: dims, maxLength: dims }), { minLength: 2, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.constantFrom(1, 15, 16, 17, 48, 100).chain(rowsOf),
      fc.nat(40),
      fc.integer({ min: 1, max: 5 }),
      ([question = [], ...rows], cut, limit) => {
        const to = { scale: 0.5, bytes: Int8Array.from(question) };
        const set = createVectorSet(rows.length, question.length);
        const scaleOf = (at: number) => (at % 7 === 3 ? 0 : 1 + (at % 3));
        for (const [at, row] of rows.entries())
          if (scaleOf(at) > 0) set.set(at + 1, { scale: scaleOf(at), bytes: Int8Array.from(row) });
        const first = 1 + (cut % rows.length);
        const all = rows
          .map((row, at) => ({
            id: at + 1,
            likeness: row.reduce((sum, one, place) => sum + one * question[place]!, 0) * scaleOf(at) * to.scale,
          }))
          .filter(({ id }) => id >= first && id % 5 !== 0 && scaleOf(id - 1) !== 0)
          .sort((a, b) => b.likeness - a.likeness || a.id - b.id)
          .slice(0, limit);
        const range = { first, last: rows.length, isWanted: (id: number) => id % 5 !== 0 };
        expect(set.nearest(to, limit, range)).toEqual(all);
      },
    ),
  );
});

test("sums hold the longest vectors that there are", () => {
  const bytes = new Int8Array(8_192).fill(-127);
  const set = createVectorSet(1, 8_192);
  set.set(1, { scale: 1, bytes });
  const [one] = set.nearest({ scale: 1, bytes }, 1, { first: 1, last: 1, isWanted: () => true });
  expect(one).toEqual({ id: 1, likeness: 8_192 * 127 * 127 });
});
