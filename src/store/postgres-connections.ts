/**
 * Connections to PostgreSQL, each wait for which is limited. A server that is silent is told from a query that takes
 * its time: after a moment it is asked on a new connection whether it lives, and which of its processes work at all.
 * What is dead is cut off, and everybody is refused at once until the server answers again.
 */
import pg from "pg";
import { HubError } from "../runtime/errors.ts";
import { unavailable } from "./faults.ts";

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

export interface ConnectionsOptions {
  readonly url: string;
  readonly max: number;
  readonly limits: PostgresLimits;
  /** Told what is wrong with the server, in a sentence for the operator, and `undefined` when it answers again. */
  readonly onChange?: ((fault: string | undefined) => void) | undefined;
}

export interface OpenTransaction {
  readonly client: pg.PoolClient;
  readonly result: pg.QueryResult;
}

export interface Connections extends AsyncDisposable {
  /** A free connection that lives, and its answer to a query that may be asked twice. Whoever has it releases it. */
  begin(query: pg.QueryConfig): Promise<OpenTransaction>;
  /** A free connection, which may have ended while it was idle. */
  lend(): Promise<pg.PoolClient>;
  query(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** What is wrong with the server, in a sentence for everybody. It is asked unless it has just answered somebody. */
  fault(): Promise<string | undefined>;
}

const CONNECT_MS = 800;
/** After a quiet time the next call need not connect again. */
const IDLE_MS = 300_000;
/** So much later a server that has vanished in the middle of a query is looked for. */
const KEEP_ALIVE_MS = 60_000;
/** How often queries under way are looked at. */
const LOOK_MS = 50;
/** A query that has taken longer may have nobody to answer it. */
const SUSPECT_MS = 250;
/** How long the server has to say that it lives. */
const PROBE_MS = 400;
/** An answer on its way from a process that has just become idle. */
const LATE_MS = 100;
/** How often a server that is silent is asked again. */
const RETRY_MS = 250;
/** An answer is proof for so long that the next one will come. */
const FRESH_MS = 50;
/** A transaction whose process stands still must not keep its rows from others. */
const IDLE_IN_TRANSACTION_MS = 5_000;

const READ_ONLY_TRANSACTION = "25006";
const ONLY_READS = "The database only reads: it is a standby, or was told to.";

/** The processes among these that wait to be asked something, as far as they know. */
const IDLE_AMONG = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state LIKE 'idle%'";

interface Flight {
  readonly client: pg.PoolClient;
  readonly since: number;
  isSuspect: boolean;
}

export function openConnections({ url, max, limits, onChange }: ConnectionsOptions): Connections {
  const pool = openPool(url, max, limits);
  const flights = new Set<Flight>();
  /** Aborted when the server falls silent, and made anew when it answers again. */
  let silence = new AbortController();
  let fault: string | undefined;
  /** A standby, or a server whose disk its operator keeps: it reads as ever. */
  let isReadOnly = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let watching: ReturnType<typeof setInterval> | undefined;
  let probing: Promise<void> | undefined;
  let asking: Promise<string | undefined> | undefined;
  let isClosed = false;
  const backstopMs = limits.statementMs === 0 ? Number.POSITIVE_INFINITY : limits.statementMs + 1_000;

  return {
    lend,
    query,
    async begin(first) {
      // One that has ended while it was idle may show it only now; there are at most as many as connections.
      for (let left = pool.totalCount; ; left--) {
        const client = await lend();
        try {
          return { client, result: await query(client, first) };
        } catch (error) {
          const isAlive = error instanceof pg.DatabaseError && !/^(?:57P|08)/.test(error.code ?? "");
          client.release(!isAlive);
          if (isAlive || left <= 0 || fault !== undefined) throw error;
        }
      }
    },
    async fault() {
      if (fault !== undefined) return fault;
      if (!isReadOnly && performance.now() - answeredAt < FRESH_MS) return undefined;
      return (asking ??= ask().finally(() => (asking = undefined)));
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(watching);
      await pool.end();
    },
  };

  async function ask(): Promise<string | undefined> {
    if (pool.totalCount >= max && pool.idleCount === 0) await probe();
    else
      try {
        const client = await lend();
        const { rows } = await query(client, { text: "SHOW transaction_read_only" }).finally(() => client.release());
        onlyReads(rows[0]?.transaction_read_only === "on");
      } catch {
        if (fault === undefined) await probe(); // The one connection may have ended, and not the server.
      }
    return fault ?? (isReadOnly ? ONLY_READS : undefined);
  }

  /** It is asked again until it writes: nobody else may find out. */
  function onlyReads(does: boolean): void {
    if (does && !isClosed)
      setTimeout(() => void (asking ??= ask().finally(() => (asking = undefined))), RETRY_MS).unref();
    if (does === isReadOnly) return;
    isReadOnly = does;
    onChange?.(does ? ONLY_READS : undefined);
  }

  async function lend(): Promise<pg.PoolClient> {
    if (fault !== undefined) throw unavailable(fault);
    const { promise, reject } = Promise.withResolvers<never>();
    const give = (): void => reject(unavailable(fault ?? "No connection to the database is free."));
    const { signal } = silence;
    signal.addEventListener("abort", give, { once: true });
    const begun = performance.now();
    let timer = setTimeout(giveUp, limits.waitMs);
    const connected = pool.connect();
    try {
      return await Promise.race([connected, promise]);
    } catch (error) {
      connected.then(
        (client) => client.release(), // It came too late for us.
        () => undefined,
      );
      if (!(error instanceof HubError)) void probe();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", give);
    }

    /** Who stands in a queue that moves waits on. */
    function giveUp(): void {
      const now = performance.now();
      const quiet = now - Math.max(begun, answeredAt);
      if (quiet >= limits.waitMs || now - begun >= 10 * limits.waitMs) give();
      else timer = setTimeout(giveUp, limits.waitMs - quiet);
    }
  }

  async function query(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
    const flight: Flight = { client, since: performance.now(), isSuspect: false };
    flights.add(flight);
    watching ??= every(LOOK_MS, look);
    try {
      const result = await client.query(config);
      answeredAt = performance.now();
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError) {
        answeredAt = performance.now();
        if (error.code === READ_ONLY_TRANSACTION && !isReadOnly) onlyReads(true);
      } else if (!isClosed) void probe();
      throw error;
    } finally {
      flights.delete(flight);
    }
  }

  function look(): void {
    if (flights.size === 0) {
      clearInterval(watching);
      watching = undefined;
      return;
    }
    const now = performance.now();
    let isSuspicious = false;
    for (const flight of flights) {
      const age = now - flight.since;
      if (age > backstopMs) cut(flight.client, `A query was not answered within ${backstopMs / 1000} s.`);
      else if (age > SUSPECT_MS) isSuspicious = true;
    }
    if (isSuspicious) void probe();
  }

  /** Finds out whether the server lives, and cuts off what of it does not. One at a time; never fails. */
  function probe(): Promise<void> {
    if (isClosed) return Promise.resolve();
    return (probing ??= probeOnce().finally(() => {
      probing = undefined;
    }));
  }

  async function probeOnce(): Promise<void> {
    const began = performance.now();
    const suspects = [...flights].filter(({ since }) => began - since > SUSPECT_MS);
    try {
      const idle = await idleAmong(
        url,
        suspects.map(({ client }) => pidOf(client)),
      );
      answers();
      if (idle.size === 0) return;
      // A process that has not even begun what it was sent a while ago stands still, or nothing reaches it.
      setTimeout(() => {
        for (const flight of suspects)
          if (flights.has(flight) && idle.has(pidOf(flight.client)))
            cut(flight.client, "The database's end of this connection is silent.");
      }, LATE_MS);
    } catch (error) {
      // Who answers anybody lives, be it too busy for somebody new.
      if (answeredAt > began || isTooFull(error)) return answers();
      falls(error);
    }
  }

  function answers(): void {
    if (fault === undefined) return;
    fault = undefined;
    silence = new AbortController();
    onChange?.(undefined);
  }

  function falls(error: unknown): void {
    if (isClosed) return;
    setTimeout(() => void probe(), RETRY_MS).unref();
    if (fault !== undefined) return;
    fault = "The database does not answer.";
    for (const { client } of flights) cut(client, fault);
    silence.abort();
    onChange?.(`The database does not answer: ${reasonOf(error)}.`);
  }
}

function openPool(url: string, max: number, limits: PostgresLimits): pg.Pool {
  const settings = [
    "synchronous_commit = off",
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

async function idleAmong(url: string, pids: readonly number[]): Promise<ReadonlySet<number>> {
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
function cut(client: pg.ClientBase, why: string): void {
  (client as unknown as Wire).connection?.stream.destroy(Object.assign(new Error(why), { code: "ETIMEDOUT" }));
}

function pidOf(client: pg.ClientBase): number {
  return (client as unknown as Wire).processID ?? 0;
}

function every(ms: number, act: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(act, ms);
  timer.unref();
  return timer;
}

/** It lives, and has as many connections as it takes. */
function isTooFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return error instanceof pg.DatabaseError ? error.message : (code ?? error.message);
}
