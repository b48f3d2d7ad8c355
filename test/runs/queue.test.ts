import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { HubError } from "../../src/runtime/errors.ts";
import type { RunRow } from "../../src/runs/queries.ts";
import { cancelInWork } from "../../src/runs/work-queries.ts";
import { RUN_LEASE_MS } from "../../src/runs/worker.ts";
import type { Build, Store } from "../../src/store/store.ts";
import { testClock } from "../support/operations.ts";
import { failed, forgetAll, freshProcesses, newRun, type QueueProcess, queueProcess } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";

const NEVER = new AbortController().signal;
/** As it was written down by a process that has kept a place for it. */
const takeOne =
  (id: string): Build<RunRow[]> =>
  (db, { runs }) =>
    db
      .update(runs)
      .set({
        state: "running",
        attempts: 1,
        owner: sql`${sql.placeholder("owner")}`,
        lease: sql`${sql.placeholder("lease")}`,
      })
      .where(sql`${runs.id} = ${id}`)
      .returning();
const DAY_MS = 24 * 3_600_000;

describeStores("createQueue()", (open, name) => {
  const { setUp, endEarlier, track } = freshProcesses(open);

  test("a run is done by one process, and found as it ended for a day", async () => {
    const { clock, process } = await setUp();
    const [here, there] = [process(), process()];
    const id = await here.queue.put(newRun());
    await Promise.all([here.worker.take(), there.worker.take()]);
    const [work, ...more] = [...here.works, ...there.works];
    expect([work?.row.id, more.length]).toEqual([id, 0]);
    expect((await there.queue.find(id))?.state).toBe("running");
    expect(await work?.charge()).toBeTrue();
    expect(await there.queue.find(id)).toMatchObject({ state: "succeeded", charge: 7n, input: null, owner: null });
    clock.advance(DAY_MS - 1);
    await there.queue.forget();
    expect((await there.queue.find(id))?.state).toBe("succeeded");
    clock.advance(1);
    await there.queue.forget();
    expect(await there.queue.find(id)).toBeUndefined();
  });

  test("one client has four runs in work, in all processes together, and keeps nobody else from a place", async () => {
    const { process } = await setUp();
    const [here, there] = [process(), process()];
    for (let at = 0; at < 12; at++) await here.queue.put(newRun({ accountId: "busy" }));
    await here.queue.put(newRun({ accountId: "other" }));
    await Promise.all([here.worker.take(), there.worker.take()]);
    const inWork = () => [...here.works, ...there.works].map(({ row }) => row.account_id);
    expect(inWork().sort()).toEqual(["busy", "busy", "busy", "busy", "other"]);
    const [first] = here.works.length > 0 ? here.works : there.works;
    await first?.charge();
    await Promise.all([here.worker.take(), there.worker.take()]);
    expect(inWork().filter((each) => each === "busy").length).toBeLessThanOrEqual(5);
  });

  test("a process has as many in work as it has places", async () => {
    const { process } = await setUp({ placesOfClient: 100 }, 3);
    const here = process();
    for (let at = 0; at < 5; at++) await here.queue.put(newRun());
    await here.worker.take();
    expect(here.works.length).toBe(3);
    await here.works[0]?.charge();
    await here.taken(4);
    expect(here.works.length).toBe(4);
  });

  test("webhooks whose receivers let them wait keep no run from a place, and have places of their own", async () => {
    const { process } = await setUp({}, 2, 3);
    const here = process();
    const later = { kind: "webhook", name: "told", sent: {} };
    for (const accountId of ["a", "b", "c"])
      for (let at = 0; at < 50; at++) await here.queue.put(newRun({ accountId, later }));
    await here.worker.take();
    expect(here.works.map(({ row }) => row.kind)).toEqual(Array(3).fill("webhook"));
    for (let at = 0; at < 3; at++) await here.queue.put(newRun({ accountId: "other" }));
    await here.worker.take();
    expect(here.works.slice(3).map(({ row }) => row.kind)).toEqual(["actor", "actor"]);
    here.works[0]?.end({ state: "succeeded", result: "taken", charge: 0n });
    await here.taken(6);
    expect(here.works[5]?.row.kind).toBe("webhook");
  });

  test("a run is taken in its turn however many webhooks were due before it, though there are places for those", async () => {
    const { clock, process } = await setUp({}, 2, 3);
    const here = process();
    const later = { kind: "webhook", name: "told", sent: {} };
    for (let at = 0; at < 101; at++) await here.queue.put(newRun({ accountId: `told ${at}`, later }));
    clock.advance(1);
    await here.queue.put(newRun());
    await here.worker.take();
    expect(here.works.map(({ row }) => row.kind).sort()).toEqual(["actor", "webhook", "webhook", "webhook"]);
  });

  test("is cancelled while it waits, while it is done, and not when it has ended", async () => {
    const { process } = await setUp();
    const [here, there] = [process(), process()];
    const waiting = await here.queue.put(newRun());
    expect((await there.queue.cancel(waiting))?.state).toBe("cancelled");
    expect(there.givenBack).toEqual([waiting]);
    const running = await here.queue.put(newRun());
    await here.worker.take();
    expect((await there.queue.cancel(running))?.state).toBe("running");
    await here.worker.renew();
    await here.worker.drain(5_000);
    expect([(await there.queue.find(running))?.state, here.givenBack]).toEqual(["cancelled", [running]]);
    const done = await here.queue.put(newRun());
    const third = process();
    await third.worker.take();
    await third.works[0]?.charge();
    expect((await there.queue.cancel(done))?.state).toBe("succeeded");
  });

  test("one that is put back at the moment it is cancelled is cancelled all the same", async () => {
    const { store, clock, process } = await setUp();
    const here = process();
    const id = await here.queue.put(newRun());
    await here.worker.take();
    const late: Store = {
      ...store,
      async ask(build, values) {
        if ((build as unknown) === cancelInWork && here.works.length === 1) {
          here.works[0]?.end({ state: "postponed", delayMs: 60_000, isTry: true });
          await here.worker.drain(5_000);
        }
        return store.ask(build, values);
      },
    };
    const there = queueProcess(late, clock);
    track(there);
    expect((await there.queue.cancel(id))?.state).toBe("cancelled");
    expect(there.givenBack).toEqual([id]);
  });

  test("one that is put off before its process hears that it was cancelled ends at once, not when it is due", async () => {
    const { process } = await setUp();
    const [here, there] = [process(), process()];
    const id = await here.queue.put(newRun());
    await here.worker.take();
    expect((await there.queue.cancel(id))?.state).toBe("running");
    here.works[0]?.end({ state: "postponed", delayMs: 60_000, isTry: true });
    await here.worker.drain(5_000);
    await there.worker.take();
    await there.worker.drain(5_000);
    expect([(await there.queue.find(id))?.state, there.givenBack, there.works.length]).toEqual(["cancelled", [id], 0]);
  });

  test("one that is cancelled while its process is dead is not done again", async () => {
    const { clock, process } = await setUp();
    const [mortal, other] = [process(), process()];
    const id = await mortal.queue.put(newRun());
    await mortal.worker.take();
    await other.queue.cancel(id);
    clock.advance(RUN_LEASE_MS);
    await other.worker.putBack();
    await other.worker.take();
    await other.worker.drain(5_000);
    expect([(await other.queue.find(id))?.state, other.givenBack, other.works.length]).toEqual(["cancelled", [id], 0]);
  });

  test("refuses when too many wait, too long, or too many of one client", async () => {
    const { clock, process } = await setUp({ waiting: 3, waitingOfClient: 2, oldestMs: 60_000 });
    const { queue, worker } = process();
    const put = (accountId: string) => queue.put(newRun({ accountId })).then(() => "queued", codeOf);
    expect([await put("a"), await put("a"), await put("a")]).toEqual(["queued", "queued", "rate_limited"]);
    expect([await put("b"), await put("b")]).toEqual(["queued", "overloaded"]);
    await worker.take();
    expect(await put("b")).toBe("queued");
    clock.advance(60_001);
    expect(await put("b")).toBe("overloaded");
  });

  test("what waits for places of its own client keeps nobody from being queued", async () => {
    const { clock, process } = await setUp({ placesOfClient: 1, oldestMs: 60_000 });
    const { queue, worker } = process();
    await queue.put(newRun({ accountId: "slow" }));
    await worker.take();
    await queue.put(newRun({ accountId: "slow" }));
    clock.advance(60_001);
    await worker.renew();
    expect(await queue.put(newRun({ accountId: "other" }))).toBeString();
  });

  test("who has nothing in work begins at once, in the process that writes it down, and nobody takes it from there", async () => {
    const { clock, process } = await setUp();
    const [here, there] = [process(), process()];
    const id = await here.eager.put(newRun({ accountId: "idle" }));
    expect(here.works.map(({ row }) => [row.id, row.attempts])).toEqual([[id, 1]]);
    expect(await here.queue.find(id)).toMatchObject({ state: "running", started_at: clock.now() });
    // The second of the same client waits its turn, and so does who comes while somebody waits.
    const [second, other] = [await here.eager.put(newRun({ accountId: "idle" })), await here.eager.put(newRun())];
    expect(here.works.length).toBe(1);
    await there.worker.take();
    expect(there.works.map(({ row }) => row.id)).toEqual([second, other]);
    await here.worker.renew();
    expect(await here.works[0]?.charge()).toBeTrue();
    expect(await there.queue.find(id)).toMatchObject({ state: "succeeded", charge: 7n, owner: null });
  });

  test("of many that one client sends at once at most one begins at once, and of a process without a free place none", async () => {
    const { process } = await setUp({}, 2);
    const here = process();
    await Promise.all(Array.from({ length: 6 }, () => here.eager.put(newRun({ accountId: "busy" }))));
    expect(here.works.length).toBeLessThan(2); // One that waits may have been written down before it.
    await here.worker.take();
    expect(here.works.length).toBe(2);
    expect(here.worker.reserve()).toBeUndefined();
  });

  test("a place that was kept for a run is free again when the run is refused", async () => {
    const { process } = await setUp({ waiting: 1 }, 1);
    const [here, there] = [process(), process()];
    await there.queue.put(newRun({ accountId: "first" }));
    expect(await here.eager.put(newRun({ accountId: "second" })).then(() => "queued", codeOf)).toBe("overloaded");
    await here.worker.take();
    expect(here.works.length).toBe(1);
  });

  test("what is written down while its process is about to stop is another's at once", async () => {
    const { process } = await setUp();
    const [here, there] = [process(), process()];
    const place = here.worker.reserve();
    const id = await there.queue.put(newRun());
    const [row] = await open().store.ask(takeOne(id), { owner: place?.owner, lease: Number.MAX_SAFE_INTEGER });
    await here.worker.drain(0);
    if (row !== undefined) place?.begin(row);
    await here.worker.drain(5_000);
    await there.worker.take();
    expect([here.works.length, there.works.map((work) => [work.row.id, work.row.attempts])]).toEqual([0, [[id, 1]]]);
  });

  test("a payment has one run at a time", async () => {
    const { process } = await setUp();
    const { queue } = process();
    const done: string[] = [];
    const paid = () =>
      newRun({ payment: "HASH", proof: "proof", handOvers: [{ done: () => void done.push("handed over") }] });
    const ids = await Promise.all([queue.put(paid()), queue.put(paid()), queue.put(paid())]);
    expect([new Set(ids).size, done]).toEqual([1, ["handed over"]]);
  });

  test("is written down with all that was set aside for it, or not at all", async () => {
    const { process } = await setUp();
    const { queue } = process();
    const step = () =>
      function* (): Generator<unknown, void, unknown> {
        yield* [];
        throw new Error("somebody else has it");
      };
    const run = newRun({ handOvers: [{ step, done: () => expect.unreachable() }] });
    await expect(queue.put(run)).rejects.toThrow("somebody else has it");
    expect(await queue.find(run.id)).toBeUndefined();
  });

  test("whoever waits is told of the end, and otherwise of how it stands", async () => {
    const { process } = await setUp();
    const [here, there] = [process(), process()];
    const id = await here.queue.put(newRun());
    expect((await there.queue.wait(id, 0, NEVER))?.state).toBe("queued");
    const waiting = there.queue.wait(id, 60_000, NEVER);
    await here.worker.take();
    await here.works[0]?.charge();
    await there.queue.look(); // No news has come.
    expect((await waiting)?.state).toBe("succeeded");
    const gone = new AbortController();
    const other = await here.queue.put(newRun());
    const left = there.queue.wait(other, 60_000, gone.signal);
    gone.abort();
    expect((await left)?.state).toBe("queued");
  });

  test("whoever waits is told how it stands when its process is about to stop", async () => {
    const { process } = await setUp();
    const { queue } = process();
    const id = await queue.put(newRun());
    const waiting = queue.wait(id, 60_000, NEVER);
    await setImmediate();
    queue.release();
    expect([(await waiting)?.state, (await queue.wait(id, 60_000, NEVER))?.state]).toEqual(["queued", "queued"]);
  });

  test("lists the runs of an account, the newest first, page by page", async () => {
    const { clock, process } = await setUp();
    const { queue } = process();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) {
      ids.push(await queue.put(newRun()));
      if (at % 2 === 0) clock.advance(1);
    }
    await queue.put(newRun({ accountId: "other" }));
    const found: string[] = [];
    for (let before: { at: number; id: string } | undefined; ;) {
      const page = await queue.list("account", 2, before);
      found.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (last === undefined) break;
      before = { at: last.created_at, id: last.id };
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
    expect(found.length).toBe(5);
  });

  test("whatever processes do and suffer, each run ends once, and what was set aside is given back or spent once", async () => {
    const { store } = open();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 60 }), async (commands) => {
        await endEarlier();
        await store.ask(forgetAll);
        await play(store, commands);
      }),
      { numRuns: name === "SQLite" ? 60 : 8 },
    );
  }, 30_000);
});

type Command = readonly [act: number, which: number];
const command = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 1000 }));

async function play(store: Store, commands: readonly Command[]): Promise<void> {
  const clock = testClock();
  const processes: QueueProcess[] = [];
  const start = () => void processes.push(queueProcess(store, clock, {}, 3));
  for (let at = 0; at < 3; at++) start();
  const ids: string[] = [];
  const charged: string[] = [];
  const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)];
  const step = async ([act, which]: Command): Promise<void> => {
    const process = pick(processes, which);
    const work = pick(process?.works ?? [], which >> 2);
    switch (act) {
      case 0:
      case 1:
        return void ids.push(
          (await (act === 0 ? process?.queue : process?.eager)?.put(newRun({ accountId: `account ${which % 3}` }))) ??
            "",
        );
      case 2:
      case 3:
        return process?.worker.take();
      case 4:
        if (work !== undefined && (await work.charge())) charged.push(work.row.id);
        return undefined;
      case 5:
        return work?.end(which % 2 === 0 ? failed("It fails.") : { state: "postponed", delayMs: 100, isTry: true });
      case 6:
        clock.advance(which * 12);
        return which % 2 === 0 ? process?.worker.renew() : process?.worker.putBack();
      case 7:
        return void (await process?.queue.cancel(pick(ids, which) ?? ""));
      default:
        return start();
    }
  };
  for (const each of commands) await step(each);
  // What is left is done by others, each of which writes down what it has begun before time goes on.
  for (let round = 0; round < 12; round++) {
    clock.advance(RUN_LEASE_MS);
    const next = queueProcess(store, clock, {}, 1000);
    processes.push(next);
    await next.worker.putBack();
    await next.worker.take();
    for (const work of next.works) if (await work.charge()) charged.push(work.row.id);
    await next.worker.drain(20_000);
  }
  const { queue } = queueProcess(store, clock);
  const rows = await Promise.all(ids.map(async (id) => queue.find(id)));
  const givenBack = processes.flatMap((each) => each.givenBack);
  for (const row of rows) {
    const isCharged = row?.state === "succeeded";
    expect(["succeeded", "failed", "cancelled"]).toContain(row?.state ?? "none");
    expect(charged.filter((id) => id === row?.id).length).toBe(isCharged ? 1 : 0);
    // A transaction that was undone may have begun to give back: only what was committed is in the row.
    expect(givenBack.includes(row?.id ?? "")).toBe(!isCharged);
  }
  await Promise.all(processes.map(({ worker }) => worker.drain(0)));
  const left = await store.ask(leftOver);
  expect(left[0]?.count).toBe(0);
}

const leftOver: Build<{ count: number }[]> = (db, { runs }) =>
  db
    .select({ count: sql<number>`COUNT(*)`.mapWith(Number) })
    .from(runs)
    .where(sql`${runs.state} IN ('queued', 'running')`);

function codeOf(error: unknown): string {
  return error instanceof HubError ? error.code : String(error);
}
