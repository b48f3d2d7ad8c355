import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { openRedis } from "../../src/redis/connection.ts";
import { hasOwnRedis, ownRedis } from "../support/own-servers.ts";
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

  test("leaves one alone whose user may run no scripts, by which limits are counted, and says so", async () => {
    await using other = await openRedis(suite.server().url);
    await answering(other);
    await other.client.call("ACL", "SETUSER", "noscript", "on", ">word", "~*", "&*", "+@all", "-@scripting");
    const told: (string | undefined)[] = [];
    const url = suite.server().url.replace("//", "//noscript:word@");
    await using connection = await openRedis(url, { onChange: (why) => void told.push(why) });
    while (told.length === 0) await connection.breaker.check().catch(() => undefined);
    expect([told, connection.breaker.isOpen()]).toEqual([[expect.stringContaining("NOPERM")], true]);
  });

  test("leaves a server of a cluster alone that has only some of the keys, and says so", async () => {
    await using server = await ownRedis(["--cluster-enabled", "yes", "--cluster-require-full-coverage", "no"]);
    await using other = await openRedis(server.url);
    await other.breaker.check().catch(() => undefined);
    await other.client.call("CLUSTER", "ADDSLOTSRANGE", "0", "12287");
    while (!String(await other.client.call("CLUSTER", "INFO")).includes("cluster_state:ok"));
    const told: (string | undefined)[] = [];
    await using connection = await openRedis(server.url, { onChange: (why) => void told.push(why) });
    while (told.length === 0) await connection.breaker.check().catch(() => undefined);
    expect([told, connection.breaker.isOpen()]).toEqual([[expect.stringContaining("slot")], true]);
  });

  test("asks no other database than the one that is named", async () => {
    const told: unknown[] = [];
    const onChange = (why: string | undefined) => void told.push(why);
    await using connection = await openRedis(`${suite.server().url}/9999`, { onChange });
    expect(connection.breaker.check()).rejects.toThrow();
    while (told.length === 0) await connection.breaker.check().catch(() => undefined);
    expect(told).toEqual(["ERR DB index is out of range"]);
    await using other = await openRedis(suite.server().url);
    await answering(other);
    await other.client.set("mark", "1");
    expect(await connection.breaker.run(() => connection.client.get("mark")).catch(() => "refused")).toBe("refused");
  });

  test("says what the server wants, such as a password", async () => {
    await using other = await openRedis(suite.server().url);
    await answering(other);
    await other.client.config("SET", "requirepass", "of the tests");
    try {
      const told: unknown[] = [];
      await using connection = await openRedis(suite.server().url, { onChange: (why) => void told.push(why) });
      while (told.length === 0) await connection.breaker.check().catch(() => undefined);
      expect(told).toEqual([expect.stringContaining("NOAUTH")]);
    } finally {
      await other.client.config("SET", "requirepass", "");
    }
  });

  test("takes another connection where one has lost an answer, and gives each later one to the question before", async () => {
    await using proxy = await lossyProxy(suite.server().url);
    await using connection = await openRedis(proxy.url);
    await answering(connection);
    proxy.loseAnswers(true);
    await connection.breaker.check().catch(() => undefined);
    proxy.loseAnswers(false);
    expect(connection.breaker.isOpen()).toBeTrue();
    await answering(connection);
  });

  test("takes another connection where the greeting of one is not answered", async () => {
    await using proxy = await lossyProxy(suite.server().url);
    proxy.loseAnswers(true);
    await using connection = await openRedis(proxy.url);
    await connection.breaker.check().catch(() => undefined);
    proxy.loseAnswers(false);
    expect(connection.breaker.isOpen()).toBeTrue();
    await answering(connection);
  });

  test("comes back where there is none, and says so to whoever asks", async () => {
    await using connection = await openRedis("redis://127.0.0.1:1");
    expect(connection.breaker.run(() => connection.client.get("a"))).rejects.toThrow();
    expect(connection.breaker.check()).rejects.toThrow();
  });
});

/** Between callers and a Redis: what this says can get lost. */
async function lossyProxy(url: string) {
  let isLossy = false;
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  const proxy = createServer((caller) => {
    const server = connect(Number(port), "127.0.0.1");
    for (const socket of [caller, server]) sockets.add(socket.on("error", () => undefined));
    caller.on("data", (data) => void server.write(data)).on("close", () => server.destroy());
    server.on("data", (data) => void (isLossy || caller.write(data)));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address() as AddressInfo; // It listens on a port, not on a path.
  return {
    url: `redis://127.0.0.1:${address.port}`,
    loseAnswers: (does: boolean) => void (isLossy = does),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
