/** Long work: a caller after the other, and at a bounded rate. */
import { expect, jest, test, beforeEach, afterEach } from "bun:test";
import { createByteRate } from "../../src/routes/http/byte-rate.ts";
import { createSerialQueue } from "../../src/routes/http/serial-queue.ts";

let now = 0;
const clock = { now: () => now };
const RATE = { bytesPerSecond: 1_000, burstBytes: 2_000 };

beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

/** What has begun, in its order, while callers add work. */
function begun(rate = RATE) {
  const queue = createSerialQueue(createByteRate(clock, rate));
  const names: string[] = [];
  return {
    names,
    async add(caller: string, bytes: number, name = caller): Promise<void> {
      void queue.run(caller, bytes, async () => void names.push(name));
      await turns();
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

async function pass(ms: number): Promise<void> {
  now += ms;
  jest.advanceTimersByTime(ms);
  await turns();
}

test("begins at once what a burst has room for, and the rest in its time", async () => {
  const { names, add } = begun();
  await add("a", 1_500, "first");
  await add("a", 1_500, "second");
  await add("a", 500, "third");
  expect(names).toEqual(["first", "second"]);
  await pass(999);
  expect(names).toEqual(["first", "second"]);
  await pass(1);
  expect(names).toEqual(["first", "second", "third"]);
});

test("a rest earns a burst, however long it was", async () => {
  const { names, add } = begun();
  await add("a", 2_000, "first");
  await pass(3_600_000);
  await add("a", 2_001, "second");
  await add("a", 1, "third");
  expect(names).toEqual(["first", "second"]);
  await pass(1);
  expect(names).toEqual(["first", "second", "third"]);
});

test("whoever sends much does not keep others waiting for more than their turn", async () => {
  const { names, add } = begun();
  await add("greedy", 3_000, "1");
  for (const name of ["2", "3", "4"]) await add("greedy", 1_000, name);
  await add("other", 10);
  await pass(1_000);
  await pass(1_000);
  expect(names).toEqual(["1", "2", "other"]);
});

test("has no bound where none is set", async () => {
  const { names, add } = begun({ bytesPerSecond: 0, burstBytes: 1 });
  for (const name of ["1", "2", "3"]) await add("a", 1e9, name);
  expect(names).toEqual(["1", "2", "3"]);
});
