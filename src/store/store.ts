/**
 * The store as the query modules see it: the same queries on SQLite and PostgreSQL.
 * A transaction is a generator that yields its queries. SQLite drives it in one go, so that nothing can come between
 * its steps; PostgreSQL waits for each. (An `async` callback would not do: with bun:sqlite it commits before it ends.)
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { TransactionStep } from "../runtime/ports/idempotency.ts";
import type { Awaitable } from "../runtime/world.ts";
import type { SqlDialect } from "./tables/kit.ts";
import type { Tables } from "./tables/tables.ts";

export type Values = Readonly<Record<string, unknown>>;

/**
 * Builds one query. It is prepared once for each build function, so a function that is used often stands at the top
 * level of its module and takes what differs as `sql.placeholder`s.
 */
export type Build<Result> = (db: NodePgDatabase, tables: Tables, dialect: SqlDialect) => Preparable<Result>;

interface Preparable<Result> {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Result> };
}

export interface Step {
  readonly build: Build<unknown>;
  readonly values: Values;
}

/** A transaction in progress: yields queries, gets their results, comes to a `T`. Throwing rolls it back. */
export type Steps<T> = Generator<Step, T, unknown>;

/**
 * "durable" is on the disk before it is told: money and keys. "grouped" is so, too, with whatever else is asked for in the
 * same turn: many of them cost what one does. "relaxed" may lose the last moments when the machine or PostgreSQL,
 * not just the process, is killed: daily calls and what is set aside.
 */
export type Durability = "durable" | "grouped" | "relaxed";

export interface StoreOptions {
  /** Waits for long queries and for other processes: a command that reads everything does. */
  readonly isPatient?: boolean;
  /** Opens a database that a backup is being brought back into, which is refused to everybody else. */
  readonly isRestoring?: boolean;
  /** Told what keeps the store from being written to, in a sentence, and `undefined` when that is over. */
  readonly onChange?: ((fault: string | undefined) => void) | undefined;
}

/** Where it cannot be reached, all of it throws `overloaded`, with when to come again. */
export interface Store extends AsyncDisposable {
  /**
   * One query by itself; relaxed when it writes. One that renews leases stands behind nothing that requests ask: late, what
   * it renews has lapsed.
   */
  ask<Result>(build: Build<Result>, values?: Values, purpose?: "leases"): Awaitable<Result>;
  /** All of the steps or none of them. They may be started over after a conflict, so they keep no state outside. */
  transact<T>(steps: () => Steps<T>, durability?: Durability): Awaitable<T>;
  /** What keeps it from being written to, in a sentence; `undefined` when nothing does. Found out within a second. */
  fault(): Awaitable<string | undefined>;
}

/** One query inside a transaction: `const rows = yield* ask(ofOrder, { id })`. */
export function* ask<Result>(build: Build<Result>, values: Values = {}): Steps<Result> {
  return (yield { build, values }) as Result; // The store answers a step with what its query gives.
}

/** What somebody else wants done in the same transaction, if anybody does. */
export function* stepsOf(step: TransactionStep | undefined): Steps<void> {
  // Such a step is made over the store that it comes back to; on the way nobody knows what it yields.
  if (step !== undefined) yield* step() as Steps<void>;
}

const UNIQUE_VIOLATIONS: readonly unknown[] = ["23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"];

/** Whether a write failed because such a row is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return isOneOf(UNIQUE_VIOLATIONS, error);
}

/** Whether an error, or what caused it, has one of these codes of a driver. */
export function isOneOf(codes: readonly unknown[], error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && codes.includes(each.code)) return true;
  }
  return false;
}
