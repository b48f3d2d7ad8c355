/** The full-text index of entries: FTS5 splits, stems and counts their words. Nobody searches it but a bench. */
import { unpackInputs } from "./inputs.ts";
import type { Database } from "../sqlite.ts";

/** The columns in which an entry speaks of itself, and their weights where few words are asked for; see the bench. */
export const FIELDS = { name: 8, provider: 6, api: 4, words: 4, description: 1, address: 2 } as const;

/** And the one in which its inputs are named and described. */
export const COLUMNS = [...Object.keys(FIELDS), "inputs"];

/** Chooses the living entries that are indexed together: `temp.places` numbers them from 1. */
export function placeEntries(database: Database, which: "all" | "added since" = "all", base = 0): void {
  database.run("DROP TABLE IF EXISTS temp.places");
  database.run("CREATE TEMP TABLE places (place INTEGER PRIMARY KEY, entry INTEGER NOT NULL UNIQUE)");
  if (which === "all") {
    database.run("INSERT INTO temp.places SELECT id, id FROM entries WHERE vanished_at IS NULL");
    return;
  }
  database
    .query(
      `INSERT INTO temp.places SELECT row_number() OVER (ORDER BY category, prominence DESC, slug), id
       FROM entries WHERE id > ? AND vanished_at IS NULL`,
    )
    .run(base);
}

/** Creates `temp.search` of the entries placed; its row ids are their places. Only a `stored` one gives the texts back. */
export function createFullText(database: Database, texts: "stored" | "counted" = "counted"): void {
  database.run(
    `CREATE VIRTUAL TABLE temp.search USING fts5(
       ${COLUMNS.join(", ")}, ${texts === "counted" ? "content=''," : ""} tokenize='porter unicode61 remove_diacritics 2')`,
  );
  database.run("CREATE TEMP TABLE input_texts (place INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  fillInputTexts(database);
  // In ascending order: FTS5 writes a segment whenever an id is lower than the last.
  database.run(
    `INSERT INTO temp.search (rowid, ${COLUMNS.join(", ")})
     SELECT p.place, e.name, d.names, d.title, e.words, e.description,
            e.method || ' ' || replace(replace(e.path, '_', ' '), '-', ' '), coalesce(i.text, '')
     FROM temp.places p CROSS JOIN entries e ON e.id = p.entry CROSS JOIN documents d ON d.id = e.document
     LEFT JOIN temp.input_texts i ON i.place = p.place ORDER BY p.place`,
  );
  database.run("DROP TABLE temp.input_texts");
  database.run("INSERT INTO temp.search (search) VALUES ('optimize')");
}

function fillInputTexts(database: Database): void {
  const insert = database.query("INSERT INTO temp.input_texts VALUES (?, ?)");
  const placed = database.query<{ place: number; identity: number }, [number]>(
    `SELECT p.place AS place, e.identity AS identity FROM entries e JOIN temp.places p ON p.entry = e.id
     WHERE e.document = ? AND e.vanished_at IS NULL`,
  );
  const documents = database
    .query<{ id: number; inputs: Uint8Array }, []>(
      `SELECT id, inputs FROM documents WHERE id IN (
         SELECT e.document FROM temp.places p CROSS JOIN entries e ON e.id = p.entry)`,
    )
    .iterate();
  for (const { id: document, inputs } of documents) {
    const texts = unpackInputs(inputs);
    if (texts.size === 0) continue;
    for (const { place, identity } of placed.all(document)) {
      const text = texts.get(identity);
      if (text !== undefined) insert.run(place, text);
    }
  }
}
