/** The full-text index of the living entries: FTS5 splits, stems and counts their words. Nobody searches it but a bench. */
import { unpackInputs } from "./import/inputs.ts";
import type { Database } from "./sqlite.ts";

/** The columns in which an entry speaks of itself, and their weights where few words are asked for; see the bench. */
export const FIELDS = { name: 8, provider: 6, api: 4, words: 4, description: 1, address: 2 } as const;

/** And the one in which its inputs are named and described. */
export const COLUMNS = [...Object.keys(FIELDS), "inputs"];

/** Creates `temp.search`; its row ids are those of the entries. Only a `stored` one gives the texts back. */
export function createFullText(database: Database, texts: "stored" | "counted" = "counted"): void {
  database.run(
    `CREATE VIRTUAL TABLE temp.search USING fts5(
       ${COLUMNS.join(", ")}, ${texts === "counted" ? "content=''," : ""} tokenize='porter unicode61 remove_diacritics 2')`,
  );
  database.run("CREATE TEMP TABLE input_texts (entry INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  fillInputTexts(database);
  // In ascending order: FTS5 writes a segment whenever an id is lower than the last.
  database.run(
    `INSERT INTO temp.search (rowid, ${COLUMNS.join(", ")})
     SELECT e.id, e.name, d.names, d.title, e.words, e.description,
            e.method || ' ' || replace(replace(e.path, '_', ' '), '-', ' '), coalesce(i.text, '')
     FROM entries e JOIN documents d ON d.id = e.document LEFT JOIN temp.input_texts i ON i.entry = e.id
     WHERE e.vanished_at IS NULL ORDER BY e.id`,
  );
  database.run("DROP TABLE temp.input_texts");
  database.run("INSERT INTO temp.search (search) VALUES ('optimize')");
}

function fillInputTexts(database: Database): void {
  const insert = database.query("INSERT INTO temp.input_texts VALUES (?, ?)");
  const entries = database.query<{ id: number; identity: number }, [number]>(
    "SELECT id, identity FROM entries WHERE document = ? AND vanished_at IS NULL",
  );
  const documents = database
    .query<{ id: number; inputs: Uint8Array }, []>("SELECT id, inputs FROM documents")
    .iterate();
  for (const { id: document, inputs } of documents) {
    const texts = unpackInputs(inputs);
    if (texts.size === 0) continue;
    for (const { id, identity } of entries.all(document)) {
      const text = texts.get(identity);
      if (text !== undefined) insert.run(id, text);
    }
  }
}
