/** The catalogue as this hub serves it: opened from its file, watched, and imported when there is none yet. */
import type { Stats } from "node:fs";
import { join } from "node:path";
import { readAccessRows } from "../../access/operator-rows.ts";
import { createAccessTable } from "../../access/table.ts";
import { importInBackground, refreshInBackground } from "../../catalog/background.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import type { UsageSource } from "../../catalog/search/usage.ts";
import type { ObservedAccess } from "../../catalog/file-catalog/entry-access.ts";
import { CATALOG_FILE, serveCatalog } from "../../catalog/file-catalog/serving.ts";
import type { Config } from "../settings/config.ts";
import { HubError } from "../../runtime/errors.ts";
import { asOperatorError } from "../../runtime/files/system-faults.ts";
import type { Clock } from "../../runtime/world.ts";
import { type CatalogReleases, openReleases } from "./catalog-releases.ts";
import { DAY_MS } from "../../runtime/day.ts";
import type { Job } from "../jobs/jobs.ts";
import { importEnvironment, openCatalogMeaning } from "./embeddings.ts";
import type { Log } from "../telemetry/log.ts";
import type { Meaning, MeaningStanding } from "../../embeddings/meaning.ts";
import { mixedCatalog } from "../../embeddings/mixed-catalog.ts";

export interface ServedCatalog {
  /** @throws {HubError} `overloaded` while there is no catalogue yet. */
  readonly catalog: () => Catalog;
  /** How many entries are served; `undefined` while there is no catalogue yet. */
  readonly entries: () => number | undefined;
  /** What is wrong with its file, in a sentence for everybody. */
  readonly fault: () => string | undefined;
  /** Which version of it is served, and where others come from; absent where it is no file. */
  readonly releases?: CatalogReleases;
  /** What has to be done for it again and again. */
  readonly jobs?: readonly Job[];
  /** Whether its entries are found by meaning too; absent where no embeddings are configured. */
  readonly meaning?: () => MeaningStanding;
}

/** Longer than a hub that stops may take to finish what it has accepted. */
const CLOSED_AFTER_MS = 30_000;

/** What calls have taught. */
export interface LearningSources {
  readonly usage?: UsageSource | undefined;
  readonly observed?: ObservedAccess | undefined;
}

interface ServingOptions extends LearningSources {
  readonly meaning?: Meaning | undefined;
  /** Whether one comes by itself where there is none yet. */
  readonly isAwaited?: boolean;
}

/** Opens the catalogue, without importing: what a command of the shell needs. */
export function openServedCatalog(
  config: Config,
  log: Log,
  clock: Clock,
  { usage, observed, meaning, isAwaited = false }: ServingOptions = {},
): ServedCatalog & { close(): void; file(): Stats | undefined } {
  const rows = config.HUB_ACCESS_FILE === undefined ? [] : readAccessRows(config.HUB_ACCESS_FILE);
  const path = join(config.HUB_DATA_DIR, CATALOG_FILE);
  const serving = serveCatalog({
    table: createAccessTable(rows),
    path,
    clock,
    random: Math.random,
    ...(usage && { usage }),
    ...(observed && { observed }),
    onFault(error) {
      const mendable = asOperatorError(error, path);
      if (mendable === undefined) log.failure("The catalogue cannot be opened", error);
      else log.warn(mendable.message);
    },
  });
  // Each file's own, so that who holds it goes on with it.
  const mixed = new WeakMap<Catalog, Catalog>();
  const served = (current: Catalog): Catalog => {
    if (meaning === undefined) return current;
    const known = mixed.get(current) ?? mixedCatalog(current, meaning);
    mixed.set(current, known);
    return known;
  };
  return {
    close() {
      serving.close();
      meaning?.close();
    },
    file: serving.file,
    ...(meaning && { meaning: meaning.standing }),
    entries: () => serving.current()?.totals().entries,
    fault: serving.fault,
    catalog() {
      const current = serving.current();
      if (current !== undefined) return served(current);
      const fault = serving.fault();
      if (fault !== undefined)
        throw new HubError("overloaded", `${fault} Actors serve meanwhile.`, { retryAfterMs: 5000 });
      throw isAwaited
        ? new HubError("overloaded", "The catalogue is being built; actors serve meanwhile.", { retryAfterMs: 5000 })
        : new HubError("overloaded", "This hub has no catalogue, and `bun run catalog import` builds one.", {
            retryAfterMs: 60_000,
          });
    },
  };
}

/** Opens the catalogue, and has it imported when there is none yet. */
export function openCatalog(
  config: Config,
  log: Log,
  clock: Clock,
  stop: AbortSignal,
  learned: LearningSources = {},
): ServedCatalog {
  const meaning = openCatalogMeaning(config, log, clock);
  const isBuilt = config.CATALOG_AUTO_IMPORT === "true";
  const isTaken = config.CATALOG_STORAGE_URL !== undefined || config.CATALOG_HUB_URL !== undefined;
  const served = openServedCatalog(config, log, clock, { ...learned, meaning, isAwaited: isBuilt || isTaken });
  // What was accepted before is finished with it.
  stop.addEventListener("abort", () => setTimeout(() => served.close(), CLOSED_AFTER_MS).unref(), { once: true });
  const background = { settings: importEnvironment(config), log, signal: stop };
  const { entries, file } = served;
  const releases = openReleases({
    config,
    log,
    clock,
    stop,
    entries,
    served: file,
    background,
    random: Math.random,
  });
  // What is published comes in its place anyway.
  if (entries() === undefined && releases.source === undefined) {
    if (isBuilt) importInBackground(background);
    else if (served.fault() === undefined) log.warn("The catalogue is empty; `bun run catalog import` builds it.");
  }
  const jobs: readonly Job[] = [
    ...releases.jobs,
    ...(config.CATALOG_REFRESH_URL === undefined
      ? []
      : [{ complaint: "Cannot refresh the catalogue", everyMs: DAY_MS, run: refresh }]),
  ];
  return { ...served, releases, jobs };

  async function refresh(): Promise<void> {
    // Of an empty one the import comes first.
    if (entries() !== undefined) await refreshInBackground(background);
  }
}
