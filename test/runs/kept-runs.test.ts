/** Of what runs have come to only so much is kept of each client, the newest of it. */
import { expect, test } from "bun:test";
import { createKeptRuns } from "../../src/runs/kept-runs.ts";
import type { Build, Store } from "../../src/store/store.ts";
import { testClock } from "../support/operations.ts";
import { newRun, queueProcess } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";

const forgetAll: Build<unknown> = (db, { runs }) => db.delete(runs);

async function keptOf(store: Store, client: string): Promise<readonly string[]> {
  const rows = await store.ask((db, { runs }) => db.select().from(runs));
  return rows
    .filter((row) => row.client === client)
    .toSorted((one, other) => (one.finished_at ?? 0) - (other.finished_at ?? 0))
    .map(({ id }) => id);
}

describeStores("what is kept of runs", (open) => {
  /** Two processes that end runs in turn, each a second after the one before. */
  async function setUp(limits: { runs: number; bytes: number }) {
    const { store } = open();
    await store.ask(forgetAll);
    const clock = testClock();
    const processes = [1, 2].map(() => queueProcess(store, clock, {}, 8, createKeptRuns(store, limits)));
    let turn = 0;
    const end = async (accountId: string, result: string, isCharged = false) => {
      const { queue, worker, works, taken } = processes[turn++ % 2] as (typeof processes)[number]; // There are two.
      const id = await queue.put(newRun({ accountId, later: { kind: "actor", name: "asker", sent: { q: result } } }));
      const next = works.length + 1;
      await worker.take();
      await taken(next);
      clock.advance(1000);
      // What is charged for is written down where that is.
      if (isCharged) await works.at(-1)?.charge();
      else works.at(-1)?.end({ state: "succeeded", result, charge: 0n });
      while ((await queue.find(id))?.state === "running") await queue.wait(id, 10, AbortSignal.timeout(10));
      return id;
    };
    const done = () => Promise.all(processes.map(({ worker }) => worker.drain(10_000)));
    return { store, end, done, kept: createKeptRuns(store, limits) };
  }

  test("is the newest of each client, by number and by the bytes of the results", async () => {
    const { store, end, done, kept } = await setUp({ runs: 3, bytes: 10 });
    const mine: string[] = [];
    for (const result of ["éé", "éé", "éé", "éé"]) mine.push(await end("me", result)); // Four bytes each.
    const theirs = [await end("you", "1"), await end("you", "2"), await end("you", "3"), await end("you", "4")];
    await done();
    await kept.trim();
    expect(await keptOf(store, "me")).toEqual(mine.slice(2));
    expect(await keptOf(store, "you")).toEqual(theirs.slice(1));
  });

  test("is the newest even where that alone is longer", async () => {
    const { store, end, done, kept } = await setUp({ runs: 3, bytes: 10 });
    await end("me", "short");
    const id = await end("me", "longer than ten bytes");
    await done();
    await kept.trim();
    expect(await keptOf(store, "me")).toEqual([id]);
  });

  test.each([
    ["charged for", true],
    ["free", false],
  ])("is trimmed by the process that ends a megabyte that is %s, without the leader", async (_, isCharged) => {
    const { store, end, done } = await setUp({ runs: 100, bytes: 2 * 1024 * 1024 + 100 });
    const others = await end("you", "x".repeat(1024 * 1024), isCharged);
    const mine: string[] = [];
    for (let at = 0; at < 4; at++) mine.push(await end("me", "x".repeat(1024 * 1024), isCharged));
    await done();
    expect(await keptOf(store, "me")).toEqual(mine.slice(2));
    expect(await keptOf(store, "you")).toEqual([others]);
  });

  test("never holds what waits or is done", async () => {
    const { store, end, done, kept } = await setUp({ runs: 1, bytes: 10 });
    await end("me", "1");
    const last = await end("me", "2");
    await done();
    const waiting = await queueProcess(store, testClock()).queue.put(newRun({ accountId: "me" }));
    await kept.trim();
    expect((await keptOf(store, "me")).toSorted()).toEqual([last, waiting].toSorted());
  });
});
