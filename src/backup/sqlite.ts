/** The content of a SQLite store as one file, while the hub goes on writing to it. */
import { Database } from "bun:sqlite";
import { OperatorError } from "../runtime/errors.ts";

/** Writes a whole copy, of one moment, into a new file. @throws {OperatorError} when the copy is damaged. */
export function copySqlite(from: string, to: string): void {
  const source = new Database(from, { readonly: true, strict: true });
  try {
    source.query("VACUUM INTO ?").run(to);
  } finally {
    source.close();
  }
  checkSqlite(to);
}

/** A fact of a copy; `undefined` where nobody has said it, or no version of the hub has made such a table yet. */
export function factIn(path: string, name: string): string | undefined {
  const copy = new Database(path, { readonly: true, strict: true });
  try {
    if (copy.query("SELECT 1 FROM sqlite_schema WHERE name = 'hub_facts'").get() === null) return undefined;
    return copy.query<{ value: string }, [string]>("SELECT value FROM hub_facts WHERE name = ?").get(name)?.value;
  } finally {
    copy.close();
  }
}

/** @throws {OperatorError} when pages of the file are damaged. */
export function checkSqlite(path: string): void {
  const copy = new Database(path, { readonly: true, strict: true });
  try {
    const [found] = copy.query<{ quick_check: string }, []>("PRAGMA quick_check(1)").all();
    if (found?.quick_check !== "ok") throw new OperatorError(`Cannot use ${path}: ${found?.quick_check}`);
  } finally {
    copy.close();
  }
}

/** A table of a store, and those that its rows refer to. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly refersTo: readonly string[];
  /** The rows in pieces. */
  rows(perPiece: number): Iterable<readonly Readonly<Record<string, unknown>>[]>;
}

/** Reads the tables of a SQLite store; what they give is read while `work` goes on. */
export async function readTables<T>(path: string, work: (tables: readonly StoredTable[]) => Promise<T>): Promise<T> {
  const source = new Database(path, { readonly: true, strict: true });
  try {
    const names = source
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
      )
      .all();
    return await work(names.map(({ name }) => tableOf(source, name)));
  } finally {
    source.close();
  }
}

function tableOf(source: Database, name: string): StoredTable {
  const columns = source.query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)").all(name);
  const references = source
    .query<{ table: string }, [string]>('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)')
    .all(name);
  return {
    name,
    columns: columns.map((column) => column.name),
    refersTo: references.map(({ table }) => table).filter((table) => table !== name),
    *rows(perPiece) {
      let piece: Record<string, unknown>[] = [];
      for (const row of source.query<Record<string, unknown>, []>(`SELECT * FROM "${name}"`).iterate()) {
        piece.push(row);
        if (piece.length < perPiece) continue;
        yield piece;
        piece = [];
      }
      if (piece.length > 0) yield piece;
    },
  };
}
