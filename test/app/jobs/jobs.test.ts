import { afterEach, expect, jest, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { startJobs } from "../../../src/app/jobs/jobs.ts";
import { asOutage } from "../../../src/store/faults.ts";
import { soleLeader } from "../../../src/store/processes/leader.ts";

afterEach(() => void jest.useRealTimers());

test("a job that fails again and again is told as it begins to, each minute, and as it works again", async () => {
  const lines: string[] = [];
  let now = 0;
  let [runs, isBroken] = [0, true];
  let next = Promise.withResolvers<void>();
  const log = {
    failure: (message: string, cause: Error) => lines.push(`${message}: ${cause.message}`),
    info: (message: string) => lines.push(message),
  } as never;
  await using leadership = soleLeader();
  const run = async () => {
    if (++runs % 5 === 0) next.resolve();
    if (isBroken) throw new Error("disk full");
  };
  const fiveMore = async () => {
    next = Promise.withResolvers();
    await next.promise;
  };

  const running = startJobs([{ complaint: "Cannot write", everyMs: 1, run }], {
    log,
    clock: { now: () => now },
    leadership,
  });
  await fiveMore();
  expect(lines).toEqual(["Cannot write: disk full"]);

  now = 60_000;
  await fiveMore();
  await fiveMore();
  expect(lines).toEqual(["Cannot write: disk full", "Cannot write: disk full"]);

  isBroken = false;
  await fiveMore();
  await fiveMore();
  running.end();
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^Over after \d+ failures: Cannot write$/);
});

test("leases that could not be renewed are renewed half a second later, and not more often for failing longer", async () => {
  jest.useFakeTimers();
  const renewedAt: number[] = [];
  let now = 0;
  const log = { failure: () => undefined, info: () => undefined } as never;
  await using leadership = soleLeader();
  const run = async () => {
    renewedAt.push(now);
    if (now < 4_000) throw new Error("the store is gone");
  };
  const jobs = [{ complaint: "Cannot renew", everyMs: 3_000, run, isLease: true }];
  const running = startJobs(jobs, { log, clock: { now: () => now }, leadership });
  for (; now < 10_000; jest.advanceTimersByTime(100)) {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    now += 100;
  }
  running.end();
  expect(renewedAt).toHaveLength(12);
  expect(renewedAt.filter((at) => at >= 4_000)).toEqual([4_000, 6_000, 9_000]);
});

test("what a job lacks of the system is told in a sentence, without a stack", async () => {
  const lines: string[] = [];
  const told = Promise.withResolvers<void>();
  const log = {
    error(message: string) {
      lines.push(message);
      told.resolve();
    },
  } as never;
  await using leadership = soleLeader();
  const run = () => mkdir(import.meta.path).then(() => undefined);
  const running = startJobs([{ complaint: "Cannot write the log", everyMs: 60_000, run }], {
    log,
    clock: { now: () => 0 },
    leadership,
  });
  await told.promise;
  running.end();
  expect(lines).toEqual([
    `Cannot write the log: Cannot use ${import.meta.path}: it is there already and no folder (EEXIST)`,
  ]);
});

test("an outage of the store is told once for all jobs, with its cause and no stack, each minute, and once as it ends", async () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  let now = 0;
  let isSlow = true;
  const log = {
    failure: (message: string) => lines.push(`with a stack: ${message}`),
    error: (message: string) => lines.push(message),
    info: (message: string) => lines.push(message),
  } as never;
  await using leadership = soleLeader();
  const canceled = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  const run = async () => {
    if (isSlow) throw asOutage(new Error("Failed query: select 1", { cause: canceled }));
  };
  const jobs = ["take", "renew", "forget"].map((what) => ({ complaint: `Cannot ${what}`, everyMs: 1_000, run }));
  const running = startJobs(jobs, { log, clock: { now: () => now }, leadership });
  const pass = async (seconds: number) => {
    for (const end = now + seconds * 1_000; now < end; jest.advanceTimersByTime(1_000)) {
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      now += 1_000;
    }
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const first =
    "The store does not do what it is asked: canceling statement due to statement timeout (57014). Cannot take, for one.";
  await pass(30);
  expect(lines).toEqual([first]);
  await pass(35);
  expect(lines).toHaveLength(2);
  isSlow = false;
  await pass(5);
  isSlow = true; // For a moment: that is the same outage.
  await pass(2);
  isSlow = false;
  await pass(20);
  running.end();
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^The store does what it is asked again, after \d+ failures\.$/);
});
