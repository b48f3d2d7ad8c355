/**
 * What the hub costs beside a bare route of the same framework, measured in turn in the same minute.
 * Absolute figures depend on the machine; the ratios are what to compare, and a busy machine disturbs those of the
 * processor time least.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coinServer } from "./coin-server.ts";
import { load, type Loaded } from "./loaded.ts";
import { serve, type Served } from "./served.ts";

const ROUNDS = 9;
const SECONDS = 1;
const WARM_UP_SECONDS = 6;
const CONNECTIONS = 32;
const SOAK_RUNS = 200_000;

interface Case {
  readonly name: string;
  readonly server: Served;
  /** A whole HTTP request, in base64. */
  readonly request: string;
}

interface Measured extends Loaded {
  /** Processor time of the server for one request, in microseconds. */
  readonly cpu: number;
}

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
  for (const each of cases) await measure(each, WARM_UP_SECONDS); // Until everything is compiled.
  const results = new Map(cases.map(({ name }) => [name, [] as Measured[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of cases) results.get(each.name)?.push(await measure(each, SECONDS));
  }
  report(results);
  await soak(cases.at(-1));
} finally {
  await coins.close();
  await rm(dataDir, { recursive: true, force: true });
}

function report(results: ReadonlyMap<string, readonly Measured[]>): void {
  console.log(`\n${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turn, medians\n`);
  console.log(row("case", "requests/s", "p50 ms", "p99 ms", "cpu us"));
  for (const [name, measured] of results) {
    const middle = (figure: "rate" | "p50" | "p99" | "cpu") => median(measured.map((each) => each[figure]));
    const figures = [
      middle("rate").toFixed(0),
      middle("p50").toFixed(2),
      middle("p99").toFixed(2),
      middle("cpu").toFixed(1),
    ];
    console.log(`${row(name, ...figures)}  ${JSON.stringify(measured.at(-1)?.statuses)}`);
  }
  const cached = results.get("cached run") ?? [];
  for (const peer of ["bare route, POST", "bare route, GET"]) {
    const bare = results.get(peer) ?? [];
    const byRate = cached.map(({ rate }, round) => rate / (bare[round]?.rate ?? Number.NaN));
    const byCpu = median(bare.map(({ cpu }) => cpu)) / median(cached.map(({ cpu }) => cpu));
    const rounds = byRate.map(percent).join(", ");
    console.log(
      `\ncached run / ${peer}: ${percent(median(byRate))} % by requests (${rounds}), ${percent(byCpu)} % by processor time`,
    );
  }
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

async function measure({ server, request }: Case, seconds: number): Promise<Measured> {
  const cpuBefore = server.cpu();
  const measured = await load(server.port, request, { seconds, connections: CONNECTIONS });
  const requests = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0);
  return { ...measured, cpu: (server.cpu() - cpuBefore) / requests };
}

function runPath(slug: string): string {
  return `/api/v1/genius/actors/${slug}/run/`;
}

function prepare(method: string, path: string, body?: unknown): string {
  const content = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${content.length}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${content}`).toString("base64");
}

function row(name: string, ...figures: string[]): string {
  return name.padEnd(26) + figures.map((figure) => figure.padStart(11)).join("");
}

function percent(ratio: number): string {
  return (ratio * 100).toFixed(0);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
