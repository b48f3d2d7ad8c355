/**
 * What is installed: `actors.lock.json` beside the bundles it names, in one folder. It is written anew beside the old
 * one and renamed in its place, so that whoever reads it finds one state or the other.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { OperatorError } from "../runtime/errors.ts";
import { replaceFile } from "../runtime/files/replace-file.ts";
import { readerOf } from "../runtime/schema.ts";
import { jsonIn } from "../text/foreign.ts";

const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

const Version = Type.Object({
  slug: Type.String({ maxLength: 64, pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$" }),
  version: Type.String(),
  /** As `actor update` reads it again. */
  source: Type.String(),
  /** Of a git repository. */
  commit: Nullable(Type.String({ pattern: "^[0-9a-f]{40,64}$" })),
  /** Of what was downloaded, or of a folder's files. */
  integrity: Type.String(),
  bundle_sha256: Sha256,
  description_sha256: Sha256,
  /** As they were agreed to: all that its fetch may reach. */
  hosts: Type.Array(Type.String()),
  uses_llm: Type.Boolean(),
  tier: Type.String(),
  timeout_ms: Type.Integer(),
  bundle_bytes: Type.Integer(),
  /** The pinned key, in base64url. */
  publisher: Nullable(Type.String()),
  signature: Nullable(Type.String()),
  licence: Type.String(),
  packages: Type.Array(Type.Object({ name: Type.String(), version: Type.String(), licence: Type.String() })),
  installed_at: Type.String(),
});

const LockFile = Type.Object({
  lock_version: Type.Literal(1),
  actors: Type.Array(Type.Object({ ...Version.properties, previous: Nullable(Version) })),
});

/** One version of an installed actor. */
export type InstalledVersion = Static<typeof Version>;
/** The version that is served, and the one before it. */
export type InstalledActor = Static<typeof LockFile>["actors"][number];

export const LOCK_FILE = "actors.lock.json";
const readLock = readerOf(LockFile);

/** The file of a bundle in the folder of packages. */
export function bundlePath(folder: string, digest: string): string {
  return join(folder, `${digest}.mjs`);
}

/** In the order of their slugs; none where nothing was ever installed. @throws {OperatorError} for a damaged file. */
export async function readLockFile(folder: string): Promise<readonly InstalledActor[]> {
  const path = join(folder, LOCK_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const reading = readLock(jsonIn(text));
  if (!reading.ok) throw new OperatorError(`Cannot read ${path}: ${reading.fault.pointer} ${reading.fault.detail}.`);
  const { actors } = reading.value;
  const twice = actors.find(({ slug }, index) => actors.findIndex((each) => each.slug === slug) !== index);
  if (twice !== undefined) throw new OperatorError(`Cannot read ${path}: "${twice.slug}" stands in it twice.`);
  return actors;
}

/** Comes back when it is on the disk. */
export async function writeLockFile(folder: string, actors: readonly InstalledActor[]): Promise<void> {
  const path = join(folder, LOCK_FILE);
  const sorted = actors.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  await replaceFile(path, `${JSON.stringify({ lock_version: 1, actors: sorted }, null, 2)}\n`);
}
