/**
 * The releases that this machine keeps, each a file named by its digest in a folder beside the catalogue. The file that is
 * served and its release are one file by two names, where the file system can: nobody writes into either.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { OperatorError } from "../../runtime/errors.ts";
import { assertWhole, shapeOf } from "../sqlite.ts";
import { SHAPE_VERSION } from "../tables.ts";
import { putFile, removeUnfinished, unfinishedName } from "../unfinished.ts";
import { noteDigest, notedDigest, stampOf } from "./noted-digest.ts";
import { syncFile } from "../sync-file.ts";

export interface KeptRelease {
  readonly digest: string;
  readonly path: string;
  /** When its file was finished, in milliseconds since the epoch. */
  readonly made: number;
  readonly bytes: number;
}

const FOLDER = "catalog-releases";
const NAME = /^([0-9a-f]{64})\.sqlite$/;
/** The present one and the two before it. */
const KEPT = 3;
const PIECE_BYTES = 1024 * 1024;
const APPLIED = "applied";
const NOTE = "digest.json";

/** Beside the catalogue at `path`. */
export function folderOf(path: string): string {
  return join(dirname(path), FOLDER);
}

export function pathOf(path: string, digest: string): string {
  return join(folderOf(path), `${digest}.sqlite`);
}

/** The newest first. */
export function keptReleases(path: string): readonly KeptRelease[] {
  const folder = folderOf(path);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const digest = NAME.exec(name)?.[1];
      const file = digest === undefined ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
      if (digest === undefined || file === undefined) return [];
      return [{ digest, path: join(folder, name), made: Math.round(file.mtimeMs), bytes: file.size }];
    })
    .toSorted((one, other) => other.made - one.made);
}

/** The digest of the catalogue at `path`, which is read where no kept release is the same file and none was noted of it. */
export async function digestOf(path: string, signal?: AbortSignal): Promise<string> {
  const { ino } = statSync(path);
  const known = keptReleases(path).find((each) => statSync(each.path, { throwIfNoEntry: false })?.ino === ino);
  if (known !== undefined) return known.digest;
  const note = join(folderOf(path), NOTE);
  const noted = await notedDigest(note, path);
  if (noted !== undefined) return noted;
  const stamp = stampOf(path);
  const digest = await readDigest(path, signal);
  noteDigest(note, digest, stamp);
  return digest;
}

/** Reads all of it, piece by piece: whoever serves meanwhile is not kept waiting. */
export async function readDigest(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(PIECE_BYTES);
  const file = await open(path, "r");
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * Keeps the catalogue at `path` as a release, so that it can be gone back to. To read it takes a while, and an import may put
 * another in its place meanwhile, which has another digest: then that one is kept. @returns its digest
 */
export async function keepPresent(path: string): Promise<string> {
  mkdirSync(folderOf(path), { recursive: true, mode: 0o700 });
  for (;;) {
    const read = statSync(path);
    const digest = await digestOf(path);
    const kept = pathOf(path, digest);
    const unfinished = unfinishedName(kept);
    removeUnfinished(folderOf(path));
    try {
      if (!existsSync(kept)) share(path, unfinished);
      if (!isSameFile(read, statSync(path))) continue;
      if (!existsSync(kept)) renameSync(unfinished, kept);
      return digest;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
}

function isSameFile(one: Stats, other: Stats): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** Puts a kept release in the place of the catalogue that is served. */
export function putInPlace(path: string, digest: string): void {
  const kept = pathOf(path, digest);
  if (shapeOf(kept) !== SHAPE_VERSION)
    throw new OperatorError(`Cannot serve ${kept}: another version of the hub built it`);
  if (statSync(path, { throwIfNoEntry: false })?.ino !== statSync(kept).ino) {
    assertWhole(kept);
    const unfinished = unfinishedName(path);
    rmSync(unfinished, { force: true });
    share(kept, unfinished);
    renameSync(unfinished, path);
  }
  noteApplied(path, digest);
}

/** Takes away what processes that were killed have left, and fetches that were given up half way; for none that is under way. */
export function removeRests(path: string): void {
  const folder = folderOf(path);
  removeUnfinished(dirname(path), `${basename(path)}.`);
  removeUnfinished(folder);
  for (const name of readdirSync(folder))
    if (/\.(?:part|unpacked)$/.test(name)) rmSync(join(folder, name), { force: true });
}

/** Which release was last put in place, or published, here: whatever was built since stays until there is another. */
export function appliedRelease(path: string): string | undefined {
  const file = join(folderOf(path), APPLIED);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

export function noteApplied(path: string, digest: string): void {
  putFile(join(folderOf(path), APPLIED), `${digest}\n`);
}

/** Deletes what is no longer kept. What is served, and what `also` names, stays. */
export function trimReleases(path: string, also: readonly string[] = []): void {
  const served = statSync(path, { throwIfNoEntry: false })?.ino;
  const spare = keptReleases(path).filter(
    (each) => !also.includes(each.digest) && statSync(each.path, { throwIfNoEntry: false })?.ino !== served,
  );
  for (const { path: file } of spare.slice(KEPT - 1)) rmSync(file, { force: true });
}

function share(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Each process of a hub makes its own: one would cut off what another is writing.
    const copy = `${to}.${process.pid}.copy`;
    copyFileSync(from, copy);
    utimesSync(copy, statSync(from).atime, statSync(from).mtime);
    syncFile(copy);
    renameSync(copy, to);
  }
}
