/**
 * What the hub costs beside a bare route of the same framework, measured in turn in the same minute.
 * Absolute figures depend on the machine; the ratios are what to compare, and a busy machine disturbs those of the
 * processor time least.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coinServer } from "./coin-server.ts";
import { type Case, compare, inTurn, measure, prepare } from "./rounds.ts";
import { serve } from "./served.ts";

const ROUNDS = 15;
const SECONDS = 1;
const WARM_UP_SECONDS = 6;
const SOAK_RUNS = 200_000;

const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const coins = await coinServer();
try {
  using hub = await serve("../src/main.ts", "/health", {
    HUB_DATA_DIR: dataDir,
    LIMIT_ANON_PER_MINUTE: "0",
    LIMIT_ANON_PER_DAY: "0",
    LOG_LEVEL: "warn",
    CATALOG_AUTO_IMPORT: "false",
    COINGECKO_URL: coins.url,
  });
  using bare = await serve("bare.ts", "/json");
  const items = [
    { Name: " <b>Ann</b> ", age: "41", note: null },
    { Name: "Bob &amp; Co", age: "007" },
  ];
  const cases: readonly Case[] = [
    { name: "bare route, GET", server: bare, request: prepare("GET", "/json") },
    { name: "bare route, POST", server: bare, request: prepare("POST", "/json", { ids: "bitcoin" }) },
    { name: "cached run", server: hub, request: prepare("POST", runPath("crypto-prices"), { ids: "bitcoin" }) },
    { name: "uncached data-clean run", server: hub, request: prepare("POST", runPath("data-clean"), { items }) },
  ];
  const results = await inTurn(cases, { rounds: ROUNDS, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS });
  for (const peer of ["bare route, POST", "bare route, GET"]) compare(results, "cached run", peer);
  await soak(cases.at(-1));
} finally {
  await coins.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Memory of the hub over many runs, after it has warmed up. */
async function soak(each: Case | undefined): Promise<void> {
  if (each === undefined) return;
  const samples: string[] = [];
  for (let runs = 0; runs < SOAK_RUNS;) {
    const { statuses } = await measure(each, 5);
    runs += Object.values(statuses).reduce((sum, count) => sum + count, 0);
    samples.push(`${each.server.memory().toFixed(0)} MiB after ${runs}`);
  }
  console.log(`\nmemory of the hub over ${SOAK_RUNS} further runs: ${samples.join(", ")}`);
}

function runPath(slug: string): string {
  return `/api/v1/genius/actors/${slug}/run/`;
}
