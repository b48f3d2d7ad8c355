import { describe, expect, test } from "bun:test";
import { openRedis } from "../../src/redis/connection.ts";
import { hasOwnRedis } from "../support/own-servers.ts";
import { answering, redisSuite } from "../support/redis.ts";

describe.skipIf(!hasOwnRedis)("openRedis()", () => {
  const suite = redisSuite();

  test("waits 50 ms for an answer, and is there again when Redis is", async () => {
    await using connection = await openRedis(suite.server().url);
    await answering(connection);
    suite.server().freeze();
    try {
      const late = connection.breaker.run(() => connection.client.get("a"));
      expect(await late.catch(String)).toBe("Error: no answer within 50 ms");
    } finally {
      suite.server().thaw();
    }
    await answering(connection);
    expect(connection.breaker.isOpen()).toBeFalse();
  });

  test("leaves one alone that cannot be written to", async () => {
    await using connection = await openRedis(suite.server().url);
    await answering(connection);
    await connection.client.config("SET", "maxmemory", "1");
    try {
      await connection.breaker.check().catch(() => undefined);
      expect(connection.breaker.isOpen()).toBeTrue();
    } finally {
      await connection.client.config("SET", "maxmemory", "0");
    }
    await answering(connection);
  });

  test("comes back where there is none, and says so to whoever asks", async () => {
    await using connection = await openRedis("redis://127.0.0.1:1");
    expect(connection.breaker.run(() => connection.client.get("a"))).rejects.toThrow();
    expect(connection.breaker.check()).rejects.toThrow();
  });
});
