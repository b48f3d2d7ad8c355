/**
 * Brings the present release here: downloaded beside what serves, going on where an earlier attempt broke off, held against
 * its digest, looked through, and only then put in place. Whoever is killed meanwhile leaves the old one as it was.
 */
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from "node:fs";
import { open, rename } from "node:fs/promises";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import { lockCatalog } from "../import/lock.ts";
import { tryLock } from "../sqlite.ts";
import {
  appliedRelease,
  folderOf,
  keepPresent,
  pathOf,
  putInPlace,
  readDigest,
  removeRests,
  trimReleases,
} from "./kept.ts";
import { currentOf, type Release, shortName } from "./release.ts";
import type { ReleaseSource } from "./source.ts";
import { assertShape, verifyRelease } from "./verify.ts";
import { isDiskFault } from "../../runtime/files/disk-fault.ts";
import { syncFile } from "../sync-file.ts";

export interface FetchFacts {
  /** Where the catalogue stands. */
  readonly path: string;
  readonly source: ReleaseSource;
  readonly signal: AbortSignal;
  /** Before another attempt is made to go on where the last one broke off. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Told of an attempt that broke off. */
  readonly onBreak?: (sentence: string) => void;
  /** How many bytes the disk of a folder has room for; left out, the system is asked. */
  readonly roomIn?: (folder: string) => number;
  /** Also where this very release was put in place before and something else was built since. */
  readonly isForced?: boolean;
}

export interface FetchReport {
  readonly release: Release;
  /** Whether it is another one than before. */
  readonly isNew: boolean;
  readonly downloadMs: number;
  /** Unpacking, the digest and the look through. */
  readonly verifyMs: number;
}

/** What is left of the disk for whatever else is written meanwhile. */
const SPARED_BYTES = 128 * 1024 ** 2;
const ATTEMPTS = 8;
/** Of the whole: an attempt that brings less than that beyond the ones before it has brought nothing. */
const LEAST_SHARE = 1 / 100;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** @throws {OperatorError} that says why it was not put in place; what serves is as it was then */
export async function fetchRelease(facts: FetchFacts): Promise<FetchReport> {
  const { path, source, signal, isForced = false } = facts;
  mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
  using lock = lockFetch(path);
  if (lock === undefined) throw new OperatorError("Another process of this machine is fetching the catalogue already");
  const known = await source.pointer(undefined, signal);
  if (known === undefined || known === "same")
    throw new OperatorError("No catalogue is published there for this version of the hub");
  const release = currentOf(known.pointer);
  if (release === undefined) throw new OperatorError("No catalogue is published there");
  assertShape(release.shape);
  if (!isForced && existsSync(path) && appliedRelease(path) === release.digest)
    return { release, isNew: false, downloadMs: 0, verifyMs: 0 };

  const began = performance.now();
  const kept = pathOf(path, release.digest);
  const isKept = existsSync(kept);
  const sent = `${kept}.part`;
  if (!isKept) assertRoom(release, sent, (facts.roomIn ?? roomIn)(folderOf(path)));
  if (!isKept) await downloadWhole(facts, release, sent);
  const downloaded = performance.now();
  if (!isKept) await unpack(release, sent, kept);
  else if ((await readDigest(kept, signal)) !== release.digest) {
    rmSync(kept);
    throw new OperatorError(`The catalogue ${shortName(release.digest)} was damaged on this machine: fetch it again`);
  }
  const verified = performance.now();
  using _imports = await lockCatalog({ path, signal });
  if (existsSync(path)) await keepPresent(path);
  putInPlace(path, release.digest);
  trimReleases(path);
  removeRests(path);
  return { release, isNew: true, downloadMs: downloaded - began, verifyMs: verified - downloaded };
}

/** Takes away what fetches that were killed or given up have left, unless one is under way. */
export function tidyReleases(path: string): void {
  using lock = lockFetch(path);
  if (lock !== undefined && existsSync(folderOf(path))) removeRests(path);
}

function lockFetch(path: string): Disposable | undefined {
  return tryLock(`${path}.fetch-lock`);
}

/** Asked before anything is fetched: a pointer may announce more than the disk has room for, which is the store's, too. */
function assertRoom({ digest, bytes, sent_bytes: sentBytes }: Release, sent: string, room: number): void {
  const needed = Math.max(0, sentBytes - sizeOf(sent)) + bytes + SPARED_BYTES;
  if (room < needed)
    throw new OperatorError(
      `Cannot fetch the catalogue ${shortName(digest)}: it needs ${inMib(needed)} MiB of the disk, and ${inMib(room)} are free`,
    );
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function inMib(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}

/** Goes on where it broke off, as long as attempts bring something: a source that drips is left to a later fetch. */
async function downloadWhole(facts: FetchFacts, release: Release, sent: string): Promise<void> {
  const { source, signal, pause, onBreak } = facts;
  const least = release.sent_bytes * LEAST_SHARE;
  let most = sizeOf(sent);
  for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; ; attempt++, pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const before = sizeOf(sent);
    if (before === release.sent_bytes) return;
    // Of another length than was announced: nothing of it is of use.
    if (before > release.sent_bytes) {
      rmSync(sent);
      most = 0;
    }
    try {
      await downloadOn(source, release, sent, signal);
      if (sizeOf(sent) === release.sent_bytes) return;
      throw new HubError("upstream_failed", "The upstream service broke off its answer.");
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HubError)) throw error;
      const got = sizeOf(sent);
      onBreak?.(`${error.message} ${got} of ${release.sent_bytes} bytes are here.`);
      if (error.code === "upstream_too_large") rmSync(sent, { force: true });
      else if (got >= most + least) [attempt, most] = [1, got];
      if (attempt === ATTEMPTS || error.code === "upstream_too_large")
        throw new OperatorError(`Cannot fetch the catalogue: ${error.message}`, { cause: error });
      await pause(pauseMs, signal);
    }
  }
}

async function downloadOn(source: ReleaseSource, release: Release, sent: string, signal: AbortSignal): Promise<void> {
  const file = await open(sent, "a", 0o600);
  try {
    await source.download(
      release,
      sizeOf(sent),
      async (from) => {
        await file.truncate(from);
        let size = from;
        return async (piece) => {
          size += piece.length;
          if (size > release.sent_bytes)
            throw new HubError("upstream_too_large", "The upstream answer is larger than it may be.");
          await file.appendFile(piece);
        };
      },
      signal,
    );
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What is not what was announced is thrown away: going on with it would bring the same again. */
async function unpack(release: Release, sent: string, kept: string): Promise<void> {
  const unpacked = `${kept}.unpacked`;
  try {
    const digest = await unpackTo(release, sent, unpacked);
    if (digest !== release.digest)
      throw new OperatorError(
        `The catalogue was refused: ${shortName(release.digest)} was announced, and ${shortName(digest)} came`,
      );
    const made = new Date(release.made);
    verifyRelease(unpacked, release);
    utimesSync(unpacked, made, made);
    syncFile(unpacked);
    await rename(unpacked, kept);
  } finally {
    rmSync(unpacked, { force: true });
    rmSync(sent, { force: true });
  }
}

/** @returns the digest of what was written */
async function unpackTo({ packing, bytes }: Release, sent: string, to: string): Promise<string> {
  const hash = createHash("sha256");
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding: string, done: TransformCallback) {
      size += piece.length;
      // However little was sent, it must not fill the disk.
      if (size > bytes) return done(new OperatorError("The catalogue was refused: it is larger than was announced"));
      hash.update(piece);
      done(null, piece);
    },
  });
  const [from, into] = [createReadStream(sent), createWriteStream(to, { mode: 0o600 })];
  try {
    if (packing === "zstd") await pipeline(from, createZstdDecompress(), counted, into);
    else await pipeline(from, counted, into);
  } catch (error) {
    if (error instanceof OperatorError || isDiskFault(error)) throw error;
    throw new OperatorError("The catalogue was refused: it is not packed as was announced", { cause: error });
  }
  return hash.digest("hex");
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
