import { expect, test } from "bun:test";
import { showProgress } from "../../src/cli/progress.ts";

test("an import estimates what can be counted, and says that the index comes after it", () => {
  const lines: string[] = [];
  let now = 0;
  const show = showProgress({ write: (text) => lines.push(text) }, () => now);
  for (const done of [0, 5]) {
    now = done * 1000;
    show({ done, total: 10 });
  }
  show({ done: 10, total: 10, isIndexing: true });
  show({ done: 10, total: 10 });
  show({ done: 10, total: 10 });
  expect(lines).toEqual([
    "  0 %  0 of 10, reading\n",
    " 50 %  5 of 10, reading, about 5 s left; then the index\n",
    "100 %  10 of 10, read; building the index\n",
    "100 %  10 of 10, done\n",
  ]);
});

test.each([
  [120, "[███████████████···············]  50 %  5 of 10, reading, about 5 s left; then the index"],
  [60, " 50 %  5 of 10, reading, about 5 s left; then the index"],
  [20, " 50 %  5 of 10, rea"],
])("a bar in %d columns stays in its line", (columns, line) => {
  const lines: string[] = [];
  let now = 0;
  const show = showProgress({ isTTY: true, columns, write: (text) => lines.push(text) }, () => now);
  now = 5000;
  show({ done: 5, total: 10 });
  const [, shown = ""] = lines[0]!.split("\r");
  expect(shown.trimEnd()).toBe(line);
  expect(shown.length).toBeLessThan(columns);
});
