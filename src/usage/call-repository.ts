/** How calls of entries went, by entry, account and UTC day: counts and moments, nothing of what was asked or answered. */
import { DAY_MS, dayOf } from "../runtime/day.ts";
import { desc, gte, lt, sql } from "drizzle-orm";
import {
  type CallNote,
  type CallRecords,
  type EntryRecord,
  RECENT_DAYS,
  RECORD_DAYS,
} from "../runtime/entries/call-records.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Store } from "../store/store.ts";

export interface CallRepository extends CallRecords {
  /** Writes what was noted since: to be called every few seconds, and before the end. */
  flush(): Promise<void>;
}

interface Counts {
  calls: number;
  failures: number;
  duration: number;
  answeredAt: number | null;
  failedAt: number | null;
}

/** Of entries that are read: the most used. */
const MAX_ENTRIES = 1000;
/** What is noted between two flushes. Beyond that nothing more is, rather than that memory grows. */
const MAX_NOTED = 20_000;

export function createCallRepository(store: Store, clock: Clock): CallRepository {
  let noted = new Map<string, Counts>();

  return {
    note({ entry, account, answeredInMs }: CallNote) {
      const now = clock.now();
      const key = JSON.stringify([entry, account ?? "", dayOf(now)]);
      const counts = noted.get(key) ?? { calls: 0, failures: 0, duration: 0, answeredAt: null, failedAt: null };
      if (noted.size >= MAX_NOTED && counts.calls === 0) return;
      noted.set(key, counts);
      counts.calls++;
      if (answeredInMs === undefined) {
        counts.failures++;
        counts.failedAt = now;
      } else {
        counts.duration += Math.max(0, Math.round(answeredInMs));
        counts.answeredAt = now;
      }
    },

    flush,

    async read() {
      await flush(); // What this process has just seen is known, too.
      const now = clock.now();
      const since = dayOf(now - RECORD_DAYS * DAY_MS);
      const rows = await store.ask(mostUsed, { since, recent: dayOf(now - RECENT_DAYS * DAY_MS) });
      return rows.map(({ duration, ...row }): EntryRecord => {
        const answered = row.calls - row.failures;
        return { ...row, meanMs: answered === 0 ? null : Math.round(duration / answered) };
      });
    },
  };

  async function flush(): Promise<void> {
    const writing = noted;
    noted = new Map();
    const before = dayOf(clock.now() - RECORD_DAYS * DAY_MS);
    const write = function* () {
      // In one order, so that two processes never wait for each other.
      for (const [key, counts] of [...writing].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [entry, accountId, day] = JSON.parse(key) as [string, string, string];
        yield* ask(add, { entry, accountId, day, ...counts });
      }
      yield* ask(dropOld, { before });
    };
    try {
      await store.transact(write, "relaxed");
    } catch (error) {
      for (const [key, counts] of writing) noted.set(key, sumOf(counts, noted.get(key)));
      throw error;
    }
  }
}

function sumOf(earlier: Counts, later: Counts | undefined): Counts {
  if (later === undefined) return earlier;
  return {
    calls: earlier.calls + later.calls,
    failures: earlier.failures + later.failures,
    duration: earlier.duration + later.duration,
    answeredAt: later.answeredAt ?? earlier.answeredAt,
    failedAt: later.failedAt ?? earlier.failedAt,
  };
}

const add: Build<unknown> = (db, { entry_calls: rows }) =>
  db
    .insert(rows)
    .values({
      entry: sql.placeholder("entry"),
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      calls: sql.placeholder("calls"),
      failures: sql.placeholder("failures"),
      duration_ms: sql.placeholder("duration"),
      answered_at: sql.placeholder("answeredAt"),
      failed_at: sql.placeholder("failedAt"),
    })
    .onConflictDoUpdate({
      target: [rows.entry, rows.account_id, rows.day],
      set: {
        calls: sql`${rows.calls} + excluded.calls`,
        failures: sql`${rows.failures} + excluded.failures`,
        duration_ms: sql`${rows.duration_ms} + excluded.duration_ms`,
        answered_at: sql`COALESCE(excluded.answered_at, ${rows.answered_at})`,
        failed_at: sql`COALESCE(excluded.failed_at, ${rows.failed_at})`,
      },
    });

const dropOld: Build<unknown> = (db, { entry_calls: rows }) =>
  db.delete(rows).where(lt(rows.day, sql.placeholder("before")));

type UsedRow = Omit<EntryRecord, "meanMs"> & { duration: number };

const mostUsed: Build<UsedRow[]> = (db, { entry_calls: rows }) => {
  const whole = (text: ReturnType<typeof sql<number>>) => text.mapWith(Number);
  const moment = (text: ReturnType<typeof sql<number | null>>) =>
    text.mapWith((value: unknown) => (value === null ? null : Number(value)));
  const recently = sql`${rows.day} >= ${sql.placeholder("recent")}`;
  const accounts = whole(
    sql<number>`COUNT(DISTINCT CASE WHEN ${rows.calls} > ${rows.failures} THEN ${rows.account_id} END)`,
  );
  const calls = whole(sql<number>`SUM(${rows.calls})`);
  return db
    .select({
      entry: rows.entry,
      accounts,
      calls,
      failures: whole(sql<number>`SUM(${rows.failures})`),
      duration: whole(sql<number>`SUM(${rows.duration_ms})`),
      answeredAt: moment(sql<number | null>`MAX(${rows.answered_at})`),
      failedAt: moment(sql<number | null>`MAX(${rows.failed_at})`),
      recentCalls: whole(sql<number>`SUM(CASE WHEN ${recently} THEN ${rows.calls} ELSE 0 END)`),
      recentFailures: whole(sql<number>`SUM(CASE WHEN ${recently} THEN ${rows.failures} ELSE 0 END)`),
    })
    .from(rows)
    .where(gte(rows.day, sql.placeholder("since")))
    .groupBy(rows.entry)
    .orderBy(desc(accounts), desc(calls), rows.entry)
    .limit(MAX_ENTRIES);
};
