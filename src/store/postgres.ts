/** The store in a PostgreSQL database, shared by any number of processes. */
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { OperatorError } from "../runtime/errors.ts";
import { postgresKit } from "./kit.ts";
import { pending, readMigrations } from "./migrations.ts";
import { type Build, isOneOf, type Step, type Steps, type Store } from "./store.ts";
import { defineTables } from "./tables.ts";

/** Any number, as long as every process that migrates takes the same. */
const MIGRATION_LOCK = 4_021_402;
/** Two transactions stood in each other's way and one of them was undone: it can simply be done again. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const ATTEMPTS = 5;
const CONNECT_MS = 5_000;
/** After a quiet time the next call need not connect again. */
const IDLE_MS = 300_000;
/** So much later a server that has vanished in the middle of a query is looked for. */
const KEEP_ALIVE_MS = 60_000;
/** Texts that are prepared by name; those of one-off queries must not pile up in the server. */
const MAX_NAMES = 500;

/** Commits wait for the disk only where a transaction asks for it. */
const BEGIN = { durable: "BEGIN; SET LOCAL synchronous_commit = on", relaxed: "BEGIN" };

type Prepared = ReturnType<ReturnType<Build<unknown>>["prepare"]>;

interface Queryable {
  query(config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult>;
}

/** Performs steps on the connection that it was made for. */
type Perform = (step: Step) => Promise<unknown>;

/** Connects and brings the database up to date. @throws {OperatorError} when that cannot be done, and why. */
export async function openPostgres(url: string): Promise<Store> {
  const pool = openPool(url);
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw unusable(error);
  }
  const tables = defineTables(postgresKit);
  const nameOf = naming();
  const performers = new WeakMap<pg.PoolClient, Perform>();
  const ask = performing({ query: (config, values) => asked(pool, config, values) });

  return {
    ask: <Result>(build: Build<Result>, values = {}) => ask({ build, values }) as Promise<Result>,
    async transact(steps, durability = "durable") {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction(pool, BEGIN[durability], (client) => drive(steps(), performerOf(client)));
        } catch (error) {
          if (attempt === ATTEMPTS || !isOneOf(CONFLICTS, error)) throw error;
        }
      }
    },
    [Symbol.asyncDispose]: () => pool.end(),
  };

  function performerOf(client: pg.PoolClient): Perform {
    let perform = performers.get(client);
    if (perform === undefined) {
      perform = performing(client);
      performers.set(client, perform);
    }
    return perform;
  }

  /** A query belongs to the connection it was built for. */
  function performing(on: Queryable): Perform {
    const query = (config: pg.QueryConfig, values: unknown[]) =>
      on.query({ ...config, name: nameOf(config.text) }, values.map(storable));
    // Asking is all that drizzle does with it: transactions are begun and ended here.
    const db = drizzle({ client: { query } as unknown as pg.PoolClient }) as NodePgDatabase;
    const prepared = new WeakMap<Build<unknown>, Prepared>();
    return async ({ build, values }) => {
      let built = prepared.get(build);
      if (built === undefined) {
        built = build(db, tables).prepare("");
        prepared.set(build, built);
      }
      return built.execute(values).catch(withoutValues);
    };
  }
}

/** Plain queries, for a library that writes its own. They are on connections of their own. */
export function openQueries(url: string) {
  const pool = openPool(url, 2);
  return {
    // The library passes what PostgreSQL takes.
    query: ({ text, values = [] }: { text: string; values?: readonly unknown[] }) => pool.query(text, [...values]),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

function openPool(url: string, max = 10): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "agent-api-hub",
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    Client: Connection,
    onConnect: (client) => client.query("SET synchronous_commit = off") as unknown as void, // It is waited for.
  });
  // Who uses a connection is told by its query; what befalls an idle one concerns nobody.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Only connecting is limited in time: the pool's own limit would also end the wait for a connection that is free. */
class Connection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await begun(pool, begin);
  let result: T;
  try {
    result = await work(client);
    const { command } = await client.query("COMMIT");
    // So it answers where a step has failed and nobody minded.
    if (command !== "COMMIT") throw new Error("The transaction was undone by one of its steps");
  } catch (error) {
    // A connection that cannot even be told to undo is none that anybody else should get.
    await client.query("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
  client.release();
  return result;
}

async function begun(pool: pg.Pool, begin: string): Promise<pg.PoolClient> {
  const { client } = await onLiving(pool, (each) => each.query(begin));
  return client;
}

async function asked(pool: pg.Pool, config: pg.QueryConfig, values: unknown[]): Promise<pg.QueryResult> {
  // Of a write whose connection ends nobody knows whether it was done.
  if (!/^select\b/i.test(config.text)) return pool.query(config, values);
  const { client, result } = await onLiving(pool, (each) => each.query(config, values));
  client.release();
  return result;
}

/**
 * Asks what may be asked twice on a connection that lives, and hands on both. One that has ended while it was idle may
 * show it only now; there are at most as many of them as connections.
 */
async function onLiving(
  pool: pg.Pool,
  query: (client: pg.PoolClient) => Promise<pg.QueryResult>,
): Promise<{ client: pg.PoolClient; result: pg.QueryResult }> {
  for (let left = pool.totalCount; ; left--) {
    const client = await pool.connect();
    try {
      return { client, result: await query(client) };
    } catch (error) {
      const isAlive = error instanceof pg.DatabaseError && !/^(?:57P|08)/.test(error.code ?? "");
      client.release(!isAlive);
      if (isAlive || left <= 0) throw error;
    }
  }
}

async function drive<T>(steps: Steps<T>, perform: Perform): Promise<T> {
  let state = steps.next();
  while (!state.done) state = steps.next(await perform(state.value));
  return state.value;
}

/** The same name for the same text, so that each connection prepares it once. */
function naming(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < MAX_NAMES) names.set(text, `q${names.size}`);
    return names.get(text);
  };
}

/** PostgreSQL's texts hold no NUL. What stands for it is what stands for half a surrogate pair. */
function storable(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}

/** Drizzle's error repeats the values of the query: addresses and signed payments, which are not for a log. */
function withoutValues(error: unknown): never {
  if (!(error instanceof DrizzleQueryError)) throw error;
  throw new Error(`Failed query: ${error.query}`, { cause: error.cause });
}

function unusable(error: unknown): OperatorError {
  if (error instanceof OperatorError) return error;
  const why = error instanceof Error ? error.message : error;
  return new OperatorError(`Cannot use the database of DATABASE_URL: ${why}`, { cause: error });
}

async function migrate(pool: pg.Pool): Promise<void> {
  const migrations = await readMigrations("postgres");
  await inTransaction(pool, BEGIN.durable, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const { rows } = await client.query<{ name: string }>("SELECT name FROM migrations");
    for (const { name, sql } of pending(
      migrations,
      rows.map((row) => row.name),
    )) {
      await client.query(sql);
      await client.query("INSERT INTO migrations (name) VALUES ($1)", [name]);
    }
  });
}
