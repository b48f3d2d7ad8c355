import { expect, test } from "bun:test";
import type { Fault } from "../support/chaos/faults.ts";
import { mayBeUnwritten } from "../support/chaos/unwritten.ts";

const killed: Fault = { name: "killed", target: "PostgreSQL", begin: 10_000, begun: 10_020, end: 13_000 };

test("only a PostgreSQL that is killed loses daily calls, and only those of its last 0.6 s", () => {
  const isLosable = (at: number, answered: number, fault = killed) =>
    mayBeUnwritten({ at, ms: answered - at }, [fault]);
  expect(isLosable(9_380, 9_399)).toBe(false); // Its writer had three turns since.
  expect(isLosable(9_380, 9_401)).toBe(true);
  expect(isLosable(9_999, 10_050)).toBe(true); // Committed before, and on its way as the server died.
  expect(isLosable(10_020, 10_050)).toBe(false); // What was dead has committed nothing.
  expect(isLosable(12_990, 13_010)).toBe(false);
  for (const name of ["stopped", "frozen"]) expect(isLosable(9_900, 9_950, { ...killed, name })).toBe(false);
  for (const target of ["hub", "Redis"] as const) expect(isLosable(9_900, 9_950, { ...killed, target })).toBe(false);
});
