/** What an import is told, and what it tells. */
import type { ApiListing } from "./public-apis.ts";
import type { ReadFault } from "./read-document.ts";
import type { ImportSource } from "./source.ts";

/** Of the descriptions that are read. What comes after them takes at least as long, and cannot be counted. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** All are read, and the index is being built. */
  readonly isIndexing?: boolean;
}

export interface BuildOptions {
  /** Where the catalogue stands, or shall stand. */
  readonly path: string;
  readonly source: ImportSource;
  /** Entries of hand-made lists, kept apart from callable ones. */
  readonly listings?: readonly ApiListing[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `host:port` of private places whose operations are entries all the same; left out, none are. */
  readonly allow?: ReadonlySet<string>;
  /** That a description lacks what stood at its end is no reason to refuse it. */
  readonly isShorter?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Told of each description that cannot be read, once the build is kept all the same. */
  readonly onFault?: (fault: ReadFault) => void;
  /** Told once when another import of this catalogue has to finish first. */
  readonly onWait?: () => void;
  /** Called once no other is at it, before anything is changed. */
  readonly onHeld?: () => Promise<void>;
}

export interface BuildReport {
  /** Of the whole catalogue. */
  readonly entries: number;
  /** Of the source. */
  readonly own: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly folded: Readonly<Record<string, number>>;
}
