/** Publishes the catalogue of this machine as the present release, and sets the present one back. */
import { readFile } from "node:fs/promises";
import { existsSync, statSync } from "node:fs";
import { constants, zstdCompress } from "node:zlib";
import { promisify } from "node:util";
import { OperatorError } from "../../runtime/errors.ts";
import { openCatalog } from "../file-catalog/catalog.ts";
import { SHAPE_VERSION } from "../tables.ts";
import { type LockOptions, lockCatalog } from "../import/lock.ts";
import { keepPresent, keptReleases, noteApplied, pathOf, putInPlace, readDigest } from "./kept.ts";
import { currentOf, earlierOf, type Pointer, published, type Release, rolledBack } from "./release.ts";
import type { ReleaseStore } from "./source.ts";
import { verifyRelease } from "./verify.ts";

/** Others may publish at the same moment. */
const ATTEMPTS = 5;
const LEVEL = 3;

export interface PublishReport {
  readonly release: Release;
  readonly pointer: Pointer;
  /** Whether it was not the present one already. */
  readonly isNew: boolean;
}

/** @throws {OperatorError} where there is no catalogue, or it is damaged */
export async function publishCatalog(path: string, store: ReleaseStore, signal: AbortSignal): Promise<PublishReport> {
  if (!existsSync(path)) throw new OperatorError(`Cannot publish: there is no catalogue yet. Build one first.`);
  const digest = await keepPresent(path);
  const known = await store.pointer(undefined, signal);
  const before = known === "same" ? undefined : known?.pointer;
  const present = before && currentOf(before);
  if (before !== undefined && present?.digest === digest) {
    noteApplied(path, digest);
    return { release: present, pointer: before, isNew: false };
  }
  const kept = pathOf(path, digest);
  // Never from its name alone: what is published everybody trusts.
  if ((await readDigest(kept, signal)) !== digest) throw new OperatorError(`Cannot publish ${kept}: it was damaged`);
  const entries = entriesOf(kept);
  verifyRelease(kept, { entries });
  const packed = await promisify(zstdCompress)(await readFile(kept), {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const { size, mtime } = statSync(kept);
  const release: Release = {
    digest,
    bytes: size,
    packing: "zstd",
    sent_bytes: packed.byteLength,
    shape: SHAPE_VERSION,
    entries,
    made: mtime.toISOString(),
  };
  await store.upload(release, packed, signal);
  const pointer = await change(store, (others) => published(release, others), signal);
  noteApplied(path, digest);
  return { release, pointer, isNew: true };
}

/** @param to how the digest begins; left out, the one made before the present one */
export async function rollBack(store: ReleaseStore, to: string | undefined, signal: AbortSignal): Promise<Pointer> {
  return change(
    store,
    (before) => {
      if (before === undefined) throw new OperatorError("Cannot roll back: nothing is published");
      return rolledBack(before, to);
    },
    signal,
  );
}

/**
 * Sets the catalogue of this machine back, once no import is at it: that would put its own in this one's place.
 * @param to how the digest begins; left out, the one made before the present one
 * @returns the digest of what is served then
 */
export async function goBack(options: LockOptions, to: string | undefined): Promise<string> {
  const { path } = options;
  using _imports = await lockCatalog(options);
  const present = await keepPresent(path);
  const { digest } = earlierOf(keptReleases(path), present, to);
  putInPlace(path, digest);
  return digest;
}

async function change(
  store: ReleaseStore,
  next: (before: Pointer | undefined) => Pointer,
  signal: AbortSignal,
): Promise<Pointer> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = await store.pointer(undefined, signal);
    const before = known === "same" ? undefined : known;
    const pointer = next(before?.pointer);
    if (await store.point(pointer, before?.etag, signal)) return pointer;
  }
  throw new OperatorError("Others are publishing at the same moment: try again");
}

function entriesOf(path: string): number {
  const catalog = openCatalog(path, () => 0);
  try {
    return catalog.totals().entries;
  } finally {
    catalog.close();
  }
}
