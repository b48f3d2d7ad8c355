import { expect, test } from "bun:test";
import { createComplaints } from "../../../src/app/telemetry/failures.ts";

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
