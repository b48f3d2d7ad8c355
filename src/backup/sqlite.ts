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
