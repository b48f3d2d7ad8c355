/**
 * Leadership by an advisory lock of PostgreSQL, held by a connection of its own: the server gives it up with the connection,
 * however that ends. The leader asks over the same connection twice a second whether it still stands, and believes in
 * itself no longer than a second after the last answer; the server ends a connection that has asked nothing for three. So a
 * process that stood still, or that nothing reaches, has stopped to lead before another begins, which waits as long as the
 * one before may have believed in itself.
 * Never behind a pooler of transactions: its connections are not held.
 */
import pg from "pg";
import type { Leadership } from "../../processes/leader.ts";
import { cut } from "./clients.ts";

/** Any number, as long as every process of a hub takes the same. */
const LEADER_LOCK = 4_021_403;
const ASK_MS = 400;
const ANSWER_MS = 800;
/** From the moment at which the last question that was answered was sent. */
const BELIEVED_MS = 900;
const IDLE_MS = 3_000;
const CONNECT_MS = 800;
const RETRY_MS = 500;

const LOCK = `SELECT pg_try_advisory_lock(${LEADER_LOCK}) AS leads`;
const ALIVE = "SELECT 1";

/** Comes back at once, without leading: the first question is still to be asked. */
export function postgresLeader(url: string, now: () => number = () => performance.now()): Leadership {
  const listeners = new Set<() => void>();
  let believedUntil = Number.NEGATIVE_INFINITY;
  /** Whoever led before may believe in itself until then. */
  let leadsFrom = Number.POSITIVE_INFINITY;
  let hasBegun = false;
  let isClosed = false;
  let current: pg.Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leads = (): boolean => now() < believedUntil && now() >= leadsFrom;
  void hold();

  return {
    leads,
    onLead(listener) {
      listeners.add(listener);
      // Where it has not been told to the others yet, it is in a moment, to this one, too.
      if (hasBegun && leads()) listener();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      believedUntil = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      const client = current;
      if (client === undefined) return;
      // A server that stands still never answers the farewell.
      const late = setTimeout(() => cut(client, "It is closed."), ANSWER_MS);
      await client.end().catch(() => undefined);
      clearTimeout(late);
    },
  };

  /** Connects, asks for the lock until it has it, and then whether it is still there; ends with its connection. */
  async function hold(): Promise<void> {
    if (isClosed) return;
    const client = new pg.Client({
      connectionString: url,
      application_name: "agent-api-hub leader",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    current = client;
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      if (current === client) {
        believedUntil = Number.NEGATIVE_INFINITY;
        leadsFrom = Number.POSITIVE_INFINITY;
        hasBegun = false;
      }
      clearTimeout(timer);
      // At once: a server that is silent would not answer a farewell either.
      cut(client, "It is opened again.");
      if (!isClosed) timer = unwatched(setTimeout(() => void hold(), RETRY_MS));
    };
    client.on("error", over);
    client.on("end", over);
    try {
      await client.connect();
      // Before version 14 there is no such setting: then a process that stands still leads on until it is ended.
      await client.query(`SET idle_session_timeout = ${IDLE_MS}`).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError)) throw error;
      });
      await ask(false);
    } catch {
      over();
    }

    async function ask(isHeld: boolean): Promise<void> {
      const sent = now();
      const { rows } = await client.query<{ leads?: boolean }>(isHeld ? ALIVE : LOCK);
      if (isOver || isClosed) return;
      const holds = isHeld || rows[0]?.leads === true;
      if (holds && !isHeld) leadsFrom = now() + BELIEVED_MS;
      if (holds) believedUntil = sent + BELIEVED_MS;
      if (!hasBegun && leads()) {
        hasBegun = true;
        for (const listener of listeners) listener();
      }
      timer = unwatched(setTimeout(() => void ask(holds).catch(over), ASK_MS));
    }
  }
}

function unwatched(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  timer.unref();
  return timer;
}
