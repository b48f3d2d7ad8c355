/**
 * Entries near to a question in meaning, in time or not at all: whatever fails here, the search goes on by words alone.
 * A question is embedded once for a while, a server that fails is left alone for a while, and the vectors of a catalogue
 * that another process has put there are taken in beside the old ones.
 */
import { type Stats, statSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { createBreaker } from "../llm/breaker.ts";
import { ModelFault } from "../llm/fault.ts";
import { cutText } from "../text/plain-text.ts";
import { ageOf, type Clock, leftOf, type TimeSpan } from "../runtime/world.ts";
import type { Embedder } from "./embedder.ts";
import { MAX_CHARS, withPrefix } from "./entry-texts.ts";
import { type NearEntry, type SearchFilter, openScanner, type ScanFiles, type Scanner } from "./scanner.ts";
import type { Vector } from "./vector.ts";

export interface MeaningOptions {
  readonly embedder: Embedder;
  /** Stands before a question, as its model wants it. */
  readonly queryPrefix: string;
  readonly files: ScanFiles;
  readonly clock: Clock;
  /** The share of meaning in the order of results, 0 to 1. */
  readonly weight: number;
  /** For the whole of it, in milliseconds. */
  readonly timeoutMs: number;
  /** Told once of each change for the worse. */
  readonly warn: (message: string) => void;
}

export interface Meaning {
  /** Its share in the order of results, 0 to 1. */
  readonly weight: number;
  /**
   * Best first; `undefined` where there is no answer in time, for whatever reason, and at once where there can be none.
   * Never rejects.
   */
  near(text: string, limit: number, within: SearchFilter): Promise<readonly NearEntry[] | undefined> | undefined;
  standing(): MeaningStanding;
  /** Settled when what is being loaded at present is loaded, or has failed. */
  loading(): Promise<void>;
  close(): void;
}

export interface MeaningStanding {
  readonly model: string;
  /** Numbers of a vector; `undefined` until the vectors are loaded. */
  readonly dims: number | undefined;
  readonly entries: number;
  /** How many of them have a vector. */
  readonly embedded: number;
  /** Why the search goes by words alone at present, in a sentence for everybody. */
  readonly fault: string | undefined;
}

/** A part of the catalogue without vectors would be hidden behind the rest. */
const LEAST_SHARE = 0.95;
const LOOK_EVERY_MS = 1000;
/** A file that is written to is not read yet. */
const SETTLED_MS = 3000;
const TRY_AGAIN_MS = 30_000;
const CACHED_QUESTIONS = 2000;
const CACHED_ANSWERS = 500;
const BREAKER = { failures: 5, openMs: 30_000 };
/** A server that takes none of so many questions fails. */
const MAX_REFUSALS = 20;
/** No server keeps us from asking for longer than this. */
const MAX_QUIET_MS = 60_000;
const NO_VECTORS = `The catalogue has no embeddings yet: "bun run catalog embed" builds them.`;

export function openMeaning({ embedder, queryPrefix, files, clock, weight, timeoutMs, warn }: MeaningOptions): Meaning {
  const breaker = createBreaker(clock, BREAKER);
  const vectors = new LRUCache<string, Vector>({ max: CACHED_QUESTIONS });
  const answers = new LRUCache<string, readonly NearEntry[]>({ max: CACHED_ANSWERS });
  let scanner: Scanner | undefined;
  let fault: string | undefined;
  let serverFault: string | undefined;
  /** Questions in a row that the server did not take. */
  let refusals = 0;
  /** For how long the server wants to be left alone. */
  let quiet: TimeSpan | undefined;
  let seen: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let pauseMs = LOOK_EVERY_MS;
  let loading: Promise<void> | undefined;
  let isClosed = false;

  look();
  return {
    weight,
    near(text, limit, within) {
      look();
      const isResting = leftOf(quiet, clock.now()) > 0 || breaker.waitMs() > 0;
      if (scanner === undefined || (isResting && !vectors.has(text))) return undefined;
      const key = JSON.stringify([text, limit, within]);
      const known = answers.get(key);
      return known === undefined ? sought(scanner, key, { text, limit, within }) : Promise.resolve(known);
    },
    standing() {
      look();
      return {
        model: embedder.model,
        dims: scanner?.dims,
        entries: scanner?.entries ?? 0,
        embedded: scanner?.embedded ?? 0,
        fault: fault ?? serverFault,
      };
    },
    loading: () => loading ?? Promise.resolve(),
    close() {
      isClosed = true;
      scanner?.close();
      scanner = undefined;
    },
  };

  async function sought(
    current: Scanner,
    key: string,
    { text, limit, within }: { readonly text: string; readonly limit: number; readonly within: SearchFilter },
  ): Promise<readonly NearEntry[] | undefined> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(tooSlow()), timeoutMs);
    try {
      const vector = await vectorOf(text, current.dims, late.signal);
      const near = vector && (await current.near(vector, limit, within, late.signal));
      if (near !== undefined && current === scanner) answers.set(key, near);
      return near;
    } catch {
      return undefined; // Who failed has been told of: the server below, the thread where it ends.
    } finally {
      clearTimeout(timer);
    }
  }

  /** `undefined` while the server is left alone. */
  async function vectorOf(text: string, dims: number, signal: AbortSignal): Promise<Vector | undefined> {
    const known = vectors.get(text);
    if (known?.bytes.length === dims) return known; // One of another length is of the vectors before these.
    if (!breaker.enter()) return undefined;
    try {
      const [vector] = await embedder.embed([withPrefix(queryPrefix, cutText(text, MAX_CHARS))], signal);
      if (vector?.bytes.length !== dims) throw new ModelFault("garbled", `Its vectors no longer have ${dims} numbers.`);
      breaker.succeed();
      refusals = 0;
      serverFault = undefined;
      vectors.set(text, vector);
      return vector;
    } catch (error) {
      // One question that it does not take says nothing of the next.
      if (error instanceof ModelFault && error.isOfRequest && ++refusals < MAX_REFUSALS) return undefined;
      breaker.fail();
      if (error instanceof ModelFault && error.facts.retryAfterMs !== undefined)
        quiet = { at: clock.now(), ms: Math.min(error.facts.retryAfterMs, MAX_QUIET_MS) };
      if (serverFault === undefined)
        warn(`Questions cannot be embedded, the search goes by words alone: ${said(error)}`);
      serverFault = "The server of the embeddings fails: the search goes by words alone.";
      throw error;
    }
  }

  function look(): void {
    const now = clock.now();
    if (isClosed || loading !== undefined || ageOf(lookedAt, now) < pauseMs) return;
    [lookedAt, pauseMs] = [now, LOOK_EVERY_MS];
    const [catalog, stored] = [files.catalogPath, files.vectorPath].map((path) =>
      statSync(path, { throwIfNoEntry: false }),
    );
    if (catalog === undefined || stored === undefined) {
      if (scanner === undefined) fault = NO_VECTORS;
      return;
    }
    const mark = `${markOf(catalog)} ${markOf(stored)}`;
    if (mark === seen || now - stored.mtimeMs < SETTLED_MS) return;
    seen = mark;
    loading = load(now).finally(() => (loading = undefined));
  }

  async function load(now: number): Promise<void> {
    let fresh: Scanner | undefined;
    const ended = (error: Error): void => {
      warn(`The vectors of the catalogue cannot be read: ${said(error)}`);
      // What ends a thread may pass.
      [seen, lookedAt, pauseMs] = [undefined, now, LOOK_EVERY_MS + TRY_AGAIN_MS];
      if (scanner === fresh) [scanner, fault] = [undefined, "The vectors of the catalogue cannot be read."];
    };
    try {
      fresh = await openScanner(files, ended);
      scanner?.close();
      scanner = undefined;
      answers.clear();
      const { embedded, entries } = fresh;
      if (isClosed || embedded < entries * LEAST_SHARE) fresh.close();
      else [scanner, fault] = [fresh, undefined];
      if (scanner !== undefined || isClosed) return;
      fault = `Only ${embedded} of ${entries} entries have their embedding: "bun run catalog embed" goes on.`;
      warn(fault);
    } catch {
      // `ended` was told.
    }
  }
}

function markOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function tooSlow(): ModelFault {
  return new ModelFault("slow", "The server of the embeddings did not answer in time.");
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
