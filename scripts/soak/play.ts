/** A long mixed load on one hub in its default form, SQLite and the sandbox ledger, and what becomes of its memory. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { coinServer } from "../../bench/coin-server.ts";
import { keyOf } from "../../bench/issued-key.ts";
import { buy, fill } from "../../bench/paid-http.ts";
import { searchPath } from "../../bench/search-http.ts";
import { LENGTHS, sentencesFrom } from "../../bench/sentences.ts";
import { serve } from "../../bench/served.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { CATALOG_FILE } from "../../src/catalog/file-catalog/serving.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import { openSockets } from "../../test/support/chaos/sockets.ts";
import { walletOf } from "../../test/support/payer.ts";
import { randomOf } from "../../test/support/random.ts";

export interface SoakOptions {
  readonly seconds: number;
  /** Requests a second. */
  readonly rate: number;
  /** Asked first, as fast as they are answered: everything is compiled then, and caches are full. */
  readonly warmUp: number;
  readonly sampleSeconds: number;
  /** A catalogue as `catalog import` builds it; without one nothing is searched for. */
  readonly catalog: string | undefined;
  readonly onSample?: (sample: Sample) => void;
}

/** Of the time since the last one. */
export interface Sample {
  /** Since the load began. */
  readonly seconds: number;
  /** Of the hub, in MiB: all that is resident, and what of it stands in no file. */
  readonly resident: number;
  readonly own: number;
  /** Of the machine, in MiB. */
  readonly available: number;
  /** Requests answered in a second, and how long they took in milliseconds. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Of the hub, in processors. */
  readonly processor: number;
  readonly failed: number;
}

export interface SoakReport {
  readonly samples: readonly Sample[];
  /** How often each answer was given that is none of those that should be. */
  readonly failures: ReadonlyMap<string, number>;
  readonly paid: number;
  /** What `ledger verify` found. */
  readonly differences: readonly string[];
  readonly entries: number;
}

interface Ask {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
}

const ADMIN = "a token of the soak, long enough";
const RUN = "/api/v1/genius/actors";
const KEYS = 40;
const BUYERS = 2;
/** A ledger is closed so often. */
const CLOSE_MS = 500;
/** More are not asked at once. */
const MOST_OPEN = 200;
const WARM_UP_OPEN = 16;
const LATE_MS = 30_000;
const QUESTIONS = 40_000;
const EXPECTED: Readonly<Record<string, number>> = { unpaid: 402, queued: 202 };

export async function playSoak(options: SoakOptions): Promise<SoakReport> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "hub-soak-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  if (options.catalog !== undefined) await symlink(resolve(options.catalog), join(folder, CATALOG_FILE));
  const coins = await coinServer();
  stack.defer(() => coins.close());
  let report: Omit<SoakReport, "differences" | "entries">;
  {
    using hub = await serve("../src/main.ts", "/health", {
      HUB_DATA_DIR: folder,
      ADMIN_TOKEN: ADMIN,
      COINGECKO_URL: coins.url,
      SANDBOX_CLOSE_MS: String(CLOSE_MS),
      CATALOG_AUTO_IMPORT: "false",
      LOG_LEVEL: "warn",
      ...Object.fromEntries(
        ["ANON_PER_MINUTE", "ANON_PER_DAY", "KEY_PER_MINUTE", "SANDBOX_PER_MINUTE"].map((name) => [
          `LIMIT_${name}`,
          "0",
        ]),
      ),
    });
    report = await underLoad(hub, options);
    await hub.end();
  }
  await using store = await openStore(undefined, folder);
  const { differences, entries } = await verifyLedger(store);
  return { ...report, differences, entries };
}

async function underLoad(
  hub: Awaited<ReturnType<typeof serve>>,
  { seconds, rate, warmUp, sampleSeconds, catalog, onSample }: SoakOptions,
): Promise<Omit<SoakReport, "differences" | "entries">> {
  const origin = `http://127.0.0.1:${hub.port}`;
  const keys: string[] = [];
  while (keys.length < KEYS) keys.push(await keyOf(hub, ADMIN));
  const next = asking(keys, catalog);
  const buyers = Array.from({ length: BUYERS }, (_, number) => walletOf(`soak-${number}`));
  await fill(origin, buyers);
  await pause(4 * CLOSE_MS);
  using sockets = openSockets(origin, LATE_MS);
  const samples: Sample[] = [];
  const failures = new Map<string, number>();
  const open = new Set<Promise<void>>();
  let took: number[] = [];
  let failed = 0;
  let paid = 0;

  const ask = async ({ kind, method, path, key, body = "" }: Ask): Promise<void> => {
    const begun = performance.now();
    const headers = { "content-type": "application/json", ...(key !== undefined && { "x-api-key": key }) };
    const status = await sockets.ask(method, path, headers, body).then(
      (answer) => answer.status,
      () => 0,
    );
    took.push(performance.now() - begun);
    if (status !== (EXPECTED[kind] ?? 200)) fail(`${kind} ${status}`);
  };
  const fail = (what: string): void => {
    failed++;
    failures.set(what, (failures.get(what) ?? 0) + 1);
  };

  let left = warmUp;
  const warm = async (): Promise<void> => {
    while (left-- > 0) await ask(next());
  };
  await Promise.all(Array.from({ length: WARM_UP_OPEN }, warm));
  took = [];

  const begun = performance.now();
  const passed = (): number => (performance.now() - begun) / 1000;
  const buying = buyers.map(async (buyer) => {
    while (passed() < seconds) {
      await buy(origin, buyer, 1).then(
        () => paid++,
        (error: unknown) => fail(`paid ${/answered \d+/.exec(String(error))?.[0] ?? "not answered with terms"}`),
      );
    }
  });
  let asked = 0;
  const timer = setInterval(() => {
    // What a busy machine does not keep up with is not asked later, either.
    for (const due = passed() * rate; asked < due; asked++) {
      if (open.size >= MOST_OPEN) continue;
      const one = ask(next());
      open.add(one);
      void one.finally(() => open.delete(one));
    }
  }, 5);
  let since = { at: 0, cpu: hub.cpu() };
  while (passed() < seconds) {
    await pause(Math.min(sampleSeconds, Math.max(0, seconds - passed())) * 1000);
    const now = { at: passed(), cpu: hub.cpu() };
    took.sort((a, b) => a - b);
    const sample: Sample = {
      seconds: now.at,
      ...memoryOf(hub.pid),
      rate: took.length / (now.at - since.at),
      p50: took[Math.floor(took.length * 0.5)] ?? 0,
      p99: took[Math.floor(took.length * 0.99)] ?? 0,
      processor: (now.cpu - since.cpu) / 1e6 / (now.at - since.at),
      failed,
    };
    samples.push(sample);
    onSample?.(sample);
    [took, failed, since] = [[], 0, now];
  }
  clearInterval(timer);
  await Promise.all([...open, ...buying]);
  return { samples, failures, paid };
}

/** What agents ask, one after the other, always the same. */
function asking(keys: readonly string[], catalog: string | undefined): () => Ask {
  const random = randomOf(1);
  const questions = catalog === undefined ? [] : sentencesFrom(catalog, LENGTHS.short, QUESTIONS).map(({ q }) => q);
  let count = 0;
  const run = (kind: string, path: string, input: object): Ask => {
    const key = keys[Math.floor(random() * keys.length)] ?? "";
    return { kind, method: "POST", path: `${RUN}/${path}`, key, body: JSON.stringify(input) };
  };
  const get = (kind: string, path: string): Ask => ({ kind, method: "GET", path });
  const dirty = (): object => ({ items: [{ name: ` <b>Ann ${count}</b> `, age: String(count) }] });
  return () => {
    count++;
    const turn = random();
    if (turn < 0.4) return run("cached run", "crypto-prices/run/", { ids: "bitcoin" });
    if (turn < 0.55) return run("run", "data-clean/run/", dirty());
    if (turn < 0.62)
      return run("run", "data-convert/run/", { payload: `id;name\n${count};Ann`, from: "csv", to: "json" });
    if (turn < 0.66) return run("queued", "data-clean/run/?wait=0", dirty());
    if (turn < 0.78) return get("unpaid", "/api/v1/demo/402/");
    if (turn < 0.88 || questions.length === 0) return get("document", turn < 0.83 ? "/llms.txt" : `${RUN}/`);
    const question = turn < 0.94 ? "weather forecast" : (questions[count % questions.length] ?? "");
    return { ...get("search", searchPath(question)), key: keys[count % keys.length] ?? "" };
  };
}

function memoryOf(pid: number): Pick<Sample, "resident" | "own" | "available"> {
  const read = (path: string, name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(readFileSync(path, "utf8"))?.[1]) / 1024;
  return {
    resident: read(`/proc/${pid}/status`, "VmRSS"),
    own: read(`/proc/${pid}/status`, "RssAnon"),
    available: read("/proc/meminfo", "MemAvailable"),
  };
}
