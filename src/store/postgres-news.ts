/** News by NOTIFY, on a connection of its own that is opened again whenever it ends. */
import type pg from "pg";
import type { NewsChannel, OpenChannel } from "./news.ts";

const CHANNEL = "hub_news";
const NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload";
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;
const CONNECT_MS = 800;

/** Comes back at once: until it is connected nobody is told, and everybody finds things in the store. */
export function postgresNews(url: string): OpenChannel {
  return (hear) => openChannel(url, hear);
}

function openChannel(url: string, hear: (payload: string) => void): NewsChannel {
  let client: pg.Client | undefined;
  /** What is told together, while the server has not taken the last of it. */
  let untold: string[] = [];
  let isTelling = false;
  let isClosed = false;
  void connect(FIRST_PAUSE_MS);

  return {
    send(payload) {
      if (client === undefined) return;
      untold.push(payload);
      void flush();
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await client?.end().catch(() => undefined);
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
    if (isClosed) return;
    const opened = new Client({
      connectionString: url,
      application_name: "agent-api-hub news",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    let isOver = false;
    const again = (): void => {
      if (isOver) return;
      isOver = true;
      if (client === opened) client = undefined;
      opened.end().catch(() => undefined);
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
    } catch {
      again();
    }
  }
}
