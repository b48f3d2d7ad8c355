/** The statements by which runs are written down, found, counted and forgotten. */
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SqlDialect } from "../store/tables/kit.ts";
import type { Build } from "../store/store.ts";
import type { Row, Tables } from "../store/tables/tables.ts";
import { time, later, WAITING, IN_WORK, hasPlace } from "./query-parts.ts";

export type RunRow = Row<"runs">;

/** What waits for its turn; a webhook may wait for hours, and takes nobody's place meanwhile. */
const WAITING_RUNS = sql`state = 'queued' AND kind <> 'webhook'`;

/** Nothing comes back where its payment has a run already. */
export const insertRun: Build<{ id: string }[]> = (db, { runs }, dialect) =>
  db
    .insert(runs)
    .values({ ...newRow(dialect), state: "queued", attempts: 0 })
    .onConflictDoNothing()
    .returning({ id: runs.id });

/** The same of a run that its own process does at once. */
export const insertTaken: Build<RunRow[]> = (db, { runs }, dialect) =>
  db
    .insert(runs)
    .values({
      ...newRow(dialect),
      state: "running",
      attempts: 1,
      owner: sql.placeholder("owner"),
      lease: later(dialect, "leaseMs"),
      started_at: time(dialect),
    })
    .onConflictDoNothing()
    .returning();

function newRow(dialect: SqlDialect) {
  return {
    id: sql.placeholder("id"),
    client: sql.placeholder("client"),
    account_id: sql.placeholder("accountId"),
    payment: sql.placeholder("payment"),
    proof_digest: sql.placeholder("proofDigest"),
    proof: sql.placeholder("proof"),
    kind: sql.placeholder("kind"),
    name: sql.placeholder("name"),
    input: sql.placeholder("input"),
    is_repeatable: sql.placeholder("isRepeatable"),
    is_covered: sql.placeholder("isCovered"),
    hold: sql.placeholder("hold"),
    due_drops: sql.placeholder("dueDrops"),
    charge: 0n,
    key_scope: sql.placeholder("keyScope"),
    key: sql.placeholder("key"),
    webhook: sql.placeholder("webhook"),
    due: later(dialect, "delayMs"),
    is_cancelled: 0,
    created_at: time(dialect),
  };
}

/**
 * Of how many runs wait, all of them and of one client, how many that one has in work, and for how long the first has
 * waited that could be taken: below 0 where there is none.
 */
export const backlog: Build<{ waiting: number; own: number; busy: number; oldestMs: number }[]> = (
  db,
  { runs },
  dialect,
) =>
  db
    .select({
      waiting:
        sql<number>`(SELECT COUNT(*) FROM (SELECT 1 FROM ${runs} WHERE ${WAITING_RUNS} LIMIT CAST(${sql.placeholder("most")} AS BIGINT)) AS those)`.mapWith(
          Number,
        ),
      own: sql<number>`(SELECT COUNT(*) FROM ${runs} WHERE ${WAITING} AND client = ${sql.placeholder("client")})`.mapWith(
        Number,
      ),
      busy: sql<number>`(SELECT COUNT(*) FROM ${runs} WHERE ${IN_WORK} AND client = ${sql.placeholder("client")})`.mapWith(
        Number,
      ),
      oldestMs: sql<number>`COALESCE(${time(dialect)} - (${firstTakeable(runs, dialect)}), -1)`.mapWith(Number),
    })
    .from(sql`(SELECT 1 AS one) AS one`);

/** How the queue stands, of all its processes. */
export const queueFigures: Build<{ waiting: number; working: number; oldestMs: number }[]> = (db, { runs }, dialect) =>
  db
    .select({
      waiting: sql<number>`(SELECT COUNT(*) FROM ${runs} WHERE ${WAITING_RUNS})`.mapWith(Number),
      working: sql<number>`(SELECT COUNT(*) FROM ${runs} WHERE ${IN_WORK})`.mapWith(Number),
      oldestMs: sql<number>`COALESCE(${time(dialect)} - (${firstTakeable(runs, dialect)}), 0)`.mapWith(Number),
    })
    .from(sql`(SELECT 1 AS one) AS one`);

/** When the first became due that waits for a place of ours, and not for one of its client's own. */
function firstTakeable(runs: Tables["runs"], dialect: SqlDialect): SQL {
  return sql`SELECT due FROM ${runs} WHERE ${WAITING_RUNS} AND due <= ${time(dialect)} AND ${hasPlace(runs)} ORDER BY due, id LIMIT 1`;
}

export const runOf: Build<RunRow[]> = (db, { runs }) =>
  db
    .select()
    .from(runs)
    .where(eq(runs.id, sql.placeholder("id")));

/** The one under way; it may have ended since. */
export const runOfPayment: Build<{ id: string }[]> = (db, { runs }) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(eq(runs.payment, sql.placeholder("payment")))
    .orderBy(desc(runs.created_at))
    .limit(1);

export const runOfProof: Build<{ id: string }[]> = (db, { runs }) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        sql`${runs.payment} IS NOT NULL AND ${runs.state} IN ('queued', 'running')`,
        eq(runs.proof_digest, sql.placeholder("proofDigest")),
        eq(runs.kind, sql.placeholder("kind")),
        eq(runs.name, sql.placeholder("name")),
        eq(runs.input, sql.placeholder("input")),
      ),
    );

/** The runs of an account, or of everybody, the newest first, before the one of the cursor. */
export const runsOf: Build<ListedRun[]> = (db, { runs }) =>
  db
    .select(listed(runs))
    .from(runs)
    .where(
      and(
        sql`(CAST(${sql.placeholder("accountId")} AS TEXT) IS NULL OR ${runs.account_id} = ${sql.placeholder("accountId")})`,
        sql`${runs.kind} <> 'webhook'`,
        sql`(CAST(${sql.placeholder("at")} AS BIGINT) IS NULL OR ${runs.created_at} < CAST(${sql.placeholder("at")} AS BIGINT)
          OR (${runs.created_at} = CAST(${sql.placeholder("at")} AS BIGINT) AND ${runs.id} < CAST(${sql.placeholder("id")} AS TEXT)))`,
      ),
    )
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(sql.placeholder("most"));

function listed(runs: Tables["runs"]) {
  const { input: _input, proof: _proof, result: _result, hold: _hold, ...columns } = getTableColumns(runs);
  return columns;
}

export type ListedRun = Omit<RunRow, "input" | "proof" | "result" | "hold">;

/** What has ended within the last while: whoever waits for one of them may have missed the news. */
export const endedLately: Build<{ id: string }[]> = (db, { runs }, dialect) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(
      sql`${runs.finished_at} IS NOT NULL AND ${runs.finished_at} > ${time(dialect)} - CAST(${sql.placeholder("withinMs")} AS BIGINT)`,
    );

export const forgetRuns: Build<unknown> = (db, { runs }, dialect) =>
  db
    .delete(runs)
    .where(
      sql`${runs.finished_at} IS NOT NULL AND ${runs.finished_at} <= ${time(dialect)} - CAST(${sql.placeholder("afterMs")} AS BIGINT)`,
    );
