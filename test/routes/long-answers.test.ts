/** Whoever does not take his answer is cut off, and nobody makes the hub hold more than it has room for. */
import { afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { Elysia } from "elysia";
import { createLongAnswers } from "../../src/routes/http/long-answers.ts";

const PIECE = "x".repeat(64 * 1024);
/** More than the system keeps for a reader. */
const PIECES = 512;
const BUDGET = { totalBytes: 100, callerBytes: 60, memoryBytes: 70 };

let stop: (() => unknown) | undefined;
afterEach(async () => stop?.());

/** A hub whose time is lent; the query of an answer says how much it holds and whose it is. */
function serve() {
  const state = { now: 0 };
  const log: string[] = [];
  const moved: string[] = [];
  const given = new Map<string, PromiseWithResolvers<void>>();
  const answers = createLongAnswers(
    { now: () => state.now },
    (request) => new URL(request.url).searchParams.get("caller") ?? "",
    { budget: BUDGET, openScratch: () => Promise.reject(new Error("there is no disk")) },
  );
  const back = (name: string): PromiseWithResolvers<void> =>
    given.getOrInsertComputed(name, () => Promise.withResolvers<void>());
  const app = new Elysia().get("/", ({ request }) => {
    const query = new URL(request.url).searchParams;
    const name = query.get("name") ?? "";
    return answers.send(request, {
      heldChars: Number(query.get("holds")),
      moveOut: async () => void moved.push(name),
      *[Symbol.iterator]() {
        for (let piece = 0; piece < PIECES; piece++) yield PIECE;
      },
      [Symbol.dispose]() {
        log.push(name);
        back(name).resolve();
      },
    });
  });
  app.listen({ hostname: "127.0.0.1", port: 0, idleTimeout: 60 });
  stop = () => app.stop(true);
  return {
    state,
    url: `http://127.0.0.1:${app.server?.port}/`,
    log,
    moved,
    answers,
    givenBack: (name: string) => back(name).promise,
    /** Asks, and reads no more than the first of what comes. */
    async ask(name: string, caller: string, holds: number) {
      const socket = connect(app.server?.port ?? 0, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.write(`GET /?name=${name}&caller=${caller}&holds=${holds} HTTP/1.1\r\nHost: hub\r\n\r\n`);
      await once(socket, "data");
      socket.pause();
      return socket;
    },
  };
}

test("an answer that is not taken for 30 seconds is given back, and its connection closed before its end", async () => {
  const hub = serve();
  const socket = await hub.ask("slow", "a", 1);
  hub.answers.cutSlow();
  expect(hub.log).toEqual([]);
  hub.state.now = 30_001;
  hub.answers.cutSlow();
  await hub.givenBack("slow");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.resume();
  await closed;
  expect(hub.log).toEqual(["slow"]);
});

test("of one caller's answers the slowest gives way to a new one", async () => {
  const hub = serve();
  await hub.ask("first", "a", 40);
  await hub.ask("other", "b", 40);
  hub.state.now = 9_999;
  await hub.ask("third", "a", 40);
  expect(hub.log).toEqual([]);
  hub.state.now = 10_000;
  await hub.ask("second", "a", 40);
  expect(hub.log).toEqual(["first"]);
});

test("where all hold too much, the caller that holds the most gives way", async () => {
  const hub = serve();
  await hub.ask("large", "a", 50);
  await hub.ask("small", "b", 30);
  hub.state.now = 10_000;
  await hub.ask("new", "c", 40);
  expect(hub.log).toEqual(["large"]);
});

test("one answer that is larger than what a caller may hold is given to him who takes it", async () => {
  const hub = serve();
  const response = await fetch(`${hub.url}?name=huge&caller=a&holds=500`);
  expect((await response.text()).length).toBe(PIECES * PIECE.length);
  hub.state.now = 60_000;
  hub.answers.cutSlow();
  expect(hub.log).toEqual(["huge"]);
});

test("what would be too much in memory is moved out of it before it is sent", async () => {
  const hub = serve();
  await hub.ask("first", "a", 40);
  await hub.ask("second", "b", 40);
  await hub.ask("short", "c", 30);
  expect(hub.moved).toEqual(["second"]);
  expect(hub.log).toEqual([]);
});
