/** The operator's folder: its actors run behind the fence, all in the same processes, and are replaced as they are edited. */
import { basename } from "node:path";
import { createSourceReader } from "../loader/closure.ts";
import { type ActorSource, readActorFolder } from "../loader/folder.ts";
import { watchFolders } from "../loader/watch.ts";
import type { Logger } from "../runtime/actor.ts";
import { coalesce } from "../runtime/async/coalesce.ts";
import { createLifetime } from "../runtime/actors/lifetime.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { createRetries } from "../runtime/actors/retries.ts";
import { type Bundle, bundleActor } from "./bundle.ts";
import type { FencedActor } from "./fenced-actor.ts";
import type { FencedActors, Isolation } from "./isolation.ts";

export interface OwnFolderOptions {
  /** Absolute path. */
  readonly folder: string;
  readonly registry: Registry;
  readonly log: Logger;
  readonly isolation: Isolation;
  /** Actors that run in the hub's process instead. */
  readonly except: ReadonlySet<string>;
}

export interface OwnFolder {
  /** Brings the registry up to date. Calls that overlap are joined. */
  scan(): Promise<void>;
  /** Scans whenever something changes, until aborted. */
  watch(signal: AbortSignal): void;
}

interface BundledSource {
  readonly source: ActorSource;
  /** Left out where it is refused. */
  readonly bundle?: Bundle;
}

export function createOwnFolder({ folder, registry, log, isolation, except }: OwnFolderOptions): OwnFolder {
  const look = createSourceReader(() => false);
  const loaded = new Map<string, BundledSource>();
  const retries = createRetries();

  async function scanOnce(): Promise<void> {
    const found = (await readActorFolder(folder, look())).filter(({ name }) => !except.has(name));
    const present = new Set(found.map(({ file }) => file));
    for (const [file, { source }] of [...loaded].filter(([known]) => !present.has(known))) {
      loaded.delete(file);
      retries.forget(file);
      registry.withdraw(file);
      log.info(`Actor file ${source.label} is gone; it is no longer served.`);
    }
    const changed = found.filter(
      ({ file, fingerprint }) =>
        loaded.get(file)?.source.fingerprint !== fingerprint || registry.mayTakeSlug(file) || retries.isDue(file),
    );
    if (changed.length === 0) return;
    const lacking = await isolation.fence().then(
      () => undefined,
      (error: Error) => error.message,
    );
    for (const source of changed) {
      const bundle = lacking === undefined ? await bundleActor(source.file, { root: folder, level: "own" }) : undefined;
      const [fault = lacking, ...more] = bundle?.faults ?? [];
      loaded.set(source.file, { source, ...(fault === undefined && bundle !== undefined && { bundle }) });
      if (fault !== undefined) refuse(source, more.length === 0 ? fault : `${fault} (and ${more.length} more)`);
    }
    await serve(new Set(changed.map(({ file }) => file)));
  }

  /** New processes serve all of the folder; the ones before end with their last run. */
  async function serve(changed: ReadonlySet<string>): Promise<void> {
    const sound = [...loaded.values()].flatMap(({ source, bundle }) =>
      bundle === undefined ? [] : [{ source, bundle }],
    );
    if (!sound.some(({ source }) => changed.has(source.file))) return;
    const fenced = await isolation.open(sound.map(({ bundle }) => ({ code: bundle.code, level: "own" })));
    let serving = 0;
    for (const [index, { source }] of sound.entries()) {
      const one = fenced.actors[index];
      if (one === undefined) continue;
      retries.note(source.file, source.fingerprint, !one.ok && one.isPassing === true);
      const fault = offer(source, one, fenced, () => --serving === 0);
      if (fault === undefined) {
        serving++;
        if (changed.has(source.file))
          log.info(`Actor "${source.name}" is served from ${source.label}, behind the fence.`);
      } else {
        loaded.set(source.file, { source });
        refuse(source, fault);
      }
    }
    if (serving === 0) fenced.retire();
  }

  function offer(
    source: ActorSource,
    one: FencedActor,
    fenced: FencedActors,
    isLast: () => boolean,
  ): string | undefined {
    if (!one.ok) return one.fault;
    const { slug } = one.actor;
    if (slug !== source.name) return `its slug is not its file's name, "${source.name}"`;
    const lifetime = createLifetime((error) => log.warn(`Actor "${slug}" could not end: ${error}.`));
    lifetime.onDispose(() => {
      if (isLast()) fenced.retire();
    });
    return registry.offer(source.file, source.label, one.actor, source.fingerprint, lifetime, one.placement)?.reason;
  }

  function refuse({ file, label }: ActorSource, reason: string): void {
    const said = reason.replaceAll(folder, basename(folder));
    const rest = registry.serves(file) ? " The version before it serves on." : "";
    registry.refuse(file, label, said);
    log.warn(`Actor file ${label} is refused: ${said}.${rest}`);
  }

  const own: OwnFolder = {
    scan: coalesce(scanOnce),
    watch: (signal) =>
      watchFolders(
        [folder],
        () => void own.scan().catch((error) => log.error(`Cannot read the folder of actors: ${error}`)),
        signal,
      ),
  };
  return own;
}
