/** The statements by which runs are taken, done, put back and ended. */
import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Build } from "../store/store.ts";
import { time, later, WAITING, WEBHOOK, hasPlace } from "./query-parts.ts";
import type { RunRow } from "./queries.ts";
import type { SqlDialect } from "../store/tables/kit.ts";
import type { Tables } from "../store/tables/tables.ts";

/** So many waiting runs, and as many webhooks, are looked at to find the next few whose clients have a place. */
const LOOKED_AT = 100;

/**
 * Takes the next few, in the order in which they became due, and never more of one client than it has places. Whoever
 * takes at the same time looks at the same runs, and leaves alone what is being taken. Webhooks have places of their own
 * (`mostTold`), and are looked at by themselves: their receivers may let each wait, and no run waits for that.
 */
export const takeRuns: Build<RunRow[]> = (db, { runs }, dialect) => {
  const mostRuns = sql`CAST(${sql.placeholder("most")} AS BIGINT)`;
  const mostTold = sql`CAST(${sql.placeholder("mostTold")} AS BIGINT)`;
  const first = (which: SQL) =>
    sql`SELECT id, client, due FROM ${runs} WHERE ${which} AND ${WAITING} AND due <= ${time(dialect)} AND ${hasPlace(runs)} ORDER BY due, id LIMIT ${sql.raw(String(LOOKED_AT))}`;
  const looked = sql`SELECT *, 0 AS is_told FROM (${first(sql`${mostRuns} > 0 AND kind <> 'webhook'`)}) AS due_runs
    UNION ALL SELECT *, 1 AS is_told FROM (${first(sql`${mostTold} > 0 AND kind = 'webhook'`)}) AS due_webhooks`;
  const placed = sql`SELECT id, due, is_told, ROW_NUMBER() OVER (PARTITION BY client ORDER BY due, id)
    + (SELECT COUNT(*) FROM ${runs} AS busy WHERE busy.state = 'running' AND busy.client = looked.client) AS place FROM (${looked}) AS looked`;
  const ranked = sql`SELECT id, is_told, ROW_NUMBER() OVER (PARTITION BY is_told ORDER BY due, id) AS nth FROM (${placed}) AS placed WHERE place <= CAST(${sql.placeholder("places")} AS BIGINT)`;
  const next = sql`SELECT id FROM (${ranked}) AS ranked WHERE nth <= CASE is_told WHEN 1 THEN ${mostTold} ELSE ${mostRuns} END`;
  const locked = sql`SELECT id FROM ${runs} WHERE ${WAITING} AND ${dialect.among(sql`id`, next)} ${dialect.skipLocked}`;
  return db
    .update(runs)
    .set({
      state: "running",
      owner: sql`${sql.placeholder("owner")}`,
      lease: later(dialect, "leaseMs"),
      attempts: sql`${runs.attempts} + 1`,
      started_at: sql`COALESCE(${runs.started_at}, ${time(dialect)})`,
    })
    .where(and(dialect.among(runs.id, locked), eq(runs.state, "queued")))
    .returning();
};

/** All that this process has, in one statement; what has lapsed is not its own any more. */
export const renewRuns: Build<Pick<RunRow, "id" | "attempts" | "is_cancelled">[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({ lease: later(dialect, "leaseMs") })
    .where(
      and(eq(runs.state, "running"), eq(runs.owner, sql.placeholder("owner")), sql`${runs.lease} > ${time(dialect)}`),
    )
    .returning({ id: runs.id, attempts: runs.attempts, is_cancelled: runs.is_cancelled });

/** Puts back what processes that died had taken. */
export const putBackLapsed: Build<{ id: string }[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({ state: "queued", owner: null, lease: null, deaths: sql`${runs.deaths} + 1` })
    .where(and(eq(runs.state, "running"), sql`${runs.lease} <= ${time(dialect)}`))
    .returning({ id: runs.id });

/**
 * What becomes due later than anything is postponed to was written down before the database's clock was set back: it is due
 * now. A webhook that nobody has taken may be told again hours later.
 */
export const bringForward: Build<{ id: string }[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({ due: time(dialect) })
    .where(
      and(WAITING, sql`${runs.due} > ${later(dialect, "longestMs")}`, or(eq(runs.attempts, 0), ne(runs.kind, WEBHOOK))),
    )
    .returning({ id: runs.id });

/**
 * A lease that ends later than any that is taken now was taken before the database's clock was set back. It ends as one that
 * is taken now, unless its process renews it.
 */
export const shortenLeases: Build<unknown> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({ lease: later(dialect, "leaseMs") })
    .where(and(eq(runs.state, "running"), sql`${runs.lease} > ${later(dialect, "longestMs")}`));

/** Only whoever took it last, and while its lease stands. */
export const finishRun: Build<RunRow[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({
      state: sql`${sql.placeholder("state")}`,
      result: sql`${sql.placeholder("result")}`,
      bytes: sql`${sql.placeholder("bytes")}`,
      error: sql`${sql.placeholder("error")}`,
      charge: sql`${sql.placeholder("charge")}`,
      finished_at: time(dialect),
      ...ENDED,
    })
    .where(isOwn(runs, dialect))
    .returning();

/** What is needed no more, and may be somebody's own. */
const ENDED = { owner: null, lease: null, input: null, proof: null } as const;

/**
 * Gives one back that could not be done yet; one that was cancelled meanwhile is due at once, to be ended. `taken` is by how
 * much fewer its attempts are told to be, `deaths` how many it has suffered by that.
 */
export const postponeRun: Build<{ id: string }[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({
      state: "queued",
      due: sql`CASE WHEN ${runs.is_cancelled} = 0 THEN ${later(dialect, "delayMs")} ELSE ${time(dialect)} END`,
      attempts: sql`${runs.attempts} - CAST(${sql.placeholder("taken")} AS BIGINT)`,
      deaths: sql`${runs.deaths} + CAST(${sql.placeholder("deaths")} AS BIGINT)`,
      owner: null,
      lease: null,
    })
    .where(isOwn(runs, dialect))
    .returning({ id: runs.id });

/** Ends one that nobody has taken. */
export const cancelWaiting: Build<RunRow[]> = (db, { runs }, dialect) =>
  db
    .update(runs)
    .set({ state: "cancelled", is_cancelled: 1, finished_at: time(dialect), ...ENDED })
    .where(and(eq(runs.id, sql.placeholder("id")), eq(runs.state, "queued")))
    .returning();

/** Tells whoever has taken it. */
export const cancelInWork: Build<{ id: string }[]> = (db, { runs }) =>
  db
    .update(runs)
    .set({ is_cancelled: 1 })
    .where(and(eq(runs.id, sql.placeholder("id")), eq(runs.state, "running")))
    .returning({ id: runs.id });

/** It was taken last by whoever says so, and the lease stands. */
function isOwn(runs: Tables["runs"], dialect: SqlDialect) {
  return and(
    eq(runs.id, sql.placeholder("id")),
    eq(runs.state, "running"),
    eq(runs.owner, sql.placeholder("owner")),
    eq(runs.attempts, sql.placeholder("attempts")),
    sql`${runs.lease} > ${time(dialect)}`,
  );
}
