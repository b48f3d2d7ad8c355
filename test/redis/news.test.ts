import { describe, expect, test } from "bun:test";
import { openRedis } from "../../src/redis/connection.ts";
import { redisNews } from "../../src/redis/news.ts";
import { createSealer } from "../../src/runtime/crypto/sealer.ts";
import { type News, type OpenChannel, openNews } from "../../src/store/processes/news.ts";
import { hasOwnRedis, ownRedis } from "../support/own-servers.ts";
import { answering, redisSuite, SEALER } from "../support/redis.ts";

/** Tells until it is heard: to subscribe takes a moment, and until then nobody is told. */
async function heardBy(listener: News, teller: News, text: string): Promise<string> {
  const heard = Promise.withResolvers<string>();
  using _ = listener.listen("topic", (each) => each === text && heard.resolve(each));
  const telling = setInterval(() => teller.tell("topic", text), 20);
  return await heard.promise.finally(() => clearInterval(telling));
}

describe.skipIf(!hasOwnRedis)("news by Redis", () => {
  const suite = redisSuite();

  test("reach the other processes, and go on when Redis was started again", async () => {
    await using one = openNews([redisNews(await suite.connect(), SEALER)]);
    await using other = openNews([redisNews(await suite.connect(), SEALER)]);
    expect(await heardBy(other, one, "first")).toBe("first");
    await suite.server().kill();
    one.tell("topic", "lost");
    await suite.server().start();
    expect(await heardBy(other, one, "second")).toBe("second");
    expect(await heardBy(one, other, "third")).toBe("third");
  }, 20_000);

  test("of another hub, and of whoever writes to Redis, are not heard", async () => {
    const connection = await suite.connect();
    await using listener = openNews([redisNews(connection, SEALER)]);
    await using one = openNews([redisNews(await suite.connect(), SEALER)]);
    await using another = openNews([redisNews(await suite.connect(), createSealer("bb".repeat(32), "redis"))]);
    await heardBy(listener, one, "begun");
    const heard: string[] = [];
    listener.listen("topic", (text) => void heard.push(text));
    another.tell("topic", "of another hub");
    const channel = `hub:news:1:${SEALER("news").name}`;
    await connection.client.publish(channel, JSON.stringify(["me", "topic", "forged", 1]));
    await connection.client.publish(
      channel,
      createSealer("bb".repeat(32), "redis")("news").seal('["me","topic","forged",1]'),
    );
    one.tell("topic", "true");
    await heardBy(listener, one, "last");
    expect(new Set(heard)).toEqual(new Set(["true", "last"]));
  });
});

describe.skipIf(!hasOwnRedis)("news by a Redis that does not let its user tell or hear them", () => {
  const suite = redisSuite();

  test.each([
    ["-publish", "PUBLISH"],
    ["-subscribe", "SUBSCRIBE"],
    ["resetchannels", "PUBLISH and SUBSCRIBE"],
  ])("say so once (%s), leave all else of it in use, and go on when it does", async (right, what) => {
    const operator = await suite.connect();
    const acl = (...words: string[]) => operator.client.call("ACL", "SETUSER", "hub", ...words);
    await acl("reset", "on", ">of-the-hub", "~*", "&*", "+@all", right);
    const url = new URL(suite.server().url);
    [url.username, url.password] = ["hub", "of-the-hub"];
    await using own = await openRedis(url.href, { limitMs: 10_000 });
    const told: (string | undefined)[] = [];
    let changed = Promise.withResolvers<void>();
    const change = (fault: string | undefined): void => {
      told.push(fault);
      if (fault === undefined || fault.includes(what)) changed.resolve();
    };
    await using news = openNews([redisNews(own, SEALER, change)]);
    const telling = setInterval(() => news.tell("topic", "a"), 20);
    await changed.promise;
    const fault = `Redis does not let this hub use ${what} on its channel: what one process ends, others find in the store.`;
    expect([told.at(-1), own.breaker.isOpen()]).toEqual([fault, false]);
    expect(await own.breaker.run(() => own.client.get("hub:nothing"))).toBeNull();

    changed = Promise.withResolvers();
    await acl("allchannels", "+@all");
    await changed.promise;
    expect(told.at(-1)).toBeUndefined();
    await using other = openNews([redisNews(operator, SEALER)]);
    clearInterval(telling);
    expect(await heardBy(news, other, "b")).toBe("b");
  });
});

describe.skipIf(!hasOwnRedis)("news by a Redis that knows no such command", () => {
  test("say so once, and leave all else of it in use", async () => {
    const renamed = ["PUBLISH", "SUBSCRIBE"].flatMap((name) => ["--rename-command", name, `${name}_OF_THE_OPERATOR`]);
    await using server = await ownRedis(renamed);
    await using own = await openRedis(server.url, { limitMs: 10_000 });
    await answering(own);
    const told: (string | undefined)[] = [];
    const both = Promise.withResolvers<void>();
    await using news = openNews([
      redisNews(own, SEALER, (fault) => {
        told.push(fault);
        if (told.length === 2) both.resolve();
      }),
    ]);
    news.tell("topic", "a");
    await both.promise;
    news.tell("topic", "b");
    expect(told.at(-1)).toStartWith("Redis does not let this hub use PUBLISH and SUBSCRIBE on its channel");
    expect(own.breaker.isOpen()).toBeFalse();
    expect(await own.breaker.run(() => own.client.get("hub:nothing"))).toBeNull();
    expect(told).toHaveLength(2);
  }, 10_000);
});

describe("news by two ways", () => {
  /** A way of a test: what is sent is there at once, unless it is gone. */
  function way() {
    const listeners: ((payload: string) => void)[] = [];
    let isThere = true;
    const open: OpenChannel = (hear) => {
      listeners.push(hear);
      return {
        send: (payload) => listeners.forEach((each) => isThere && each(payload)),
        [Symbol.asyncDispose]: async () => undefined,
      };
    };
    return { open, gone: () => void (isThere = false) };
  }

  test("are heard once, by whichever way is there", () => {
    const [first, second] = [way(), way()];
    const one = openNews([first.open, second.open]);
    const other = openNews([first.open, second.open]);
    const heard: string[] = [];
    one.listen("topic", (text) => void heard.push(`one ${text}`));
    other.listen("topic", (text) => void heard.push(`other ${text}`));
    one.tell("topic", "a");
    first.gone();
    one.tell("topic", "b");
    second.gone();
    one.tell("topic", "c");
    expect(heard).toEqual(["one a", "other a", "one b", "other b", "one c"]);
  });

  test("of an earlier version, which counts nothing, are heard each time; strange words never", () => {
    let hear: (payload: string) => void = () => undefined;
    const news = openNews([
      (told) => {
        hear = told;
        return { send: () => undefined, [Symbol.asyncDispose]: async () => undefined };
      },
    ]);
    const heard: string[] = [];
    news.listen("topic", (text) => void heard.push(text));
    for (const payload of ['["x","topic","a"]', '["x","topic","a"]', "", "{}", '["x","topic",1]', '"topic"', "[]"])
      hear(payload);
    expect(heard).toEqual(["a", "a"]);
  });
});
