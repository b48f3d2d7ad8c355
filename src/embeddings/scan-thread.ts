/** The thread that holds the vectors of one catalogue and finds the nearest: neither may stall whoever serves. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { categoryNumber } from "../catalog/categories.ts";
import { facts } from "../catalog/search/facts.ts";
import { filterMasks } from "../catalog/search/filters.ts";
import { loadSignals, type Signals } from "../catalog/search/signals.ts";
import { openSegments, type Segments } from "../catalog/search/segments.ts";
import { type Database, openFinished } from "../catalog/sqlite.ts";
import { entryTexts } from "./entry-texts.ts";
import { createVectorSet, type Range, type VectorSet } from "./scan.ts";
import type { NearEntry, SearchFilter, ScanFiles, ScanMessage, ScanRequest } from "./scanner.ts";
import { readVectors } from "./vector-file.ts";

if (parentPort !== null) await serve(parentPort, workerData as ScanFiles); // As the scanner sends it.

async function serve(port: MessagePort, files: ScanFiles): Promise<void> {
  const say = (message: ScanMessage): void => port.postMessage(message);
  try {
    const database = openFinished(files.catalogPath);
    const segments = openSegments(facts(database));
    const vectors = await loaded(database, files, segments);
    const signals = loadSignals(facts(database), segments);
    const rangeOf = ranges(database, signals);
    const byRow = database.query<{ slug: string }, [number]>("SELECT slug FROM entries WHERE id = ?");
    port.on("message", ({ id, vector, limit, within }: ScanRequest) => {
      const near = vectors.nearest(vector, limit, rangeOf(within)).flatMap(({ id: entry, likeness }) => {
        const row = byRow.get(segments.rowOf(entry));
        return row === null ? [] : [{ slug: row.slug, likeness } satisfies NearEntry];
      });
      say({ type: "found", id, near });
    });
    say({ type: "loaded", dims: vectors.dims, entries: segments.living, embedded: vectors.size });
  } catch (error) {
    say({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}

async function loaded(
  database: Database,
  { vectorPath, prefix }: ScanFiles,
  { living, idOf }: Segments,
): Promise<VectorSet> {
  const ids = new Map<string, number[]>();
  for (const { row, hash } of entryTexts(database, prefix)) {
    const id = idOf(row);
    if (id === undefined) continue;
    const same = ids.get(hash);
    if (same === undefined) ids.set(hash, [id]);
    else same.push(id);
  }
  let vectors: VectorSet | undefined;
  const file = await readVectors(vectorPath, (stored) => {
    vectors ??= createVectorSet(living, stored.bytes.length);
    for (const id of ids.get(stored.hash) ?? []) vectors.set(id, stored);
  });
  if (file === undefined) throw new Error("There is no file of vectors");
  return vectors ?? createVectorSet(0, file.dims);
}

/** Which ids each narrowing leaves. */
function ranges(database: Database, signals: Signals): (within: SearchFilter) => Range {
  const summaries = facts(database).summaries();
  return ({ category, ...filters }) => {
    const { methods, auths } = filterMasks(filters);
    const summary = summaries.find((one) => one.category === categoryNumber(category ?? ""));
    const [first, count] = category === undefined ? [1, signals.living] : [summary?.first ?? 1, summary?.entries ?? 0];
    return {
      first,
      last: first + count - 1,
      isWanted: (id) => ((methods >> signals.methods[id - 1]!) & (auths >> signals.auths[id - 1]!) & 1) === 1,
    };
  };
}
