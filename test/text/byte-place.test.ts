import { expect, test } from "bun:test";
import { locate } from "../../src/text/byte-place.ts";

test("a place far on is found in turns, none of which is long", () => {
  const bytes = Buffer.from(`["${"é\n".repeat(700_000)}`);
  const finding = locate(bytes, bytes.length);
  let turns = 1;
  let turn = finding.next();
  for (; turn.done !== true; turn = finding.next()) turns++;
  expect(turn.value).toEqual({ index: 1_400_002, line: 700_001, column: 1 });
  expect(turns).toBeGreaterThan(bytes.length / 100_000);
});
