/**
 * What one call of each kind costs on one hub behind nginx, on PostgreSQL and Redis: processor time by process, and what
 * the database and the network carry. What the idle world takes in the same time is taken off. A busy machine changes
 * processor time little.
 */
import { symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CATALOG_FILE } from "../../src/catalog/file-catalog/serving.ts";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { createBuyers, playBuyer } from "../../test/support/chaos/buyers.ts";
import { createClient } from "../../test/support/chaos/client.ts";
import { type ChaosWorld, type Part, PARTS, startWorld } from "../../test/support/chaos/world.ts";
import { startHttp } from "../../test/support/http-server.ts";
import { MAIN } from "../../test/support/hub-process.ts";
import { queryPostgres } from "../../test/support/stores.ts";
import { echoDescription } from "../echo-description.ts";
import { load } from "../loaded.ts";
import { CONNECTIONS, prepare } from "../rounds.ts";
import { searchPath } from "../search-http.ts";
import { LENGTHS, sentencesFrom } from "../sentences.ts";
import { openKeys } from "./keys.ts";
import { diskMsOf, TOLD_MS, type Usage, usageOf } from "./usage.ts";

/** Of one call. */
export interface CallCost {
  readonly kind: string;
  /** Processor time in microseconds, by process. */
  readonly cpu: Readonly<Record<Part, number>>;
  readonly commits: number;
  readonly syncs: number;
  readonly walBytes: number;
  /** Sent and received by the caller. */
  readonly bytes: number;
  /** How many a second there were meanwhile, and the median of what each took. */
  readonly rate: number;
  readonly p50: number;
}

/** Of one hub that nobody asks, for a second. */
type IdleCost = Pick<CallCost, "cpu" | "commits" | "syncs" | "walBytes">;

export interface CostsMeasured {
  readonly idle: IdleCost;
  readonly calls: readonly CallCost[];
  /** How long a commit waits for the disk. */
  readonly diskMs: number;
}

interface CostOptions {
  /** How long each kind is measured. */
  readonly seconds: number;
  /** A catalogue as `catalog import` builds it. */
  readonly catalog: string;
  /** Told of each kind as soon as it is measured. */
  readonly onMeasured?: (cost: CallCost) => void;
}

interface Kind {
  readonly name: string;
  readonly requests: readonly string[];
  /** Told when what was accepted is done. */
  readonly settle?: () => Promise<void>;
}

/** So often each kind is asked before it counts, until all is compiled; of what is slow on a busy machine, so long. */
const WARM_UP_CALLS = 3_000;
const WARM_UP_MOST_SECONDS = 25;
const WARM_UP_SECONDS = 3;
const IDLE_SECONDS = 5;
/** So many that few calls of one account meet in one transaction. */
const ACCOUNTS = 500;
const BUYERS = 32;
const NEW_QUESTIONS = 60_000;
const RUNS = "/api/v1/genius/actors";

export async function measureCosts(options: CostOptions): Promise<CostsMeasured> {
  const settings = { CATALOG_AUTO_IMPORT: "false" };
  const buyers = createBuyers(BUYERS);
  const payers = buyers.map(({ wallet }) => wallet.address);
  const link = (dataDir: string) => symlink(resolve(options.catalog), join(dataDir, CATALOG_FILE));
  const calls: CallCost[] = [];
  const add = (cost: CallCost): void => {
    calls.push(cost);
    options.onMeasured?.(cost);
  };
  let idle: IdleCost;
  let diskMs: number;
  {
    await using world = await startWorld({ payers, main: MAIN, hubs: 1, settings, prepare: link });
    const kinds = await kindsOf(world, options.catalog);
    await load(portOf(world), kinds[0]?.requests ?? [], { seconds: WARM_UP_SECONDS, connections: CONNECTIONS });
    diskMs = await diskMsOf(world);
    idle = await idleOf(world);
    for (const kind of kinds) add(await costOf(world, kind, idle, options.seconds));
    add(await costOfPaid(world, buyers, idle, options.seconds));
  }
  await using upstream = await startHttp((_request, response) => response.end('{"ok":true}'));
  const allow = `127.0.0.1:${upstream.port}`;
  const describe = async (dataDir: string): Promise<void> => {
    await buildCatalog({
      path: join(dataDir, CATALOG_FILE),
      now: Date.now(),
      allow: new Set([allow]),
      source: { name: "bench", documents: [{ provider: "echo.dev", read: () => echoDescription(upstream.port) }] },
    });
  };
  await using world = await startWorld({
    payers,
    main: MAIN,
    hubs: 1,
    settings: { ...settings, NET_ALLOW: allow },
    prepare: describe,
  });
  const keys = await openKeys(world, "enterprise", ACCOUNTS);
  const path = "/api/v1/agent/proxy/echo-dev--read/call/";
  const requests = keys.map((key) => prepare("POST", path, { params: { id: 7 } }, key));
  add(await costOf(world, { name: "proxy call", requests }, await idleOf(world), options.seconds));
  return { idle, calls, diskMs };
}

async function kindsOf(world: ChaosWorld, catalog: string): Promise<readonly Kind[]> {
  const keys = await openKeys(world, "enterprise", ACCOUNTS);
  const rich = await openKeys(world, "per_call", ACCOUNTS);
  const [busy = ""] = keys;
  const kept = { q: "always the same" };
  const questions = sentencesFrom(catalog, LENGTHS.short, NEW_QUESTIONS);
  const of = (path: string, body: (at: number) => unknown, all = keys) =>
    all.map((key, at) => prepare("POST", path, body(at), key));
  return [
    { name: "document", requests: [prepare("GET", "/api/v1/genius/actors/")] },
    { name: "cached run, no key", requests: [prepare("POST", `${RUNS}/kept/run/`, kept)] },
    { name: "cached run, keyed, one account", requests: [prepare("POST", `${RUNS}/kept/run/`, kept, busy)] },
    { name: "cached run, keyed", requests: of(`${RUNS}/kept/run/`, () => kept) },
    {
      name: "run, keyed",
      requests: of(`${RUNS}/data-clean/run/`, (at) => ({ items: [{ name: ` <b>Ann ${at}</b> ` }] })),
    },
    { name: "run charged to a balance", requests: of(`${RUNS}/asker/run/`, (at) => ({ q: `paid-${at}` }), rich) },
    {
      name: "search, keyed, repeated",
      requests: keys.map((key) => prepare("GET", searchPath("weather forecast"), undefined, key)),
    },
    {
      name: "search, keyed, new",
      requests: questions.map(({ q }, at) => prepare("GET", searchPath(q), undefined, keys[at % keys.length] ?? "")),
    },
    { name: "402 of a run", requests: [prepare("POST", `${RUNS}/asker/run/`, { q: "unpaid" })] },
    {
      name: "queued run, to its end",
      requests: of(`${RUNS}/asker/run/?wait=0`, (at) => ({ q: `later-${at}` }), rich),
      settle: () => emptied(world),
    },
  ];
}

async function idleOf(world: ChaosWorld): Promise<IdleCost> {
  const from = await usageOf(world);
  await new Promise((done) => setTimeout(done, IDLE_SECONDS * 1000));
  return less(from, await usageOf(world), undefined, IDLE_SECONDS + TOLD_MS / 1000);
}

async function costOf(
  world: ChaosWorld,
  { name, requests, settle }: Kind,
  idle: IdleCost,
  seconds: number,
): Promise<CallCost> {
  const run = (length: number) => load(portOf(world), requests, { seconds: length, connections: CONNECTIONS });
  for (let warm = 0, second = 0; warm < WARM_UP_CALLS && second < WARM_UP_MOST_SECONDS; second++)
    warm += (await run(1)).rate;
  await settle?.();
  const from = await usageOf(world);
  const { statuses, rate, p50, bytesSent, bytesReceived } = await run(seconds);
  await settle?.();
  const count = Object.values(statuses).reduce((sum, each) => sum + each, 0);
  const [most] = Object.entries(statuses).sort(([, a], [, b]) => b - a);
  if (most === undefined || most[1] < count || !/^(?:2\d\d|402)$/.test(most[0]))
    throw new Error(`Cannot measure "${name}": it was answered ${JSON.stringify(statuses)}`);
  const cost = less(from, await usageOf(world), idle, count);
  return { kind: name, ...cost, bytes: bytesSent + bytesReceived, rate, p50 };
}

/** Each pays for one run after the other: its terms, its payment, its answer. */
async function costOfPaid(
  world: ChaosWorld,
  buyers: ReturnType<typeof createBuyers>,
  idle: IdleCost,
  seconds: number,
): Promise<CallCost> {
  using client = createClient(world.url);
  const play = async (length: number): Promise<void> => {
    const until = performance.now() + length * 1000;
    await Promise.all(buyers.map((buyer) => playBuyer(client, world.ledger, buyer, until)));
  };
  await play(WARM_UP_SECONDS);
  const before = buyers.reduce((sum, { runIds }) => sum + runIds.length, 0);
  const from = await usageOf(world);
  const begun = performance.now();
  await play(seconds);
  const passed = (performance.now() - begun) / 1000;
  const count = buyers.reduce((sum, { runIds }) => sum + runIds.length, 0) - before;
  const took = client.answers.filter(({ kind, status }) => kind === "paid" && status === 200).map(({ ms }) => ms);
  took.sort((a, b) => a - b);
  const cost = less(from, await usageOf(world), idle, count);
  return { kind: "paid call, with its 402", ...cost, bytes: 0, rate: count / passed, p50: took[took.length >> 1] ?? 0 };
}

/** Until nothing waits and nothing is being done. */
async function emptied(world: ChaosWorld): Promise<void> {
  for (;;) {
    const [row] = await queryPostgres(
      world.postgres.url,
      "SELECT count(*)::int AS n FROM runs WHERE state IN ('queued', 'running')",
    );
    if (row?.["n"] === 0) return;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** By one of `count`, without what the idle world takes in the same time. */
function less(from: Usage, to: Usage, idle: IdleCost | undefined, count: number): IdleCost {
  const seconds = (to.at - from.at) / 1000;
  const each = (of: (usage: Usage | IdleCost) => number): number =>
    Math.max(0, of(to) - of(from) - (idle === undefined ? 0 : of(idle) * seconds)) / count;
  return {
    cpu: Object.fromEntries(PARTS.map((part) => [part, each(({ cpu }) => cpu[part])])) as Record<Part, number>,
    commits: each(({ commits }) => commits),
    syncs: each(({ syncs }) => syncs),
    walBytes: each(({ walBytes }) => walBytes),
  };
}

function portOf({ url }: ChaosWorld): number {
  return Number(new URL(url).port);
}
