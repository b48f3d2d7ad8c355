/**
 * Brings a source into the catalogue. A full build orders and indexes everything anew, and building again from the same
 * source gives the same entries and slugs; a small source is only added to what is there, see `add.ts`.
 */
import { existsSync } from "node:fs";
import { facts } from "../search/facts.ts";
import { addToCopy } from "./add.ts";
import { carryOver } from "./carry.ts";
import {
  orderEntries,
  setCategories,
  setModel,
  setSignals,
  setSummaries,
  setTerms,
  setTotals,
  setVersions,
} from "./finish.ts";
import { giveWay } from "./give-way.ts";
import { insertListings } from "./listings.ts";
import { lockCatalog } from "./lock.ts";
import { livingOf, readSource } from "./read-source.ts";
import { replaceCatalog } from "./replace-file.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import { setSpellings } from "./spellings.ts";
import { type Database, shapeOf } from "../sqlite.ts";
import { CREATE_STAGING, CREATE_TABLES, SHAPE_VERSION } from "../tables.ts";

export async function buildCatalog(options: BuildOptions): Promise<BuildReport> {
  using _lock = await lockCatalog(options);
  return await buildLocked(options);
}

/** For whoever holds the lock: what a source is read from, and what is noted of it, may be another import's before and after. */
export async function buildLocked(options: BuildOptions): Promise<BuildReport> {
  const { path } = options;
  const report = await replaceCatalog({ path, from: "nothing", fill: (database) => fill(database, options) });
  if (report === undefined) throw new Error("The build has no report");
  return report;
}

/** Adds the source without building the rest anew, where it is small; the same entries and ranks come of it. */
export async function addSource(options: BuildOptions): Promise<BuildReport> {
  using _lock = await lockCatalog(options);
  const { path } = options;
  const isKnown = existsSync(path) && shapeOf(path) === SHAPE_VERSION;
  const added =
    isKnown && (await replaceCatalog({ path, from: "copy", fill: (database) => addToCopy(database, options) }));
  return added || (await buildLocked(options));
}

async function fill(database: Database, options: BuildOptions): Promise<BuildReport> {
  const { path, source, listings = [], now, onProgress, signal } = options;
  const hasOld = attachOld(database, path);
  database.run(CREATE_TABLES);
  database.run(CREATE_STAGING);
  database.run("BEGIN");
  const { topics, tally, versions, faults, model } = await readSource(database, hasOld ? "old" : undefined, options);
  setVersions(database, versions);
  setCategories(database, topics.classified(model));
  if (hasOld) carryOver(database, source.name, now);
  insertListings(database, source.name, listings);
  await giveWay(signal);
  const entries = orderEntries(database);
  await giveWay(signal);
  setTerms(database, entries);
  await giveWay(signal);
  setSignals(database, entries);
  await giveWay(signal);
  setSpellings(database, entries);
  await giveWay(signal);
  setModel(database, model);
  setSummaries(database);
  const tallies = hasOld ? facts(database, "old").tallies() : {};
  const { skipped, folded } = tally;
  setTotals(database, entries, { ...tallies, [source.name]: { skipped, folded } }, now);
  const own = livingOf(database, "main", source.name);
  database.run("COMMIT");
  await giveWay(signal);
  onProgress?.({ done: source.documents.length, total: source.documents.length });
  for (const fault of faults) options.onFault?.(fault);
  return { entries, own, skipped, folded };
}

/** A file of another shape cannot be carried over: it is built anew. */
function attachOld(database: Database, path: string): boolean {
  if (!existsSync(path) || shapeOf(path) !== SHAPE_VERSION) return false;
  database.query("ATTACH ? AS old").run(path);
  return true;
}
