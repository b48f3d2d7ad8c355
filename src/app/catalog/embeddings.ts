/** The embeddings of the catalogue, where the settings name a server that makes them: what server and shell share. */
import { ownFetch } from "../../net/own-fetch.ts";
import { resolve } from "node:path";
import { CATALOG_FILE } from "../../catalog/file-catalog/serving.ts";
import { createEmbedder, type Embedder } from "../../embeddings/embedder.ts";
import { type Meaning, openMeaning } from "../../embeddings/meaning.ts";
import { vectorFileName } from "../../embeddings/vector-file.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "../telemetry/log.ts";

/** `undefined` where none is configured. */
export function embedderOf({ EMBED_BASE_URL, EMBED_MODEL, EMBED_API_KEY }: Config): Embedder | undefined {
  if (EMBED_BASE_URL === undefined || EMBED_MODEL === undefined) return undefined;
  const key = EMBED_API_KEY === undefined ? {} : { apiKey: EMBED_API_KEY };
  return createEmbedder({ baseUrl: EMBED_BASE_URL, model: EMBED_MODEL, ...key, fetch: ownFetch("embeddings", fetch) });
}

export function openCatalogMeaning(config: Config, log: Log, clock: Clock): Meaning | undefined {
  const embedder = embedderOf(config);
  if (embedder === undefined) return undefined;
  return openMeaning({
    embedder,
    queryPrefix: config.EMBED_QUERY_PREFIX,
    files: {
      catalogPath: resolve(config.HUB_DATA_DIR, CATALOG_FILE),
      vectorPath: resolve(config.HUB_DATA_DIR, vectorFileName(embedder.model)),
      prefix: config.EMBED_ENTRY_PREFIX,
    },
    clock,
    weight: config.EMBED_WEIGHT,
    timeoutMs: config.EMBED_TIMEOUT_MS,
    warn: (message) => log.warn(message),
  });
}

const NEEDED = [
  "HOST",
  "PORT",
  "HUB_PUBLIC_URL",
  "HUB_DATA_DIR",
  "EMBED_BASE_URL",
  "EMBED_MODEL",
  "EMBED_API_KEY",
  "EMBED_ENTRY_PREFIX",
  "CATALOG_REFRESH_URL",
  "CATALOG_STORAGE_URL",
  "CATALOG_STORAGE_REGION",
  "CATALOG_STORAGE_KEY_ID",
  "CATALOG_STORAGE_SECRET",
  "CATALOG_HUB_URL",
  "CATALOG_HUB_TOKEN",
] as const satisfies readonly (keyof Config)[];

/** What a command of the catalogue in a process of its own has to know, and nothing else. */
export function importEnvironment(config: Config): Readonly<Record<string, string>> {
  const NET_ALLOW = config.NET_ALLOW.size === 0 ? undefined : [...config.NET_ALLOW].join();
  const settings = NEEDED.map((name) => [name, config[name]] as const);
  return Object.fromEntries(
    [...settings, ["NET_ALLOW", NET_ALLOW] as const].flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
