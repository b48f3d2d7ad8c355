/** The store in a PostgreSQL database, shared by any number of processes. */
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { OperatorError } from "../runtime/errors.ts";
import { asOutage } from "./faults.ts";
import { postgresDialect, postgresKit } from "./kit.ts";
import { pending, readMigrations } from "./migrations.ts";
import { PATIENT, SERVING } from "./postgres-clients.ts";
import { type PostgresConnections, openConnections } from "./postgres-connections.ts";
import { type Build, isOneOf, type Step, type Steps, type Store, type StoreOptions } from "./store.ts";
import { defineTables } from "./tables.ts";

/** Any number, as long as every process that migrates takes the same. */
const MIGRATION_LOCK = 4_021_402;
/** Two transactions stood in each other's way and one of them was undone: it can simply be done again. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const ATTEMPTS = 5;
/** At the start nothing waits but the start. */
const CONNECT_MS = 5_000;
const CONNECTIONS = 9;
/** Of its own: however many requests wait for the others, what is under way must not lapse. */
const LEASE_CONNECTIONS = 1;
/** Texts that are prepared by name; those of one-off queries must not pile up in the server. */
const MAX_NAMES = 500;

/** Commits wait for the disk only where a transaction asks for it. */
const DURABLE = "BEGIN; SET LOCAL synchronous_commit = on";
const BEGIN = { durable: DURABLE, grouped: DURABLE, relaxed: "BEGIN" };

type PreparedQuery = ReturnType<ReturnType<Build<unknown>>["prepare"]>;

/** Performs steps on the connection that it was made for. */
type Perform = (step: Step) => Promise<unknown>;

/** Connects and brings the database up to date. @throws {OperatorError} when that cannot be done, and why. */
export async function openPostgres(url: string, { isPatient = false, onChange }: StoreOptions = {}): Promise<Store> {
  await migrate(url).catch((error: unknown) => {
    throw unusable(error);
  });
  const limits = isPatient ? PATIENT : SERVING;
  const connections = openConnections({ url, max: CONNECTIONS, limits, onChange });
  const leaseConnections = openConnections({ url, max: LEASE_CONNECTIONS, limits });
  const tables = defineTables(postgresKit);
  const nameOf = naming();
  const performers = new WeakMap<pg.PoolClient, Perform>();
  const ask = performing((config) => asked(connections, config));
  const askForLeases = performing((config) => asked(leaseConnections, config));

  return {
    ask: <Result>(build: Build<Result>, values = {}, purpose?: "leases") =>
      (purpose === "leases" ? askForLeases : ask)({ build, values }).catch((error: unknown) => {
        throw asOutage(error);
      }) as Promise<Result>,
    async transact(steps, durability = "durable") {
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction(connections, BEGIN[durability], (client) => drive(steps(), performerOf(client)));
        } catch (error) {
          if (attempt === ATTEMPTS || !isOneOf(CONFLICTS, error)) throw asOutage(error);
        }
      }
    },
    fault: connections.fault,
    async [Symbol.asyncDispose]() {
      await Promise.all([connections, leaseConnections].map((each) => each[Symbol.asyncDispose]()));
    },
  };

  function performerOf(client: pg.PoolClient): Perform {
    let perform = performers.get(client);
    if (perform === undefined) {
      perform = performing((config) => connections.query(client, config));
      performers.set(client, perform);
    }
    return perform;
  }

  /** A query belongs to the connection it was built for. */
  function performing(put: (config: pg.QueryConfig) => Promise<pg.QueryResult>): Perform {
    const query = ({ text, ...config }: pg.QueryConfig, values: unknown[]) =>
      put({ ...config, text, name: nameOf(text), values: values.map(storable) });
    // Asking is all that drizzle does with it: transactions are begun and ended here.
    const db = drizzle({ client: { query } as unknown as pg.PoolClient }) as NodePgDatabase;
    const prepared = new WeakMap<Build<unknown>, PreparedQuery>();
    return async ({ build, values }) => {
      let built = prepared.get(build);
      if (built === undefined) {
        built = build(db, tables, postgresDialect).prepare("");
        prepared.set(build, built);
      }
      return built.execute(values).catch(withoutValues);
    };
  }
}

/** Plain queries, for a library that writes its own. They are on connections of their own. */
export function openQueries(url: string, limits = SERVING) {
  const connections = openConnections({ url, max: 2, limits });
  return {
    async query({ text, values = [] }: { text: string; values?: readonly unknown[] }): Promise<pg.QueryResult> {
      // The library passes what PostgreSQL takes.
      return asked(connections, { text, values: [...values] });
    },
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  };
}

async function inTransaction<T>(
  connections: PostgresConnections,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { client } = await connections.begin({ text: begin });
  const say = (text: string) => connections.query(client, { text });
  let result: T;
  try {
    result = await work(client);
    const { command } = await say("COMMIT");
    // So it answers where a step has failed and nobody minded.
    if (command !== "COMMIT") throw new Error("The transaction was undone by one of its steps");
  } catch (error) {
    // A connection that cannot even be told to undo is none that anybody else should get.
    await say("ROLLBACK").then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
  client.release();
  return result;
}

async function asked(connections: PostgresConnections, config: pg.QueryConfig): Promise<pg.QueryResult> {
  // Of a write whose connection ends nobody knows whether it was done.
  if (/^select\b/i.test(config.text)) {
    const { client, result } = await connections.begin(config);
    client.release();
    return result;
  }
  const client = await connections.lend();
  let isLost = true;
  try {
    const result = await connections.query(client, config);
    isLost = false;
    return result;
  } catch (error) {
    isLost = !(error instanceof pg.DatabaseError);
    throw error;
  } finally {
    client.release(isLost);
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

/** Waits for other processes that do the same. */
async function migrate(url: string): Promise<void> {
  const migrations = await readMigrations("postgres");
  await applyOrUndo(url, async (client) => {
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

/** Plain statements on one connection, all of them or none, into a database that is brought up to date first. */
export async function writeAtOnce(
  url: string,
  work: (say: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>) => Promise<void>,
): Promise<void> {
  await migrate(url).catch((error: unknown) => {
    throw unusable(error);
  });
  await applyOrUndo(url, (client) => work((text, values = []) => client.query(text, [...values])));
}

/** All of it or nothing, on a connection of its own, and without limits of time. */
async function applyOrUndo(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "agent-api-hub",
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on("error", () => undefined); // What is asked tells it.
  try {
    await client.connect();
    await client.query("BEGIN; SET LOCAL synchronous_commit = on");
    await work(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}
