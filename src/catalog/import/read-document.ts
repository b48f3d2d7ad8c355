/** Takes one document in: head, parts and operations, twins folded. What cannot be used is counted, never fatal. */
import { inertText } from "../../text/inert.ts";
import { firstText, type JsonObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { extraNames } from "../providers.ts";
import type { EntryVersion } from "../../runtime/catalog.ts";
import { HubError } from "../../runtime/errors.ts";
import { withoutMarkup, splitIdentifier } from "../words/words.ts";
import { type Description, openDescription } from "./description.ts";
import type { SkipReason } from "../spec/base-url.ts";
import type { Folder } from "./fold.ts";
import { giveWay } from "./give-way.ts";
import { type ImportedOperation, readOperations, webAddress } from "./operation.ts";
import { packParts } from "../spec/parts.ts";
import type { Slice } from "../spec/slice.ts";
import { type SourceDocument, apiOf } from "./source.ts";
import type { Tally } from "./tally.ts";
import type { Topics } from "./topics.ts";
import { versionRank } from "./versions.ts";
import type { Context, Writer } from "./writer.ts";

export interface ImportContext {
  readonly source: string;
  readonly writer: Writer;
  readonly folder: Folder;
  readonly topics: Topics;
  readonly tally: Tally;
  /** Versions by the row of the entry they were folded into. */
  readonly versions: Map<number, EntryVersion[]>;
  /** `host:port` of private places that the operator allows. */
  readonly allow: ReadonlySet<string>;
  /** Told of each description that cannot be read. */
  readonly onFault: (fault: ReadFault) => void;
  /** Told of each description that can be read. */
  readonly onRead?: (document: SourceDocument, description: Description) => void;
  readonly signal?: AbortSignal;
}

export interface ReadFault {
  /** A file or an address. */
  readonly name: string;
  readonly reason: string;
  /** Whether the system or the network did not give it; otherwise it was read, and is no description. */
  readonly isUnread?: boolean;
}

const STABLE = 1000;
const BREATH = 500;

export async function readDocument(document: SourceDocument, runtime: ImportContext): Promise<void> {
  const { tally, allow } = runtime;
  let description: Description;
  try {
    description = openDescription(await document.read());
  } catch (error) {
    tally.skip("broken description");
    const isUnread = error instanceof HubError || (error instanceof Error && "code" in error);
    runtime.onFault({ name: document.name ?? apiOf(document), reason: reasonOf(error), isUnread });
    return;
  }
  runtime.onRead?.(document, description);
  const info = objectOf(description.head.info);
  const origin =
    document.origin ??
    firstText(
      ...listOf(info["x-origin"])
        .map((from) => objectOf(from).url)
        .reverse(),
    );
  const operations: ImportedOperation[] = [];
  for (const read of readOperations(description, { origin: origin === "" ? undefined : origin, allow })) {
    if (read.ok) operations.push(read.operation);
    else tally.skip(read.reason);
    // Of a giant of 22,000 operations the parsed remains are collected only when the loop is left now and then.
    if (operations.length % BREATH === BREATH - 1) await giveWay(runtime.signal);
  }
  for (const reason of silentReasons(description)) tally.skip(reason);
  if (operations.length === 0) return;
  // Of two versions within one document the newer is kept.
  operations.sort((a, b) => versionRank(b.path) - versionRank(a.path));
  store(document, description, operations, runtime);
}

/** What a description holds that is no operation to call. */
function silentReasons({ paths, webhooks }: Description): SkipReason[] {
  const hooks = Array.from(webhooks, () => "webhook, called by its provider" as const);
  return paths.size === 0 && hooks.length === 0 ? ["description without operations"] : hooks;
}

/** The system's own words are for its own readers: "ENOENT: no such file or directory, open '/a'". */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : "it cannot be read").split("\n");
  return line;
}

function store(
  document: SourceDocument,
  description: Description,
  operations: ImportedOperation[],
  runtime: ImportContext,
): void {
  const { folder, tally, topics, versions, writer } = runtime;
  const context = { ...describe(document, description), document: 0 };
  const topicOf = topics.open({
    ...topicFacts(description),
    api: context.api,
    title: context.title,
    operationCount: operations.length,
  });
  const needed = new Map<string, Slice>();
  const inputs = new Map<number, string>();
  let row: Context | undefined;
  for (const operation of operations) {
    const placing = folder.place(document, operation, writer.nextRow());
    if (placing.kind === "edition only") {
      tally.skip("only in an edition for own hosts");
    } else if (placing.kind === "twin") {
      tally.fold(placing.reason);
      const { api, version } = context;
      const known = versions.get(placing.of) ?? [];
      known.push({ api, version, baseUrl: operation.baseUrl, path: operation.path });
      versions.set(placing.of, known);
    } else {
      row ??= { ...context, document: writer.document({ ...context, source: runtime.source }) };
      inputs.set(writer.operation(operation, topicOf(operation), row), operation.inputs);
      for (const [pointer, slice] of operation.parts) needed.set(pointer, slice);
    }
  }
  if (row === undefined) return;
  writer.parts(row.document, packParts(description.bytes, new Map([...description.components, ...needed])));
  writer.inputs(row.document, inputs);
}

function describe(document: SourceDocument, { head }: Description) {
  const { provider, service = "" } = document;
  const info = objectOf(head.info);
  const api = apiOf(document);
  const title = withoutMarkup(firstText(info.title, api), 120);
  const version = inertText(textOf(info.version)).slice(0, 60);
  return {
    provider,
    api,
    title,
    version,
    names: [splitIdentifier(provider), splitIdentifier(service), extraNames(provider)].join(" ").trim(),
    docsUrl: webAddress(objectOf(head.externalDocs).url) ?? webAddress(objectOf(info.contact).url),
    statedAt: statedDate(version),
    isPreview: versionRank(`${service} ${version}`) < STABLE,
    head: JSON.stringify(headToKeep(head)),
  };
}

const KEPT_OF_HEAD: ReadonlySet<string> = new Set(["openapi", "security", "servers"]);
const MAX_HEAD_NAMES = 1_000;
const MAX_HEAD_NAME = 200;
/** Of what is kept of one name, as JSON text. */
const MAX_HEAD_CHARS = 200_000;

/**
 * What specifications are made of, and the names of all else, by which a cut is noticed: whoever asks for one operation has
 * the head read whole, which may hold megabytes of notes.
 */
function headToKeep(head: JsonObject): JsonObject {
  const named = Object.entries(head).filter(([name]) => name.length <= MAX_HEAD_NAME);
  const info = { "x-aws-signingName": textOf(objectOf(head.info)["x-aws-signingName"]).slice(0, MAX_HEAD_NAME) };
  return Object.fromEntries(
    named
      .slice(0, MAX_HEAD_NAMES)
      .map(([name, value]) => [name, name === "info" ? info : isKept(name, value) ? value : null]),
  );
}

function isKept(name: string, value: unknown): boolean {
  return KEPT_OF_HEAD.has(name) && JSON.stringify(value).length <= MAX_HEAD_CHARS;
}

function topicFacts({ head }: Description) {
  const info = objectOf(head.info);
  const categories = listOf(info["x-apisguru-categories"]).map(textOf);
  return {
    description: withoutMarkup(textOf(info.description), 600),
    providerCategories: categories.filter((one) => one.length > 1),
  };
}

/** Many providers name a version by its date. */
function statedDate(version: string): number | null {
  const date = /(?:^|\D)(20\d\d-[01]\d-[0-3]\d)(?:\D|$)/.exec(version)?.[1];
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
