/**
 * The column types of both stores under one set of names, so that each table is defined once. A kit makes the tables
 * of its dialect; what is built from them is typed as PostgreSQL's, which both dialects' builders satisfy as far as
 * the query modules go. `test/store/tables.test.ts` holds both against what the migrations really made.
 */
import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { bigint, bigserial, customType as pgType, pgTable, text as pgText } from "drizzle-orm/pg-core";
import { customType, integer, sqliteTable, text as sqliteText } from "drizzle-orm/sqlite-core";

const pgBytes = pgType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => "bytea" });

/** Columns of PostgreSQL's types. */
export const postgresKit = {
  table: pgTable,
  text: () => pgText(),
  bytes: () => pgBytes(),
  /** Whole numbers that fit a double: counts, and times in milliseconds since the epoch. */
  int: () => bigint({ mode: "number" }),
  drops: () => bigint({ mode: "bigint" }),
  /** A row number the store counts up. */
  serial: () => bigserial({ mode: "number" }).primaryKey(),
};

export type Kit = typeof postgresKit;

const sqliteBytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => "blob" });

/**
 * Prices and balances are checked to stay below 2^53 by the tables themselves, so that reading one as a double loses nothing.
 * A payment that brings more is parked, and read as the nearest double.
 */
const dropsColumn = customType<{ data: bigint; driverData: number | bigint }>({
  dataType: () => "integer",
  toDriver: (drops) => drops,
  fromDriver: (stored) => BigInt(stored),
});

/**
 * Columns of SQLite's types. The cast is the one place where the dialects are declared alike: every builder of this
 * kit has the names, nullability and JavaScript types of its twin above.
 */
export const sqliteKit = {
  table: sqliteTable,
  text: () => sqliteText(),
  bytes: () => sqliteBytes(),
  int: () => integer({ mode: "number" }),
  drops: () => dropsColumn(),
  serial: () => integer({ mode: "number" }).primaryKey({ autoIncrement: true }),
} as unknown as Kit;

/** What the stores say in different words. */
export interface SqlDialect {
  /** The database's clock, in milliseconds since the epoch. */
  readonly now: SQL;
  /** Ends a query that takes rows which other processes may be taking. */
  readonly skipLocked: SQL;
  /** Whether a column is among what a query finds, which is asked once, whatever the planner thinks of the table. */
  among(column: SQLWrapper, query: SQL): SQL;
}

export const postgresDialect: SqlDialect = {
  now: sql`CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)`,
  skipLocked: sql`FOR UPDATE SKIP LOCKED`,
  among: (column, query) => sql`${column} = ANY(ARRAY(${query}))`,
};

/** It has one writer at a time. */
export const sqliteDialect: SqlDialect = {
  now: sql`CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
  skipLocked: sql``,
  among: (column, query) => sql`${column} IN (${query})`,
};
