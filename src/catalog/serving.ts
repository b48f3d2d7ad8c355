/**
 * Serves whatever catalogue file stands at a path: a file that another process has put there is noticed within two
 * seconds, opened, and taken in place of the old one; one that cannot be opened leaves the old one serving.
 */
import { statSync } from "node:fs";
import type { Clock } from "../runtime/ports.ts";
import type { UsageSource } from "./search/usage.ts";
import { type FileCatalog, openCatalog } from "./catalog.ts";

export interface ServingOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** What the ranking learns from; left out, nothing. */
  readonly usage?: UsageSource;
  /** Told once for each file that could not be opened. */
  readonly onFault: (error: unknown) => void;
}

export interface ServingCatalog {
  /** The present catalogue; `undefined` until the first import is finished. */
  current(): FileCatalog | undefined;
  close(): void;
}

/** Its name in the data directory. */
export const CATALOG_FILE = "catalog.sqlite";

const LOOK_EVERY_MS = 1000;
const RETIRED_MS = 30_000;

export function serveCatalog({ path, clock, random, usage, onFault }: ServingOptions): ServingCatalog {
  let catalog: FileCatalog | undefined;
  let seen: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  return {
    current() {
      const now = clock.now();
      if (now - lookedAt >= LOOK_EVERY_MS) {
        lookedAt = now;
        look();
      }
      return catalog;
    },
    close() {
      catalog?.close();
      catalog = undefined;
    },
  };

  function look(): void {
    const file = statSync(path, { throwIfNoEntry: false });
    const mark = file && `${file.ino} ${file.size} ${file.mtimeMs}`;
    if (mark === undefined || mark === seen) return;
    seen = mark;
    try {
      const fresh = openCatalog(path, random, usage);
      if (catalog !== undefined) retire(catalog);
      catalog = fresh;
    } catch (error) {
      onFault(error);
    }
  }

  /** Whoever holds the old one finishes with it: nothing asked of a catalogue takes as long. */
  function retire(old: FileCatalog): void {
    setTimeout(() => old.close(), RETIRED_MS).unref();
  }
}
