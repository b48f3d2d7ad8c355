/** What is worked out at the import is what FTS5 would have worked out at the search. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { COLUMNS, FIELDS } from "../../src/catalog/import/full-text.ts";
import { insertPostings } from "../../src/catalog/import/postings.ts";
import { WHOLE_SATURATION } from "../../src/catalog/search/bm25.ts";
import {
  ID_BITS,
  IN_NAME,
  openPostings,
  packPostings,
  type PostingsReader,
  unpackPostings,
} from "../../src/catalog/search/postings.ts";
import { relative } from "../../src/catalog/search/signals.ts";
import type { Segments } from "../../src/catalog/search/segments.ts";
import { type Database, openUnfinished } from "../../src/catalog/sqlite.ts";
import { CREATE_TABLES } from "../../src/catalog/tables.ts";

const text = fc
  .array(fc.constantFrom("order", "orders", "list", "the", "café", "create", "of", "mail", "note"), { maxLength: 12 })
  .map((words) => words.join(" "));
const entries = fc.array(fc.array(text, { minLength: COLUMNS.length, maxLength: COLUMNS.length }), {
  minLength: 1,
  maxLength: 30,
});

function indexed(rows: readonly (readonly string[])[]): {
  database: Database;
  nameWords: Uint8Array;
  postings: PostingsReader;
} {
  const database = openUnfinished(":memory:");
  database.run(CREATE_TABLES);
  database.run(
    `CREATE VIRTUAL TABLE temp.search USING fts5(${COLUMNS.join(", ")}, content='',
     tokenize='porter unicode61 remove_diacritics 2')`,
  );
  const insert = database.query(
    `INSERT INTO temp.search (rowid, ${COLUMNS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  rows.forEach((row, index) => insert.run(index + 1, ...row));
  const { nameWords, ownLengths, wholeLengths } = insertPostings(database, rows.length);
  const segments: Pick<Segments, "all"> = { all: [{ name: "", ids: undefined, size: rows.length }] };
  const lengths = { own: relative(ownLengths), whole: relative(wholeLengths) };
  return { database, nameWords, postings: openPostings(database, segments, lengths) };
}

const OWN = Object.values(FIELDS);
/** By FTS5: of the columns in which an entry speaks of itself, then of all alike. */
const KINDS = [
  { weights: [...OWN, 0], filter: `{${Object.keys(FIELDS).join(" ")}} :` },
  { weights: COLUMNS.map(() => 1), filter: "" },
];

test("postings hold for every word the entries that FTS5 finds, with the scores of its bm25", () => {
  fc.assert(
    fc.property(entries, (rows) => {
      const { database, postings } = indexed(rows);
      for (const [stem, word] of [
        ["order", "orders"],
        ["cafe", "cafe"],
        ["creat", "create"],
      ] as const) {
        const [own, inputs] = [postings.own(stem), postings.inputs(stem)];
        const [byItself, atAll] = KINDS.map(({ weights, filter }) =>
          database
            .query<{ id: number; score: number }, [string]>(
              `SELECT rowid AS id, -bm25(search, ${weights.join(", ")}) AS score
               FROM temp.search WHERE search MATCH ? ORDER BY rowid`,
            )
            .all(`${filter} ${word}`),
        );
        expect([...own.ids].map((id) => id & ID_BITS)).toEqual(byItself!.map(({ id }) => id));
        const whole = new Map(
          [own, inputs].flatMap((list) => [...list.ids].map((id, at) => [id & ID_BITS, list.whole[at]!] as const)),
        );
        expect([...whole.keys()].toSorted((a, b) => a - b)).toEqual(atAll!.map(({ id }) => id));
        expectShares(atAll!, (id) => whole.get(id)!, rows.length, WHOLE_SATURATION);
      }
    }),
    { numRuns: 50 },
  );
});

/** FTS5's own; it cannot be told another. */
const SATURATION = 1.2;

/** One 255th of rounding aside. */
function expectShares(
  found: readonly { id: number; score: number }[],
  shareOf: (id: number) => number,
  living: number,
  saturation = SATURATION,
) {
  const rarity = Math.max(1e-6, Math.log((living - found.length + 0.5) / (found.length + 0.5)));
  for (const { id, score } of found) {
    const share = score / (rarity * (SATURATION + 1));
    const saturated = share / (share + ((1 - share) * saturation) / SATURATION);
    expect(Math.abs(shareOf(id) / 255 - saturated)).toBeLessThanOrEqual(1 / 255);
  }
}

test("the weights of an entry's own fields are those of bm25 where no entry has inputs", () => {
  fc.assert(
    fc.property(entries, (rows) => {
      const { database, postings } = indexed(rows.map((row) => [...row.slice(0, OWN.length), ""]));
      const { ids, own } = postings.own("order");
      const found = database
        .query<{ id: number; score: number }, []>(
          `SELECT rowid AS id, -bm25(search, ${OWN.join(", ")}) AS score FROM temp.search WHERE search MATCH 'order'`,
        )
        .all();
      const shares = new Map([...ids].map((id, at) => [id & ID_BITS, own[at]!]));
      expectShares(found, (id) => shares.get(id)!, rows.length);
    }),
    { numRuns: 50 },
  );
});

test("postings read as they were written, however far apart the entries are", () => {
  const entry = fc.record({ id: fc.integer({ min: 1, max: 0x3fff_ffff }), inName: fc.boolean(), weight: fc.nat(255) });
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ id }) => id }), (drawn) => {
      const sorted = drawn.toSorted((a, b) => a.id - b.id);
      const written = {
        ids: Uint32Array.from(sorted, ({ id, inName }) => (inName ? id | IN_NAME : id)),
        own: Uint8Array.from(sorted, ({ weight }) => weight),
        whole: Uint8Array.from(sorted, ({ weight }) => 255 - weight),
      };
      expect(unpackPostings(packPostings(written), sorted.length)).toEqual(written);
    }),
  );
});

test("a name counts each of its words once, and fillers not at all", () => {
  const rest = ["", "", "", "create create", "", "create"];
  const { postings, nameWords } = indexed([
    ["create the order of orders", ...rest],
    ["", ...rest],
  ]);
  expect([...nameWords]).toEqual([2, 0]);
  const { ids } = postings.own("creat");
  expect([...ids].map((id) => (id & ID_BITS) !== id)).toEqual([true, false]);
});
