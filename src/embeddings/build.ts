/**
 * Builds the vectors of a catalogue, and goes on where an earlier build stopped: what has its vector is not asked for
 * again, whether the build was killed, entries were added or texts changed. Another model gets another file.
 */
import { type FileHandle, open, readdir, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { openFinished } from "../catalog/sqlite.ts";
import { ModelFault } from "../llm/fault.ts";
import { OperatorError } from "../runtime/errors.ts";
import { linkedSignal } from "../runtime/linked-signal.ts";
import type { Embedder } from "./embedder.ts";
import { entryTexts } from "./entry-texts.ts";
import type { Vector } from "./vector.ts";
import { headerOf, readVectors, recordOf, VECTOR_FILES, vectorFileName } from "./vector-file.ts";

export interface EmbeddingBuild {
  readonly catalogPath: string;
  /** Where vector files stand. */
  readonly folder: string;
  readonly embedder: Embedder;
  /** What stands before each text, as its model wants it. */
  readonly prefix: string;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
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

const BATCH = 64;
const AT_ONCE = 4;
const RETRIES = 5;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const ANSWER_MS = 60_000;
/** A server that refuses more than this refuses us and not a text. */
const MAX_REFUSED = 100;
/** Vectors of texts that are gone are cleared away when they are this share of the file. */
const MAX_IDLE_SHARE = 0.25;
/** Refusals of what a request holds: half of it may be taken. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422]);
/** What will not be different in a moment: a wrong key, a wrong model. */
const FINAL: ReadonlySet<number> = new Set([...REFUSED, 401, 403, 404, 405]);

/** @throws {OperatorError} when the server fails for good; what was embedded until then is kept. */
export async function buildEmbeddings(build: EmbeddingBuild): Promise<EmbeddingReport> {
  const { folder, embedder, signal, onProgress } = build;
  const path = join(folder, vectorFileName(embedder.model));
  const wanted = textsOf(build);
  const kept = await mended(path);
  const missing = [...wanted].filter(([hash]) => !kept.hashes.has(hash));
  const total = wanted.size;
  let done = total - missing.length;
  let refused = 0;
  onProgress?.({ done, total });
  if (missing.length === 0) return { texts: total, embedded: 0, refused: 0, dims: kept.dims ?? 0 };

  try {
    // Says what is wrong with the server before the catalogue is sent to it, and how long its vectors are.
    const dims = kept.dims ?? (await persistent(build, [missing[0]![1]]))[0]!.bytes.length;
    const file = await open(path, "a", 0o600);
    try {
      if (kept.dims === undefined) await file.write(headerOf(embedder.model, dims));
      await inParallel(batchesOf(missing), signal, async (batch, both) => {
        refused += await embedInto(file, batch, { ...build, signal: both }, dims);
        if (refused > MAX_REFUSED) throw new OperatorError(`the server refuses text after text (${refused})`);
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

function batchesOf(texts: readonly (readonly [string, string])[]): (readonly (readonly [string, string])[])[] {
  return Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) => texts.slice(at * BATCH, (at + 1) * BATCH));
}

/** @returns how many texts were refused. */
async function embedInto(
  file: FileHandle,
  batch: readonly (readonly [hash: string, text: string])[],
  build: EmbeddingBuild,
  dims: number,
): Promise<number> {
  try {
    const texts = batch.map(([, text]) => text);
    const vectors = await persistent(build, texts);
    if (vectors.some(({ bytes }) => bytes.length !== dims))
      throw new OperatorError(`its vectors have ${vectors[0]?.bytes.length} numbers, and had ${dims} before`);
    // In one piece, so that builds at the same time append whole batches.
    await file.write(Buffer.concat(vectors.map((vector, at) => recordOf({ ...vector, hash: batch[at]![0] }))));
    return 0;
  } catch (error) {
    if (!(error instanceof ModelFault) || !REFUSED.has(error.facts.status ?? 0)) throw error;
    if (batch.length === 1) return 1;
    const middle = Math.ceil(batch.length / 2);
    const first = await embedInto(file, batch.slice(0, middle), build, dims);
    return first + (await embedInto(file, batch.slice(middle), build, dims));
  }
}

/** Asks again where that may help. */
async function persistent(
  { embedder, pause, signal }: EmbeddingBuild,
  texts: readonly string[],
): Promise<readonly Vector[]> {
  for (let retries = 0; ; retries++) {
    try {
      return await inTime(ANSWER_MS, signal, (both) => embedder.embed(texts, both));
    } catch (error) {
      const isWorthIt = error instanceof ModelFault && retries < RETRIES && !FINAL.has(error.facts.status ?? 0);
      if (!isWorthIt) throw error;
      await pause(Math.min(error.facts.retryAfterMs ?? FIRST_WAIT_MS * 2 ** retries, MAX_WAIT_MS), signal);
    }
  }
}

async function inTime<T>(ms: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new ModelFault("slow", "The model's server did not answer in time.")), ms);
  using linked = linkedSignal(signal, late.signal);
  try {
    return await work(linked.signal);
  } finally {
    clearTimeout(timer);
  }
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
  if (!(error instanceof ModelFault) && !(error instanceof OperatorError)) return error;
  const said = error instanceof ModelFault && error.facts.said ? ` It said: ${error.facts.said.slice(0, 200)}` : "";
  const reason = error.message.replace(/\.$/, "");
  return new OperatorError(
    `Embeddings stopped at ${done} of ${total}: ${reason}.${said} What is there is kept; "catalog embed" goes on.`,
    { cause: error },
  );
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
