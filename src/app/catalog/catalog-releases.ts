/**
 * Releases in a hub that serves: which one it serves, and, where the settings name a source, looking there for another
 * and having it fetched by a process of its own.
 */
import { existsSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Background, fetchInBackground } from "../../catalog/background.ts";
import { CATALOG_FILE } from "../../catalog/file-catalog/serving.ts";
import { tidyReleases } from "../../catalog/releases/fetch.ts";
import { appliedRelease, digestOf, keepPresent, pathOf } from "../../catalog/releases/kept.ts";
import { currentOf, type KnownPointer, published, type Pointer, shortName } from "../../catalog/releases/release.ts";
import type { ReleaseSource } from "../../catalog/releases/source.ts";
import { SHAPE_VERSION } from "../../catalog/tables.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import { type Clock, leftOf, type TimeSpan } from "../../runtime/world.ts";
import type { Config } from "../settings/config.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Log } from "../telemetry/log.ts";
import { releaseSourceOf } from "./release-source.ts";

/** How this hub stands to the place that its catalogue comes from. */
export interface SourceStanding {
  readonly kind: "storage" | "hub";
  /** Digest of the release that is the present one there; `undefined` before that is known. */
  readonly wanted: string | undefined;
  /** Why it is not served here, in a sentence for everybody. */
  readonly fault: string | undefined;
}

/** What other hubs are given. */
export interface SharedReleases {
  /** `undefined` until the digest of what is served is known. */
  pointer(): Pointer | undefined;
  /** Where the file of a release is; `undefined` where it is not kept. */
  pathOf(digest: string): string | undefined;
}

export interface CatalogReleases {
  /** Digest of the file that is served; `undefined` until it is known. */
  version(): string | undefined;
  /** Absent where no source is named. */
  readonly source?: () => SourceStanding;
  readonly shared: SharedReleases;
  readonly jobs: readonly Job[];
}

export interface ReleasesDeps {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  /** The file that is served at this moment. */
  readonly served: () => Stats | undefined;
  readonly entries: () => number | undefined;
  readonly background: Background;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

const LOOK_MS = 1_000;
/** A release that could not be fetched is tried again after so many times as long, at most. */
const LONGEST_WAIT = 60;

export function openReleases(deps: ReleasesDeps): CatalogReleases {
  const { config, clock, stop, served, entries } = deps;
  const path = join(config.HUB_DATA_DIR, CATALOG_FILE);
  const isShared = config.CATALOG_SHARE_TOKEN !== undefined;
  const source = releaseSourceOf(config, clock);
  const following = source && followSource(deps, path, source);
  let known: { readonly file: Stats; readonly digest: string } | undefined;

  return {
    version: () => (known !== undefined && isSame(known.file, served()) ? known.digest : undefined),
    ...(following && { source: following.standing }),
    shared: { pointer, pathOf: (digest) => [pathOf(path, digest)].find((each) => existsSync(each)) },
    jobs: [
      { complaint: "Cannot read the version of the catalogue", everyMs: LOOK_MS, run: oneAtATime(readVersion) },
      ...(following === undefined
        ? []
        : [{ complaint: "Cannot fetch the catalogue", everyMs: LOOK_MS, run: oneAtATime(following.look) }]),
    ],
  };

  async function readVersion(): Promise<void> {
    entries(); // Has a new file noticed although nobody asks for it.
    const file = served();
    if (file === undefined || isSame(known?.file, file)) return;
    const digest = await digestOf(path, stop);
    if (isShared) await keepPresent(path);
    // Another may have taken its place meanwhile.
    if (isSame(file, statSync(path, { throwIfNoEntry: false }))) known = { file, digest };
  }

  function pointer(): Pointer | undefined {
    const count = entries();
    const file = served();
    if (known === undefined || count === undefined || !isSame(known.file, file)) return undefined;
    const { size, mtime } = known.file;
    return published(
      {
        digest: known.digest,
        bytes: size,
        packing: "none",
        sent_bytes: size,
        shape: SHAPE_VERSION,
        entries: count,
        made: mtime.toISOString(),
      },
      undefined,
    );
  }
}

function followSource(
  { config, log, clock, stop, background, random }: ReleasesDeps,
  path: string,
  source: ReleaseSource,
) {
  const lookMs = config.CATALOG_LOOK_SECONDS * 1000;
  let known: KnownPointer | undefined;
  let fault: string | undefined;
  let failures = 0;
  let wait: TimeSpan | undefined;
  const wanted = () => known && currentOf(known.pointer)?.digest;
  return { look, standing: (): SourceStanding => ({ kind: source.kind, wanted: wanted(), fault }) };

  async function look(): Promise<void> {
    if (leftOf(wait, clock.now()) > 0) return;
    try {
      await lookOnce();
      tell(undefined);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof HubError || error instanceof OperatorError)) throw error;
      tell(error.message);
    } finally {
      // Never all hubs in the same moment: each looks when chance says.
      const times = Math.min(2 ** failures, LONGEST_WAIT);
      wait = { at: clock.now(), ms: times * lookMs * (0.5 + random()) };
    }
  }

  async function lookOnce(): Promise<void> {
    const found = await source.pointer(known?.etag, stop);
    if (found === undefined) throw new OperatorError("No catalogue is published for this version of the hub.");
    if (found !== "same") {
      known = found;
      failures = 0;
    }
    const digest = wanted();
    // What was built here since the last one was taken stays until there is another.
    if (digest === undefined || (existsSync(path) && appliedRelease(path) === digest)) {
      if (found !== "same") tidyReleases(path);
      return;
    }
    // A download may take long, and the source does answer.
    if (failures === 0) tell(undefined);
    log.info(`The catalogue ${shortName(digest)} is the present one: fetching it in the background.`);
    failures++;
    const code = await fetchInBackground(background);
    if (code !== 0 && !stop.aborted)
      throw new OperatorError("The present catalogue could not be fetched: the log says why.");
    failures = 0;
  }

  function tell(sentence: string | undefined): void {
    if (sentence === fault) return;
    fault = sentence;
    if (sentence === undefined) return log.info("The source of the catalogue answers again.");
    const setting = source.kind === "storage" ? "CATALOG_STORAGE_URL" : "CATALOG_HUB_URL";
    log.warn(`The source of the catalogue (${setting}): ${sentence}`);
  }
}

function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= run().finally(() => (running = undefined)));
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}
