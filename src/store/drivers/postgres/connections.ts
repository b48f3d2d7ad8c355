/**
 * Connections to PostgreSQL, each wait for which is limited. A server that is silent is told from a query that takes
 * its time: after a moment it is asked on a new connection whether it lives, and which of its processes work at all.
 * What is dead is cut off, and everybody is refused at once until the server answers again.
 */
import pg from "pg";
import { HubError } from "../../../runtime/errors.ts";
import { unavailable } from "../../faults.ts";
import { cut, idleAmong, isTooFull, pidOf, type PostgresLimits, reasonOf } from "./clients.ts";
import { openPool } from "./pool.ts";

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

export interface PostgresConnections extends AsyncDisposable {
  /** Makes the first connection. @throws {HubError} `overloaded` where the server takes none. */
  open(): Promise<void>;
  /** A free connection that lives, and its answer to a query that may be asked twice. Whoever has it releases it. */
  begin(query: pg.QueryConfig): Promise<OpenTransaction>;
  /** A free connection, which may have ended while it was idle. */
  lend(): Promise<pg.PoolClient>;
  query(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult>;
  /** What is wrong with the server, in a sentence for everybody. It is asked unless it has just answered somebody. */
  fault(): Promise<string | undefined>;
}

/** How often queries under way are looked at. */
const LOOK_MS = 50;
/** A query that has taken longer may have nobody to answer it. */
const SUSPECT_MS = 250;
/** An answer on its way from a process that has just become idle. */
const LATE_MS = 100;
/** How often a server that is silent is asked again. */
const RETRY_MS = 250;
/** An answer is proof for so long that the next one will come. */
const FRESH_MS = 50;
const READ_ONLY_TRANSACTION = "25006";
const ONLY_READS = "The database only reads: it is a standby, or was told to.";

interface RunningQuery {
  readonly client: pg.PoolClient;
  readonly since: number;
}

export function openConnections({ url, max, limits, onChange }: ConnectionsOptions): PostgresConnections {
  const { pool, open, connect, idleAnswers } = openPool(url, max, limits, () => void probe());
  const running = new Set<RunningQuery>();
  /** Aborted when the server falls silent, and made anew when it answers again. */
  let silence = new AbortController();
  let fault: string | undefined;
  /** A standby, or a server whose disk its operator keeps: it reads as ever. */
  let isReadOnly = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let watching: ReturnType<typeof setInterval> | undefined;
  let probing: Promise<void> | undefined;
  let asking: Promise<string | undefined> | undefined;
  let askingAgain: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const backstopMs = limits.statementMs === 0 ? Number.POSITIVE_INFINITY : limits.statementMs + 1_000;

  return {
    open: () =>
      open().catch((error: unknown) => {
        throw unavailable(reasonOf(error), error);
      }),
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
      return askOnce();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      clearInterval(watching);
      await pool.end();
    },
  };

  function askOnce(): Promise<string | undefined> {
    return (asking ??= ask().finally(() => (asking = undefined)));
  }

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
    if (does && !isClosed) askAgain();
    if (does === isReadOnly) return;
    isReadOnly = does;
    onChange?.(does ? ONLY_READS : undefined);
  }

  function askAgain(): void {
    askingAgain ??= setTimeout(() => {
      askingAgain = undefined;
      void askOnce();
    }, RETRY_MS);
    askingAgain.unref();
  }

  async function lend(): Promise<pg.PoolClient> {
    if (fault !== undefined) throw unavailable(fault);
    const { promise, reject } = Promise.withResolvers<never>();
    const give = (): void => reject(unavailable(fault ?? "No connection to the database is free."));
    const { signal } = silence;
    signal.addEventListener("abort", give, { once: true });
    const begun = performance.now();
    let timer = setTimeout(giveUp, limits.waitMs);
    const connected = connect();
    try {
      return await Promise.race([connected, promise]);
    } catch (error) {
      connected.then(
        (client) => client.release(), // It came too late for us.
        () => undefined,
      );
      if (error instanceof HubError) throw error;
      // Whatever the server has against a new connection, a password or a certificate, nothing was asked of it.
      throw unavailable(reasonOf(error), error);
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
    const own: RunningQuery = { client, since: performance.now() };
    running.add(own);
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
      running.delete(own);
    }
  }

  function look(): void {
    if (running.size === 0) {
      clearInterval(watching);
      watching = undefined;
      return;
    }
    const now = performance.now();
    let isSuspicious = false;
    for (const each of running) {
      const age = now - each.since;
      if (age > backstopMs) cut(each.client, `A query was not answered within ${backstopMs / 1000} s.`);
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
    const suspects = [...running].filter(({ since }) => began - since > SUSPECT_MS);
    const kept = idleAnswers().catch(() => false);
    try {
      const idle = await idleAmong(
        url,
        suspects.map(({ client }) => pidOf(client)),
      );
      answers();
      if (idle.size === 0) return;
      // A process that has not even begun what it was sent a while ago stands still, or nothing reaches it.
      setTimeout(() => {
        for (const each of suspects)
          if (running.has(each) && idle.has(pidOf(each.client)))
            cut(each.client, "The database's end of this connection is silent.");
      }, LATE_MS);
    } catch (error) {
      // Who answers anybody lives, be it too busy for somebody new.
      if (isTooFull(error) || (await kept) || answeredAt > began) return answers();
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
    for (const { client } of running) cut(client, fault);
    silence.abort();
    onChange?.(`The database does not answer: ${reasonOf(error)}.`);
  }
}

function every(ms: number, act: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(act, ms);
  timer.unref();
  return timer;
}
