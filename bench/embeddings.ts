/**
 * What finding by meaning costs: vectors of the whole catalogue at several lengths, loaded and scanned by the thread that
 * holds them, and how long the event loop stands still meanwhile. The vectors are random: the scan looks at all of them,
 * whatever they say.
 * Usage: bun bench/embeddings.ts <catalog.sqlite>
 */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { textsOf } from "../src/embeddings/build.ts";
import { openScanner } from "../src/embeddings/scanner.ts";
import { toVector, type Vector } from "../src/embeddings/vector.ts";
import { headerOf, recordOf, vectorFileName } from "../src/embeddings/vector-file.ts";
import { createRandom } from "./random.ts";

const [catalogPath = "data/catalog.sqlite"] = process.argv.slice(2);
const MODEL = "random";
const SCANS = 20;
const LENGTHS = [384, 768, 1536];
const TICK_MS = 2;

const random = createRandom(1);
const texts = textsOf({ catalogPath, prefix: "" });
console.log(`${texts.size} texts`);
for (const dims of LENGTHS) await measure(dims);

async function measure(dims: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const vectorPath = join(folder, vectorFileName(MODEL));
  try {
    writeFileSync(vectorPath, headerOf(MODEL, dims));
    const batch: Buffer[] = [];
    for (const hash of texts.keys()) {
      batch.push(recordOf({ ...randomVector(dims), hash }));
      if (batch.length === 2000) appendFileSync(vectorPath, Buffer.concat(batch.splice(0)));
    }
    appendFileSync(vectorPath, Buffer.concat(batch));
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const scanner = await openScanner({ catalogPath, vectorPath, prefix: "" }, (error) => console.error(error));
    const loadMs = performance.now() - startedAt;
    const times: number[] = [];
    const stall = watchLoop();
    const cpu = process.cpuUsage();
    for (let at = 0; at < SCANS; at++) {
      const from = performance.now();
      await scanner.near(randomVector(dims), 100, {}, new AbortController().signal);
      times.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(cpu);
    times.sort((a, b) => a - b);
    const ms = (value: number | undefined) => (value ?? 0).toFixed(0);
    console.log(
      `${dims} numbers: loaded in ${(loadMs / 1000).toFixed(1)} s, +${ms((process.memoryUsage.rss() - before) / 2 ** 20)} MiB; ` +
        `scan p50 ${ms(times[SCANS / 2])} ms, p95 ${ms(times[Math.floor(SCANS * 0.95)])} ms, ` +
        `${ms((user + system) / 1000 / SCANS)} ms of processor each; the event loop stood still for ${ms(stall())} ms at most`,
    );
    scanner.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function randomVector(dims: number): Vector {
  return toVector(Float64Array.from({ length: dims }, () => random() - 0.5))!; // Never all zeros.
}

/** @returns the longest time by which a tick came late. */
function watchLoop(): () => number {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK_MS);
    last = now;
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
