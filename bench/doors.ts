/**
 * What requests of strangers cost the hub, shape by shape: processor time each, what another caller's /health waits
 * meanwhile, and by how much the process grows. Fails above the floors. Usage: bun run bench doors [part of a name]
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Shape, shapesFor } from "./doors/shapes.ts";
import { serve, type Served } from "./served.ts";

const CATALOG = resolve(process.env["CATALOG_FILE"] ?? "data/catalog.sqlite");
/** Until what it needs is compiled: whoever attacks sends more than one. */
const WARM_UP = 100;
const REQUESTS = 20;
/** Of bodies that are longer, fewer do. */
const LONG_BODY = 100_000;
const AT_ONCE = 4;
const PROBE_SECONDS = 2;
const MAX_MS = 5;
const MAX_MS_PER_KIB = 0.05;
const MAX_HEALTH_MS = 50;
/** What an idle server waits at most on a machine that has nothing else to do. */
const CALM_MS = 10;
const MAX_GROWTH_MIB = 150;
/** The limits are off: what one request costs is measured, not how many are let in. */
const OFF = ["ANON_PER_MINUTE", "ANON_PER_DAY", "REGISTER_PER_HOUR", "FREE_KEYS_PER_DAY", "FACILITATOR_PER_MINUTE"];

const folder = await mkdtemp(join(tmpdir(), "hub-doors-"));
try {
  if (existsSync(CATALOG)) await symlink(CATALOG, join(folder, "catalog.sqlite"));
  using hub = await serve("../src/main.ts", "/health", {
    HUB_DATA_DIR: folder,
    LOG_LEVEL: "error",
    CATALOG_AUTO_IMPORT: "false",
    BUN_OPTIONS: `--preload=${fileURLToPath(new URL("doors/turns.ts", import.meta.url))}`,
    DOORS_TURNS: join(folder, "longest-turn"),
    ...Object.fromEntries(OFF.map((name) => [`LIMIT_${name}`, "0"])),
  });
  // What its probe waits is the machine's doing, not the hub's.
  using idle = await serve("echo.ts", "/echo");
  const url = `http://127.0.0.1:${hub.port}`;
  const shapes = (await shapesFor(url)).filter(({ name }) => name.includes(process.argv[2] ?? ""));
  console.log(
    "processor ms each (most allowed) · of the longest turn · /health p99 and longest ms (of an idle server) · growth MiB · statuses",
  );
  for (const shape of shapes) await measure(hub, idle, url, shape);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function measure(hub: Served, idle: Served, url: string, shape: Shape): Promise<void> {
  for (let count = 0; count < ((shape.body?.length ?? 0) > LONG_BODY ? WARM_UP / 10 : WARM_UP); count++)
    await send(url, shape);
  const memory = hub.memory();
  const statuses = new Set<number>();
  const cpu = hub.cpu();
  for (let count = 0; count < REQUESTS; count++) statuses.add(await send(url, shape));
  const each = (hub.cpu() - cpu) / 1000 / REQUESTS;
  await longestTurn(hub);
  const probes = Promise.all([probe(hub.port, "/health"), probe(idle.port, "/echo")]);
  let isOver = false;
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) await send(url, shape);
  });
  const [{ p99, max }, machine] = await probes;
  const turn = await longestTurn(hub);
  const growth = hub.memory() - memory;
  isOver = true;
  await Promise.all(senders);

  const allowed = MAX_MS + (MAX_MS_PER_KIB * (shape.body?.length ?? 0)) / 1024;
  const isBad =
    (shape.isWork !== true && each > allowed) ||
    turn > MAX_HEALTH_MS ||
    (machine.max < CALM_MS && max > MAX_HEALTH_MS) ||
    growth > MAX_GROWTH_MIB;
  if (isBad) process.exitCode = 1;
  console.log(
    `${isBad ? "✗" : "✓"} ${shape.name}: ${each.toFixed(1)} (${allowed.toFixed(1)}) · ${turn.toFixed(1)} · ` +
      `${p99.toFixed(1)}, ${max.toFixed(1)} (${machine.max.toFixed(1)}) · ` +
      `${growth.toFixed(0)} · ${[...statuses].join(" ")}`,
  );
}

/** Of the event loop since it was last asked for, in milliseconds of processor time. */
async function longestTurn(hub: Served): Promise<number> {
  const file = join(folder, "longest-turn");
  await rm(file, { force: true });
  hub.signal("SIGUSR2");
  while (!existsSync(file)) await new Promise((resolve_) => setTimeout(resolve_, 5));
  return Number(await readFile(file, "utf8"));
}

async function send(url: string, { method, path, headers, body }: Shape): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  return response.status;
}

function probe(port: number, path: string): Promise<{ p99: number; max: number }> {
  const script = fileURLToPath(new URL("doors/probe.ts", import.meta.url));
  const child = spawn(process.execPath, [script, String(port), String(PROBE_SECONDS), path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve_, reject) => {
    let told = "";
    child.stdout.on("data", (part: Buffer) => (told += part));
    child.on("error", reject);
    child.on("close", () => resolve_(JSON.parse(told)));
  });
}
