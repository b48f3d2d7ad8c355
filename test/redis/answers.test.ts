import { describe, expect, test } from "bun:test";
import type { CachedAnswer } from "../../src/runtime/ports/answer.ts";
import { MAX_ANSWER_BYTES } from "../../src/redis/answer-text.ts";
import { sharedAnswers } from "../../src/redis/answers.ts";
import { layeredCache } from "../../src/redis/layered-cache.ts";
import type { RedisConnection } from "../../src/redis/connection.ts";
import { createSealer } from "../../src/runtime/crypto/sealer.ts";
import { memoryCache } from "../../src/store/memory.ts";
import { answerOf, testClock } from "../support/operations.ts";
import { hasOwnRedis } from "../support/own-servers.ts";
import { answering, HURRIED_MS, redisSuite, SEALER } from "../support/redis.ts";

const KEY = 'toy@1.0.0+abc:{"q":"secret words"}';

describe.skipIf(!hasOwnRedis)("answers in Redis", () => {
  const suite = redisSuite();
  const clock = testClock();
  const entryOf = (items: readonly unknown[], more: Partial<CachedAnswer> = {}): CachedAnswer => ({
    answer: answerOf(items),
    storedAt: clock.now(),
    ttlSeconds: 60,
    ...more,
  });
  const answers = (connection: RedisConnection, sealer = SEALER, time = clock) =>
    sharedAnswers(connection, sealer, time);
  /** The cache of one process. */
  const processOf = (connection: RedisConnection, sealer = SEALER) => {
    const found: string[] = [];
    const cache = layeredCache({
      near: memoryCache(clock),
      far: answers(connection, sealer),
      found: (layer) => void found.push(layer),
      complain: () => undefined,
    });
    return { cache, found };
  };
  const empty = async ({ client }: RedisConnection): Promise<unknown> => client.flushall();
  const namesIn = ({ client }: RedisConnection): Promise<string[]> => client.keys("hub:answer:*");

  test("what one process has kept another finds, whole, and has by itself from then on", async () => {
    const [one, other] = [await suite.connect(), await suite.connect()];
    await empty(one);
    const whole = entryOf(["an answer", "ü\n"], {
      by: "192.0.2.1",
      answer: { ...answerOf(["ü\n"]), warnings: ["w"], reportJson: '{"a":[1]}', nextActors: ["toy"], status: 201 },
    });
    await answers(one).set(KEY, whole);
    const { cache, found } = processOf(other);
    expect(await cache.get(KEY)).toEqual(whole);
    expect(cache.get(KEY)).toEqual(whole);
    expect(await cache.get(`${KEY} `)).toBeUndefined();
    expect(found).toEqual(["redis", "process"]);
  });

  test("many who ask for the same at once ask once", async () => {
    const connection = await suite.connect();
    await empty(connection);
    await answers(connection).set(KEY, entryOf([1]));
    let asked = 0;
    const far = answers(connection);
    const cache = layeredCache({
      near: memoryCache(clock),
      far: { ...far, get: (key) => (asked++, far.get(key)) },
      found: () => undefined,
      complain: () => undefined,
    });
    const hits = await Promise.all(Array.from({ length: 100 }, () => cache.get(KEY)));
    expect(hits.every((hit) => hit?.answer.itemsJson === "[1]")).toBeTrue();
    expect(asked).toBe(1);
  });

  test("whoever reads Redis learns neither what was asked nor what was answered, nor who asked", async () => {
    const connection = await suite.connect();
    await empty(connection);
    await answers(connection).set(KEY, entryOf(["an answer"], { by: "192.0.2.1" }));
    const [name = ""] = await namesIn(connection);
    const value = await connection.client.getBuffer(name);
    for (const word of ["secret", "words", "an answer", "192.0.2.1", "storedAt"])
      expect(`${name} ${value?.toString("latin1")}`).not.toContain(word);
    expect(name).toStartWith("hub:answer:1:toy:");
  });

  test("whoever writes to Redis can take answers away, and choose none", async () => {
    const connection = await suite.connect();
    await empty(connection);
    const { client } = connection;
    const shared = answers(connection);
    await shared.set(KEY, entryOf(["true"]));
    const [name = ""] = await namesIn(connection);
    const sealed = (await client.getBuffer(name)) ?? Buffer.alloc(0);
    await shared.set(`${KEY}2`, entryOf(["of another"]));
    const [second = ""] = (await namesIn(connection)).filter((each) => each !== name);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    const ofAnotherHub = createSealer(
      "bb".repeat(32),
      "redis",
    )(`answer ${KEY}`).seal('{"count":1,"warnings":[]}\n["chosen"]');
    const forgeries = [
      changed,
      sealed.subarray(0, 20),
      Buffer.from('{"count":1}\n["chosen"]'),
      ofAnotherHub,
      (await client.getBuffer(second)) ?? "", // A true one, in the place of another.
      Buffer.alloc(8 << 20, 1),
    ];
    for (const forged of forgeries) {
      await client.set(name, forged);
      expect(await shared.get(KEY)).toBeUndefined();
    }
    await client.set(name, sealed);
    expect(await shared.get(KEY)).toEqual(entryOf(["true"]));
  });

  test("an answer whose time is up is not told, whoever puts it back, and lives no longer for a clock that is ahead", async () => {
    const connection = await suite.connect();
    await empty(connection);
    const { client } = connection;
    const time = testClock();
    await answers(connection, SEALER, time).set(KEY, entryOf([1], { storedAt: time.now() }));
    const [name = ""] = await namesIn(connection);
    expect(await client.ttl(name)).toBeWithin(1, 61);
    await client.persist(name);
    const cache = layeredCache({
      near: memoryCache(time),
      far: answers(connection, SEALER, time),
      found: () => expect.unreachable(),
      complain: () => undefined,
    });
    time.advance(60_000);
    expect(await cache.get(KEY)).toBeUndefined();
    await answers(connection).set(KEY, entryOf([1], { storedAt: clock.now() + 86_400_000 }));
    expect((await answers(connection).get(KEY))?.storedAt).toBe(clock.now());
  });

  test("what is too long, or may not be stored, is kept by each process itself", async () => {
    const connection = await suite.connect();
    await empty(connection);
    const long = entryOf(["ü".repeat(MAX_ANSWER_BYTES / 2)]);
    const shared = answers(connection);
    await shared.set(KEY, long);
    await shared.set(KEY, entryOf([1], { answer: { ...answerOf([1]), keptJson: "[]" } }));
    expect(await namesIn(connection)).toEqual([]);
    await shared.set(KEY, entryOf(["u".repeat(MAX_ANSWER_BYTES - 200)]));
    expect((await shared.get(KEY))?.answer.itemsJson).toHaveLength(MAX_ANSWER_BYTES - 196);
  });

  test("forgets what one operation has answered, everywhere, and nothing of another", async () => {
    const connection = await suite.connect();
    await empty(connection);
    const shared = answers(connection);
    const keys = ["toy@1:a", "toy@2:b", "toys@1:a", "a-toy@1:a"];
    for (const key of keys) await shared.set(key, entryOf([key]));
    await shared.forget("toy");
    const kept = await Promise.all(keys.map(async (key) => (await shared.get(key)) !== undefined));
    expect(kept).toEqual([false, false, true, true]);
  });

  test("while Redis is frozen all is a miss, of which the first takes its time and the next none", async () => {
    const connection = await suite.connect(HURRIED_MS);
    await empty(connection);
    const { cache, found } = processOf(connection);
    suite.server().freeze();
    try {
      expect(await cache.get(KEY)).toBeUndefined();
      expect(cache.get(KEY)).toBeUndefined(); // At once: it is no promise.
      await cache.set(KEY, entryOf([1]));
      expect(cache.get(KEY)).toEqual(entryOf([1]));
    } finally {
      suite.server().thaw();
    }
    const later = await suite.connect();
    expect(await processOf(later).cache.get(KEY)).toBeUndefined();
    while ((await namesIn(later)).length === 0) {
      await answering(connection);
      await cache.set(KEY, entryOf([2]));
    }
    expect(await processOf(later).cache.get(KEY)).toEqual(entryOf([2]));
    expect(found).toEqual(["process"]);
  });
});
