import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import type { RunRow } from "../../src/runs/queries.ts";
import { postponeRun, renewRuns, takeRuns } from "../../src/runs/work-queries.ts";
import { RENEW_RUNS_MS, RUN_LEASE_MS } from "../../src/runs/worker.ts";
import type { Store } from "../../src/store/store.ts";
import { traceStore } from "../../src/traces/store.ts";
import type { testClock } from "../support/operations.ts";
import { failed, freshProcesses, newRun, type QueueProcess, queueProcess } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";

describeStores("the lease of a run", (open) => {
  const { setUp, track } = freshProcesses(open);

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

  test("what waits for its turn does not wait until a database's clock that was set back has caught up", async () => {
    const { clock, process } = await setUp();
    const here = process();
    await here.queue.put(newRun());
    clock.advance(-3_600_000);
    await here.worker.take();
    await here.worker.putBack();
    await here.taken(1);
    expect(await here.works[0]?.charge()).toBeTrue();
  });

  test("what a dead process had is another's soon, though the database's clock was set back since it was taken", async () => {
    const { clock, process } = await setUp({}, 1);
    const [mortal, alive, other] = [process(), process(), process()];
    const lost = await mortal.queue.put(newRun());
    await mortal.worker.take();
    const kept = await alive.queue.put(newRun());
    await alive.worker.take();
    clock.advance(-3_600_000);
    await other.worker.putBack();
    clock.advance(RUN_LEASE_MS - 1);
    await alive.worker.renew();
    clock.advance(1);
    await other.worker.putBack();
    await other.worker.take();
    expect([mortal, alive, other].map(({ works }) => works.map(({ row }) => row.id))).toEqual([[lost], [kept], [lost]]);
    expect(await mortal.works[0]?.charge()).toBeFalse();
    expect([await alive.works[0]?.charge(), await other.works[0]?.charge()]).toEqual([true, true]);
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
    track(here);
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
    track(here, there);
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
    track(here);
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
    track(here);
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
    track(here);
    await here.queue.put(newRun());
    await here.worker.take();
    await givenBackAsStray(here, clock);
    expect([renewRuns, postponeRun, takeRuns].map((build) => purposes.get(build))).toEqual([
      "leases",
      "leases",
      undefined,
    ]);
  });
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

/** Two renewals see what the process has in its name and not in work; then it may be taken. */
async function givenBackAsStray({ worker }: QueueProcess, clock: ReturnType<typeof testClock>): Promise<void> {
  await worker.renew();
  clock.advance(RENEW_RUNS_MS);
  await worker.renew();
  await worker.take();
}

async function hasPlace({ worker }: QueueProcess): Promise<void> {
  let place = worker.reserve();
  for (; place === undefined; place = worker.reserve()) await setImmediate();
  place.giveBack();
}
