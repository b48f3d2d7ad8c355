/**
 * Installing, updating, rolling back and removing packages: each is decided on the lock file as it is, and done by one
 * rename of it. What a process that was killed has left is swept by the next one.
 */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "../runtime/errors.ts";
import { replaceFile } from "../runtime/files/replace-file.ts";
import { build, type BuildDeps, type BuiltVersion, descriptionDigest } from "./build.ts";
import { widerReach } from "./consent.ts";
import { sha256 } from "./integrity.ts";
import { bundlePath, type InstalledActor, type InstalledVersion, readLockFile, writeLockFile } from "./lock-file.ts";
import { readSource, type PackageSource } from "./source.ts";

/** What an operator is asked. */
export interface InstallQuestion {
  readonly after: InstalledVersion;
  /** What it would replace. */
  readonly before?: InstalledVersion;
  /** How it reaches further than what it would replace. */
  readonly wider: readonly string[];
}

export interface InstallerDeps extends Omit<BuildDeps, "scratch" | "git"> {
  /** Holds the lock file and the bundles. */
  readonly folder: string;
  readonly git: Omit<BuildDeps["git"], "scratch">;
  /** Slugs that are served already, and by whom: built-in actors and those of the operator's own folder. */
  readonly taken: ReadonlyMap<string, string>;
  /** Says whether the operator agrees. */
  readonly consent: (question: InstallQuestion) => Promise<boolean>;
  /** Keeps other processes out; `undefined` where one is at work. */
  readonly hold: (path: string) => Disposable | undefined;
}

export interface UpdateOptions {
  /** Left out, where it came from. */
  readonly source?: string | undefined;
  /** Whether another publisher's key, or none, may take the place of the one that is pinned. */
  readonly mayChangeKey: boolean;
}

export interface Installer {
  /** `undefined` where the operator does not agree. */
  add(source: string): Promise<InstalledVersion | undefined>;
  /** The version that is installed now, and whether it is another than before; `undefined` as in `add`. */
  update(slug: string, options: UpdateOptions): Promise<{ version: InstalledVersion; isNew: boolean } | undefined>;
  /** Puts the version before in the place of this one, and this one in its. */
  rollback(slug: string): Promise<InstalledVersion>;
  remove(slug: string): Promise<void>;
  /** Judges a package as an installation does, and installs nothing. */
  attempt(source: string): Promise<BuiltVersion>;
}

/** What only one process may do. Not the lock file itself: that one is replaced. */
const HOLD_FILE = "installing.sqlite";
const LEFTOVER = /^(?:stage-|git-)|\.new$/;

export function createInstaller(deps: InstallerDeps): Installer {
  const { folder, consent } = deps;

  return {
    add: (source) =>
      alone(async () => {
        const candidate = await make(source);
        const { slug } = candidate.version;
        const owner = deps.taken.get(slug);
        if (owner !== undefined) throw new OperatorError(`Cannot install "${slug}": ${owner} has this name.`);
        if ((await readLockFile(folder)).some((actor) => actor.slug === slug))
          throw new OperatorError(`Cannot install "${slug}": it is installed already; use "actor update ${slug}".`);
        if (!(await consent({ after: candidate.version, wider: [] }))) return undefined;
        await install(candidate, null);
        return candidate.version;
      }),
    update: (slug, { source, mayChangeKey }) =>
      alone(async () => {
        const before = await find(slug);
        const candidate = await make(source ?? before.source);
        const after = candidate.version;
        if (after.slug !== slug) throw new OperatorError(`Cannot update "${slug}": the package is "${after.slug}".`);
        judgeKey(before, after, mayChangeKey);
        if (isSame(before, after)) return { version: before, isNew: false };
        const { previous: _older, ...served } = before;
        if (!(await consent({ after, before: served, wider: widerReach(served, after) }))) return undefined;
        await install(candidate, served);
        return { version: after, isNew: true };
      }),
    rollback: (slug) =>
      alone(async () => {
        const { previous, ...served } = await find(slug);
        if (previous === null)
          throw new OperatorError(`Cannot roll "${slug}" back: there is no version before ${served.version}.`);
        await readBundle(folder, previous);
        await replace(slug, { ...previous, previous: served });
        return previous;
      }),
    remove: (slug) =>
      alone(async () => {
        await find(slug);
        await replace(slug, undefined);
      }),
    attempt: (source) => alone(() => make(source)),
  };

  /** With nobody else at work, and nothing left of whoever was killed at it. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    using held = deps.hold(join(folder, HOLD_FILE));
    if (held === undefined) throw new OperatorError("Another installation is under way; wait for its end.");
    await removeUnnamed();
    return await work();
  }

  function make(text: string): Promise<BuiltVersion> {
    const source: PackageSource = readSource(text);
    return build(source, { ...deps, scratch: folder, git: { ...deps.git, scratch: folder } });
  }

  async function find(slug: string): Promise<InstalledActor> {
    const actors = await readLockFile(folder);
    const found = actors.find((actor) => actor.slug === slug);
    if (found !== undefined) return found;
    const names = actors.map((actor) => actor.slug).join(", ");
    throw new OperatorError(`"${slug}" is not installed. Installed: ${names === "" ? "none" : names}.`);
  }

  async function install({ version, code }: BuiltVersion, previous: InstalledVersion | null): Promise<void> {
    const path = bundlePath(folder, version.bundle_sha256);
    await replaceFile(path, code, 0o400);
    await replace(version.slug, { ...version, previous });
  }

  async function replace(slug: string, actor: InstalledActor | undefined): Promise<void> {
    const others = (await readLockFile(folder)).filter((each) => each.slug !== slug);
    await writeLockFile(folder, actor === undefined ? others : [...others, actor]);
    await removeUnnamed();
  }

  /** Everything that the lock file does not name. */
  async function removeUnnamed(): Promise<void> {
    const actors = await readLockFile(folder);
    const versions = actors.flatMap(({ previous, ...served }) => (previous === null ? [served] : [served, previous]));
    const needed = new Set(versions.map(({ bundle_sha256: digest }) => `${digest}.mjs`));
    for (const name of await readdir(folder)) {
      const isBundle = /^[\da-f]{64}\.mjs$/.test(name) && !needed.has(name);
      if (isBundle || LEFTOVER.test(name)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** The code of an installed version, held against its digest. @throws {OperatorError} */
export async function readBundle(
  folder: string,
  { slug, bundle_sha256: digest }: InstalledVersion,
): Promise<Uint8Array> {
  const path = bundlePath(folder, digest);
  const code = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`Cannot use "${slug}": its bundle ${path} cannot be read (${error.code}).`);
  });
  if (sha256(code) !== digest)
    throw new OperatorError(`Cannot use "${slug}": its bundle ${path} is not what was installed.`);
  return new Uint8Array(code);
}

/** What is wrong with an installed version, in a sentence; nothing where it is as it was installed. */
export async function versionFault(
  folder: string,
  version: InstalledVersion,
  fence: BuildDeps["fence"],
): Promise<string | undefined> {
  try {
    await using opened = await fence.open(await readBundle(folder, version));
    if (descriptionDigest(opened.description) === version.description_sha256) return undefined;
    return `"${version.slug}" does not describe itself as it did when it was installed.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The key that was pinned at the first installation stays, unless the operator says otherwise. */
function judgeKey(before: InstalledVersion, after: InstalledVersion, mayChange: boolean): void {
  if (before.publisher === null || before.publisher === after.publisher || mayChange) return;
  const how = after.publisher === null ? "is no longer signed" : `is signed by another key, ${after.publisher}`;
  throw new OperatorError(
    `Cannot update "${after.slug}": it ${how}. It was signed by ${before.publisher}; --new-key takes the new one.`,
  );
}

function isSame(before: InstalledVersion, after: InstalledVersion): boolean {
  return (
    before.source === after.source &&
    before.version === after.version &&
    before.bundle_sha256 === after.bundle_sha256 &&
    before.description_sha256 === after.description_sha256 &&
    before.publisher === after.publisher
  );
}
