/** A process that has used up its file descriptors starts no thread: Bun would end it. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Has work done in a new thread while there are none left, after that, and in a thread that is there while there are none. */
const SCRIPT = `
  const { closeSync, openSync } = await import("node:fs");
  const { createPool } = await import(${at("../../src/offload/pool.ts")});
  const pool = createPool({ threads: 1, waiting: { total: 8, perClient: 8 }, deadlineMs: 20_000, maxGrowthBytes: 2 ** 32 });
  const offload = pool.offload(new AbortController().signal, () => ({ name: "somebody", isStranger: false }));
  const work = () => offload(new URL(${at("work.ts")}), { do: "echo", value: 7 }).then(String, (error) => error.code);
  let taken = [];
  const take = () => {
    try {
      for (;;) taken.push(openSync("/dev/null"));
    } catch {}
  };
  const give = () => taken.splice(0).forEach((each) => closeSync(each));
  take();
  const told = [await work()];
  give();
  told.push(await work());
  take();
  told.push(await work());
  give();
  console.log(JSON.stringify(told));
  process.exit();
`;

test("work that needs a new thread is refused as overloaded meanwhile, and a thread that is there goes on", () => {
  const { stdout, stderr } = spawnSync("bash", ["-c", 'ulimit -n 128; exec "$0" -e "$1"', process.execPath, SCRIPT], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(["overloaded", "7", "7"]);
});
