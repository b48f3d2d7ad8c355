/**
 * The modules this process has imported for actors. A changed one is forgotten together with all that import it, so
 * that the next import reads them anew; every other stays the one that several actors share. Deno keeps no such list
 * and needs a restart for an edited helper.
 */
import { createRequire } from "node:module";
import type { Sources } from "./closure.ts";

const { cache } = createRequire(import.meta.url);

export interface Modules {
  /** Whether the hub itself has imported the file: it stays as it is until a restart. */
  isOfHub(path: string): boolean;
  /** Forgets what has changed of the module and of what it imports. Returns those files: they are imported anew. */
  forgetChanged(file: string, sources: Sources): Promise<readonly string[]>;
}

/** `folders` are those of the actors, none of which is of the hub. */
export function createModules(folders: readonly string[]): Modules {
  const ofHub = new Set(Object.keys(cache).filter((path) => !folders.some((folder) => path.startsWith(`${folder}/`))));
  /** What each was made of when it was imported last. */
  const imported = new Map<string, string>();
  return {
    isOfHub: (path) => ofHub.has(path),
    async forgetChanged(file, sources) {
      const changed: string[] = [];
      for (const path of await sources.closure(file)) {
        if (ofHub.has(path)) continue;
        const fingerprint = await sources.fingerprint(path);
        if (imported.get(path) === fingerprint) continue;
        imported.set(path, fingerprint);
        delete cache[path];
        changed.push(path);
      }
      return changed;
    },
  };
}
