import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DAY_MS } from "../../src/runtime/day.ts";
import { storeBudget } from "../../src/llm/budget.ts";
import { modelAt } from "../support/connected-model.ts";
import { startModel } from "../support/model-server.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";
import { QUESTION } from "../support/model-worker.ts";

const WORKER = fileURLToPath(new URL("../support/model-worker.ts", import.meta.url));
const { signal } = new AbortController();

describeStores("the day's budget", (open) => {
  test("is reserved, settled, exhausted, and new with the next UTC day", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const clock = testClock(DAY_MS * 20_000);
    const budget = storeBudget(store, 1_000, clock);
    const first = await budget.reserve(700);
    expect(await budget.reserve(301)).toBeUndefined();
    await first?.settle(200);
    expect(await budget.today()).toEqual({ tokens: 200, limit: 1_000 });
    expect(await budget.reserve(801)).toBeUndefined();
    expect(await budget.reserve(800)).toBeDefined();
    expect(budget.renewsInMs()).toBe(DAY_MS);
    clock.advance(DAY_MS);
    expect(await budget.reserve(1_001)).toBeUndefined();
    expect(await budget.reserve(1_000)).toBeDefined();
    // What is settled late counts for the day it was reserved on.
    await first?.settle(700);
    expect(await budget.today()).toEqual({ tokens: 1_000, limit: 1_000 });
  });

  test("worth ten lets at most ten of a hundred questions at once reach the model", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const worst = await worstOf();
    // Each costs all that was set aside for it, so that ten of them are what the budget is worth.
    await using server = await startModel({ say: { word: "bread" }, usage: { input: worst - 10, output: 10 } });
    const budget = storeBudget(store, 10 * worst, { now: Date.now });
    const llms = Array.from({ length: 100 }, () => modelAt(server, { budget }).lend(signal));
    const outcomes = await Promise.allSettled(llms.map((llm) => llm.ask(QUESTION)));
    const answered = outcomes.filter(({ status }) => status === "fulfilled").length;
    expect(server.asked.length).toBe(answered);
    expect(answered).toBe(10);
    expect((await budget.today()).tokens).toBe(10 * worst);
  });

  test("worth ten is shared by two processes", async () => {
    await using database = await open().database.another();
    await (await database.open())[Symbol.asyncDispose](); // Brings it up to date before they meet there.
    await using server = await startModel({ whenReleased: { word: "bread" } });
    const limit = 10 * (await worstOf());
    const workers = [1, 2].map(() => startWorker([database.address, server.baseUrl, String(limit), "50"]));
    await Promise.all(workers.map(({ ready }) => ready));
    for (const { child } of workers) child.stdin?.write("go\n");
    await Promise.all(workers.map(({ refused }) => refused));
    server.release();
    await Promise.all(workers.map(({ ended }) => ended));
    expect(server.asked.length).toBe(10);
    expect(workers.map(({ said }) => said.filter((line) => line === "answered").length).reduce((a, b) => a + b)).toBe(
      10,
    );
  }, 30_000);
});

/** What the question can cost at worst, as the port reckons it. */
async function worstOf(): Promise<number> {
  await using server = await startModel({ say: { word: "bread" } });
  let reserved = 0;
  const budget = {
    reserve(tokens: number) {
      reserved = tokens;
      return { settle: () => undefined };
    },
    today: () => ({ tokens: 0, limit: undefined }),
    renewsInMs: () => 0,
  };
  await modelAt(server, { budget }).lend(signal).ask(QUESTION);
  return reserved;
}

function startWorker(args: readonly string[]) {
  const child = spawn(process.execPath, [WORKER, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const said: string[] = [];
  const ready = Promise.withResolvers<void>();
  const refused = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    said.push(line);
    if (line === "ready") ready.resolve();
    if (line === "all asked") refused.resolve();
  });
  lines.on("close", () => {
    for (const wait of [ready, refused, ended]) wait.resolve();
  });
  return { child, said, ready: ready.promise, refused: refused.promise, ended: ended.promise };
}
