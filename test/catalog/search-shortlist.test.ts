/** The shortlist is what sorting everything and then capping gives. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { shortlist } from "../../src/catalog/search/shortlist.ts";

const scored = fc.array(fc.record({ score: fc.integer({ min: 1, max: 9 }), api: fc.integer({ min: 0, max: 4 }) }), {
  maxLength: 400,
});
const page = fc.record({ limit: fc.integer({ min: 1, max: 250 }), perApi: fc.integer({ min: 0, max: 4 }) });

test("the best of each API come in order, however the candidates arrive", () => {
  fc.assert(
    fc.property(scored, page, fc.integer(), (entries, { limit, perApi }, seed) => {
      const documents = Uint32Array.from(entries, ({ api }) => api);
      const scores = Float32Array.from([0, ...entries.map(({ score }) => score)]);
      const ids = Uint32Array.from(entries.keys(), (index) => index + 1);
      const counts = new Map<number, number>();
      const expected = [...ids]
        .sort((a, b) => scores[b]! - scores[a]! || a - b)
        .filter((id) => {
          const api = documents[id - 1]!;
          counts.set(api, (counts.get(api) ?? 0) + 1);
          return perApi === 0 || counts.get(api)! <= perApi;
        })
        .slice(0, limit);
      const arriving = ids.toSorted((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101));
      const found = shortlist({ count: ids.length, ids: arriving, scores }, documents, { limit, perApi });
      expect([...found.ids]).toEqual(expected);
      expect([...found.scores]).toEqual(expected.map((id) => scores[id]!));
    }),
  );
});

test("what a score is still multiplied by decides as if it had been multiplied before", () => {
  fc.assert(
    fc.property(
      scored,
      page,
      fc.array(fc.float({ min: 1, max: 2, noNaN: true }), { minLength: 1 }),
      (entries, at, by) => {
        const documents = Uint32Array.from(entries, ({ api }) => api);
        const sums = Float32Array.from([0, ...entries.map(({ score }) => score)]);
        const ids = Uint32Array.from(entries.keys(), (index) => index + 1);
        const of = (id: number) => by[id % by.length]!;
        const weighed = sums.map((sum, id) => (id === 0 ? 0 : sum * of(id)));
        const expected = shortlist({ count: ids.length, ids, scores: weighed }, documents, at);
        const factors = { most: Math.max(...by), of };
        const found = shortlist({ count: ids.length, ids, scores: sums, factors }, documents, at);
        expect(found).toEqual(expected);
      },
    ),
  );
});
