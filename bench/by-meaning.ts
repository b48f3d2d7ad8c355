/** Our search with embeddings, where the settings name a server of them: `undefined` where they do not. */
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { loadConfig } from "../src/app/settings/config.ts";
import { embedderOf } from "../src/app/catalog/embeddings.ts";
import { openCatalog } from "../src/catalog/file-catalog/catalog.ts";
import { buildEmbeddings } from "../src/embeddings/build.ts";
import { openMeaning } from "../src/embeddings/meaning.ts";
import { mixedCatalog } from "../src/embeddings/mixed-catalog.ts";
import { vectorFileName } from "../src/embeddings/vector-file.ts";

const SHOWN = 20;
/** Here is no caller who waits. */
const TIMEOUT_MS = 60_000;
/** Vectors that were just written are taken at once. */
const LATER_MS = 60_000;

interface MeaningBench extends Disposable {
  /** How much of the order is meaning. */
  readonly weight: number;
  /** Slugs, best first. */
  search(text: string): Promise<readonly string[]>;
}

/** Embeds the catalogue at `path` first. */
export async function openByMeaning(path: string): Promise<MeaningBench | undefined> {
  const config = loadConfig(process.env);
  const embedder = embedderOf(config);
  if (embedder === undefined) return undefined;
  const { EMBED_ENTRY_PREFIX: prefix, EMBED_QUERY_PREFIX: queryPrefix, EMBED_WEIGHT: weight } = config;
  const folder = dirname(path);
  const signal = new AbortController().signal;
  const pause = (ms: number) => wait(ms);
  await buildEmbeddings({ catalogPath: path, folder, embedder, prefix, pause, signal });
  const meaning = openMeaning({
    embedder,
    queryPrefix,
    files: { catalogPath: path, vectorPath: join(folder, vectorFileName(embedder.model)), prefix },
    clock: { now: () => Date.now() + LATER_MS },
    weight,
    timeoutMs: TIMEOUT_MS,
    warn: console.error,
  });
  await meaning.loading();
  const catalog = mixedCatalog(openCatalog(path, Math.random), meaning);
  return {
    weight,
    async search(text) {
      const { hits, isByMeaning } = await catalog.search({ text, limit: SHOWN, byMeaning: true });
      if (isByMeaning !== true) throw new Error(`Not found by meaning: ${meaning.standing().fault}`);
      return hits.map(({ entry }) => entry.slug);
    },
    [Symbol.dispose]: meaning.close,
  };
}
