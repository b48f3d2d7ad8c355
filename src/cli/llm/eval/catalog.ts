/** The small catalogue of the cases, built from `catalog.json` as any other is: who asks for an entry asks the real search. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileCatalog, openCatalog } from "../../../catalog/file-catalog/catalog.ts";
import { buildCatalog } from "../../../catalog/import/build.ts";
import described from "./catalog.json" with { type: "json" };

/** Of the day the cases were written. */
const NOW = Date.parse("2026-01-01T00:00:00Z");

export async function caseCatalog(): Promise<FileCatalog & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), "hub-eval-"));
  const path = join(folder, "catalog.sqlite");
  await buildCatalog({
    path,
    now: NOW,
    source: {
      name: "cases",
      documents: described.map(({ provider, ...description }) => ({
        provider,
        read: () => new TextEncoder().encode(JSON.stringify({ openapi: "3.0.3", ...description })),
      })),
    },
  });
  const catalog = openCatalog(path, () => 0);
  return {
    ...catalog,
    [Symbol.dispose]() {
      catalog.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
