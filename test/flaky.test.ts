/** What is run a second time after the tests: read from the runner's own report. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("../scripts/test.ts", import.meta.url));
const PASSES = `import { test } from "bun:test"; test("passes", () => {});`;
const FAILS = `import { test } from "bun:test"; test("fails", () => { throw new Error("wrong"); });`;
/** At the first try it hangs. */
const FLAKY = `
  import { describe, test } from "bun:test";
  import { existsSync, writeFileSync } from "node:fs";
  describe("a & b", () => {
    test("hangs <once>", async () => {
      const isSecond = existsSync("seen");
      writeFileSync("seen", "");
      if (!isSecond) await new Promise((resolve) => setTimeout(resolve, 60_000));
    }, 50);
  });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-flaky-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function runTests(files: Readonly<Record<string, string>>): Promise<{ printed: string; code: number }> {
  const cwd = await mkdtemp(join(folder, "run-"));
  for (const [name, source] of Object.entries(files)) await writeFile(join(cwd, `${name}.test.ts`), source);
  const child = spawn(process.execPath, [SCRIPT], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const exit = once(child, "exit");
  return { printed: await text(child.stdout), code: (await exit)[0] };
}

test("a test that hangs beside others and passes alone is told as flaky, and counts as passed", async () => {
  const { printed, code } = await runTests({ passes: PASSES, flaky: FLAKY });
  expect(printed).toContain("flaky: a & b > hangs <once> (flaky.test.ts) failed beside others and passed alone\n");
  expect(printed).toEndWith("2 passed, 0 failed\n");
  expect(code).toBe(0);
});

test("one that fails again has failed, whatever else was flaky", async () => {
  const { printed, code } = await runTests({ passes: PASSES, flaky: FLAKY, fails: FAILS });
  expect(printed).toEndWith("1 passed, 2 failed\n");
  expect(code).toBe(1);
});

test("a file that cannot be loaded gets no second try", async () => {
  const { printed, code } = await runTests({ passes: PASSES, broken: `import "./none.ts";` });
  expect(printed).not.toContain("Once more");
  expect(printed).toEndWith("1 passed, 1 failed\n");
  expect(code).toBe(1);
});
