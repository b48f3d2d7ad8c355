/**
 * Lets actors that live outside the project import what the hub has: its packages, and the hub itself as
 * `agent-api-hub/actor`, `/errors`, `/json`, `/page` and `/read`. Bun only; on Deno an import map does the same.
 */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { trackModule } from "./leftovers.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The package of `import … from "package"`, `export … from "package"` and `import("package")`. */
const BARE_IMPORT = /(\b(?:from|import)\s*\(?\s*)(["'])([@a-z][^"'\n]*)\2/g;

let isShared = false;

/** To be called in every process that imports actors, before the first of them; once is enough. */
export function shareHubPackages(): void {
  if (isShared) return;
  isShared = true;
  const ofActors = new RegExp(`^(?!${RegExp.escape(ROOT)}(?!actors/))(?!.*/node_modules/).*\\.m?[jt]s(?:\\?.*)?$`);
  Bun.plugin({
    name: "modules of actors",
    setup(build) {
      build.onLoad({ filter: ofActors }, async ({ path }) => {
        const file = path.replace(/\?.*/s, "");
        const source = trackModule(await readFile(file, "utf8"), file);
        const loader = file.endsWith("ts") ? "ts" : "js";
        return { contents: file.startsWith(ROOT) ? source : withHubPackages(source, dirname(file)), loader };
      });
    },
  });
}

/** Packages that are not found from the file itself are taken from the hub; what neither has fails by its own name. */
function withHubPackages(source: string, folder: string): string {
  return source.replace(BARE_IMPORT, (whole, keyword, quote, name) => {
    if (isFound(name, folder) || !isFound(name, ROOT)) return whole;
    return keyword + quote + Bun.resolveSync(name, ROOT) + quote;
  });
}

function isFound(name: string, from: string): boolean {
  try {
    Bun.resolveSync(name, from);
    return true;
  } catch {
    return false;
  }
}
