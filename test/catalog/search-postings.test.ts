/** What is worked out at the import is what FTS5 would have worked out at the search. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { insertPostings } from "../../src/catalog/import/postings.ts";
import { ID_BITS, openPostings } from "../../src/catalog/search/postings.ts";
import { type Database, openUnfinished } from "../../src/catalog/sqlite.ts";
import { FIELDS } from "../../src/catalog/tables.ts";

const COLUMNS = Object.keys(FIELDS);
const text = fc
  .array(fc.constantFrom("order", "orders", "list", "the", "café", "create", "of", "mail", "note"), { maxLength: 12 })
  .map((words) => words.join(" "));
const entries = fc.array(fc.array(text, { minLength: COLUMNS.length, maxLength: COLUMNS.length }), {
  minLength: 1,
  maxLength: 30,
});

function indexed(rows: readonly (readonly string[])[]): { database: Database; nameWords: Uint8Array } {
  const database = openUnfinished(":memory:");
  database.run("CREATE TABLE terms (term TEXT PRIMARY KEY, entries INTEGER NOT NULL, postings BLOB NOT NULL) STRICT");
  database.run(
    `CREATE VIRTUAL TABLE temp.search USING fts5(${COLUMNS.join(", ")}, content='',
     tokenize='porter unicode61 remove_diacritics 2')`,
  );
  const insert = database.query(`INSERT INTO temp.search (rowid, ${COLUMNS.join(", ")}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  rows.forEach((row, index) => insert.run(index + 1, ...row));
  return { database, nameWords: insertPostings(database, rows.length) };
}

test("postings hold for every word the entries that FTS5 finds, with the scores of its bm25", () => {
  fc.assert(
    fc.property(entries, (rows) => {
      const { database } = indexed(rows);
      const postingsOf = openPostings(database);
      const matching = database.query<{ id: number; score: number }, [string]>(
        `SELECT rowid AS id, -bm25(search, ${Object.values(FIELDS).join(", ")}) AS score
         FROM temp.search WHERE search MATCH ? ORDER BY rowid`,
      );
      for (const [stem, word] of [
        ["order", "orders"],
        ["cafe", "cafe"],
        ["creat", "create"],
      ] as const) {
        const expected = matching.all(word);
        const { ids, weights } = postingsOf(stem);
        expect([...ids].map((id) => id & ID_BITS)).toEqual(expected.map(({ id }) => id));
        const rarity = Math.max(1e-6, Math.log((rows.length - ids.length + 0.5) / (ids.length + 0.5)));
        expected.forEach(({ score }, at) => {
          const ours = (rarity * 2.2 * weights[at]!) / 255;
          expect(Math.abs(ours - score)).toBeLessThanOrEqual((rarity * 2.2) / 255);
        });
      }
    }),
    { numRuns: 50 },
  );
});

test("a name counts each of its words once, and fillers not at all", () => {
  const rest = ["", "", "", "create create", ""];
  const { database, nameWords } = indexed([
    ["create the order of orders", ...rest],
    ["", ...rest],
  ]);
  expect([...nameWords]).toEqual([2, 0]);
  const { ids } = openPostings(database)("creat");
  expect([...ids].map((id) => (id & ID_BITS) !== id)).toEqual([true, false]);
});
