/**
 * Keeps what is served of installed packages equal to the lock file, without a restart: what is new describes itself as
 * it was locked before it takes the place of what was there, whose runs finish first.
 */
import { mkdirSync, watch } from "node:fs";
import type { Logger } from "../runtime/actor.ts";
import { coalesce } from "../runtime/async/coalesce.ts";
import { createLifetime } from "../runtime/actors/lifetime.ts";
import type { Placement } from "../runtime/actors/placement.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { createRetries } from "../runtime/actors/retries.ts";
import { descriptionDigest } from "./build.ts";
import { readBundle } from "./installer.ts";
import { type InstalledVersion, LOCK_FILE, readLockFile } from "./lock-file.ts";
import { onOneLine } from "./quoted.ts";

/** An actor behind the fence, until it is disposed of. */
export interface OpenPackage extends AsyncDisposable {
  /** What it says of itself, as plain JSON. */
  readonly description: unknown;
  /** As the registry takes it. */
  readonly actor: unknown;
  readonly placement: Placement;
}

export interface PackageLoaderOptions {
  /** Holds the lock file and the bundles. */
  readonly folder: string;
  readonly registry: Registry;
  readonly log: Logger;
  /** @throws {TypeError} with the reason where it cannot be served; {PassingFault} where it may be another time. */
  readonly open: (code: Uint8Array, version: InstalledVersion) => Promise<OpenPackage>;
  /** Told of an actor that is installed no more. */
  readonly removed: (slug: string) => void;
}

export interface PackageLoader {
  /** Brings the registry up to date. Calls that overlap are joined. */
  scan(): Promise<void>;
  /** Scans whenever something changes, until aborted. */
  watch(signal: AbortSignal): void;
}

/** What keeps a package from being opened at the moment, and says nothing about it. */
export class PassingFault extends TypeError {
  override readonly name = "PassingFault";
}

const SETTLE_MS = 50;
/** The net under the watch, as for the folders of actors. */
const POLL_MS = 2_000;

export function createPackageLoader({ folder, registry, log, open, removed }: PackageLoaderOptions): PackageLoader {
  /** What was tried last of each slug, whether it is served or not. */
  const tried = new Map<string, string>();
  const served = new Set<string>();
  const retries = createRetries();
  let complaint: string | undefined;

  async function scanOnce(): Promise<void> {
    const actors = await readLockFile(folder).catch((error: unknown) => {
      complain(error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (actors === undefined) return; // What is served serves on.
    complaint = undefined;
    const present = new Set(actors.map(({ slug }) => slug));
    for (const slug of [...tried.keys()].filter((known) => !present.has(known))) {
      tried.delete(slug);
      served.delete(slug);
      retries.forget(slug);
      registry.withdraw(fileOf(slug));
      removed(slug);
      log.info(`Package "${slug}" is removed; it is no longer served.`);
    }
    await Promise.all(actors.map(({ previous: _older, ...version }) => keep(version)));
  }

  async function keep(version: InstalledVersion): Promise<void> {
    const state = JSON.stringify(version);
    const isDue = retries.isDue(version.slug) || registry.mayTakeSlug(fileOf(version.slug));
    if (tried.get(version.slug) === state && !isDue) return;
    tried.set(version.slug, state);
    const { fault, isPassing = false } = await take(version);
    retries.note(version.slug, state, isPassing);
    if (fault === undefined) {
      served.add(version.slug);
      log.info(`Package "${version.slug}" ${version.version} is served.`);
      return;
    }
    registry.refuse(fileOf(version.slug), labelOf(version.slug), fault);
    const rest = served.has(version.slug) ? " The version before it serves on." : "";
    log.warn(`Package "${version.slug}" is refused: ${fault}.${rest}`);
  }

  /** Why it is not served. */
  async function take(version: InstalledVersion): Promise<{ fault?: string; isPassing?: boolean }> {
    const { slug } = version;
    let opened: OpenPackage;
    try {
      opened = await open(await readBundle(folder, version), version);
    } catch (error) {
      const fault = onOneLine(error instanceof Error ? error.message : String(error), 300).replace(/\.$/, "");
      return { fault, isPassing: error instanceof PassingFault };
    }
    const lifetime = createLifetime((error) => log.warn(`Package "${slug}" could not be ended: ${error}.`));
    lifetime.onDispose(() => opened[Symbol.asyncDispose]());
    const isAsLocked = descriptionDigest(opened.description) === version.description_sha256;
    const refusal = isAsLocked
      ? registry.offer(
          fileOf(slug),
          labelOf(slug),
          opened.actor,
          version.bundle_sha256.slice(0, 16),
          lifetime,
          opened.placement,
        )
      : { reason: "it does not describe itself as it did when it was installed" };
    if (refusal === undefined) return {};
    await lifetime.end(0);
    return { fault: refusal.reason };
  }

  function complain(sentence: string): void {
    if (sentence !== complaint) log.warn(`${sentence} What is served of packages serves on.`);
    complaint = sentence;
  }

  const loader: PackageLoader = {
    scan: coalesce(scanOnce),
    watch(signal) {
      const scan = () => void loader.scan().catch((error: unknown) => log.error(`Cannot read the packages: ${error}`));
      let settling: ReturnType<typeof setTimeout> | undefined;
      const poll = setInterval(scan, POLL_MS);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // The folder, not the file: that one is replaced.
      const watcher = watch(folder, (_event, name) => {
        if (name !== LOCK_FILE) return;
        clearTimeout(settling);
        settling = setTimeout(scan, SETTLE_MS);
      });
      signal.addEventListener("abort", () => {
        clearInterval(poll);
        clearTimeout(settling);
        watcher.close();
      });
    },
  };
  return loader;
}

/** By which the registry knows it, as it knows others by their files. */
function fileOf(slug: string): string {
  return `package:${slug}`;
}

function labelOf(slug: string): string {
  return `packages/${slug}`;
}
