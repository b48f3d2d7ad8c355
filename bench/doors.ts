/**
 * What requests of strangers cost the hub, shape by shape: processor time each, what another caller's /health waits
 * meanwhile, and by how much the process grows. Fails above the floors. Usage: bun run bench doors [part of a name]
 *
 * Growth is that of a fresh hub for each shape. It answers ordinary requests and comes to rest; then four senders send
 * the shape for four seconds, at least twenty times. The first figure is the most that the process was resident in at any
 * moment meanwhile (VmHWM, which Linux counts and this bench has reset), beside it what of that belongs to no file
 * (RssAnon; pages of the catalogue and of code do), the last what it is five seconds after the last answer, all less what
 * it was at rest. The first is held against the floor.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Growth, growthOver } from "./doors/growth.ts";
import { send } from "./doors/send.ts";
import { freeKeys, type Shape, shapesFor } from "./doors/shapes.ts";
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
const GROWTH = { atOnce: AT_ONCE, seconds: 4, requests: 20, restSeconds: 5 };
/** What anybody asks: it is loaded and compiled before the size is taken. */
const ordinaryFor = (key: string): Shape[] => [
  { name: "", method: "POST", path: "/api/v1/genius/actors/data-clean/run/", body: '{"text":"<p>a</p>"}' },
  { name: "", method: "POST", path: "/api/v1/genius/actors/intent-router/run/", body: '{"q":"weather in Paris"}' },
  { name: "", method: "GET", path: "/api/v1/demo/402/" },
  { name: "", method: "GET", path: "/api/v1/agent/random/" },
  {
    name: "",
    method: "POST",
    path: "/api/v1/agent/dynamic-tool/",
    headers: { "x-api-key": key },
    body: '{"description":"create a payment of 20 euros","dry_run":true}',
  },
];
/** The limits are off: what one request costs is measured, not how many are let in. */
const OFF = ["ANON_PER_MINUTE", "ANON_PER_DAY", "REGISTER_PER_HOUR", "FREE_KEYS_PER_DAY", "FACILITATOR_PER_MINUTE"];

const folder = await mkdtemp(join(tmpdir(), "hub-doors-"));
const settings = {
  HUB_DATA_DIR: folder,
  LOG_LEVEL: "error",
  CATALOG_AUTO_IMPORT: "false",
  ...Object.fromEntries(OFF.map((name) => [`LIMIT_${name}`, "0"])),
};
try {
  if (existsSync(CATALOG)) await symlink(CATALOG, join(folder, "catalog.sqlite"));
  console.log(
    `load ${loadavg()[0]?.toFixed(1)} · processor ms each (most allowed) · of the longest turn · ` +
      "/health p99 and longest ms (of an idle server) · statuses",
  );
  const shapes = await measureSpeeds(process.argv[2] ?? "");
  console.log(`\nload ${loadavg()[0]?.toFixed(1)} · growth MiB at its peak (of no file), and after`);
  for (const shape of shapes) reportGrowth(shape, await measureGrowth(shape));
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();

interface Speed {
  readonly each: number;
  readonly turn: number;
  readonly p99: number;
  readonly max: number;
  /** What the probe of an idle server waited at most: that is the machine's doing, not the hub's. */
  readonly calm: number;
  readonly statuses: ReadonlySet<number>;
}

/** One hub for all of them: what it has met before is compiled. */
async function measureSpeeds(part: string): Promise<Shape[]> {
  using hub = await serve("../src/main.ts", "/health", {
    ...settings,
    BUN_OPTIONS: `--preload=${fileURLToPath(new URL("doors/turns.ts", import.meta.url))}`,
    DOORS_TURNS: join(folder, "longest-turn"),
  });
  using idle = await serve("echo.ts", "/echo");
  const url = `http://127.0.0.1:${hub.port}`;
  const shapes = await shapesFor(url, part);
  for (const shape of shapes) reportSpeed(shape, await measureSpeed(hub, idle, url, shape));
  return shapes;
}

/** A fresh hub for each: what an earlier shape has left free would hide what this one takes. */
async function measureGrowth(shape: Shape): Promise<Growth> {
  using hub = await serve("../src/main.ts", "/health", settings);
  const url = `http://127.0.0.1:${hub.port}`;
  const [key = ""] = await freeKeys(url);
  const ordinary = ordinaryFor(key);
  for (let count = 0; count < WARM_UP / 4; count++) for (const one of ordinary) await send(url, one);
  // Its hub is ended when this is over.
  return await growthOver(hub, url, shape, GROWTH);
}

async function measureSpeed(hub: Served, idle: Served, url: string, shape: Shape): Promise<Speed> {
  const isLong = (shape.body?.length ?? 0) > LONG_BODY;
  // What is work takes seconds each, and is not judged by it.
  const [warmUp, requests] = shape.isWork ? [2, 4] : [isLong ? WARM_UP / 10 : WARM_UP, REQUESTS];
  for (let count = 0; count < warmUp; count++) await send(url, shape);
  const statuses = new Set<number>();
  const cpu = hub.cpu();
  for (let count = 0; count < requests; count++) statuses.add(await send(url, shape));
  const each = (hub.cpu() - cpu) / 1000 / requests;
  await longestTurn(hub);
  const probes = Promise.all([probe(hub.port, "/health"), probe(idle.port, "/echo")]);
  let isOver = false;
  const senders = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) await send(url, shape);
  });
  const [{ p99, max }, machine] = await probes;
  const turn = await longestTurn(hub);
  isOver = true;
  await Promise.all(senders);
  return { each, turn, p99, max, calm: machine.max, statuses };
}

function reportSpeed(shape: Shape, { each, turn, p99, max, calm, statuses }: Speed): void {
  const allowed = MAX_MS + (MAX_MS_PER_KIB * (shape.body?.length ?? 0)) / 1024;
  const isBad =
    (shape.isWork !== true && each > allowed) || turn > MAX_HEALTH_MS || (calm < CALM_MS && max > MAX_HEALTH_MS);
  if (isBad) process.exitCode = 1;
  console.log(
    `${isBad ? "✗" : "✓"} ${shape.name}: ${each.toFixed(1)} (${allowed.toFixed(1)}) · ${turn.toFixed(1)} · ` +
      `${p99.toFixed(1)}, ${max.toFixed(1)} (${calm.toFixed(1)}) · ${[...statuses].join(" ")}`,
  );
}

function reportGrowth({ name }: Shape, { peak, anonymous, after }: Growth): void {
  const isBad = peak > MAX_GROWTH_MIB;
  if (isBad) process.exitCode = 1;
  console.log(`${isBad ? "✗" : "✓"} ${name}: ${peak.toFixed(0)} (${anonymous.toFixed(0)}), ${after.toFixed(0)}`);
}

/** Of the event loop since it was last asked for, in milliseconds of processor time. */
async function longestTurn(hub: Served): Promise<number> {
  const file = join(folder, "longest-turn");
  await rm(file, { force: true });
  hub.signal("SIGUSR2");
  while (!existsSync(file)) await new Promise((resolve_) => setTimeout(resolve_, 5));
  return Number(await readFile(file, "utf8"));
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
