/**
 * What `bun run ledger verify` costs over a large store: its time and memory as a process of its own, and how long
 * another process's writes take meanwhile, beside the same writes before. On SQLite, and on PostgreSQL where one is up.
 * Usage: bun bench/verify.ts [entries]
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Database } from "bun:sqlite";
import pg from "pg";
import { openStore } from "../src/store/drivers/open.ts";
import { isUp, postgresDatabase, POSTGRES_URL } from "../test/support/stores.ts";

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const PER_ACCOUNT = 1000;
const ACCOUNTS = Math.ceil(ENTRIES / PER_ACCOUNT);
const NETWORK = "xrpl:21338";
const DAY = "2027-01-15";
const AT = 1_800_000_000_000;
const QUIET_WRITES = 200;

/** 1 to `count` as a table, in words that both dialects read. */
const numbers = (name: string, count: number): string =>
  `${name}(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${count})`;
const account = (n: string): string => `'acc_' || ${n}`;

/** Accounts of one paid order each, spent a drop at a time. */
const FILL: readonly string[] = [
  `WITH RECURSIVE ${numbers("a", ACCOUNTS)}
   INSERT INTO accounts (id, email, tier, status, created_at, base_tier)
   SELECT ${account("n")}, ${account("n")} || '@example.org', 'per_call', 'active', ${AT}, 'per_call' FROM a`,
  `WITH RECURSIVE ${numbers("a", ACCOUNTS)}
   INSERT INTO orders (id, account_id, amount, destination_tag, network, delivered, status, created_at, expires_at, confirmed_at)
   SELECT 'ord_' || n, ${account("n")}, 1000000, n, '${NETWORK}', 1000000, 'confirmed', ${AT}, ${AT}, ${AT} FROM a`,
  `WITH RECURSIVE ${numbers("a", ACCOUNTS)}
   INSERT INTO deposits (tx_hash, network, destination_tag, order_id, delivered, payer, at, type, purpose)
   SELECT 'TX' || n, '${NETWORK}', n, 'ord_' || n, 1000000, 'rPayer', ${AT}, 'Payment', 'order' FROM a`,
  `WITH RECURSIVE ${numbers("a", ACCOUNTS)}, ${numbers("e", PER_ACCOUNT)}
   INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference, order_id)
   SELECT ${account("a.n")}, ${AT}, '${DAY}', CASE e.n WHEN 1 THEN 'deposit' ELSE 'charge' END,
          CASE e.n WHEN 1 THEN 0 ELSE 1 END, CASE e.n WHEN 1 THEN 1000000 ELSE -1 END, '${NETWORK}',
          1000001 - e.n, 'x', CASE e.n WHEN 1 THEN 'ord_' || a.n END
   FROM e CROSS JOIN a ORDER BY e.n, a.n`,
  `INSERT INTO balances (account_id, network, drops, held)
   SELECT account_id, network, SUM(drops), 0 FROM entries GROUP BY account_id, network`,
  `INSERT INTO days (account_id, day, calls, held, granted, charged)
   SELECT account_id, day, SUM(calls), 0, 0, SUM(calls) FROM entries GROUP BY account_id, day`,
];

/** Runs one statement as another process does, and ends. */
type Run = (statement: string) => Promise<unknown>;

const folder = await mkdtemp(join(tmpdir(), "hub-verify-"));
try {
  const settings = { HUB_DATA_DIR: folder, DATABASE_URL: "" };
  await (await openStore(undefined, folder))[Symbol.asyncDispose]();
  const client = new Database(join(folder, "hub.sqlite"), { strict: true });
  client.run("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 30000");
  await measure("SQLite", settings, async (statement) => client.run(statement));
  client.close();
} finally {
  await rm(folder, { recursive: true });
}

if (await isUp(POSTGRES_URL)) {
  await using database = await postgresDatabase();
  await (await database.open())[Symbol.asyncDispose]();
  const client = new pg.Client(database.address);
  await client.connect();
  await measure("PostgreSQL", { DATABASE_URL: database.address }, (statement) => client.query(statement));
  await client.end();
}

async function measure(name: string, settings: Readonly<Record<string, string>>, run: Run): Promise<void> {
  for (const statement of FILL) await run(statement);
  const quiet: number[] = [];
  for (let n = 0; n < QUIET_WRITES; n++) quiet.push(await write(run, n));

  const started = performance.now();
  const child = spawn("bun", ["src/cli.ts", "ledger", "verify"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const loud: number[] = [];
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    loud.push(await write(run, loud.length));
    peak = Math.max(peak, await residentPeak(child.pid));
    await new Promise(setImmediate);
  }
  const seconds = (performance.now() - started) / 1000;
  await closed;
  console.log(
    `${name}: ${said.trim()} Exit ${child.exitCode}, ${seconds.toFixed(1)} s, ${(peak / 1024).toFixed(0)} MiB.\n` +
      `  A write of another process: ${told(loud)}; without it ${told(quiet)}.`,
  );
}

/** One small write as a hub's own: @returns how many milliseconds it took. */
async function write(run: Run, n: number): Promise<number> {
  const before = performance.now();
  await run(`UPDATE accounts SET name = 'n${n}' WHERE id = 'acc_1'`);
  return performance.now() - before;
}

function told(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `${at(0.5)} ms at the median, ${at(0.99)} ms at p99, ${at(1)} ms at most (${sorted.length})`;
}

/** The most that a process ever had in memory, in KiB; 0 once it is over. */
async function residentPeak(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
