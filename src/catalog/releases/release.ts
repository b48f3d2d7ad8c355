/**
 * A release: one version of the catalogue's file, named by its SHA-256. Where releases are published, a pointer says which
 * of them is the present one. There is one pointer for each shape of the tables, so that hubs of two versions are served
 * side by side.
 */
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "../../runtime/errors.ts";
import { guardOf } from "../../runtime/schema.ts";
import { jsonIn } from "../../text/foreign.ts";

const FORMAT = "agent-api-hub catalogue 1";
/** Larger than any catalogue: ten million entries take about this much. */
const MAX_BYTES = 16 * 1024 ** 3;
/** Releases that a pointer names. */
const MAX_RELEASES = 20;

export const DIGEST = "^[0-9a-f]{64}$";

export const Release = Type.Object({
  /** SHA-256 of the SQLite file. */
  digest: Type.String({ pattern: DIGEST }),
  /** Of the SQLite file. */
  bytes: Type.Integer({ minimum: 1, maximum: MAX_BYTES }),
  /** How it is sent. */
  packing: Type.Union([Type.Literal("zstd"), Type.Literal("none")]),
  /** As it is sent. */
  sent_bytes: Type.Integer({ minimum: 1, maximum: MAX_BYTES }),
  /** Version of the tables' shape. */
  shape: Type.Integer({ minimum: 1 }),
  entries: Type.Integer({ minimum: 0 }),
  /** When its file was finished, in ISO 8601. */
  made: Type.String({ pattern: "^[0-9T:.Z-]{20,30}$" }),
});
export type Release = Static<typeof Release>;

export const Pointer = Type.Object({
  format: Type.Literal(FORMAT),
  /** Digest of the present one, which is among `releases`. */
  current: Type.String({ pattern: DIGEST }),
  /** The newest first. */
  releases: Type.Array(Release, { minItems: 1, maxItems: MAX_RELEASES }),
});
export type Pointer = Static<typeof Pointer>;
const isPointer = guardOf(Pointer);

/** A pointer as it was read, with the version by which it is known again. */
export interface KnownPointer {
  readonly pointer: Pointer;
  readonly etag: string;
}

/** @throws {OperatorError} where the text is no pointer. */
export function readPointer(text: string): Pointer {
  const read = jsonIn(text);
  const isRight = isPointer(read) && read.releases.every(({ made }) => !Number.isNaN(Date.parse(made)));
  if (isRight && currentOf(read) !== undefined) return read;
  throw new OperatorError("What says which catalogue is the present one cannot be read");
}

export function currentOf({ current, releases }: Pointer): Release | undefined {
  return releases.find(({ digest }) => digest === current);
}

/** The pointer after a release was published. */
export function published(release: Release, before: Pointer | undefined): Pointer {
  const others = (before?.releases ?? []).filter(({ digest }) => digest !== release.digest);
  const releases = [release, ...others].toSorted(byAge).slice(0, MAX_RELEASES);
  // An old one that is published again must not fall off the end.
  if (!releases.includes(release)) releases.splice(-1, 1, release);
  return { format: FORMAT, current: release.digest, releases };
}

/**
 * The pointer after it was set back: to the release whose digest begins so, or to the one made before the present one.
 * @throws {OperatorError} where there is none
 */
export function rolledBack(pointer: Pointer, to: string | undefined): Pointer {
  return { ...pointer, current: earlierOf(pointer.releases, pointer.current, to).digest };
}

/** `releases` are the newest first. @throws {OperatorError} where there is none */
export function earlierOf<Known extends Pick<Release, "digest">>(
  releases: readonly Known[],
  current: string,
  to: string | undefined,
): Known {
  const at = releases.findIndex(({ digest }) => digest === current);
  const named = to === undefined ? [] : releases.filter(({ digest }) => digest.startsWith(to));
  const target = to === undefined ? releases[at + 1] : named[0];
  if (target === undefined)
    throw new OperatorError(
      to === undefined
        ? "Cannot roll back: no earlier catalogue is kept"
        : `Cannot roll back: no catalogue that is kept begins with "${to}"`,
    );
  if (named.length > 1) throw new OperatorError(`Cannot roll back: several catalogues begin with "${to}"`);
  return target;
}

/** As it is told to people. */
export function shortName(digest: string): string {
  return digest.slice(0, 12);
}

function byAge(one: Release, other: Release): number {
  return Date.parse(other.made) - Date.parse(one.made);
}
