import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { localNews, type News, openNews } from "../../src/store/processes/news.ts";
import { postgresNews } from "../../src/store/drivers/postgres/news.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres } from "../support/stores.ts";

/** A way to a database on which all that is connected falls silent at once; who connects after that is heard. */
async function silencedWay(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // It listens on a port, not on a path.
  return {
    address: url.href,
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.resume();
      }
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Settles with the next text of a topic. */
function next(news: News, topic: string): Promise<string> {
  return new Promise((resolve) => {
    const listening = news.listen(topic, (text) => {
      listening[Symbol.dispose]();
      resolve(text);
    });
  });
}

test("localNews() tells whoever listens to a topic, at once", () => {
  const news = localNews();
  const heard: string[] = [];
  const listening = news.listen("runs", (text) => void heard.push(text));
  news.listen("others", () => expect.unreachable());
  news.tell("runs", "one");
  listening[Symbol.dispose]();
  news.tell("runs", "two");
  expect(heard).toEqual(["one"]);
});

describe.skipIf(!(await isUp(POSTGRES_URL)))("postgresNews()", () => {
  /** Tells until it is heard: connecting takes a moment, and until then nobody is told. */
  async function heardBy(listener: News, teller: News): Promise<string> {
    const heard = next(listener, "runs");
    const telling = setInterval(() => teller.tell("runs", "queued"), 20);
    return heard.finally(() => clearInterval(telling));
  }

  test("tells the other processes of a database, and goes on when its connection was ended", async () => {
    await using database = await postgresDatabase();
    await using here = openNews([postgresNews(database.address)]);
    await using there = openNews([postgresNews(database.address)]);
    expect(await heardBy(there, here)).toBe("queued");
    const ended =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%news' AND datname = current_database()";
    await queryPostgres(database.address, ended);
    expect(await heardBy(there, here)).toBe("queued");
    expect(await heardBy(here, there)).toBe("queued");
  });

  test("connects again where its connection has fallen silent, as behind a firewall that forgot it", async () => {
    await using database = await postgresDatabase();
    await using way = await silencedWay(database.address);
    await using here = openNews([postgresNews(way.address, { askMs: 20, answerMs: 200 })]);
    await using there = openNews([postgresNews(database.address)]);
    expect(await heardBy(here, there)).toBe("queued");
    way.silence(); // Nothing is closed, and nothing comes through any more.
    expect(await heardBy(here, there)).toBe("queued");
    expect(await heardBy(there, here)).toBe("queued");
  });

  test("keeps its connection where the role's are ended when they are idle", async () => {
    await using database = await postgresDatabase();
    const name = new URL(database.address).pathname.slice(1);
    await queryPostgres(database.address, `ALTER DATABASE ${name} SET idle_session_timeout = 100`);
    await using here = openNews([postgresNews(database.address)]);
    expect(await heardBy(here, here)).toBe("queued");
    const quiet = `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE '%news'
      AND datname = current_database() AND clock_timestamp() - state_change > interval '300 ms'`;
    while ((await queryPostgres(database.address, quiet)).length === 0);
  });

  test("tells itself once, at once, whether the server answers or not", async () => {
    const news = openNews([postgresNews("postgres://nobody@127.0.0.1:1/none")]);
    const heard: string[] = [];
    news.listen("runs", (text) => void heard.push(text));
    news.tell("runs", "one");
    expect(heard).toEqual(["one"]);
    await news[Symbol.asyncDispose]();
  });
});
