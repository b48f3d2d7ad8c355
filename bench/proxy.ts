/**
 * What the proxy adds to a call, beside the upstream called directly in the same run: latency at a steady 300 calls a
 * second, calls a second at full load, and the memory that an answer of 100 MB takes.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalog } from "../src/catalog/import/build.ts";
import { CATALOG_FILE } from "../src/catalog/file-catalog/serving.ts";
import { largeAnswers } from "./large-answers.ts";
import { echoDescription } from "./echo-description.ts";
import { keyOf } from "./issued-key.ts";
import { load } from "./loaded.ts";
import { prepare } from "./rounds.ts";
import { serve, type Served } from "./served.ts";

const RATE = 300;
const STEADY_SECONDS = 10;
const SECONDS = 5;
const ADMIN = "a token of the bench, long enough";

const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
try {
  using upstream = await serve("echo.ts", "/");
  await buildCatalog({
    path: join(dataDir, CATALOG_FILE),
    now: Date.now(),
    allow: new Set([`127.0.0.1:${upstream.port}`]),
    source: { name: "bench", documents: [{ provider: "echo.dev", read: () => echoDescription(upstream.port) }] },
  });
  const settings = {
    HUB_DATA_DIR: dataDir,
    NET_ALLOW: `127.0.0.1:${upstream.port}`,
    LIMIT_KEY_PER_MINUTE: "0",
    LOG_LEVEL: "warn",
    ADMIN_TOKEN: ADMIN,
  };
  using hub = await serve("../src/main.ts", "/health", settings);
  const key = await keyOf(hub, ADMIN);
  for (const slug of ["echo-dev--read", "echo-dev--write"]) {
    const proxied = prepare("POST", `/api/v1/agent/proxy/${slug}/call/`, { params: { id: 7 } }, key);
    await load(hub.port, proxied, { seconds: 4, connections: 32 }); // Until everything is compiled.
    const before = hub.cpu();
    const full = await load(hub.port, proxied, { seconds: SECONDS, connections: 32 });
    const cpu = (hub.cpu() - before) / (full.rate * SECONDS);
    console.log(
      `${slug}: ${full.rate.toFixed(0)} keyed calls/s, p99 ${full.p99.toFixed(1)} ms, ${cpu.toFixed(0)} us of CPU each ${JSON.stringify(full.statuses)}`,
    );
    const direct = await steady(upstream, { method: "GET", path: "/things/7" });
    const through = await steady(hub, {
      method: "POST",
      path: `/api/v1/agent/proxy/${slug}/call/`,
      body: { params: { id: 7 } },
      key,
    });
    console.log(`  at ${RATE}/s direct:  p50 ${direct.p50.toFixed(2)} ms, p99 ${direct.p99.toFixed(2)} ms`);
    console.log(`  at ${RATE}/s proxied: p50 ${through.p50.toFixed(2)} ms, p99 ${through.p99.toFixed(2)} ms`);
    console.log(
      `  added: p50 ${(through.p50 - direct.p50).toFixed(2)} ms, p99 ${(through.p99 - direct.p99).toFixed(2)} ms`,
    );
  }
  // One that has done nothing yet has no garbage that a large answer could take the place of.
  using fresh = await serve("../src/main.ts", "/health", settings);
  await largeAnswers(fresh, key);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

/** Requests that start at a steady rate, whether the earlier ones are answered or not. */
async function steady({ port }: Served, { method, path, body, key }: Asked): Promise<{ p50: number; p99: number }> {
  const latencies: number[] = [];
  const under: Promise<void>[] = [];
  const startedAt = performance.now();
  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { "content-type": "application/json", ...(key !== undefined && { "x-api-key": key }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.text();
    latencies.push(performance.now() - askedAt);
  };
  for (let count = 0; count < RATE * STEADY_SECONDS; count++) {
    const due = startedAt + (count * 1000) / RATE;
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    under.push(ask());
  }
  await Promise.all(under);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
