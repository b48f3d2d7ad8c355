/**
 * A catalogue of a million entries for the bench: each entry of a real one many times over, with 15 % of its words
 * dropped, 10 % of the others swapped with their neighbours, and under a provider of a new name.
 */
import { orderEntries, setSignals, setSummaries, setTerms } from "../src/catalog/import/finish.ts";
import { setSpellings } from "../src/catalog/import/spellings.ts";
import { type Database, type SqlValue, openUnfinished } from "../src/catalog/sqlite.ts";
import { CREATE_STAGING, CREATE_TABLES, ENTRY_FIELDS } from "../src/catalog/tables.ts";
import { createRandom } from "./random.ts";

const ENTRIES = 1_000_000;
const DROPPED = 0.15;
const SWAPPED = 0.1;
const PERTURBED = ["name", "description", "words"];
/** Facts that a search needs and that more of the same do not change. */
const CARRIED = ["model", "totals", "tallies"];

type Row = Record<string, SqlValue>;

export function buildMillion(from: string, to: string): void {
  const database = openUnfinished(to);
  database.query("ATTACH ? AS source").run(from);
  database.run(CREATE_TABLES);
  database.run(CREATE_STAGING);
  database.run("BEGIN");
  for (let copy = 0, made = 0; made < ENTRIES; copy++) made += addCopy(database, copy, ENTRIES - made);
  for (const name of CARRIED)
    database.query("INSERT INTO facts SELECT name, value FROM source.facts WHERE name = ?").run(name);
  const living = orderEntries(database);
  setTerms(database, living);
  setSignals(database, living);
  setSpellings(database, living);
  setSummaries(database);
  database.run("COMMIT");
  database.close();
}

/** @returns how many entries it added, at most `wanted`. */
function addCopy(database: Database, copy: number, wanted: number): number {
  const documents =
    database.query<{ most: number }, []>("SELECT max(id) AS most FROM source.documents").get()?.most ?? 0;
  const suffix = copy === 0 ? "" : `x${copy}`;
  database
    .query(
      `INSERT INTO documents SELECT id + ?1, source, provider || ?2, provider || ?2 || substr(api, length(provider) + 1),
              title, names || ' ' || ?2, version, docs_url, head, parts, inputs FROM source.documents`,
    )
    .run(copy * documents, suffix);
  const insert = database.query(
    `INSERT INTO staged (topic, preview, ${ENTRY_FIELDS.join(", ")}) VALUES (0, 0, ${ENTRY_FIELDS.map(() => "?").join(", ")})`,
  );
  const rows = database.query<Row, [number]>("SELECT * FROM source.entries WHERE vanished_at IS NULL LIMIT ?");
  const random = createRandom(copy);
  let added = 0;
  for (const row of rows.iterate(wanted)) {
    const changed: Row = {
      ...row,
      ...Object.fromEntries(PERTURBED.map((field) => [field, perturbed(String(row[field]), copy, random)])),
      slug: `${String(row["slug"])}${suffix}`,
      identity: copy * ENTRIES + added,
      document: Number(row["document"]) + copy * documents,
    };
    insert.run(...ENTRY_FIELDS.map((field) => changed[field] ?? null));
    added++;
  }
  return added;
}

/** The first copy is the original. */
function perturbed(text: string, copy: number, random: () => number): string {
  if (copy === 0) return text;
  const words: string[] = [];
  for (const word of text.split(" ")) {
    if (random() < DROPPED) continue;
    if (random() < SWAPPED) words.splice(-1, 0, word);
    else words.push(word);
  }
  return words.join(" ");
}
