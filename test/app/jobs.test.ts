import { expect, test } from "bun:test";
import { startJobs } from "../../src/app/jobs.ts";
import { soleLeader } from "../../src/store/leader.ts";

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
