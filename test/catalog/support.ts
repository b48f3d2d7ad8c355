/** A small world to build catalogues in: descriptions written for these tests, a folder that goes away, a set clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessRow } from "../../src/access/row.ts";
import { createAccessTable } from "../../src/access/table.ts";
import { type FileCatalog, openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import type { ObservedAccess } from "../../src/catalog/file-catalog/entry-access.ts";
import { addSource, buildCatalog } from "../../src/catalog/import/build.ts";
import type { BuildReport } from "../../src/catalog/import/options.ts";
import type { SourceDocument } from "../../src/catalog/import/source.ts";

export const NOW = Date.parse("2026-01-01T00:00:00Z");

interface Told {
  readonly source?: string;
  readonly now?: number;
  readonly allow?: ReadonlySet<string>;
}

export interface Shelf extends Disposable {
  readonly path: string;
  build(documents: readonly SourceDocument[], options?: Told): Promise<BuildReport>;
  /** The same, without building the rest anew where the source is small. */
  add(documents: readonly SourceDocument[], options?: Told): Promise<BuildReport>;
  /** `rows` are the operator's of what providers ask for. */
  open(random?: () => number, rows?: readonly AccessRow[], observed?: ObservedAccess): FileCatalog & Disposable;
}

export function emptyShelf(): Shelf {
  const folder = mkdtempSync(join(tmpdir(), "catalog-"));
  const path = join(folder, "catalog.sqlite");
  const optionsFor = (documents: readonly SourceDocument[], { source = "test", now = NOW, allow }: Told = {}) => ({
    path,
    now,
    ...(allow && { allow }),
    source: { name: source, documents },
  });
  return {
    path,
    build: (documents, told) => buildCatalog(optionsFor(documents, told)),
    add: (documents, told) => addSource(optionsFor(documents, told)),
    open(random = () => 0, rows = [], observed) {
      const catalog = openCatalog(path, random, undefined, createAccessTable(rows), observed);
      return { ...catalog, [Symbol.dispose]: () => catalog.close() };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A description with defaults that make an operation usable. */
export function described(provider: string, description: object, service?: string): SourceDocument {
  const whole = {
    openapi: "3.0.3",
    info: { title: provider, version: "1.0" },
    servers: [{ url: `https://api.${provider}` }],
    ...description,
  };
  return {
    provider,
    ...(service !== undefined && { service }),
    read: () => new TextEncoder().encode(JSON.stringify(whole)),
  };
}

/** One operation with a summary, as a path item. */
export function get(summary: string, more: object = {}): object {
  return { get: { summary, responses: { 200: { description: "Done" } }, ...more } };
}
