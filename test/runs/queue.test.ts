import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { HubError } from "../../src/runtime/errors.ts";
import { traceStore } from "../../src/traces/store.ts";
import type { RunRow } from "../../src/runs/queries.ts";
import { RENEW_RUNS_MS, RUN_LEASE_MS } from "../../src/runs/worker.ts";
import type { Build, Store } from "../../src/store/store.ts";
import { testClock } from "../support/operations.ts";
import { failed, newRun, type QueueProcess, queueProcess } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";
import { postponeRun, renewRuns, takeRuns } from "../../src/runs/work-queries.ts";

const NEVER = new AbortController().signal;
const forgetAll: Build<unknown> = (db, { runs }) => db.delete(runs);
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
  /** Of the test before: they take nothing more. */
  const earlier: QueueProcess[] = [];

  /** Processes that share nothing but the store and its time. */
  async function setUp(...args: [limits?: Parameters<typeof queueProcess>[2], places?: number]) {
    const { store } = open();
    await Promise.all(earlier.splice(0).map(({ worker }) => worker.drain(0)));
    await store.ask(forgetAll);
    const clock = testClock();
    const process = (): QueueProcess => {
      const started = queueProcess(store, clock, ...args);
      earlier.push(started);
      return started;
    };
    return { store, clock, process };
  }

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

  test("a process that has had nothing in work for a while looks once a second, unless it is told", async () => {
    const { clock, process } = await setUp(undefined, 2);
    const [here, there] = [process(), process()];
    const hasRoomForTwo = (): boolean => {
      const places = [here.worker.reserve(), here.worker.reserve()];
      for (const place of places) place?.giveBack();
      return !places.includes(undefined);
    };
    const polls = async (): Promise<number> => {
      await here.worker.poll();
      return here.works.length;
    };
    clock.advance(4_999);
    await there.queue.put(newRun());
    expect(await polls()).toBe(1);
    here.works[0]?.end(failed("It is over."));
    while (!hasRoomForTwo()) await setImmediate();
    clock.advance(5_000);
    expect(await polls()).toBe(1); // It has looked, and found nothing.
    await there.queue.put(newRun());
    clock.advance(999);
    expect(await polls()).toBe(1);
    clock.advance(1);
    expect(await polls()).toBe(2);
    await there.queue.put(newRun());
    await here.worker.take();
    expect(here.works.length).toBe(3);
  });

  test("a process that stands still until its lease has lapsed changes nothing when it wakes up", async () => {
    const { clock, process } = await setUp();
    const [frozen, other] = [process(), process()];
    const id = await frozen.queue.put(newRun());
    await frozen.worker.take();
    clock.advance(RUN_LEASE_MS - 1);
    await other.worker.putBack();
    await other.worker.take();
    expect(other.works).toBeEmpty();
    clock.advance(1);
    await other.worker.putBack();
    await other.worker.take();
    expect(await frozen.works[0]?.charge()).toBeFalse();
    expect(await other.works[0]?.charge()).toBeTrue();
    expect(await other.queue.find(id)).toMatchObject({ state: "succeeded", attempts: 2 });
    expect(await frozen.works[0]?.charge()).toBeFalse();
  });

  test("a process that has taken again what it had lost ends it as the one that took it last", async () => {
    const { clock, process } = await setUp();
    const here = process();
    await here.queue.put(newRun());
    await here.worker.take();
    clock.advance(RUN_LEASE_MS);
    expect(await here.works[0]?.charge()).toBeFalse(); // Nobody else has it, and it is not its own any more.
    await here.worker.putBack();
    await here.taken(2);
    expect([await here.works[0]?.charge(), await here.works[1]?.charge()]).toEqual([false, true]);
  });

  test("a lease that is renewed stands, and one that was lost ends the work", async () => {
    const { clock, process } = await setUp();
    const [here, other] = [process(), process()];
    await here.queue.put(newRun());
    await here.worker.take();
    for (let at = 0; at < 5; at++) {
      clock.advance(RUN_LEASE_MS - 1);
      await here.worker.renew();
    }
    expect(here.works[0]?.signal.aborted).toBeFalse();
    clock.advance(RUN_LEASE_MS);
    await other.worker.putBack();
    await other.worker.take();
    await here.worker.renew();
    expect([here.works[0]?.signal.aborted, other.works.length]).toEqual([true, 1]);
    expect(here.givenBack).toBeEmpty();
  });

  test("work ends by itself when its lease has passed and the store has said nothing", async () => {
    const { clock, process } = await setUp();
    const here = process();
    await here.queue.put(newRun());
    await here.worker.take();
    clock.advance(RUN_LEASE_MS - 1);
    await here.worker.renew();
    clock.advance(RUN_LEASE_MS - 1);
    await here.worker.take();
    expect(here.works[0]?.signal.aborted).toBeFalse();
    clock.advance(1);
    void here.worker.take(); // Nothing is waited for: the store may not answer.
    expect(here.works[0]?.signal.aborted).toBeTrue();
  });

  test("one that is taken while leases are renewed is not mistaken for a lost one", async () => {
    const { store, clock } = await setUp();
    const renewed = Promise.withResolvers<void>();
    const slow: Store = {
      ...store,
      async ask(build, values) {
        const result = await store.ask(build, values);
        if ((build as unknown) === renewRuns) await renewed.promise;
        return result;
      },
    };
    const here = queueProcess(slow, clock);
    await here.queue.put(newRun());
    await here.worker.take();
    const renewing = here.worker.renew();
    await here.queue.put(newRun());
    await here.worker.take();
    renewed.resolve();
    await renewing;
    expect(here.works.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    expect(await Promise.all(here.works.map((work) => work.charge()))).toEqual([true, true]);
    await here.worker.drain(0);
  });

  test("a run whose processes die is done ten times, then fails and gives back what was set aside", async () => {
    const { store, clock, process } = await setUp();
    const watcher = queueProcess(store, clock, {}, 0); // It has no place itself.
    const id = await watcher.queue.put(newRun());
    for (let attempt = 1; attempt <= 10; attempt++) {
      const mortal = process();
      await mortal.worker.take();
      expect(mortal.works.length).toBe(1);
      clock.advance(RUN_LEASE_MS);
      await watcher.worker.putBack();
    }
    const last = process();
    await last.worker.take();
    await last.worker.drain(5_000);
    expect([last.works.length, last.givenBack, (await watcher.queue.find(id))?.state]).toEqual([0, [id], "failed"]);
  });

  test("what changes something is not done again", async () => {
    const { clock, process } = await setUp();
    const [mortal, other] = [process(), process()];
    const id = await mortal.queue.put(newRun({ isRepeatable: false }));
    await mortal.worker.take();
    clock.advance(RUN_LEASE_MS);
    await other.worker.putBack();
    await other.worker.take();
    await other.worker.drain(5_000);
    const row = await other.queue.find(id);
    expect([other.works.length, row?.state, row?.error?.includes("not done twice")]).toEqual([0, "failed", true]);
  });

  test("what was taken and never begun, since the store's answer was lost, is done as if it had not been taken", async () => {
    const { store, clock } = await setUp();
    const lost = losing(store, takeRuns);
    const here = queueProcess(lost.store, clock);
    earlier.push(here);
    const id = await here.queue.put(newRun({ isRepeatable: false }));
    for (let time = 0; time < 5; time++) {
      await here.worker.take();
      await givenBackAsStray(here, clock);
    }
    lost.isLost = false;
    await givenBackAsStray(here, clock);
    await here.taken(1);
    expect(here.works.map(({ row }) => row.id)).toEqual([id]);
    expect(await here.works[0]?.charge()).toBeTrue();
  });

  test("what the store is late to say was taken is not begun, and may be taken again at once", async () => {
    const { store, clock } = await setUp();
    const late: Store = {
      ...store,
      async ask(build, values) {
        const rows = await store.ask(build, values);
        if ((build as unknown) === takeRuns && clock.now() < start + 2 * RENEW_RUNS_MS) clock.advance(RENEW_RUNS_MS);
        return rows;
      },
    };
    const start = clock.now();
    const [here, there] = [queueProcess(late, clock), queueProcess(store, clock)];
    earlier.push(here, there);
    const id = await here.queue.put(newRun({ isRepeatable: false }));
    await here.worker.take();
    await here.worker.drain(5_000);
    await there.worker.take();
    expect([here.works.length, there.works.map(({ row }) => row.id)]).toEqual([0, [id]]);
  });

  test("what was begun and ended by itself, its renewals having lost their answers, is not known to be undone", async () => {
    const { store, clock } = await setUp();
    const lost = losing(store, renewRuns);
    const here = queueProcess(lost.store, clock);
    earlier.push(here);
    const ids = [await here.queue.put(newRun({ isRepeatable: false })), await here.queue.put(newRun())];
    await here.worker.take();
    clock.advance(RUN_LEASE_MS - 1);
    await here.worker.renew().catch(() => undefined);
    clock.advance(1);
    await here.worker.poll();
    expect(here.works.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    lost.isLost = false;
    await givenBackAsStray(here, clock);
    await here.taken(3);
    const endOf = async (id = ""): Promise<RunRow | undefined> => {
      for (;;) {
        const row = await here.queue.find(id);
        if (row?.state !== "running") return row;
      }
    };
    const row = await endOf(ids[0]);
    expect([row?.state, row?.error?.includes("not done twice"), here.works[2]?.row.id]).toEqual([
      "failed",
      true,
      ids[1],
    ]);
  });

  test("what was put off while the store was gone is as good as never begun", async () => {
    const { store, clock } = await setUp();
    const lost = losing(store, postponeRun, "before");
    const here = queueProcess(lost.store, clock, {}, 1);
    earlier.push(here);
    await here.queue.put(newRun({ isRepeatable: false }));
    for (let time = 1; time <= 4; time++) {
      lost.isLost = true;
      await here.worker.take();
      await here.taken(time);
      here.works[time - 1]?.end({ state: "postponed", delayMs: 0, isTry: true });
      await hasPlace(here);
      lost.isLost = false;
      await givenBackAsStray(here, clock);
    }
    await here.taken(5);
    expect(await here.works[4]?.charge()).toBeTrue();
  });

  test("what renews leases and gives runs back stands behind nothing that requests ask, traced or not", async () => {
    const { store, clock } = await setUp();
    const purposes = new Map<unknown, unknown>();
    const noting: Store = {
      ...store,
      ask(build, values, purpose) {
        purposes.set(build, purpose);
        return store.ask(build, values);
      },
    };
    const lost = losing(traceStore(noting, "sqlite"), takeRuns);
    const here = queueProcess(lost.store, clock);
    earlier.push(here);
    await here.queue.put(newRun());
    await here.worker.take();
    await givenBackAsStray(here, clock);
    expect([renewRuns, postponeRun, takeRuns].map((build) => purposes.get(build))).toEqual([
      "leases",
      "leases",
      undefined,
    ]);
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
        await Promise.all(earlier.splice(0).map(({ worker }) => worker.drain(0)));
        await store.ask(forgetAll);
        await play(store, commands);
      }),
      { numRuns: name === "SQLite" ? 60 : 8 },
    );
  }, 30_000);
});

/** A store of which the answers to one statement are lost, or those statements themselves. */
function losing(store: Store, lost: unknown, when: "before" | "after" = "after"): { store: Store; isLost: boolean } {
  const losses = {
    isLost: true,
    store: {
      ...store,
      async ask(build, values, purpose) {
        const isOne = losses.isLost && (build as unknown) === lost;
        if (isOne && when === "before") throw new Error("The store is gone");
        const rows = await store.ask(build, values, purpose);
        if (isOne && Array.isArray(rows) && rows.length > 0) throw new Error("The connection is gone");
        return rows;
      },
    } satisfies Store as Store,
  };
  return losses;
}

async function hasPlace({ worker }: QueueProcess): Promise<void> {
  let place = worker.reserve();
  for (; place === undefined; place = worker.reserve()) await setImmediate();
  place.giveBack();
}

/** Two renewals see what the process has in its name and not in work; then it may be taken. */
async function givenBackAsStray({ worker }: QueueProcess, clock: ReturnType<typeof testClock>): Promise<void> {
  await worker.renew();
  clock.advance(RENEW_RUNS_MS);
  await worker.renew();
  await worker.take();
}

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
