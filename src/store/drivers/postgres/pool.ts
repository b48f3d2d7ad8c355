/**
 * The connections of one store to PostgreSQL: how each is set up, and how those that are there are shared out where the
 * server has no room for another, or a pooler before it lets that wait.
 */
import pg from "pg";
import { cut, PROBE_MS, type PostgresLimits } from "./clients.ts";

export interface PostgresPool {
  readonly pool: pg.Pool;
  /** Makes the first connection, for which there is more time. */
  open(): Promise<void>;
  /** One that is free, or a new one; where none is to be had, one of those that are there, once it is free. */
  connect(): Promise<pg.PoolClient>;
  /** Asks over one that is idle, where there is one, and cuts that off where it does not answer. Says whether it did. */
  idleAnswers(): Promise<boolean>;
}

/** For the first connection: at the start nothing waits but the start. */
const FIRST_CONNECT_MS = 5_000;
/** After a quiet time the next call need not connect again. */
const IDLE_MS = 300_000;
/** So much later a server that has vanished in the middle of a query is looked for. */
const KEEP_ALIVE_MS = 60_000;
/** A transaction whose process stands still must not keep its rows from others. */
const IDLE_IN_TRANSACTION_MS = 5_000;
/** What a role may be set to, and what later versions alone know: a connection may be idle, and its work is limited already. */
const UNLIMITED = `SELECT set_config(name, '0', false) FROM pg_settings
  WHERE name IN ('idle_session_timeout', 'transaction_timeout')`;
/** For so long after the server has taken no new connection none is asked for. */
const NO_ROOM_MS = 5_000;

/** `refused` is told when there is no new connection. */
export function openPool(url: string, max: number, limits: PostgresLimits, refused: () => void): PostgresPool {
  const set = [...settingsOf(limits).map((setting) => `SET ${setting}`), UNLIMITED].join("; ");
  const there = new Set<pg.PoolClient>();
  let later: ReturnType<typeof setTimeout> | undefined;
  let { connectMs } = limits;

  class OwnClient extends pg.Client {
    /** Only connecting is limited here: the pool's own limit would also end the wait for a connection that is free. */
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: connectMs });
    }

    /** The pool must know before it has the next who waits try the same. */
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): unknown {
      if (callback === undefined) return super.connect();
      return super.connect((error: Error) => {
        if (error) shareOut();
        callback(error);
      });
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: "agent-api-hub",
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    Client: OwnClient,
    // It is waited for.
    onConnect: (client) =>
      prepared(client, set, connectMs).catch((error: unknown) => {
        shareOut();
        throw error;
      }) as unknown as void,
  });
  // Who uses a connection is told by its query; what befalls an idle one concerns nobody.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => there.add(client.on("error", () => undefined)));
  pool.on("remove", (client) => there.delete(client));

  return {
    pool,
    async open() {
      connectMs = Math.max(FIRST_CONNECT_MS, limits.connectMs);
      try {
        (await pool.connect()).release();
      } finally {
        connectMs = limits.connectMs;
      }
    },
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        refused();
        if (there.size === 0) throw error;
        return pool.connect();
      }
    },
    async idleAnswers() {
      if (pool.idleCount === 0) return false;
      const client = await pool.connect();
      const timer = setTimeout(() => cut(client, `not within ${PROBE_MS} ms`), PROBE_MS);
      const answers = await client.query("SELECT 1").then(
        () => true,
        () => false,
      );
      clearTimeout(timer);
      client.release(!answers);
      return answers;
    },
  };

  function shareOut(): void {
    if (there.size === 0) return;
    pool.options.max = there.size;
    clearTimeout(later);
    later = setTimeout(() => (pool.options.max = max), NO_ROOM_MS);
    later.unref();
  }
}

function settingsOf(limits: PostgresLimits): readonly string[] {
  return [
    "synchronous_commit = off",
    // Every statement is written for it; the role or the database may be set to another.
    "default_transaction_isolation = 'read committed'",
    `statement_timeout = ${limits.statementMs}`,
    `lock_timeout = ${limits.lockMs}`,
    `idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ];
}

async function prepared(client: pg.ClientBase, text: string, limitMs: number): Promise<void> {
  const timer = setTimeout(() => cut(client, "The database does not take a new connection."), limitMs);
  try {
    await client.query(text);
  } finally {
    clearTimeout(timer);
  }
}
