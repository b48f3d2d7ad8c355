/** Entries by their rows, many at once: those that are read again are kept in memory. */
import type { Access } from "../../runtime/access.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { createRecent, createRepeats } from "../../text/recent.ts";
import { type DocumentColumns, ENTRY_COLUMNS, type EntryColumns, toEntry } from "../entry-row.ts";
import type { Database } from "../sqlite.ts";

interface ReadEntry {
  readonly row: EntryColumns;
  readonly entry: Entry;
}

/** Entries that were found of late: what is asked for again and again finds the same ones. */
const MAX_RECENT = 2_000;
const MAX_DOCUMENTS = 5_000;

/** `accessOf` is asked anew each time: what upstreams ask for is learned while the file stays as it is. */
export function createEntryReader(
  database: Database,
  accessOf: (row: EntryColumns) => Access,
): (rows: readonly number[]) => Entry[] {
  const byRows = database.query<EntryColumns, [string]>(
    `SELECT ${ENTRY_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN entries e ON e.id = wanted.value`,
  );
  const byDocument = database.query<DocumentColumns, [number]>(
    "SELECT provider, api, title, version FROM documents WHERE id = ?",
  );
  const recent = createRecent<number, ReadEntry>(MAX_RECENT);
  const isRepeat = createRepeats<number>(MAX_RECENT);
  // Their rows are long and lie far apart, and thousands of entries share a few.
  const documents = createRecent<number, DocumentColumns>(MAX_DOCUMENTS);

  return (rows) => {
    const found: (Entry | undefined)[] = [];
    const missing: number[] = [];
    for (const id of rows) {
      const known = recent.get(id);
      found.push(known && presentOf(known));
      if (known === undefined) missing.push(id);
    }
    if (missing.length > 0)
      for (const row of byRows.all(JSON.stringify(missing))) {
        const entry = toEntry(row, documentOf(row.document), accessOf(row));
        // Of the entries that new questions find, nine in ten are not found again soon.
        if (isRepeat(row.id)) recent.set(row.id, { row, entry });
        found[rows.indexOf(row.id)] = entry;
      }
    return found.filter((entry) => entry !== undefined);
  };

  function presentOf({ row, entry }: ReadEntry): Entry {
    if (accessOf(row) === entry.access) return entry;
    const present = toEntry(row, documentOf(row.document), accessOf(row));
    recent.set(row.id, { row, entry: present });
    return present;
  }

  function documentOf(id: number): DocumentColumns {
    const known = documents.get(id);
    if (known !== undefined) return known;
    const row = byDocument.get(id);
    if (row === null) throw new Error(`The catalogue has no description ${id}: build it again`);
    documents.set(id, row);
    return row;
  }
}
