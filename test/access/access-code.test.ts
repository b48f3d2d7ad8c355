import { expect, test } from "bun:test";
import { accessOfCode, codeOf, EASE } from "../../src/access/access-code.ts";
import { ACCESS_METHODS, ACCESS_STATES, type Access, UNKNOWN_ACCESS } from "../../src/runtime/access.ts";

test("what is said of access is the same after it was kept as a number, whatever it is", () => {
  expect(EASE.toSorted()).toEqual([...ACCESS_METHODS].sort());
  const codes = new Set<number>();
  for (const state of ACCESS_STATES)
    for (const source of [null, "stated", "rule", "parameter", "observed"] as const)
      for (let ways = 0; ways < 1 << EASE.length; ways++) {
        const access: Access = { state, methods: EASE.filter((_, at) => ((ways >> at) & 1) === 1), source };
        const code = codeOf(access);
        codes.add(code);
        expect(accessOfCode(code)).toEqual(access);
      }
  expect(codes.size).toBe(ACCESS_STATES.length * 5 * 2 ** EASE.length);
});

test.each([-1, 4480, 0.5, Number.NaN])("%p is no such number, and says nothing", (code) =>
  expect(accessOfCode(code)).toBe(UNKNOWN_ACCESS),
);
