/** What actors outside the project import of the hub by name, such as `agent-api-hub/actor`, and where that lies. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import metadata from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The file behind such a name; `undefined` for any other. */
export function hubExport(name: string): string | undefined {
  const exports: Readonly<Record<string, string>> = metadata.exports;
  const path = name.startsWith(`${metadata.name}/`) ? `.${name.slice(metadata.name.length)}` : "";
  const file = Object.hasOwn(exports, path) ? exports[path] : undefined;
  return file === undefined ? undefined : join(ROOT, file);
}
