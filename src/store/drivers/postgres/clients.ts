/** Single connections to PostgreSQL: how each is limited, asked for its process, and cut off. */
import pg from "pg";

/** In milliseconds. */
export interface PostgresLimits {
  /** To connect, and to be set up. */
  readonly connectMs: number;
  /** One statement, where the server limits it. 0 is no limit. */
  readonly statementMs: number;
  /** For a row that another transaction has changed and not committed. The server finds a deadlock after 1,000. */
  readonly lockMs: number;
  /** For a connection that is free, while nobody is answered; while others are, ten times as long. */
  readonly waitMs: number;
}

/** Of a hub that serves. */
export const SERVING: PostgresLimits = { connectMs: 800, statementMs: 5_000, lockMs: 1_500, waitMs: 1_000 };
/** Of a command that somebody waits for: what it reads may be large, and other processes may be busy. */
export const PATIENT: PostgresLimits = { connectMs: 5_000, statementMs: 0, lockMs: 10_000, waitMs: 60_000 };

/** How long the server has to say that it lives. */
export const PROBE_MS = 400;

/** The processes among these that wait to be asked something, as far as they know. */
const IDLE_AMONG = "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state LIKE 'idle%'";

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
