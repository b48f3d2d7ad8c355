/**
 * Writes a catalogue file beside the one that serves and puts it in its place when it is complete: whoever is killed
 * meanwhile leaves the old one as it was, and a file that was opened never changes.
 */
import { constants, copyFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Database, openUnfinished } from "../sqlite.ts";
import { removeUnfinished, unfinishedName } from "../unfinished.ts";
import { syncFile } from "../sync-file.ts";

export interface Replacement<T> {
  readonly path: string;
  /** Whether it begins as a copy of the old one, or empty. */
  readonly from: "copy" | "nothing";
  /** `undefined` leaves the old file in its place. */
  fill(database: Database): Promise<T | undefined>;
}

export async function replaceCatalog<T>({ path, from, fill }: Replacement<T>): Promise<T | undefined> {
  const unfinished = unfinishedName(path);
  removeUnfinished(dirname(path), `${basename(path)}.`);
  try {
    // Where the file system can, the copy shares its blocks with the original.
    if (from === "copy") copyFileSync(path, unfinished, constants.COPYFILE_FICLONE);
    const database = openUnfinished(unfinished);
    let filled: T | undefined;
    try {
      filled = await fill(database);
    } finally {
      database.close();
    }
    if (filled === undefined) return undefined;
    syncFile(unfinished);
    renameSync(unfinished, path);
    return filled;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
