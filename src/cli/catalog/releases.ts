/** `bun run catalog publish | fetch | rollback | releases`: the catalogue as a file that many machines serve. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Config, loadConfig } from "../../app/settings/config.ts";
import { keepPrivate } from "../../app/process/private-files.ts";
import { releaseSourceOf, releaseStoreOf } from "../../app/catalog/release-source.ts";
import { CATALOG_FILE } from "../../catalog/file-catalog/serving.ts";
import { fetchRelease } from "../../catalog/releases/fetch.ts";
import { digestOf, keepPresent, keptReleases, trimReleases } from "../../catalog/releases/kept.ts";
import { goBack, publishCatalog, rollBack } from "../../catalog/releases/publish.ts";
import { shortName } from "../../catalog/releases/release.ts";
import { defineCommand, UsageError } from "../command.ts";
import { printable } from "../printable.ts";
import { stoppedBy } from "../stopped-by.ts";

const CLOCK = { now: Date.now };

export const publish = defineCommand({
  name: "catalog publish",
  summary: "Publishes this machine's catalogue for all hubs that take theirs from CATALOG_STORAGE_URL.",
  args: {},
  run: () =>
    within("Stopped; what is published is as it was.", async ({ path, config, signal }) => {
      const store = releaseStoreOf(config, CLOCK);
      if (store === undefined) throw new UsageError("Nowhere to publish: set CATALOG_STORAGE_URL.");
      const { release, isNew } = await publishCatalog(path, store, signal);
      trimReleases(path);
      const { digest, entries, sent_bytes: bytes } = release;
      const what = `${shortName(digest)}, ${entries} entries`;
      say(isNew ? `Published ${what}, in ${bytes} bytes.` : `${what}: is the present catalogue already.`);
    }),
});

/** Takes the catalogue that is published. With `keep`, not where what is here was built since that was taken before. */
export async function fetchPublished(keep: boolean): Promise<number> {
  return within(
    "Stopped; the catalogue is as it was, and the next fetch goes on.",
    async ({ path, config, signal }) => {
      const source = releaseSourceOf(config, CLOCK);
      if (source === undefined)
        throw new UsageError("Nowhere to fetch from: set CATALOG_STORAGE_URL, or CATALOG_HUB_URL.");
      const { release, isNew, downloadMs, verifyMs } = await fetchRelease({
        path,
        source,
        signal,
        isForced: !keep,
        pause: (ms, over) => wait(ms, undefined, { signal: over }),
        onBreak: (sentence) => void process.stderr.write(`${printable(sentence)}\n`),
      });
      const what = `${shortName(release.digest)}, ${release.entries} entries`;
      const [fetched, looked] = [downloadMs, verifyMs].map((ms) => (ms / 1000).toFixed(1));
      say(
        isNew ? `${what}: fetched in ${fetched} s, unpacked and looked through in ${looked} s.` : `${what}: as it was.`,
      );
    },
  );
}

export const rollback = defineCommand({
  name: "catalog rollback",
  summary: "Goes back to an earlier catalogue: of all hubs where it is published, else of this machine.",
  args: {
    version: { type: "word", hint: "version", description: "how it begins; left out, the one before the present one" },
  },
  run: ({ version }) =>
    within("Stopped.", async ({ path, config, signal }) => {
      const store = releaseStoreOf(config, CLOCK);
      if (store !== undefined) {
        const { current } = await rollBack(store, version, signal);
        return say(`${shortName(current)} is the present catalogue again; every hub takes it when it looks next.`);
      }
      if (!existsSync(path)) throw new UsageError("There is no catalogue yet to go back from.");
      const digest = await goBack({ path, signal, onWait: tellOfWait }, version);
      say(`${shortName(digest)} is served again; a hub that runs takes it within two seconds.`);
    }),
});

export const releases = defineCommand({
  name: "catalog releases",
  summary: "Lists the catalogues that are kept here, and those that are published.",
  args: {},
  run: () =>
    within("Stopped.", async ({ path, config, signal }) => {
      const present = existsSync(path) ? await digestOf(path, signal) : undefined;
      for (const { digest, made, bytes } of keptReleases(path))
        say(lineOf("here", digest, new Date(made).toISOString(), bytes, digest === present));
      const known = await releaseSourceOf(config, CLOCK)?.pointer(undefined, signal);
      if (known === undefined || known === "same") return;
      for (const { digest, made, sent_bytes: bytes } of known.pointer.releases)
        say(lineOf("published", digest, made, bytes, digest === known.pointer.current));
    }),
});

/** Keeps the present catalogue before another is built in its place, so that `catalog rollback` can go back to it. */
export async function keepBefore(path: string): Promise<void> {
  if (!existsSync(path)) return;
  await keepPresent(path);
  trimReleases(path);
}

/** Another import of this catalogue is at it. */
export function tellOfWait(): void {
  process.stderr.write("Another import of this catalogue has to finish first.\n");
}

interface Place {
  readonly path: string;
  readonly config: Config;
  readonly signal: AbortSignal;
}

async function within(stopped: string, work: (place: Place) => Promise<void>): Promise<number> {
  const config = loadConfig(process.env);
  keepPrivate(config.HUB_DATA_DIR);
  await mkdir(config.HUB_DATA_DIR, { recursive: true, mode: 0o700 });
  const path = join(config.HUB_DATA_DIR, CATALOG_FILE);
  await work({ path, config, signal: stoppedBy(stopped) });
  return 0;
}

function lineOf(where: string, digest: string, made: string, bytes: number, isPresent: boolean): string {
  return `${isPresent ? "*" : " "} ${shortName(digest)}  ${made}  ${String(bytes).padStart(11)} bytes  ${where}`;
}

function say(sentence: string): void {
  process.stdout.write(`${printable(sentence)}\n`);
}
