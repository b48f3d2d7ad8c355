/**
 * Serves whatever catalogue file stands at a path: a file that another process has put there is noticed within two
 * seconds, opened, and taken in place of the old one; one that cannot be opened leaves the old one serving. A file that
 * is changed or damaged while it is served is served no more, until it is whole again or another takes its place.
 */
import { type Stats, statSync } from "node:fs";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import { ageOf, type Clock } from "../../runtime/world.ts";
import type { UsageSource } from "../search/usage.ts";
import type { AccessTable } from "../../access/table.ts";
import { type FileCatalog, openCatalog } from "./catalog.ts";
import type { ObservedAccess } from "./entry-access.ts";
import { assertWhole } from "../sqlite.ts";

export interface ServingOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** What the ranking learns from; left out, nothing. */
  readonly usage?: UsageSource;
  /** What providers ask of their callers; left out, what is shipped. */
  readonly table?: AccessTable;
  /** What upstreams were seen to ask for; left out, nothing. */
  readonly observed?: ObservedAccess;
  /** Told once for each file that could not be opened. */
  readonly onFault: (error: unknown) => void;
}

export interface ServingCatalog {
  /** The present catalogue; `undefined` until the first import is finished, and while the file is damaged. */
  current(): FileCatalog | undefined;
  /** What is wrong with the file, in a sentence for everybody. */
  fault(): string | undefined;
  /** Of the file that is served, as it was when it was opened. */
  file(): Stats | undefined;
  close(): void;
}

/** Its name in the data directory. */
export const CATALOG_FILE = "catalog.sqlite";

const LOOK_EVERY_MS = 1000;
const TRY_AGAIN_MS = 5_000;
const CANNOT_OPEN = "The file of the catalogue cannot be opened.";
/** Of SQLite, with their extended forms. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|IOERR|CANTOPEN|FORMAT)/;
const RETIRED_MS = 30_000;

export function serveCatalog({ path, clock, random, usage, table, observed, onFault }: ServingOptions): ServingCatalog {
  let catalog: FileCatalog | undefined;
  let served: Stats | undefined;
  let seen: string | undefined;
  let fault: string | undefined;
  let told: string | undefined;
  let isDistrusted = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let damagedAt = Number.NEGATIVE_INFINITY;

  return {
    current() {
      const now = clock.now();
      if (ageOf(lookedAt, now) >= LOOK_EVERY_MS) {
        lookedAt = now;
        look(now);
      }
      return catalog;
    },
    fault: () => fault,
    file: () => (catalog === undefined ? undefined : served),
    close() {
      catalog?.close();
      catalog = undefined;
    },
  };

  function look(now: number): void {
    const file = statSync(path, { throwIfNoEntry: false });
    if (catalog === undefined && fault !== undefined && ageOf(damagedAt, now) >= TRY_AGAIN_MS) seen = undefined;
    const mark = file && `${file.ino} ${file.size} ${file.mtimeMs}`;
    if (file === undefined || mark === seen) return;
    seen = mark;
    // Whoever writes into the file that is served tears it: what was read of it belongs to nothing.
    if (catalog !== undefined && served?.ino === file.ino)
      drop("The file of the catalogue was changed while it was served.");
    try {
      if (isDistrusted) assertWhole(path);
      const fresh: FileCatalog = guarded(openCatalog(path, random, usage, table, observed), (error) =>
        damaged(error, fresh === catalog),
      );
      if (catalog !== undefined) retire(catalog);
      catalog = fresh;
      served = file;
      fault = undefined;
      isDistrusted = false;
    } catch (error) {
      damagedAt = now;
      fault ??= CANNOT_OPEN;
      // It is tried again every few seconds, and would fill the log of a night.
      const telling = `${mark} ${messageOf(error)}`;
      if (telling !== told) onFault(error);
      told = telling;
    }
  }

  /** Whoever holds one that was replaced is told, and what took its place serves on. */
  function damaged(error: unknown, isServed: boolean): HubError {
    if (isServed) {
      drop("The file of the catalogue is damaged.");
      onFault(new OperatorError(`Cannot read the catalogue ${path}: ${messageOf(error)}; import it again`));
    }
    return new HubError("overloaded", "The file of the catalogue is damaged; actors serve meanwhile.", {
      retryAfterMs: TRY_AGAIN_MS,
      cause: error,
    });
  }

  function drop(why: string): void {
    if (catalog !== undefined) retire(catalog);
    catalog = undefined;
    fault = why;
    isDistrusted = true;
    damagedAt = clock.now();
  }

  /** Whoever holds the old one finishes with it: nothing asked of a catalogue takes as long. */
  function retire(old: FileCatalog): void {
    setTimeout(() => old.close(), RETIRED_MS).unref();
  }
}

/** The same catalogue, which tells when its file cannot be read. */
function guarded(catalog: FileCatalog, damaged: (error: unknown) => HubError): FileCatalog {
  const tell = (error: unknown): never => {
    throw isDamage(error) ? damaged(error) : error;
  };
  const methods = Object.entries(catalog).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      try {
        const answer = (method as (...given: unknown[]) => unknown)(...given);
        return answer instanceof Promise ? answer.catch(tell) : answer;
      } catch (error) {
        return tell(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as FileCatalog; // Each method has its name and its arguments.
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && DAMAGE.test(String(error.code));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
