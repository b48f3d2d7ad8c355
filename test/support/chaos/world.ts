/**
 * Three hubs on one PostgreSQL and Redis behind nginx, paid on a sandbox ledger. All of it is processes of its own, but
 * for the ledger and the service that the hubs' actor asks: these are in the process that plays.
 */
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeRegularly } from "../../../src/sandbox-ledger/sandbox.ts";
import { openPostgres } from "../../../src/store/drivers/postgres/postgres.ts";
import type { Store } from "../../../src/store/store.ts";
import { startHttp } from "../http-server.ts";
import { freePort, type HubProcess, startHubProcess } from "../hub-process.ts";
import { actorText, HUB } from "../killed-hubs.ts";
import { hasOwnPostgres, hasOwnRedis, type OwnServer, ownPostgres, ownRedis } from "../own-servers.ts";
import { serveSandbox, type TestSandbox } from "../sandbox.ts";
import { hasNginx, startFront } from "./front.ts";

/** The programs that a play needs and that are not there. */
export const MISSING = Object.entries({ nginx: hasNginx, PostgreSQL: hasOwnPostgres, Redis: hasOwnRedis })
  .filter(([, isThere]) => !isThere)
  .map(([name]) => name);

export const NETWORK = "xrpl:1";
export const HUBS = 3;
/** Of what a machine's time is spent on. */
export const PARTS = ["hub", "PostgreSQL", "Redis", "nginx"] as const;
export type Part = (typeof PARTS)[number];
const CLOSE_MS = 500;
/** An actor whose answers are kept: with a key a run of it is a daily call, and nobody else is asked. */
const KEPT = { slug: "kept", tier: "cached", cacheTtlSeconds: 3_600 };
const UNLIMITED = "1000000000";
/** All callers have one address here. */
const MANY_CALLS = 10_000;

export interface ChaosWorld extends AsyncDisposable {
  /** Of nginx. */
  readonly url: string;
  /** Of each hub, past nginx. */
  readonly hubUrls: readonly string[];
  readonly ledger: TestSandbox;
  readonly postgres: OwnServer;
  readonly redis: OwnServer;
  /** The first process of each part; what these have started is not named. */
  processes(): Readonly<Record<Part, readonly number[]>>;
  /** How often the actors have run with each input. */
  readonly ran: ReadonlyMap<string, number>;
  /** Numbers of the hubs that have ended without being told to. */
  dead(): readonly number[];
  /** Ends one, comes back when it is gone. */
  stopHub(number: number, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  startHub(number: number): Promise<void>;
  openStore(): Promise<Store>;
}

export interface WorldOptions {
  /** They are rich. */
  readonly payers: readonly string[];
  /** The file that the hubs are started from. */
  readonly main: string;
  readonly hubs?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** Told of the data folder of each hub before it starts. */
  readonly prepare?: (dataDir: string) => Promise<void>;
  /** How long the service that the actors ask takes. */
  readonly answerAfterMs?: number;
}

export async function startWorld(options: WorldOptions): Promise<ChaosWorld> {
  const { payers, main, hubs: count = HUBS, settings = {}, prepare, answerAfterMs = 0 } = options;
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "hub-chaos-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const [postgres, redis] = await Promise.all([ownPostgres(), ownRedis()]);
  stack.use(postgres);
  stack.use(redis);
  const endowments = [HUB, ...payers].map((address) => ({ address, drops: 100_000_000n }));
  const ledger = stack.use(serveSandbox({ networkId: 1, endowments }));
  const stop = new AbortController();
  stack.defer(() => stop.abort());
  ledger.sandbox.chain.close();
  closeRegularly(ledger.sandbox.chain, CLOSE_MS, stop.signal);
  const ran = new Map<string, number>();
  const upstream = stack.use(
    await startHttp((request, response) => {
      const q = request.url?.slice(1) ?? "";
      ran.set(q, (ran.get(q) ?? 0) + 1);
      const answer = () => response.end(JSON.stringify({ run: ran.size }));
      if (answerAfterMs > 0) setTimeout(answer, answerAfterMs);
      else answer();
    }),
  );
  await mkdir(join(folder, "actors"));
  await writeFile(join(folder, "actors/asker.ts"), actorText(upstream.origin));
  await writeFile(join(folder, "actors/kept.ts"), actorText(upstream.origin, KEPT));
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    HUB_ACTORS_DIR: join(folder, "actors"),
    ACTORS_IN_PROCESS: "asker,kept",
    HUB_SECRET: "a secret that all processes know",
    HUB_VERIFY_MINUTES: "60",
    XRPL_NETWORK: "1",
    XRPL_URL: ledger.url,
    XRPL_WALLET_ADDRESS: HUB,
    XRPL_DESTINATION_TAG: "7",
    TRUSTED_PROXIES: "127.0.0.1",
    LIMIT_ANON_PER_MINUTE: UNLIMITED,
    LIMIT_ANON_PER_DAY: UNLIMITED,
    LIMIT_KEY_PER_MINUTE: UNLIMITED,
    LIMIT_KEPT_RUNS: UNLIMITED,
    ...settings,
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const dataDirs = ports.map((_, number) => join(folder, `data-${number}`));
  for (const dataDir of dataDirs) await mkdir(dataDir, { mode: 0o700 }).then(() => prepare?.(dataDir));
  const start = (number: number): Promise<HubProcess> =>
    startHubProcess({ ...env, HUB_DATA_DIR: dataDirs[number] ?? "", PORT: String(ports[number]) }, main);
  const hubs: HubProcess[] = [];
  stack.defer(async () => void (await Promise.all(hubs.map((hub) => hub.kill()))));
  hubs.push(...(await Promise.all(ports.map((_, number) => start(number)))));
  const front = stack.use(await startFront(ports, MANY_CALLS));
  const owned = stack.move();
  return {
    url: front.url,
    hubUrls: ports.map((port) => `http://127.0.0.1:${port}`),
    ledger,
    postgres,
    redis,
    processes: () => ({
      hub: hubs.flatMap(({ child: { pid } }) => pid ?? []),
      PostgreSQL: postgres.pids().slice(0, 1),
      Redis: redis.pids().slice(0, 1),
      nginx: [front.pid],
    }),
    ran,
    dead: () => hubs.flatMap(({ child }, number) => (hasEnded(child) ? [number] : [])),
    async stopHub(number, signal) {
      const hub = hubs[number];
      if (hub === undefined || hasEnded(hub.child)) return;
      const gone = once(hub.child, "exit");
      hub.child.kill(signal);
      await gone;
    },
    async startHub(number) {
      hubs[number] = await start(number);
    },
    openStore: () => openPostgres(postgres.url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function hasEnded({ exitCode, signalCode }: HubProcess["child"]): boolean {
  return exitCode !== null || signalCode !== null;
}
