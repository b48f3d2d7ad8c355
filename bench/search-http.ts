/**
 * Keyed search over HTTP: questions asked again and again beside questions never asked before, with the hub and the
 * load each in a process of its own.
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LENGTHS, sentencesFrom } from "./sentences.ts";
import { type Served, serve } from "./served.ts";

const CONNECTIONS = 32;
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
    const key = await keyOf(hub);
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
  const cpuBefore = hub.cpu();
  const printed = await load(
    hub,
    questions.map((one) => prepare(one, key)),
  );
  const { rate, p50, p99, statuses } = JSON.parse(printed);
  const cpu = (hub.cpu() - cpuBefore) / (rate * SECONDS);
  const figures = [`${rate.toFixed(0)} requests/s`, `p50 ${p50.toFixed(1)} ms`, `p99 ${p99.toFixed(1)} ms`];
  figures.push(`${cpu.toFixed(0)} us of CPU each`, `${hub.memory().toFixed(0)} MiB`, JSON.stringify(statuses));
  return figures.join("  ");
}

async function keyOf({ port }: Served): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/keys/`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", tier: "enterprise", reason: "bench" }),
  });
  const { api_key: key } = (await response.json()) as { api_key?: string };
  if (key === undefined) throw new Error(`Cannot bench: the hub issued no key but answered ${response.status}`);
  return key;
}

function load({ port }: Served, requests: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL("load.ts", import.meta.url));
  const child = spawn("bun", [script, String(port), String(SECONDS), String(CONNECTIONS), "-"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(requests.join("\n"));
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  child.on("close", (code) => (code === 0 ? done(printed) : reject(new Error(`load ended with ${code}`))));
  return promise;
}

/** A whole HTTP request, in base64. */
function prepare(question: string, key: string): string {
  const head = [
    `GET /api/v1/agent/search/?q=${encodeURIComponent(question)} HTTP/1.1`,
    "Host: 127.0.0.1",
    `X-API-Key: ${key}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`).toString("base64");
}
