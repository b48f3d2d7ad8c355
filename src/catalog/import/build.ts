/**
 * Builds a catalogue file beside the one that serves and puts it in its place when it is complete. A build that is
 * killed leaves the old file as it was; building again from the same source gives the same entries and slugs.
 */
import { existsSync, fsyncSync, openSync, closeSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { BayesModel } from "../classify/bayes.ts";
import { type Tallies, facts } from "../facts.ts";
import type { Listing } from "./public-apis.ts";
import { carryOver } from "./carry.ts";
import {
  orderEntries,
  setCategories,
  setJsonFact,
  setModel,
  setSignals,
  setSpellings,
  setSummaries,
  setTerms,
  setVersions,
} from "./finish.ts";
import { createFolder } from "./fold.ts";
import { assertNothingLost } from "./nothing-lost.ts";
import { type ReadFault, type ImportContext, readDocument } from "./read-document.ts";
import { createSlugRepository } from "./slug-repository.ts";
import type { Source } from "./source.ts";
import { createTally } from "./tally.ts";
import { createTopics } from "./topics.ts";
import { createWriter } from "./writer.ts";
import { type Database, openUnfinished } from "../sqlite.ts";
import { CREATE_STAGING, CREATE_TABLES, SHAPE_VERSION } from "../tables.ts";

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
  readonly source: Source;
  /** Entries of hand-made lists, kept apart from callable ones. */
  readonly listings?: readonly Listing[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `host:port` of private places whose operations are entries all the same; left out, none are. */
  readonly allow?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Told of each description that cannot be read, once the build is kept all the same. */
  readonly onFault?: (fault: ReadFault) => void;
}

export interface BuildReport {
  readonly entries: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly folded: Readonly<Record<string, number>>;
}

export async function buildCatalog(options: BuildOptions): Promise<BuildReport> {
  const unfinished = `${options.path}.${process.pid}.new`;
  removeUnfinished(options.path);
  try {
    const database = openUnfinished(unfinished);
    let report: BuildReport;
    try {
      report = await fill(database, options);
    } finally {
      database.close();
    }
    sync(unfinished);
    renameSync(unfinished, options.path);
    return report;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

async function fill(database: Database, options: BuildOptions): Promise<BuildReport> {
  const { path, source, listings = [], now, allow = new Set<string>(), signal, onProgress } = options;
  const hasOld = attachOld(database, path);
  database.run(CREATE_TABLES);
  database.run(CREATE_STAGING);
  database.run("BEGIN");
  const topics = createTopics();
  const tally = createTally();
  const versions: ImportContext["versions"] = new Map();
  const writer = createWriter(database, createSlugRepository(database, hasOld), now);
  const faults: ReadFault[] = [];
  const cuts: ReadFault[] = [];
  const onFault = (fault: ReadFault) => void faults.push(fault);
  const context = { source: source.name, writer, folder: createFolder(), topics, tally, versions, allow, onFault };
  const total = source.documents.length;
  for (const [done, document] of source.documents.entries()) {
    onProgress?.({ done, total });
    signal?.throwIfAborted();
    await readDocument(document, context);
    const cut = document.seemsCut?.();
    if (cut !== undefined) cuts.push({ name: document.name ?? source.name, reason: `it seems to be cut: ${cut}` });
    // Others get their turn: whoever serves meanwhile, and the garbage collector.
    await setImmediate();
  }
  const old = hasOld ? facts(database, "old") : undefined;
  const before = hasOld ? livingBefore(database, source.name) : 0;
  assertNothingLost({ source, before, now: writer.nextRow() - 1, faults, cuts, known: old?.tallies()[source.name] });
  onProgress?.({ done: total, total, isIndexing: true });
  await setImmediate();
  const model = better(
    topics.train(listings.map((one) => ({ category: one.category, text: `${one.name} ${one.description}` }))),
    old?.model(),
  );
  setVersions(database, versions);
  setCategories(database, topics.classified(model));
  if (hasOld) carryOver(database, source.name, now);
  insertListings(database, source.name, listings);
  await setImmediate();
  const entries = orderEntries(database);
  await setImmediate();
  setTerms(database, entries);
  await setImmediate();
  setSignals(database, entries);
  setSpellings(database, entries);
  setModel(database, model);
  setSummaries(database);
  setTotals(
    database,
    entries,
    { ...old?.tallies(), [source.name]: { skipped: tally.skipped, folded: tally.folded } },
    now,
  );
  database.run("COMMIT");
  onProgress?.({ done: total, total });
  for (const fault of faults) options.onFault?.(fault);
  return { entries, skipped: tally.skipped, folded: tally.folded };
}

function livingBefore(database: Database, source: string): number {
  const query = database.query<{ n: number }, [string]>(
    `SELECT count(*) AS n FROM old.entries e JOIN old.documents d ON d.id = e.document
     WHERE d.source = ? AND e.vanished_at IS NULL`,
  );
  return query.get(source)?.n ?? 0;
}

/** What an interrupted build has left, its process being gone. */
function removeUnfinished(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder)) {
    const pid = file.startsWith(`${name}.`)
      ? /^\.(\d+)\.new(?:-journal|-wal|-shm)?$/.exec(file.slice(name.length))?.[1]
      : undefined;
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      rmSync(join(folder, file), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** A file of another shape cannot be carried over: it is built anew. */
function attachOld(database: Database, path: string): boolean {
  if (!existsSync(path)) return false;
  database.query("ATTACH ? AS old").run(path);
  const shape = database.query<{ user_version: number }, []>("PRAGMA old.user_version").get()?.user_version;
  if (shape === SHAPE_VERSION) return true;
  database.run("DETACH old");
  return false;
}

/** A single added description teaches too little to forget what a whole directory taught. */
function better(fresh: BayesModel, old: BayesModel | undefined): BayesModel {
  const taught = ({ sizes }: BayesModel): number => sizes.reduce((sum, size) => sum + size, 0);
  return old !== undefined && taught(old) > taught(fresh) ? old : fresh;
}

function insertListings(database: Database, source: string, listings: readonly Listing[]): void {
  const insert = database.query("INSERT INTO listings VALUES (?, ?, ?, ?, ?)");
  for (const { name, url, description, section } of listings) insert.run(source, name, url, description, section);
}

function setTotals(database: Database, entries: number, tallies: Tallies, now: number): void {
  const counts = database
    .query<{ providers: number; apis: number; vanished: number; listings: number }, []>(
      `SELECT count(DISTINCT d.provider) AS providers, count(DISTINCT d.api) AS apis,
              (SELECT count(*) FROM entries WHERE vanished_at IS NOT NULL) AS vanished,
              (SELECT count(*) FROM listings) AS listings
       FROM entries e JOIN documents d ON d.id = e.document WHERE e.vanished_at IS NULL`,
    )
    .get();
  const all = Object.values(tallies);
  const skipped = sumOf(all.map((one) => one.skipped));
  const folded = sumOf(all.map((one) => one.folded));
  setJsonFact(database, "tallies", tallies);
  setJsonFact(database, "totals", { ...counts, entries, skipped, folded, builtAt: new Date(now).toISOString() });
  database.run(`PRAGMA user_version = ${SHAPE_VERSION}`);
}

function sumOf(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const one of counts) for (const [reason, count] of Object.entries(one)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

/** The rename must not reach the disk before the bytes do. */
function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
