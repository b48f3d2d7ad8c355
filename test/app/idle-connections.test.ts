import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { once } from "node:events";
import { createConnection } from "node:net";
import { listen } from "../../src/app/serve.ts";

test("a connection that asks no more is closed soon, and one whose answer is waited for is not", async () => {
  const idle = Promise.withResolvers<void>();
  const app = new Elysia().get("/now", () => "now").get("/later", () => idle.promise.then(() => "at last"));
  listen(app, { hostname: "127.0.0.1", port: 0, idleTimeout: 180, keepAliveSeconds: 1 });
  const ask = async (path: string, socket = createConnection(app.server?.port ?? 0, "127.0.0.1")) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: hub.test\r\n\r\n`);
    const [answer] = await once(socket, "data");
    return { socket, answer: String(answer) };
  };
  try {
    const [first, second] = await Promise.all([ask("/now"), ask("/now")]);
    const waiting = ask("/later", second.socket);
    await once(first.socket, "close");
    idle.resolve();
    expect((await waiting).answer).toEndWith("at last");
  } finally {
    await app.stop(true);
  }
});
