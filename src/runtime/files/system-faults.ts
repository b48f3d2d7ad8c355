/** What the system refuses an operator: a folder that is none, a full disk, a file that is damaged. */
import { OperatorError } from "../errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "it is on a file system that is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of the path is no folder",
  EISDIR: "it is a folder",
  EEXIST: "it is there already and no folder",
  EIO: "the disk cannot be read or written",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
  ENOMEM: "there is no memory left",
  ENAMETOOLONG: "the name is too long",
  SQLITE_NOTADB: "it is no SQLite database",
  SQLITE_CORRUPT: "the database is damaged",
  SQLITE_FULL: "the disk is full",
  SQLITE_READONLY: "it is read-only",
  SQLITE_CANTOPEN: "the database cannot be opened: it is none, or this user may not write it and its folder",
  SQLITE_BUSY: "another process holds the database",
  SQLITE_IOERR_SHMSIZE: "the disk is full",
  SQLITE_IOERR: "the disk cannot be read or written",
};

/** What SQLite and PostgreSQL say of a table that is not there; no error of ours says so. */
const NO_TABLE = /^(?:no such table: |relation ")(?:main\.|public\.)?(\w+)(?:" does not exist)?$/;

/** The error as an operator can mend it, with the path and the reason; `undefined` for a fault of ours. */
export function asOperatorError(error: unknown, path?: string): OperatorError | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof OperatorError) return each;
    const [, table] = NO_TABLE.exec(each.message) ?? [];
    if (table !== undefined) {
      const mend = "it is not whole. Restore a backup of it, or use another store.";
      return new OperatorError(`The store has no table "${table}": ${mend}`, { cause: error });
    }
    const reason = systemReason(each);
    if (reason === undefined) continue;
    const named = "path" in each && typeof each.path === "string" ? each.path : path;
    const what = named === undefined ? "Cannot go on" : `Cannot use ${named}`;
    return new OperatorError(`${what}: ${reason}`, { cause: error });
  }
  return undefined;
}

/** Why the system refused it, without a path, so that anybody may read it; `undefined` for any other error. */
export function systemReason(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
  // Extended codes of SQLite begin with the plain one: SQLITE_IOERR_WRITE.
  const known = Object.keys(REASONS).find((name) => code === name || code.startsWith(`${name}_`));
  return known === undefined ? undefined : `${REASONS[known]} (${code})`;
}

/** Does work on a path: a full disk does not say whose it is, nor does a folder in the place of a file. */
export async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asOperatorError(error, path) ?? error;
  }
}

/** Has a fault told of a path that the operator knows, where it was met under a name made up for the moment. */
export function toldOf(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  };
}
