/** Compares the list of a directory with what is there: what has to be read, what is gone, and what still waits. */
import { openDescription } from "../import/description.ts";
import type { Mirror, MirrorRow, Shelf } from "../import/mirror.ts";
import type { SourceDocument } from "../import/source.ts";
import { isObject, objectOf } from "../../text/foreign.ts";
import type { DirectoryList, DirectoryApi } from "./directory-list.ts";
import type { FetchTask } from "./fetch-newer.ts";

/** Older changes of the list are in every package that may be installed. */
const IN_PACKAGE_BEFORE = Date.parse("2023-01-01T00:00:00Z");

interface Known {
  readonly packaged: ReadonlyMap<string, SourceDocument>;
  readonly taken: ReadonlyMap<string, MirrorRow>;
}

/** Those whose descriptions can be read: of a damaged one nothing is known, so that it is read anew. */
export function wholeOf(mirror: Mirror, shelf: Shelf): ReadonlyMap<string, MirrorRow> {
  return new Map([...mirror.all(shelf)].filter(([api]) => mirror.isWhole(shelf, api)));
}

/** What the list says is another than what is there. What is as the package has it is noted, and not looked at again. */
export async function wantedOf(
  { apis }: DirectoryList,
  { mirror, packaged, taken }: Known & { readonly mirror: Mirror },
): Promise<FetchTask[]> {
  const waiting = wholeOf(mirror, "waiting");
  const wanted: FetchTask[] = [];
  for (const one of apis) {
    const { api, url } = one;
    const before = taken.get(api);
    if (isOf(waiting.get(api), one) || isOf(before, one)) continue;
    const document = before === undefined ? packaged.get(api) : undefined;
    if (document !== undefined && (await isAsPackaged(document, one))) {
      mirror.keep(api, mirroredOf(one, "same", {}), new Uint8Array());
      mirror.take(api);
    } else wanted.push({ api, url, known: before?.kind === "read" && before.url === url ? before.validators : {} });
  }
  return wanted;
}

function isOf(known: MirrorRow | undefined, { url, updated }: DirectoryApi): boolean {
  return known !== undefined && known.kind !== "gone" && known.url === url && known.updated === updated;
}

async function isAsPackaged(document: SourceDocument, { info, updated }: DirectoryApi): Promise<boolean> {
  if (!(Date.parse(updated) < IN_PACKAGE_BEFORE)) return false;
  try {
    return sameInfo(objectOf(openDescription(await document.read()).head.info), info);
  } catch {
    return false;
  }
}

/** Its picture is kept at another address by each. */
function sameInfo(a: object, b: object): boolean {
  const text = (info: object) => JSON.stringify({ ...info, "x-logo": undefined }, inOrder);
  return text(a) === text(b);
}

function inOrder(_: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

export function mirroredOf(
  { provider, service, url, updated }: DirectoryApi,
  kind: MirrorRow["kind"],
  validators: MirrorRow["validators"],
): MirrorRow {
  return { provider, ...(service !== undefined && { service }), url, updated, kind, validators };
}

/** What the list names no more. */
export function noteGone(mirror: Mirror, { apis }: DirectoryList, { packaged, taken }: Known): void {
  const listed = new Set(apis.map(({ api }) => api));
  for (const [api, { provider, service }] of [...packaged, ...taken]) {
    if (listed.has(api) || taken.get(api)?.kind === "gone") continue;
    const about = { provider, ...(service !== undefined && { service }), url: "", updated: "", validators: {} };
    mirror.keep(api, { ...about, kind: "gone" }, new Uint8Array());
  }
}

/** What waits for the catalogue, without what the list has meanwhile said otherwise. */
export function waitingOf(
  mirror: Mirror,
  listed: ReadonlyMap<string, DirectoryApi>,
  taken: ReadonlyMap<string, MirrorRow>,
): Map<string, MirrorRow> {
  const whole = wholeOf(mirror, "waiting");
  const waiting = new Map(mirror.all("waiting"));
  for (const [api, about] of waiting) {
    const one = listed.get(api);
    const isWanted = one === undefined ? about.kind === "gone" : isOf(about, one) && !isOf(taken.get(api), one);
    if (isWanted && whole.has(api)) continue;
    mirror.drop(api);
    waiting.delete(api);
  }
  return waiting;
}
