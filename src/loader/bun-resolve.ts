/**
 * Lets actors that live outside the project import what the hub has: the packages it depends on, and the hub itself as
 * `agent-api-hub/actor`, `/errors`, `/json` and `/read`. Bun only; on Deno an import map does the same.
 */
import { fileURLToPath } from "node:url";
import metadata from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** To be called once in every process that imports actors, before the first of them. */
export function shareHubPackages(): void {
  const packages = Object.keys(metadata.dependencies).filter((name) => name !== "bun");
  const own = Object.keys(metadata.exports).map((path) => metadata.name + path.slice(1));
  Bun.plugin({
    name: "packages of the hub",
    setup(build) {
      for (const name of [...packages, ...own]) {
        build.module(name, async () => ({ exports: await import(Bun.resolveSync(name, ROOT)), loader: "object" }));
      }
    },
  });
}
