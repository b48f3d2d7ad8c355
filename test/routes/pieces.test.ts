/** A large answer over real HTTP to readers that read on, read no more, and hang up. */
import { expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Elysia } from "elysia";
import { createLongAnswers } from "../../src/routes/http/long-answers.ts";
import type { JsonPieces } from "../../src/text/json-text.ts";

/** The clock stands still. */
const pieceByPiece = (pieces: JsonPieces): Response =>
  createLongAnswers({ now: () => 0 }, () => "somebody").send(new Request("http://hub/"), pieces);

/** More than the system keeps for a reader. */
const COUNT = 1024;
const PIECE = "é".repeat(16 * 1024);

/** A server of one large answer, which notes how much of it was written and when it was given back. */
function startAnswering(idleTimeout: number) {
  const state = { written: 0 };
  const released = Promise.withResolvers<void>();
  const pieces = {
    *[Symbol.iterator]() {
      for (; state.written < COUNT; state.written++) yield PIECE;
    },
    [Symbol.dispose]: released.resolve,
  };
  const app = new Elysia().get("/", () => pieceByPiece(pieces));
  app.listen({ hostname: "127.0.0.1", port: 0, idleTimeout });
  const port = app.server?.port ?? 0;
  return {
    state,
    released: released.promise,
    url: `http://127.0.0.1:${port}/`,
    /** Asks, and reads no more than the first of what comes. */
    async ask() {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined); // The server may break off.
      socket.write("GET / HTTP/1.1\r\nHost: hub\r\n\r\n");
      await once(socket, "data");
      socket.pause();
      return socket;
    },
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}

test("pieceByPiece() gives all to whoever reads on, and gives it back then", async () => {
  await using it = startAnswering(60);
  const text = await (await fetch(it.url)).text();
  await it.released;
  expect(text === PIECE.repeat(COUNT)).toBe(true);
});

test("pieceByPiece() writes no more and gives it back when the reader hangs up", async () => {
  await using it = startAnswering(60);
  const socket = await it.ask();
  socket.destroy();
  await it.released;
  expect(it.state.written).toBeLessThan(COUNT / 2);
});

test("pieceByPiece() gives it back when the server gives up on a reader that reads no more", async () => {
  await using it = startAnswering(1);
  const socket = await it.ask();
  await it.released;
  expect(socket.destroyed).toBe(false);
  expect(it.state.written).toBeLessThan(COUNT / 2);
}, 20_000);

test("pieceByPiece() lets others have their turn between two pieces, however fast its reader is", async () => {
  let turn = 0;
  const count = (): void => {
    turn++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const turns: number[] = [];
  await pieceByPiece({
    *[Symbol.iterator]() {
      for (let piece = 0; piece < 5; piece++) {
        turns.push(turn);
        yield "x";
      }
    },
    [Symbol.dispose]: () => undefined,
  }).text();
  clearImmediate(next);
  expect(new Set(turns).size).toBe(5);
});

test("pieceByPiece() asks for no piece any more once its reader has hung up", async () => {
  const log: string[] = [];
  const reader = pieceByPiece({
    *[Symbol.iterator]() {
      for (;;) {
        log.push("asked");
        yield "x";
      }
    },
    [Symbol.dispose]: () => void log.push("given back"),
  }).body?.getReader();
  await reader?.read();
  await nextTurn(); // Until then the reader has to wait anyway.
  const reading = reader?.read();
  await reader?.cancel();
  expect((await reading)?.done).toBe(true);
  await nextTurn();
  expect(log).toEqual(["asked", "given back"]);
});
