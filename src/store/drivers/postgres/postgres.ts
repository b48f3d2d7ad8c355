/** The store in a PostgreSQL database, shared by any number of processes. */
import { DrizzleQueryError } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { asOutage } from "../../faults.ts";
import { postgresDialect, postgresKit } from "../../tables/kit.ts";
import { PATIENT, SERVING } from "./clients.ts";
import { migratePostgres } from "./migrate.ts";
import { type PostgresConnections, openConnections } from "./connections.ts";
import { type Build, isOneOf, type Step, type Steps, type Store, type StoreOptions } from "../../store.ts";
import { defineTables } from "../../tables/tables.ts";

/** Two transactions stood in each other's way and one of them was undone: it can simply be done again. */
const CONFLICTS: readonly unknown[] = ["40001", "40P01"];
const ATTEMPTS = 5;
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
export async function openPostgres(url: string, options: StoreOptions = {}): Promise<Store> {
  const { isPatient = false, isRestoring, onChange } = options;
  await migratePostgres(url, isRestoring);
  const limits = isPatient ? PATIENT : SERVING;
  const connections = openConnections({ url, max: CONNECTIONS, limits, onChange });
  const leaseConnections = openConnections({ url, max: LEASE_CONNECTIONS, limits });
  const close = () => Promise.all([connections, leaseConnections].map((each) => each[Symbol.asyncDispose]()));
  try {
    await Promise.all([connections.open(), leaseConnections.open()]);
  } catch (error) {
    await close();
    throw error;
  }
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
      await close();
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
