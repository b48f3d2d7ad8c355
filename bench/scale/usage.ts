/** What the processes of a world have taken of the machine so far, by part, and what its database has written. */
import pg from "pg";
import { type ChaosWorld, type Part, PARTS } from "../../test/support/chaos/world.ts";
import { cpuOfTrees } from "../../test/support/processor-time.ts";
import { queryPostgres } from "../../test/support/stores.ts";

export interface Usage {
  /** Of `performance.now()`. */
  readonly at: number;
  /** Processor time in microseconds. */
  readonly cpu: Readonly<Record<Part, number>>;
  /** Transactions of the database, those that only read included. */
  readonly commits: number;
  /** How often the log of the database was brought to the disk. */
  readonly syncs: number;
  readonly walBytes: number;
}

/** PostgreSQL's processes tell what they have done at most once a second. */
export const TOLD_MS = 1_100;

const COMMITS = 200;

/** How long a commit of the database waits for the disk, in milliseconds: beside those that do not, by their medians. */
export async function diskMsOf({ postgres }: ChaosWorld): Promise<number> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    await client.query("CREATE TABLE IF NOT EXISTS disk_probe (at int)");
    const medianOf = async (synchronous: "on" | "off"): Promise<number> => {
      await client.query(`SET synchronous_commit = ${synchronous}`);
      const took: number[] = [];
      while (took.length < COMMITS) {
        const begun = performance.now();
        await client.query("INSERT INTO disk_probe VALUES (1)");
        took.push(performance.now() - begun);
      }
      return took.toSorted((a, b) => a - b)[COMMITS / 2] ?? 0;
    };
    const quick = await medianOf("off");
    return Math.max(0, (await medianOf("on")) - quick);
  } finally {
    await client.query("DROP TABLE IF EXISTS disk_probe");
    await client.end();
  }
}

export async function usageOf(world: ChaosWorld): Promise<Usage> {
  const roots = world.processes();
  const cpu = Object.fromEntries(PARTS.map((part) => [part, cpuOfTrees(roots[part])])) as Record<Part, number>;
  const at = performance.now();
  await new Promise((resolve) => setTimeout(resolve, TOLD_MS));
  const [row] = await queryPostgres(
    world.postgres.url,
    `SELECT (SELECT sum(xact_commit) FROM pg_stat_database)::float AS commits, (SELECT wal_sync FROM pg_stat_wal)::float AS syncs,
     (pg_current_wal_lsn() - '0/0')::float AS bytes`,
  );
  return {
    at,
    cpu,
    commits: Number(row?.["commits"]),
    syncs: Number(row?.["syncs"]),
    walBytes: Number(row?.["bytes"]),
  };
}
