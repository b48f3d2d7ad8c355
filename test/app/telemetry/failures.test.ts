import { expect, test } from "bun:test";
import { createComplaints } from "../../../src/app/telemetry/failures.ts";

test("what was complained of once is forgotten after a hundred other complaints: those that name runs never end", () => {
  const lines: string[] = [];
  const complain = createComplaints({ failure: (message: string) => lines.push(message) } as never, { now: () => 0 });
  const fails = (run: number): void => complain(`Run ${run} failed`, new Error("no such field"));
  for (let run = 0; run <= 100; run++) fails(run);
  fails(100);
  expect(lines.length).toBe(101);
  fails(0);
  expect(lines.at(-1)).toBe("Run 0 failed");
});

test("the same failure is told once a minute, and another one of the same work at once", () => {
  const lines: string[] = [];
  let now = 0;
  const log = { failure: (message: string, cause: Error) => lines.push(`${message}: ${cause.message}`) } as never;
  const complain = createComplaints(log, { now: () => now });
  for (now = 0; now < 60_000; now += 250) complain("Cannot take runs", new Error("no such table"));
  complain("Cannot end a run", new Error("no such table"));
  expect(lines).toEqual(["Cannot take runs: no such table", "Cannot end a run: no such table"]);

  complain("Cannot take runs", new Error("the disk is full"));
  complain("Cannot take runs", new Error("the disk is full"));
  expect(lines.slice(2)).toEqual(["Cannot take runs: the disk is full"]);

  now = 120_000;
  complain("Cannot take runs", new Error("the disk is full"));
  expect(lines.slice(3)).toEqual(["Cannot take runs: the disk is full"]);
});
