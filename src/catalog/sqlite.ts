/**
 * The one file that knows which SQLite is used: Bun's own. On Deno `node:sqlite` would take its place here.
 * Everything the catalogue does with a database is said in SQL elsewhere.
 */
import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";

export type Value = SQLQueryBindings;
export type { Database, Statement };

/** Opens a finished catalogue; nobody writes to it any more. */
export function openFinished(path: string): Database {
  const database = new Database(path, { readonly: true });
  database.run("PRAGMA mmap_size = 0"); // The file is in the page cache anyway, and mapped it counts as our memory.
  database.run("PRAGMA cache_size = -16384");
  database.run("PRAGMA temp_store = MEMORY");
  return database;
}

/** Opens a catalogue that is being built: it is thrown away when the build fails, so nothing protects it meanwhile. */
export function openUnfinished(path: string): Database {
  const database = new Database(path, { create: true });
  for (const setting of [
    "page_size = 8192",
    "journal_mode = OFF",
    "synchronous = OFF",
    "locking_mode = EXCLUSIVE",
    "cache_size = -16384",
    "temp_store = FILE",
  ]) {
    database.run(`PRAGMA ${setting}`);
  }
  return database;
}
