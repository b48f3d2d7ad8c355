/**
 * The one file that knows which SQLite is used: Bun's own. On Deno `node:sqlite` would take its place here.
 * Everything the catalogue does with a database is said in SQL elsewhere.
 */
import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { OperatorError } from "../runtime/errors.ts";

const HEADER_BYTES = 100;

export type SqlValue = SQLQueryBindings;
export type { Database, Statement };

/** Opens a finished catalogue; nobody writes to it any more. */
export function openFinished(path: string): Database {
  assertComplete(path);
  const database = new Database(path, { readonly: true });
  database.run("PRAGMA mmap_size = 0"); // The file is in the page cache anyway, and mapped it counts as our memory.
  // For the same reason what SQLite keeps of it is small: 16 MiB of pages made no search faster.
  database.run("PRAGMA cache_size = -2048");
  database.run("PRAGMA temp_store = MEMORY");
  // Locks are taken once and kept, as nobody writes: to take them for each question costs more than most questions do.
  database.run("PRAGMA locking_mode = EXCLUSIVE");
  return database;
}

/** A file that was cut off opens like any other, and fails where the missing part is asked for. */
function assertComplete(path: string): void {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    // The format of SQLite's header: https://www.sqlite.org/fileformat.html#the_database_header
    if (readSync(file, head) < HEADER_BYTES || head.toString("latin1", 0, 15) !== "SQLite format 3")
      throw new OperatorError(`Cannot serve the catalogue ${path}: it is no SQLite file; import it again`);
    const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const expected = pageBytes * head.readUInt32BE(28);
    const { size } = fstatSync(file);
    if (size < expected)
      throw new OperatorError(
        `Cannot serve the catalogue ${path}: ${size} of its ${expected} bytes are there; import it again`,
      );
  } finally {
    closeSync(file);
  }
}

/** Reads all of it. @throws {OperatorError} when it is damaged. */
export function assertWhole(path: string): void {
  const database = openFinished(path);
  try {
    const found = database.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check;
    if (found !== "ok") throw new OperatorError(`Cannot serve the catalogue ${path}: ${found}; import it again`);
  } finally {
    database.close();
  }
}

/** Opens a catalogue that is being built: it is thrown away when the build fails, so nothing protects it meanwhile. */
export function openUnfinished(path: string): Database {
  const database = new Database(path, { create: true });
  for (const setting of [
    "page_size = 4096", // A search reads twenty entries far apart: pages of 8 KiB cost it a twentieth more.
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

/** Locks a file for this process, which the system undoes when the process ends; `undefined` while another has it. */
export function tryLock(path: string): Disposable | undefined {
  const database = new Database(path, { create: true });
  try {
    database.run("BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) return undefined;
    throw error;
  }
}

/** The version of its tables' shape, as the file says. */
export function shapeOf(path: string): number {
  const database = new Database(path, { readonly: true });
  try {
    return database.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
  } finally {
    database.close();
  }
}
