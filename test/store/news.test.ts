import { describe, expect, test } from "bun:test";
import { localNews, type News, openNews } from "../../src/store/news.ts";
import { postgresNews } from "../../src/store/postgres-news.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres } from "../support/stores.ts";

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
