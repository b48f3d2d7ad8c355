/** What a developer reads who gives a script an option that it does not know. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SLOWEST } from "../scripts/test/timings.ts";

test.each([
  ["sim", "--nonsense"],
  ["sim", "--seed"],
  ["differ", "--nonsense"],
  ["differ", "nonsense"],
  ["mutate", "--nonsense"],
  ["mutate", "--only"],
  ["chaos", "--nonsense"],
  ["soak", "--nonsense"],
  ["conformance", "--nonsense"],
  ["conformance", "nonsense"],
])("%s %s is answered with the options there are, and no stack", (script, given) => {
  const path = fileURLToPath(new URL(`../scripts/${script}.ts`, import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, [path, given], { encoding: "utf8" });
  expect(stderr).toContain(`Usage: bun run ${script} `);
  expect(stderr).not.toMatch(/^ +at /m);
  expect([status, stdout]).toEqual([2, ""]);
});

test("the files of tests that begin first are there", () => {
  const root = new URL("../", import.meta.url);
  expect(Object.keys(SLOWEST).filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
