/**
 * News by NOTIFY, on a connection of its own that is opened again whenever it ends, or falls silent: a firewall that has
 * forgotten a connection tells neither end.
 */
import type pg from "pg";
import type { NewsChannel, OpenChannel } from "../../processes/news.ts";

const CHANNEL = "hub_news";
const NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload";
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const CONNECT_MS = 800;
const ALIVE = "SELECT 1";
const CARE: NewsCare = { askMs: 5_000, answerMs: 2_000 };

/** In milliseconds. */
export interface NewsCare {
  /** How often it is asked whether the connection still leads anywhere. */
  readonly askMs: number;
  /** How long the server has to answer. */
  readonly answerMs: number;
}

/** Comes back at once: until it is connected nobody is told, and everybody finds things in the store. */
export function postgresNews(url: string, care: NewsCare = CARE): OpenChannel {
  return (hear) => openChannel(url, care, hear);
}

function openChannel(url: string, { askMs, answerMs }: NewsCare, hear: (payload: string) => void): NewsChannel {
  let client: pg.Client | undefined;
  /** What is told together, while the server has not taken the last of it. */
  let untold: string[] = [];
  let isTelling = false;
  let isClosed = false;
  /** Ends the connection at once: one that is silent takes no farewell. */
  let drop = (): void => undefined;
  void connect(FIRST_PAUSE_MS);

  return {
    send(payload) {
      if (client === undefined) return;
      untold.push(payload);
      void flush();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const late = setTimeout(drop, answerMs);
      await client?.end().catch(() => undefined);
      clearTimeout(late);
    },
  };

  async function flush(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    while (untold.length > 0 && client !== undefined) {
      const payloads = untold;
      untold = [];
      await client.query(NOTIFY, [CHANNEL, payloads]).catch(() => undefined);
    }
    isTelling = false;
  }

  async function connect(pauseMs: number): Promise<void> {
    const { Client } = (await import("pg")).default; // A hub on SQLite never loads it.
    const { cut } = await import("./clients.ts");
    if (isClosed) return;
    const opened = new Client({
      connectionString: url,
      application_name: "agent-api-hub news",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: answerMs,
      keepAlive: true,
    });
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (): void => {
      if (isOver) return;
      isOver = true;
      if (client === opened) client = undefined;
      clearTimeout(timer);
      cut(opened, "It is opened again.");
      setTimeout(() => void connect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)), pauseMs).unref();
    };
    opened.on("error", again);
    opened.on("end", again);
    opened.on("notification", ({ payload }) => hear(payload ?? ""));
    try {
      await opened.connect();
      // It listens in silence, which the role may be set to end. Before version 14 there is no such setting.
      await opened.query("SET idle_session_timeout = 0").catch(() => undefined);
      await opened.query(`LISTEN ${CHANNEL}`);
      if (isClosed) return void opened.end().catch(() => undefined);
      client = opened;
      drop = () => cut(opened, "It is closed.");
      care();
    } catch {
      again();
    }

    function care(): void {
      timer = setTimeout(() => opened.query(ALIVE).then(care, again), askMs);
      timer.unref();
    }
  }
}
