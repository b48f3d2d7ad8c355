/**
 * Builds the vectors of a catalogue, and goes on where an earlier build stopped: what has its vector is not asked for
 * again, whether the build was killed, entries were added or texts changed. Another model gets another file.
 */
import { type FileHandle, open, readdir, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { openFinished, tryLock } from "../catalog/sqlite.ts";
import { ModelFault } from "../llm/fault.ts";
import { OperatorError } from "../runtime/errors.ts";
import { entryTexts } from "./entry-texts.ts";
import { type AskingWays, embedPersistently, isOfTexts } from "./persistent.ts";
import { headerOf, readVectors, recordOf, VECTOR_FILES, vectorFileName } from "./vector-file.ts";

export interface EmbeddingBuild extends AskingWays {
  readonly catalogPath: string;
  /** Where vector files stand. */
  readonly folder: string;
  /** What stands before each text, as its model wants it. */
  readonly prefix: string;
  /** Told first, before anything is asked, and after every batch. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface EmbeddingReport {
  /** Distinct texts of the catalogue. */
  readonly texts: number;
  readonly embedded: number;
  /** Texts the server refused, one by one. */
  readonly refused: number;
  readonly dims: number;
}

/** One build at a time, of whatever model: the second would pay for the same texts, and take away what the first appends. */
const LOCK_FILE = "embeddings.lock";
const BATCH = 64;
const AT_ONCE = 4;
/** A server that refuses more than this refuses us and not a text. */
const MAX_REFUSED = 100;
/** Vectors of texts that are gone are cleared away when they are this share of the file. */
const MAX_IDLE_SHARE = 0.25;
/** Where vectors go, and what the server has turned out to take. */
interface VectorSink {
  readonly file: FileHandle;
  readonly path: string;
  readonly dims: number;
  /** Texts in one request. */
  most: number;
  /** What it said of the last text that it refused. */
  refusal: string;
}

/** @throws {OperatorError} when the server fails for good, what was embedded until then is kept; or another build is at work. */
export async function buildEmbeddings(build: EmbeddingBuild): Promise<EmbeddingReport> {
  const wanted = textsOf(build);
  using lock = tryLock(join(build.folder, LOCK_FILE));
  if (lock === undefined)
    throw new OperatorError(`Another build of embeddings is under way here; "catalog embed" goes on after its end.`);
  return await buildAlone(build, wanted);
}

async function buildAlone(build: EmbeddingBuild, wanted: ReadonlyMap<string, string>): Promise<EmbeddingReport> {
  const { folder, embedder, signal, onProgress } = build;
  const path = join(folder, vectorFileName(embedder.model));
  const kept = await mended(path);
  const missing = [...wanted].filter(([hash]) => !kept.hashes.has(hash));
  const total = wanted.size;
  let done = total - missing.length;
  let refused = 0;
  onProgress?.({ done, total });
  if (missing.length === 0) return { texts: total, embedded: 0, refused: 0, dims: kept.dims ?? 0 };

  try {
    // Says what is wrong with the server before the catalogue is sent to it, and how long its vectors are.
    const dims = kept.dims ?? (await embedPersistently(build, [missing[0]![1]]))[0]!.bytes.length;
    const file = await open(path, "a", 0o600);
    try {
      if (kept.dims === undefined) await file.write(headerOf(embedder.model, dims));
      const sink: VectorSink = { file, path, dims, most: BATCH, refusal: "" };
      await inParallel(batchesOf(missing), signal, async (batch, both) => {
        refused += await embedInto(sink, batch, { ...build, signal: both });
        if (refused > MAX_REFUSED)
          throw new OperatorError(`the server refuses text after text (${refused}). It said: ${sink.refusal}`);
        done += batch.length;
        onProgress?.({ done, total });
      });
      await file.datasync();
    } finally {
      await file.close();
    }
    await tidy(folder, path, wanted, { model: embedder.model, dims });
    return { texts: total, embedded: missing.length - refused, refused, dims };
  } catch (error) {
    signal.throwIfAborted();
    throw asOperatorError(error, done, total);
  }
}

/** Some at once; the first to fail stops the others. */
async function inParallel<T>(
  tasks: readonly T[],
  signal: AbortSignal,
  work: (task: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const left = [...tasks];
  const line = async (): Promise<void> => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) {
      both.throwIfAborted();
      await work(task, both);
    }
  };
  const lines = Array.from({ length: AT_ONCE }, () =>
    line().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All are waited for: none may write into a file that is closed.
  const ended = await Promise.allSettled(lines);
  if (ended.some(({ status }) => status === "rejected")) throw both.reason;
}

/** The text of every hash. */
export function textsOf({ catalogPath, prefix }: Pick<EmbeddingBuild, "catalogPath" | "prefix">): Map<string, string> {
  const database = openFinished(catalogPath);
  try {
    return new Map(Array.from(entryTexts(database, prefix), ({ hash, text }) => [hash, text]));
  } finally {
    database.close();
  }
}

/** What there is already; the end that a killed process left half written is cut off. */
async function mended(path: string): Promise<{ hashes: Set<string>; dims: number | undefined }> {
  const hashes = new Set<string>();
  const file = await readVectors(path, ({ hash }) => hashes.add(hash));
  if (file === undefined) await rm(path, { force: true });
  else if (file.wholeBytes < file.bytes) await truncate(path, file.wholeBytes);
  return { hashes, dims: file?.dims };
}

function batchesOf(texts: Batch): Batch[] {
  return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) => texts.slice(at * BATCH, (at + 1) * BATCH));
}

type Batch = readonly (readonly [hash: string, text: string])[];

/** @returns how many texts were refused. */
async function embedInto(sink: VectorSink, batch: Batch, ways: AskingWays): Promise<number> {
  if (batch.length > sink.most) return inHalves(sink, batch, ways);
  try {
    const texts = batch.map(([, text]) => text);
    const vectors = await embedPersistently(ways, texts);
    const strange = vectors.find(({ bytes }) => bytes.length !== sink.dims);
    if (strange !== undefined)
      throw new OperatorError(
        `its vectors have ${strange.bytes.length} numbers, and had ${sink.dims} before, as those of another model under ` +
          `the same name; to begin anew, remove ${sink.path}`,
      );
    // In one piece: a process that is killed leaves whole batches, but for the last.
    await sink.file.write(Buffer.concat(vectors.map((vector, at) => recordOf({ ...vector, hash: batch[at]![0] }))));
    return 0;
  } catch (error) {
    if (!isOfTexts(error)) throw error;
    if (batch.length === 1) {
      sink.refusal = (error.facts.said ?? error.message).slice(0, 200);
      return 1;
    }
    const refused = await inHalves(sink, batch, ways);
    // Nothing was wrong with the texts: it was their number.
    if (refused === 0) sink.most = Math.min(sink.most, Math.ceil(batch.length / 2));
    return refused;
  }
}

async function inHalves(sink: VectorSink, batch: Batch, ways: AskingWays): Promise<number> {
  const middle = Math.ceil(batch.length / 2);
  const first = await embedInto(sink, batch.slice(0, middle), ways);
  return first + (await embedInto(sink, batch.slice(middle), ways));
}

/** Clears away the files of other models, and vectors of texts that are gone where there are many. */
async function tidy(
  folder: string,
  path: string,
  wanted: ReadonlyMap<string, string>,
  { model, dims }: { readonly model: string; readonly dims: number },
): Promise<void> {
  for (const name of await readdir(folder))
    if (VECTOR_FILES.test(name) && join(folder, name) !== path) await rm(join(folder, name));
  let idle = 0;
  let all = 0;
  await readVectors(path, ({ hash }) => {
    all++;
    if (!wanted.has(hash)) idle++;
  });
  if (idle <= all * MAX_IDLE_SHARE) return;
  const records: Buffer[] = [headerOf(model, dims)];
  await readVectors(path, (stored) => wanted.has(stored.hash) && records.push(recordOf(stored)));
  const next = `${path}.next`;
  const file = await open(next, "w", 0o600);
  try {
    await file.writeFile(Buffer.concat(records));
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}

function asOperatorError(error: unknown, done: number, total: number): unknown {
  const stopped = `Embeddings stopped at ${done} of ${total}`;
  if (error instanceof OperatorError) return new OperatorError(`${stopped}: ${error.message}.`, { cause: error });
  if (!(error instanceof ModelFault)) return error;
  const said = error.facts.said ? ` It said: ${error.facts.said.slice(0, 200)}` : "";
  return new OperatorError(`${stopped}: ${error.message}${said} What is there is kept; "catalog embed" goes on.`, {
    cause: error,
  });
}

/** How many texts of a catalogue have their vector. */
export async function countEmbeddings({
  model,
  folder,
  ...catalog
}: Pick<EmbeddingBuild, "catalogPath" | "folder" | "prefix"> & { readonly model: string }) {
  const wanted = textsOf(catalog);
  const found = new Set<string>();
  const file = await readVectors(
    join(folder, vectorFileName(model)),
    ({ hash }) => wanted.has(hash) && found.add(hash),
  );
  return { model, dims: file?.dims ?? null, texts: wanted.size, embedded: found.size };
}
