/** Keeps the registry equal to what lies in the actor folders, without a restart. */
import { basename } from "node:path";
import type { Logger } from "../runtime/actor.ts";
import { coalesce } from "../runtime/async/coalesce.ts";
import type { Level } from "../runtime/actors/placement.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { createRetries } from "../runtime/actors/retries.ts";
import { createSourceReader, MAX_SOURCE_MIB, type Sources } from "./closure.ts";
import { type ActorSource, readActorFolder } from "./folder.ts";
import { importFault } from "./import-fault.ts";
import { giveBack, type Leftovers, takeLeftovers } from "./leftovers.ts";
import { createModules } from "./modules.ts";
import { createLifetime, type Lifetime } from "../runtime/actors/lifetime.ts";
import { createScanFaults } from "./scan-faults.ts";
import { lateFault, tryImports } from "./trial.ts";
import { watchFolders } from "./watch.ts";

export interface LoaderOptions {
  /** Absolute paths. Of two actors with one slug the one in the earlier folder is served. */
  readonly folders: readonly string[];
  readonly registry: Registry;
  readonly log: Logger;
  /** Told when a file has changed, so that other threads forget what they imported. */
  readonly changed?: () => void;
  /** Which of them are loaded here, by their names; left out, all. */
  readonly only?: ReadonlySet<string>;
  /** Who brought them; left out, the hub. */
  readonly level?: Level;
}

export interface Loader {
  /** Brings the registry up to date. Calls that overlap are joined. */
  scan(): Promise<void>;
  /** Scans whenever something changes, until aborted. */
  watch(signal: AbortSignal): void;
}

const IMPORT_LIMIT_MS = 5_000;

/** What one actor file serves. */
interface Version {
  readonly lifetime: Lifetime;
  readonly closure: readonly string[];
  /** What its modules have going when it is replaced. */
  leftovers: ReadonlyMap<string, Leftovers>;
}

export function createLoader({ folders, registry, log, changed: tellOthers, only, level }: LoaderOptions): Loader {
  const modules = createModules(folders);
  const look = createSourceReader(modules.isOfHub);
  const loaded = new Map<string, Pick<ActorSource, "fingerprint" | "label">>();
  const versions = new Map<string, Version>();
  const retries = createRetries();

  async function scanOnce(): Promise<void> {
    const sources = look();
    const found = (await Promise.all(folders.map((folder) => readActorFolder(folder, sources)))).flat();
    const actors = found.filter(({ name }) => only?.has(name) !== false);
    const present = new Set(actors.map(({ file }) => file));
    for (const [file, { label }] of [...loaded].filter(([known]) => !present.has(known))) {
      loaded.delete(file);
      retries.forget(file);
      retire(file);
      registry.withdraw(file);
      log.info(`Actor file ${label} is gone; it is no longer served.`);
    }
    const changed = actors.filter(
      ({ file, fingerprint }) =>
        loaded.get(file)?.fingerprint !== fingerprint || registry.mayTakeSlug(file) || retries.isDue(file),
    );
    if (changed.length === 0) return;

    const tooLarge = await oversizedOf(changed, sources);
    const readable = changed.map(({ file }) => file).filter((file) => !tooLarge.has(file));
    const faults = new Map([...tooLarge, ...(await tryImports(readable, IMPORT_LIMIT_MS))]);
    tellOthers?.();
    for (const actor of changed) {
      retries.note(actor.file, actor.fingerprint, faults.get(actor.file) === lateFault(IMPORT_LIMIT_MS));
      loaded.set(actor.file, actor);
      await take(actor, faults.get(actor.file), sources);
    }
  }

  async function take(actor: ActorSource, fault: string | undefined, sources: Sources): Promise<void> {
    const { file, label, name, fingerprint } = actor;
    const refusal = fault === undefined ? await replace() : registry.refuse(file, label, shortened(fault));
    if (refusal === undefined) {
      log.info(`Actor "${name}" is served from ${label}.`);
    } else {
      const rest = versions.has(file) ? " The version before it serves on." : "";
      log.warn(`Actor file ${label} is refused: ${refusal.reason}.${rest}`);
    }

    async function replace() {
      const closure = await sources.closure(file);
      const changed = await modules.forgetChanged(file, sources);
      const before = takeLeftovers(changed);
      const old = versions.get(file);
      if (old !== undefined) old.leftovers = before;
      const version = newVersion(name, closure);
      const fault = await offer(version.lifetime);
      if (fault === undefined) {
        versions.set(file, version);
        return undefined;
      }
      for (const leftovers of takeLeftovers(changed).values()) leftovers.end();
      giveBack(before);
      if (old !== undefined) old.leftovers = new Map();
      return fault;
    }

    async function offer(lifetime: Lifetime) {
      try {
        const module: { default?: unknown } = await import(`${file}?v=${fingerprint}`);
        const slug = (module.default as { slug?: unknown } | undefined)?.slug;
        if (typeof slug === "string" && slug !== name)
          return registry.refuse(file, label, `its slug is not its file's name, "${name}"`);
        return registry.offer(file, label, module.default, fingerprint, lifetime, level);
      } catch (error) {
        return registry.refuse(file, label, shortened(importFault(error)));
      }
    }
  }

  /** Its own disposers come first: what they leave behind is ended, and told. */
  function newVersion(name: string, closure: readonly string[]): Version {
    const lifetime = createLifetime((error) => log.warn(`Actor "${name}" could not end what it began: ${error}.`));
    const version: Version = { lifetime, closure, leftovers: new Map() };
    lifetime.onDispose(() => {
      for (const [path, leftovers] of version.leftovers) {
        const { timers, listeners } = leftovers.end();
        if (timers + listeners > 0)
          log.warn(
            `Actor "${name}" left ${timers} timer(s) and ${listeners} listener(s) of ${path} behind; they were ended. ` +
              "End them with context.onDispose.",
          );
      }
    });
    return version;
  }

  /** Has what the modules began end with this version, those aside that another actor imports, too. */
  function retire(file: string): void {
    const version = versions.get(file);
    if (version === undefined) return;
    versions.delete(file);
    const inUse = new Set([...versions.values()].flatMap(({ closure }) => closure));
    version.leftovers = takeLeftovers(version.closure.filter((path) => !inUse.has(path)));
  }

  /** Everybody may read it in /ready: the folders are named as in the log, without where they lie. */
  function shortened(reason: string): string {
    return folders.reduce((text, folder) => text.replaceAll(folder, basename(folder)), reason);
  }

  const loader: Loader = {
    scan: coalesce(scanOnce),
    watch(signal) {
      const faults = createScanFaults(log);
      watchFolders(folders, () => void loader.scan().then(faults.worked, faults.failed), signal);
    },
  };
  return loader;
}

/** Which are refused for their size, and why. */
async function oversizedOf(actors: readonly ActorSource[], sources: Sources): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { file } of actors) {
    const path = await sources.oversized(file);
    if (path !== undefined) found.set(file, `${basename(path)} is larger than ${MAX_SOURCE_MIB} MiB`);
  }
  return found;
}
