/**
 * A published catalogue on its way into a hub that serves: how long it takes to publish, fetch and swap it, and what others'
 * `/health` waits meanwhile. The storage is a stub on loopback in a process of its own.
 * Usage: bun bench/releases.ts <catalogue>
 */
import { Database } from "bun:sqlite";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type HubProcess, startHubProcess } from "../test/support/hub-process.ts";
import { startStorage } from "../test/support/object-storage.ts";

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
const [, , given = "data/catalog.sqlite"] = process.argv;

if (given === "storage") {
  const { url, keys } = await startStorage();
  process.stdout.write(`${JSON.stringify({ url, keys })}\n`);
} else await measure(given);

async function measure(catalogue: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-releases-"));
  const storage = spawn(process.execPath, [fileURLToPath(import.meta.url), "storage"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line = ""] = (await once(createInterface({ input: storage.stdout }), "line")) as [string];
    const { url, keys } = JSON.parse(line) as Pick<Awaited<ReturnType<typeof startStorage>>, "url" | "keys">;
    const settings = {
      CATALOG_STORAGE_URL: url,
      CATALOG_STORAGE_KEY_ID: keys.id,
      CATALOG_STORAGE_SECRET: keys.secret,
      CATALOG_LOOK_SECONDS: "1",
    };
    const builder = join(folder, "builder");
    mkdirSync(builder);
    const file = join(builder, "catalog.sqlite");
    copyFileSync(catalogue, file);
    const publishMs = await publish({ ...settings, HUB_DATA_DIR: builder });
    await using hub = await startHubProcess({ ...settings, HUB_DATA_DIR: join(folder, "hub") });
    const first = await served(hub, undefined);
    const quiet = watchHealth(hub);
    await pause(3_000);
    const before = quiet();
    changeDigest(file);
    const watched = watchHealth(hub);
    const began = performance.now();
    await publish({ ...settings, HUB_DATA_DIR: builder });
    const published = performance.now();
    await served(hub, first);
    const swapped = performance.now();
    await pause(2_000);
    const after = watched();
    const told =
      hub
        .log()
        .match(/Catalogue fetch: .*/g)
        ?.at(-1) ?? "";
    console.log(
      `${statSync(file).size} bytes; publish ${publishMs.toFixed(0)} and ${(published - began).toFixed(0)} ms`,
    );
    console.log(`from published to served, the look for it included: ${(swapped - published).toFixed(0)} ms`);
    console.log(told);
    console.log(`/health, nothing else going on: p50 ${before.p50} p99 ${before.p99} longest ${before.longest} ms`);
    console.log(`/health meanwhile:              p50 ${after.p50} p99 ${after.p99} longest ${after.longest} ms`);
    if (after.failed > 0) throw new Error(`${after.failed} requests failed`);
  } finally {
    storage.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function publish(env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, "catalog", "publish"], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error("The catalogue was not published");
  return performance.now() - began;
}

/** As another import would: nothing that is served of it changes. A file that is served or kept never changes itself. */
function changeDigest(path: string): void {
  copyFileSync(path, `${path}.next`);
  const database = new Database(`${path}.next`);
  database.run("PRAGMA application_id = 1");
  database.close();
  copyFileSync(path, `${path}.old`);
  Bun.spawnSync(["mv", `${path}.next`, path]);
}

async function served(hub: HubProcess, before: string | undefined): Promise<string> {
  for (;;) {
    const ready = (await (await fetch(`${hub.url}/ready`)).json()) as { catalog: { version: string | null } };
    const { version } = ready.catalog;
    if (version !== null && version !== before) return version;
    await pause(50);
  }
}

/** Asks again and again, until the figures are asked for. */
function watchHealth({ url }: HubProcess) {
  const times: number[] = [];
  let failed = 0;
  let isOver = false;
  void (async () => {
    while (!isOver) {
      const began = performance.now();
      const isFine = await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      times.push(performance.now() - began);
      if (!isFine) failed++;
      await pause(2);
    }
  })();
  return () => {
    isOver = true;
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
    return { p50: at(0.5), p99: at(0.99), longest: at(1), failed };
  };
}
