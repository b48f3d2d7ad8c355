/**
 * The packages that a package depends on: exactly those of its lock file, by their integrity. They are downloaded and
 * unpacked, and nothing of them is run: neither npm nor a script of theirs.
 */
import { type Static, Type } from "@sinclair/typebox";
import { readerOf } from "../runtime/schema.ts";
import { type DownloadArchive, downloadArchive, tarballAddress } from "./download.ts";
import { type FileTree, judgePath, refusal } from "./file-tree.ts";
import { type Manifest, readJsonFile } from "./manifest.ts";
import { onOneLine, quoted } from "./quoted.ts";

/** npm publishes only the first of them. */
const LOCK_FILES = ["npm-shrinkwrap.json", "package-lock.json"] as const;

const LockFile = Type.Object({
  lockfileVersion: Type.Union([Type.Literal(2), Type.Literal(3)]),
  packages: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.Optional(Type.String()),
      version: Type.Optional(Type.String()),
      resolved: Type.Optional(Type.String()),
      integrity: Type.Optional(Type.String()),
      license: Type.Optional(Type.Unknown()),
      dev: Type.Optional(Type.Boolean()),
      optional: Type.Optional(Type.Boolean()),
      devOptional: Type.Optional(Type.Boolean()),
      link: Type.Optional(Type.Boolean()),
      inBundle: Type.Optional(Type.Boolean()),
    }),
  ),
});
type LockFileEntry = Static<typeof LockFile>["packages"][string];

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

export interface Dependencies {
  readonly packages: readonly Dependency[];
  /** Below "node_modules/". */
  readonly files: FileTree;
}

export interface DependencyDeps {
  readonly download: DownloadArchive;
  /** An address without a slash at its end. */
  readonly registry: string;
}

const WHAT = "Cannot use its dependencies";
const PUBLIC_REGISTRY = "https://registry.npmjs.org";
const LIMITS = { maxFiles: 5_000, maxBytes: 50 * 1024 * 1024 };
const MAX_PACKAGES = 100;
const VERSION = /^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,80})?$/;
const readLock = readerOf(LockFile);

/** @throws {OperatorError} for a lock file that misses something, and for what is not what it says. */
export async function fetchDependencies(
  files: FileTree,
  manifest: Manifest,
  { download, registry }: DependencyDeps,
): Promise<Dependencies> {
  if (manifest.dependencies.length === 0) return { packages: [], files: new Map() };
  const locked = lockedPackages(files, manifest);
  const all = new Map<string, Uint8Array>();
  const packages: Dependency[] = [];
  let left = LIMITS;
  const { unpack } = await import("./tarball.ts"); // Most hubs never unpack one.
  for (const [place, each] of locked) {
    const { name, version, integrity } = each;
    const what = `${WHAT}, ${quoted(place)}`;
    const { bytes } = await downloadArchive(download, addressOf(each, registry), integrity);
    const tree = unpack(bytes, { what, ...left, isWhole: true });
    for (const [path, content] of tree) all.set(`${place}/${path}`, content);
    const size = [...tree.values()].reduce((sum, content) => sum + content.length, 0);
    left = { maxFiles: left.maxFiles - tree.size, maxBytes: left.maxBytes - size };
    packages.push({ name, version, license: licenceOf(tree, each.license) });
  }
  return { packages, files: all };
}

interface LockedPackage extends LockFileEntry {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/** By their place, "node_modules/name" or one within another; those only for its author left out. */
function lockedPackages(files: FileTree, { dependencies }: Manifest): readonly (readonly [string, LockedPackage])[] {
  const lockFile = LOCK_FILES.find((path) => files.has(path));
  if (lockFile === undefined) throw refusal(WHAT, `it has no ${LOCK_FILES.join(" or ")}`);
  const reading = readLock(readJsonFile(files, lockFile));
  if (!reading.ok) throw refusal(WHAT, `in ${lockFile}, ${quoted(reading.fault.pointer)} ${reading.fault.detail}`);
  const { packages } = reading.value;
  const missing = dependencies.find((name) => !Object.hasOwn(packages, `node_modules/${name}`));
  if (missing !== undefined) throw refusal(WHAT, `${quoted(missing)} is not in its ${lockFile}`);
  const needed = Object.entries(packages).filter(
    ([place, { dev, optional, devOptional }]) => place !== "" && !dev && !optional && !devOptional,
  );
  if (needed.length > MAX_PACKAGES) throw refusal(WHAT, `they are more than ${MAX_PACKAGES} packages`);
  return needed.map(([place, locked]) => [place, lockedPackage(place, locked)]);
}

function lockedPackage(place: string, locked: LockFileEntry): LockedPackage {
  judgePath(WHAT, place);
  if (!/^(?:node_modules\/(?:@[^/]+\/)?[^/]+(?:\/|$))+$/.test(place) || place.endsWith("/"))
    throw refusal(WHAT, `${quoted(place)} lies outside node_modules`);
  const { version, integrity, link, inBundle } = locked;
  if (link === true || inBundle === true) throw refusal(WHAT, `${quoted(place)} is a link, or packed in another`);
  if (version === undefined || !VERSION.test(version) || integrity === undefined)
    throw refusal(WHAT, `${quoted(place)} has no exact version with an integrity`);
  const name = locked.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  return { ...locked, name, version, integrity };
}

/** As npm does: what was locked by the public registry is asked of the one that is configured. */
function addressOf({ name, version, resolved }: LockedPackage, registry: string): string {
  if (resolved === undefined) return tarballAddress(registry, name, version);
  const isPublic = resolved.startsWith(`${PUBLIC_REGISTRY}/`);
  return isPublic ? registry + resolved.slice(PUBLIC_REGISTRY.length) : resolved;
}

/** As its own package.json says; the lock file is the author's word for it. */
function licenceOf(tree: FileTree, locked: unknown): string {
  let own: unknown;
  try {
    own = (readJsonFile(tree, "package.json") as { license?: unknown } | null)?.license;
  } catch {
    // Then the lock file's word has to do.
  }
  const named = [own, locked].find((each) => typeof each === "string" && each !== "");
  return typeof named === "string" ? onOneLine(named, 60) : "no licence named";
}
