/** Judges whether a PostgreSQL database can be a store, and brings it up to date. */
import pg from "pg";
import { OperatorError } from "../../../runtime/errors.ts";
import { withDeadline } from "../../../runtime/async/with-deadline.ts";
import { pending, readMigrations } from "../../migrations.ts";
import { refuseUnfinished } from "./unfinished-restore.ts";

/** Any number, as long as every process that migrates takes the same. */
const MIGRATION_LOCK = 4_021_402;
/** At the start nothing waits but the start. */
const CONNECT_MS = 5_000;
/** For the first questions, which ask for nothing that could take its time. */
const ANSWER_MS = 10_000;
const NEVER = new AbortController().signal;
/** Both hold whatever a request brings: SQL_ASCII keeps bytes as they come. */
const ENCODINGS: readonly string[] = ["UTF8", "SQL_ASCII"];
/** The functions of the migrations name it, so that a dump can be restored. */
const SCHEMA = "public";
/** What the role or the database may be set to, and a migration does not go by. */
const UNLIMITED = "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0";
/** A role that may not make tables is refused even one that is there already. */
const HAS_MIGRATIONS = `SELECT to_regclass('${SCHEMA}.migrations') IS NOT NULL AS is_there`;
/** So often two connections are asked whether each still has its own process. */
const ROUNDS = 5;

/**
 * Waits for other processes that do the same.
 * @param isRestoring whether it is the restore that asks, which nobody else may use the database before
 * @throws {OperatorError} when the database cannot be used, and why
 */
export async function migratePostgres(url: string, isRestoring = false): Promise<void> {
  try {
    await migrate(url, isRestoring);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const why = error instanceof Error ? error.message : error;
    throw new OperatorError(`Cannot use the database of DATABASE_URL: ${why}`, { cause: error });
  }
}

async function migrate(url: string, isRestoring: boolean): Promise<void> {
  const migrations = await readMigrations("postgres");
  await applyOrUndo(url, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    if (!isRestoring) await refuseUnfinished((text) => client.query(text));
    const { rows: found } = await client.query<{ is_there: boolean }>(HAS_MIGRATIONS);
    if (found[0]?.is_there !== true)
      await client.query("CREATE TABLE migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())");
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

/** A restore's plain statements on one connection, all or none, into a database that is brought up to date first. */
export async function writeAtOnce(
  url: string,
  work: (say: (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>) => Promise<void>,
): Promise<void> {
  await migratePostgres(url, true);
  await applyOrUndo(url, (client) => work((text, values = []) => client.query(text, [...values])));
}

/** All of it or nothing, on a connection of its own, and without limits of time. */
async function applyOrUndo(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = clientOf(url);
  try {
    await client.connect();
    await withDeadline(ANSWER_MS, silent, NEVER, () => refuseUnfit(client, url));
    await client.query(UNLIMITED);
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = on");
    await work(client);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** What would fail later, request by request, is refused in a sentence now. */
async function refuseUnfit(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; schema: string | null }>(
    "SELECT current_setting('server_encoding') AS encoding, current_schema() AS schema",
  );
  const { encoding = "", schema } = rows[0] ?? {};
  if (!ENCODINGS.includes(encoding))
    throw unfit(`its encoding is ${encoding}, which does not hold every text; it needs UTF8`);
  if (schema !== SCHEMA)
    throw unfit(`the search_path of its role leads to ${schema ?? "no schema"} first; it needs "${SCHEMA}"`);
  await refusePooled(client, url);
}

/**
 * A pooler of transactions gives each transaction whichever process is free; two connections that are held have one each
 * for good. What chance, or others who use the pooler, may let pass once does not pass each time.
 */
async function refusePooled(client: pg.Client, url: string): Promise<void> {
  const other = clientOf(url);
  try {
    await other.connect();
    const own = await pidOf(client);
    for (let round = 0; round < ROUNDS; round++) {
      await other.query("BEGIN"); // Whatever this has is not to be had by the first connection meanwhile.
      const isHeld = (await pidOf(other)) !== own && (await pidOf(client)) === own;
      await other.query("ROLLBACK");
      if (!isHeld)
        throw unfit("a pooler shares its connections out by transaction; it needs one that keeps sessions whole");
    }
  } finally {
    await other.end();
  }
}

async function pidOf(client: pg.Client): Promise<unknown> {
  return (await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
}

/** A pooler that has no session left greets all the same, and lets whoever asks something wait for minutes. */
function silent(): OperatorError {
  const why = "it takes connections and answers nothing; a pooler before it may have no session left";
  return unfit(why, Object.assign(new Error(why), { code: "ETIMEDOUT" }));
}

function unfit(why: string, cause?: Error): OperatorError {
  return new OperatorError(`Cannot use the database of DATABASE_URL: ${why}`, { cause });
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: "agent-api-hub",
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on("error", () => undefined); // What is asked tells it.
  return client;
}
