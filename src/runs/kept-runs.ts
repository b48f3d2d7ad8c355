/**
 * How much is kept of what runs have come to: of each client so many runs and bytes, the newest of them. A process looks
 * once a client has ended a few more, the leader at all of them each minute; in between there is as much more as that.
 */
import { sql } from "drizzle-orm";
import type { Build, Store } from "../store/store.ts";

export interface KeptLimits {
  /** Ended runs of one client. */
  readonly runs: number;
  /** Of their results. */
  readonly bytes: number;
}

export interface KeptRuns {
  /** A run of the client has ended here. Returns whether it is time to trim what is kept of it. */
  ended(client: string, bytes: number): boolean;
  /** Drops what is more than is kept of a client, or of everybody, the oldest first; the newest stays whatever its size. */
  trim(client?: string): Promise<void>;
}

const RUNS_UNSEEN = 64;
const BYTES_UNSEEN = 1024 * 1024;
/** Of clients: those that end little are seen to by the leader. */
const MOST_TALLIES = 1_000;

export function createKeptRuns(store: Store, { runs: most, bytes: mostBytes }: KeptLimits): KeptRuns {
  const tallies = new Map<string, { runs: number; bytes: number }>();
  return {
    ended(client, bytes) {
      const { runs: before, bytes: bytesBefore } = tallies.get(client) ?? { runs: 0, bytes: 0 };
      const tally = { runs: before + 1, bytes: bytesBefore + bytes };
      const isTime = tally.runs >= RUNS_UNSEEN || tally.bytes >= BYTES_UNSEEN;
      if (tallies.size >= MOST_TALLIES) tallies.clear();
      if (isTime) tallies.delete(client);
      else tallies.set(client, tally);
      return isTime;
    },
    async trim(client) {
      if (client === undefined) await store.ask(trimAll, { most, mostBytes });
      else await store.ask(trimClient, { client, most, mostBytes });
    },
  };
}

/** Webhooks are no runs of their client's. */
const ENDED = sql`finished_at IS NOT NULL AND kind <> 'webhook'`;

const trimAll: Build<unknown> = (db, { runs }) => db.delete(runs).where(sql`id IN (${beyond(ENDED)})`);

const trimClient: Build<unknown> = (db, { runs }) =>
  db.delete(runs).where(sql`id IN (${beyond(sql`client = ${sql.placeholder("client")} AND ${ENDED}`)})`);

/** In one statement: of two processes that look at once, both drop the same. */
function beyond(which: ReturnType<typeof sql>) {
  const newest = sql`PARTITION BY client ORDER BY finished_at DESC, id DESC`;
  return sql`SELECT id FROM (
      SELECT id, ROW_NUMBER() OVER (${newest}) AS place, SUM(bytes) OVER (${newest} ROWS UNBOUNDED PRECEDING) AS total
      FROM runs WHERE ${which}
    ) AS placed
    WHERE place > CAST(${sql.placeholder("most")} AS BIGINT)
      OR (place > 1 AND total > CAST(${sql.placeholder("mostBytes")} AS BIGINT))`;
}
