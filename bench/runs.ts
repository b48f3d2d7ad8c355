/**
 * What the hub costs beside a bare route of the same framework, measured in turn in the same minute.
 * Absolute figures depend on the machine; the ratios are what to compare.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { coinServer } from "./coin-server.ts";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const SOAK_RUNS = 200_000;

interface Measured {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const coins = await coinServer();
const [hubPort, barePort] = [await freePort(), await freePort()];
const hub = start("../src/main.ts", {
  PORT: String(hubPort),
  HUB_DATA_DIR: dataDir,
  LIMIT_ANON_PER_MINUTE: "0",
  LIMIT_ANON_PER_DAY: "0",
  LOG_LEVEL: "warn",
  CATALOG_AUTO_IMPORT: "false",
  COINGECKO_URL: coins.url,
});
const bare = start("bare.ts", { PORT: String(barePort) });
try {
  await Promise.all([up(`http://127.0.0.1:${hubPort}/health`), up(`http://127.0.0.1:${barePort}/json`)]);
  const runPath = (slug: string) => `/api/v1/genius/actors/${slug}/run/`;
  const items = [
    { Name: " <b>Ann</b> ", age: "41", note: null },
    { Name: "Bob &amp; Co", age: "007" },
  ];
  const cases = {
    "bare route, GET": [barePort, prepare("GET", "/json")],
    "bare route, POST": [barePort, prepare("POST", "/json", { ids: "bitcoin" })],
    "cached run": [hubPort, prepare("POST", runPath("crypto-prices"), { ids: "bitcoin" })],
    "uncached data-clean run": [hubPort, prepare("POST", runPath("data-clean"), { items })],
  } as const;

  for (const [port, request] of Object.values(cases)) await load(port, request, 6); // Until everything is compiled.
  const results = new Map<string, Measured[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [port, request]] of Object.entries(cases)) {
      results.set(name, [...(results.get(name) ?? []), await load(port, request, SECONDS)]);
    }
  }
  report(results);
  await soak(hub, cases["uncached data-clean run"]);
} finally {
  hub.kill();
  bare.kill();
  await coins.close();
  await rm(dataDir, { recursive: true, force: true });
}

function report(results: ReadonlyMap<string, readonly Measured[]>): void {
  const rates = (name: string) => results.get(name)?.map(({ rate }) => rate) ?? [];
  console.log(`\n${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turn, medians\n`);
  console.log(
    `${"case".padEnd(26)}${"requests/s".padStart(12)}${"p50 ms".padStart(9)}${"p99 ms".padStart(9)}  answers`,
  );
  for (const [name, measured] of results) {
    const figures = [
      median(measured.map(({ rate }) => rate)),
      median(measured.map(({ p50 }) => p50)),
      median(measured.map(({ p99 }) => p99)),
    ];
    const statuses = JSON.stringify(measured.at(-1)?.statuses);
    console.log(
      `${name.padEnd(26)}${(figures[0] ?? 0).toFixed(0).padStart(12)}${(figures[1] ?? 0).toFixed(2).padStart(9)}${(figures[2] ?? 0).toFixed(2).padStart(9)}  ${statuses}`,
    );
  }
  for (const peer of ["bare route, POST", "bare route, GET"]) {
    const ratios = rates("cached run").map((rate, round) => rate / (rates(peer)[round] ?? Number.NaN));
    console.log(
      `\ncached run / ${peer}: ${(median(ratios) * 100).toFixed(0)} % (rounds ${ratios.map((ratio) => (ratio * 100).toFixed(0)).join(", ")})`,
    );
  }
}

/** Memory of the hub over many runs, after it has warmed up. */
async function soak(hubProcess: ChildProcess, [port, request]: readonly [number, string]): Promise<void> {
  const samples: string[] = [];
  for (let runs = 0; runs < SOAK_RUNS;) {
    const { rate } = await load(port, request, SECONDS);
    runs += Math.round(rate * SECONDS);
    samples.push(`${(residentKiB(hubProcess) / 1024).toFixed(0)} MiB after ${runs}`);
  }
  console.log(`\nmemory of the hub over ${SOAK_RUNS} further runs: ${samples.join(", ")}`);
}

function residentKiB({ pid }: ChildProcess): number {
  return Number(spawnSync("ps", ["-o", "rss=", "-p", String(pid)]).stdout.toString());
}

function load(port: number, request: string, seconds: number): Promise<Measured> {
  const child = spawn("bun", [here("load.ts"), String(port), String(seconds), String(CONNECTIONS), request], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<Measured>();
  child.on("close", (code) =>
    code === 0 ? resolve(JSON.parse(printed)) : reject(new Error(`load ended with ${code}`)),
  );
  return promise;
}

/** A whole HTTP request, in base64. */
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

function start(script: string, env: Record<string, string>): ChildProcess {
  return spawn("bun", [here(script)], { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] });
}

async function up(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing answers at ${url}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function here(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
