/** Single connections to PostgreSQL: how each is set up, limited, asked for its process, and cut off. */
import pg from "pg";

/** In milliseconds. */
export interface PostgresLimits {
  /** One statement, where the server limits it. 0 is no limit. */
  readonly statementMs: number;
  /** For a row that another transaction has changed and not committed. The server finds a deadlock after 1,000. */
  readonly lockMs: number;
  /** For a connection that is free, while nobody is answered; while others are, ten times as long. */
  readonly waitMs: number;
}

/** Of a hub that serves. */
export const SERVING: PostgresLimits = { statementMs: 5_000, lockMs: 1_500, waitMs: 1_000 };
/** Of a command that somebody waits for: what it reads may be large, and other processes may be busy. */
export const PATIENT: PostgresLimits = { statementMs: 0, lockMs: 10_000, waitMs: 60_000 };

const CONNECT_MS = 800;
/** After a quiet time the next call need not connect again. */
const IDLE_MS = 300_000;
/** So much later a server that has vanished in the middle of a query is looked for. */
const KEEP_ALIVE_MS = 60_000;
/** How long the server has to say that it lives. */
const PROBE_MS = 400;
/** A transaction whose process stands still must not keep its rows from others. */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** The processes among these that wait to be asked something, as far as they know. */
const IDLE_AMONG = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state LIKE 'idle%'";

/** Connections as the hub wants each of them. */
export function openPool(url: string, max: number, limits: PostgresLimits): pg.Pool {
  const settings = [
    "synchronous_commit = off",
    // Every statement is written for it; the role or the database may be set to another.
    "default_transaction_isolation = 'read committed'",
    `statement_timeout = ${limits.statementMs}`,
    `lock_timeout = ${limits.lockMs}`,
    `idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ];
  const set = settings.map((setting) => `SET ${setting}`).join("; ");
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "agent-api-hub",
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    Client: LimitedClient,
    onConnect: (client) => prepared(client, set) as unknown as void, // It is waited for.
  });
  // Who uses a connection is told by its query; what befalls an idle one concerns nobody.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function prepared(client: pg.ClientBase, text: string): Promise<void> {
  const timer = setTimeout(() => cut(client, "The database does not take a new connection."), CONNECT_MS);
  try {
    await client.query(text);
  } finally {
    clearTimeout(timer);
  }
}

/** Only connecting is limited here: the pool's own limit would also end the wait for a connection that is free. */
class LimitedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/**
 * Asks a server on a new connection whether it lives, and which of its processes wait to be asked something.
 * @throws what keeps it from answering in time
 */
export async function idleAmong(url: string, pids: readonly number[]): Promise<ReadonlySet<number>> {
  const client = new pg.Client({ connectionString: url, application_name: "agent-api-hub", query_timeout: PROBE_MS });
  client.on("error", () => undefined); // It is told by what is asked.
  const timer = setTimeout(() => cut(client, `not within ${PROBE_MS} ms`), PROBE_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(IDLE_AMONG, [pids]);
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    clearTimeout(timer);
    cut(client, "done");
  }
}

/** What pg keeps of a connection, and does not declare. */
interface Wire {
  readonly connection?: { readonly stream: { destroy(error: Error): void } };
  readonly processID?: number;
}

/** Ends it at once, and with it whatever was asked on it. */
export function cut(client: pg.ClientBase, why: string): void {
  (client as unknown as Wire).connection?.stream.destroy(Object.assign(new Error(why), { code: "ETIMEDOUT" }));
}

export function pidOf(client: pg.ClientBase): number {
  return (client as unknown as Wire).processID ?? 0;
}

/** It lives, and has as many connections as it takes. */
export function isTooFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return error instanceof pg.DatabaseError ? error.message : (code ?? error.message);
}
