/** Sources an operator points at: a file, a folder of files, an address, or a list of addresses as APIs.guru publishes it. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type JsonObject, objectOf, textOf } from "../../text/foreign.ts";
import { unescapePointer } from "../../text/pointer.ts";
import { statedBaseUrl } from "../spec/base-url.ts";
import { inertText } from "../../text/inert.ts";
import { fileText } from "./file-text.ts";
import { filesReferredTo, withOtherFiles } from "./other-files.ts";
import { serviceIn } from "./own-names.ts";
import type { ImportSource, SourceDocument } from "./source.ts";
import { readText, upgradeDescription } from "./upgrade/upgrade.ts";

/** Fetches a text, within the limits its lender sets. */
export type FetchText = (url: string) => Promise<string>;

const MAX_NAME = 100;
const EXTENSIONS = new Set([".json", ".yaml", ".yml"]);

/** One description, or every one below a folder. */
export function fileSource(path: string): ImportSource {
  const full = resolve(path);
  const kind = statSync(full);
  const isFolder = kind.isDirectory();
  // It is read more than once, and a pipe that nobody writes to would never be.
  if (!isFolder && !kind.isFile()) throw new SyntaxError("It is neither a file nor a folder");
  const files = isFolder ? withoutParts(filesBelow(full)) : [full];
  if (files.length === 0) throw new SyntaxError(`It holds no file that ends in ${[...EXTENSIONS].join(", ")}`);
  const folder = isFolder ? full : dirname(full);
  return {
    name: full,
    documents: files.map((path) => {
      const complete = (read: JsonObject) => withOtherFiles(read, { path, folder, parse: readText });
      const found = { text: () => fileText(path), as: basename(path, extname(path)), complete };
      return { ...document(found), name: path };
    }),
  };
}

/** Without what is no description itself, and is part of one. */
function withoutParts(files: readonly string[]): string[] {
  const parts = new Set<string>();
  const others = new Set<string>();
  for (const path of files) {
    const text = textAt(path);
    for (const part of filesReferredTo(text, path)) parts.add(part);
    if (!/^[\s{]{0,40}["']?(?:openapi|swagger)["']?\s{0,9}:/m.test(text)) others.add(path);
  }
  return files.filter((path) => !parts.has(path) || !others.has(path));
}

/** What cannot be read is told when its turn comes. */
function textAt(path: string): string {
  try {
    return fileText(path);
  } catch {
    return "";
  }
}

export async function addressSource(url: string, fetchText: FetchText): Promise<ImportSource> {
  const text = await fetchText(url);
  return {
    name: url,
    documents: [{ ...document({ text: () => text, as: new URL(url).hostname, origin: url }), name: url }],
  };
}

const ApisGuruList = Type.Record(
  Type.String(),
  Type.Object({
    preferred: Type.String(),
    versions: Type.Record(Type.String(), Type.Object({ swaggerUrl: Type.String() })),
  }),
);

export function isApisGuruList(value: unknown): value is Static<typeof ApisGuruList> {
  return Value.Check(ApisGuruList, value) && Object.keys(value).length > 0;
}

/** The preferred version of every API of a list; each is fetched when its turn comes. */
export function apisGuruSource(name: string, list: unknown, fetchText: FetchText): ImportSource {
  if (!isApisGuruList(list)) throw new SyntaxError("The list is not one as APIs.guru publishes it");
  const documents = Object.entries(list).flatMap(([key, { preferred, versions }]): SourceDocument[] => {
    const url = (versions[preferred] ?? Object.values(versions)[0])?.swaggerUrl;
    const [provider = key, ...service] = key.split(":");
    if (url === undefined) return [];
    return [
      {
        provider: nameOf(provider),
        ...(service.length > 0 && { service: nameOf(service.join(":")) }),
        origin: url,
        name: url,
        read: async () => encode(upgradeDescription(await fetchText(url), { origin: url })),
      },
    ];
  });
  return { name, documents };
}

interface Found {
  readonly text: () => string;
  /** What it is called where it was found. */
  readonly as: string;
  readonly origin?: string;
  readonly complete?: (read: JsonObject) => JsonObject;
}

/** Named after the host that serves the API, for a description seldom says whose it is; else after where it was found. */
function document(found: Found): SourceDocument {
  const { origin } = found;
  let cut: string | undefined;
  let isLines = false;
  const read = (): Uint8Array => {
    const text = found.text();
    const bytes = encode(upgradeDescription(text, found));
    isLines = !/^\s*\{/.test(text);
    cut = cutOf(text, new TextDecoder().decode(bytes));
    return bytes;
  };
  return {
    ...namesOf(found),
    ...(origin !== undefined && { origin }),
    read,
    seemsCut: () => cut,
    mayEndAnywhere: () => isLines,
  };
}

/** YAML may end anywhere and still be YAML. */
function cutOf(text: string, upgraded: string): string | undefined {
  if (/^\s*\{/.test(text)) return undefined;
  if (!text.endsWith("\n")) return "its last line has no end";
  const known = objectOf(objectOf(JSON.parse(upgraded)).components);
  const lost = [...upgraded.matchAll(/"\$ref":"#\/components\/([^"/]+)\/([^"/]+)"/g)].find(
    ([, kind = "", name = ""]) => !Object.hasOwn(objectOf(known[kind]), unescapePointer(name)),
  );
  return lost && `it refers to ${lost[1]} "${lost[2]}", which it does not hold`;
}

function namesOf({ text, as: foundAs, origin }: Found): Pick<SourceDocument, "provider" | "service" | "place"> {
  try {
    const { info, servers } = upgradeDescription(text(), { origin });
    const [stated, statedService] = [nameOf(objectOf(info)["x-providerName"]), nameOf(objectOf(info)["x-serviceName"])];
    const baseUrl = statedBaseUrl(servers, origin);
    const host = baseUrl === undefined ? foundAs : new URL(baseUrl).hostname.replace(/^(?:www|api)\./, "");
    const isNamed = stated !== "" || statedService !== "";
    const service = isNamed || baseUrl === undefined ? statedService : nameOf(serviceIn(baseUrl));
    const formerly = isNamed ? [] : [host, foundAs];
    return {
      provider: stated || host,
      ...(service !== "" && { service }),
      ...(baseUrl !== undefined && { place: { host, baseUrl, formerly } }),
    };
  } catch {
    // The import counts it as broken when its turn comes.
    return { provider: foundAs };
  }
}

/** It stands in every entry, and in what a terminal shows. */
function nameOf(value: unknown): string {
  return inertText(textOf(value)).trim().slice(0, MAX_NAME).toWellFormed();
}

/** Links are followed, each folder is visited once, and what leads nowhere is left out. */
function filesBelow(folder: string, visited = new Set<string>()): string[] {
  const real = realpathSync(folder);
  if (visited.has(real)) return [];
  visited.add(real);
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isDirectory()) return filesBelow(path, visited);
      return found?.isFile() && EXTENSIONS.has(extname(name).toLowerCase()) ? [path] : [];
    });
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
