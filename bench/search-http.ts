/**
 * Keyed search over HTTP: questions asked again and again beside questions never asked before, with the hub and the
 * load each in a process of its own.
 */
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { keyOf } from "./issued-key.ts";
import { load } from "./loaded.ts";
import { CONNECTIONS, prepare } from "./rounds.ts";
import { LENGTHS, sentencesFrom } from "./sentences.ts";
import { type Served, serve } from "./served.ts";

const SECONDS = 10;
const ROUNDS = 3;
/** More than are asked in the time. */
const NEW_PER_ROUND = SECONDS * 3000;
const ADMIN_TOKEN = "a token of the bench, of this machine alone";

/** `questions` are asked in turn, again and again; others are made of the descriptions in the catalogue at `path`. */
export async function benchOverHttp(path: string, questions: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
  try {
    await symlink(resolve(path), join(dataDir, "catalog.sqlite"));
    using hub = await serve("../src/main.ts", "/health", {
      HUB_DATA_DIR: dataDir,
      ADMIN_TOKEN,
      LIMIT_KEY_PER_MINUTE: "0",
      LOG_LEVEL: "warn",
      CATALOG_AUTO_IMPORT: "false",
    });
    const key = await keyOf(hub, ADMIN_TOKEN);
    const fresh = sentencesFrom(path, LENGTHS.short, (ROUNDS + 1) * NEW_PER_ROUND).map(({ q }) => q);
    await measure(hub, fresh.splice(0, NEW_PER_ROUND), key); // Until everything is compiled.
    for (let round = 0; round < ROUNDS; round++) {
      console.log(`${`${questions.length} in turn`.padEnd(16)}${await measure(hub, questions, key)}`);
      console.log(`${"never asked".padEnd(16)}${await measure(hub, fresh.splice(0, NEW_PER_ROUND), key)}`);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(hub: Served, questions: readonly string[], key: string): Promise<string> {
  const requests = questions.map((one) => prepare("GET", searchPath(one), undefined, key));
  const cpuBefore = hub.cpu();
  const { rate, p50, p99, statuses } = await load(hub.port, requests, { seconds: SECONDS, connections: CONNECTIONS });
  const cpu = (hub.cpu() - cpuBefore) / (rate * SECONDS);
  const figures = [`${rate.toFixed(0)} requests/s`, `p50 ${p50.toFixed(1)} ms`, `p99 ${p99.toFixed(1)} ms`];
  figures.push(`${cpu.toFixed(0)} us of CPU each`, `${hub.memory().toFixed(0)} MiB`, JSON.stringify(statuses));
  return figures.join("  ");
}

export function searchPath(question: string): string {
  return `/api/v1/agent/search/?q=${encodeURIComponent(question)}`;
}
