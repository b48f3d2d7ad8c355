/**
 * Runs that are done later: how many are written down and ended in a second, and how soon one is picked up that waits for
 * nobody: by its own process, and by another where its own has no place. In turn with it stands what the machine itself
 * takes at that moment, a bare NOTIFY and a bare UPDATE of one row. Each store by itself; the work is nothing.
 * Usage: bun bench/queue.ts [runs]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createQueue, QUEUE_LIMITS, type StoredRuns } from "../src/runs/queue.ts";
import { createWorker, type Work } from "../src/runs/worker.ts";
import { localNews, type News, openNews } from "../src/store/processes/news.ts";
import { postgresNews } from "../src/store/drivers/postgres/news.ts";
import { openSqlite } from "../src/store/drivers/sqlite/sqlite.ts";
import { type Store, stepsOf } from "../src/store/store.ts";
import { newRun } from "../test/support/queue.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../test/support/stores.ts";

const RUNS = Number(process.argv[2] ?? 2000);
const AT_ONCE = 16;
const PICKED_UP = 300;
const limits = { ...QUEUE_LIMITS, waiting: 1e9, waitingOfClient: 1e9, placesOfClient: 8 };
const nothing = () =>
  function* (): Generator<unknown, void, unknown> {
    yield* [];
  };

/** One that takes what is queued, and ends it at once; told of each that it has begun. */
function startWorker(store: Store, news: News, begun: (id: string) => void) {
  const perform = async ({ row, succeed }: Work): Promise<"written"> => {
    begun(row.id);
    await store.transact(() => stepsOf(succeed("{}", 0n)) as never, "relaxed");
    return "written";
  };
  const complain = (complaint: string, error: unknown): void => console.error(complaint, error);
  return createWorker({ store, news, limits, places: 8, perform, giveBack: nothing, complain });
}

async function writeDown(queue: StoredRuns, count: number): Promise<number> {
  const began = performance.now();
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await queue.put(newRun({ accountId: `account ${left % 50}` }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return count / ((performance.now() - began) / 1000);
}

interface Sides {
  readonly store: Store;
  readonly other: Store;
  readonly here: News;
  readonly there: News;
  /** What the least takes that another process could do, in milliseconds. */
  readonly bare?: () => Promise<number>;
}

async function measure(name: string, { store, other, here, there, bare }: Sides): Promise<void> {
  const quiet = localNews(); // Nobody is woken while they are written down.
  const silent = createQueue({ store, news: quiet, limits, giveBack: nothing });
  const written = await writeDown(silent, RUNS);

  let ended = 0;
  const all = Promise.withResolvers<void>();
  let waited: ((id: string) => void) | undefined;
  const worker = startWorker(other, there, (id) => {
    if (++ended === RUNS) all.resolve();
    waited?.(id);
  });
  const began = performance.now();
  await worker.take();
  await all.promise;
  const done = RUNS / ((performance.now() - began) / 1000);

  // Its own process is busy with other things, and so the other one has it.
  const queue = createQueue({ store, news: here, limits, giveBack: nothing });
  const eager = createQueue({ store: other, news: there, limits, giveBack: nothing, reserve: worker.reserve });
  const latencies = { own: [] as number[], other: [] as number[], bare: [] as number[] };
  const pickUp = async (by: StoredRuns): Promise<number> => {
    const picked = Promise.withResolvers<number>();
    waited = () => picked.resolve(performance.now());
    await by.put(newRun());
    const since = performance.now();
    const took = Math.max(0, (await picked.promise) - since);
    await new Promise((resolve) => setTimeout(resolve, 5)); // It has nothing to do when the next one comes.
    return took;
  };
  for (let at = 0; at < PICKED_UP; at++) {
    latencies.own.push(await pickUp(eager));
    latencies.other.push(await pickUp(queue));
    if (bare !== undefined) latencies.bare.push(await bare());
  }
  console.log(
    `${name}: ${written.toFixed(0)} written down in a second, ${done.toFixed(0)} ended; picked up ` +
      `by its own process after ${shares(latencies.own)}, by another after ${shares(latencies.other)}` +
      (bare === undefined ? "" : `; a bare NOTIFY and UPDATE ${shares(latencies.bare)}`),
  );
  await worker.drain(1_000);
}

function shares(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b);
  const share = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(1);
  return `p50 ${share(0.5)}, p99 ${share(0.99)}, at most ${share(1)} ms`;
}

/** By three connections: one tells, one hears, one writes. */
async function openBare(url: string): Promise<AsyncDisposable & { measure(): Promise<number> }> {
  const [teller, hearer, writer] = [new pg.Client(url), new pg.Client(url), new pg.Client(url)];
  await Promise.all([teller, hearer, writer].map((client) => client.connect()));
  await hearer.query("LISTEN bench_bare");
  await writer.query(
    "SET synchronous_commit = off; CREATE TABLE bench_bare (n int); INSERT INTO bench_bare VALUES (0)",
  );
  let heard: () => void = () => undefined;
  hearer.on("notification", () => heard());
  const measure = async (): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    heard = resolve;
    const since = performance.now();
    void teller.query({ name: "tell", text: "SELECT pg_notify('bench_bare', '')" });
    await promise;
    await writer.query({ name: "write", text: "UPDATE bench_bare SET n = n + 1" });
    return performance.now() - since;
  };
  const end = async (): Promise<void> => void (await Promise.all([teller, hearer, writer].map((each) => each.end())));
  return { measure, [Symbol.asyncDispose]: end };
}

const folder = await mkdtemp(join(tmpdir(), "hub-bench-queue-"));
{
  await using store = await openSqlite(join(folder, "hub.sqlite"));
  const news = localNews();
  await measure("SQLite, one process", { store, other: store, here: news, there: news });
}
if (await isUp(POSTGRES_URL)) {
  await using database = await postgresDatabase();
  await using store = await database.open();
  await using other = await database.open();
  await using here = openNews([postgresNews(database.address)]);
  await using there = openNews([postgresNews(database.address)]);
  await new Promise((resolve) => setTimeout(resolve, 500)); // They connect.
  await using bare = await openBare(database.address);
  await measure("PostgreSQL, two processes", { store, other, here, there, bare: bare.measure });
}
await rm(folder, { recursive: true, force: true });
process.exit(0);
