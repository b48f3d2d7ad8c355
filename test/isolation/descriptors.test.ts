/** A process that has used up its file descriptors starts no child, and starts one as soon as it has some again. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";

const at = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Has runs done by a pool of one child at most: two while there are none left, and one after that. */
const SCRIPT = `
  const { closeSync, openSync } = await import("node:fs");
  const { createDeaths } = await import(${at("../../src/isolation/deaths.ts")});
  const { createPool } = await import(${at("../../src/isolation/pool.ts")});
  const { createSlots } = await import(${at("../../src/isolation/slots.ts")});
  const { TALKER, DESCRIPTION } = await import(${at("./talker.ts")});
  const pool = createPool({
    fence: { strength: "weak", sentence: "", saysPid: false, command: process.execPath, args: ["-e", TALKER] },
    slots: createSlots(1),
    deaths: createDeaths({ now: Date.now, warn: () => undefined }),
    now: Date.now,
    bundleOf: () => ({ code: new Uint8Array(), description: JSON.stringify(DESCRIPTION) }),
    died: () => undefined,
  });
  const { signal } = new AbortController();
  const run = async () => pool.perform({ slug: "probe", act: "run", input: {}, limitMs: 20_000, signal });
  const told = (outcome) => outcome.then(String, (error) => error.code ?? String(error));
  const taken = [];
  try {
    for (;;) taken.push(openSync("/dev/null"));
  } catch {}
  const said = [await told(run()), await told(run())];
  taken.forEach((each) => closeSync(each));
  said.push(await told(run()));
  console.log(JSON.stringify(said));
  process.exit();
`;

test("a run that needs a new process is refused as overloaded meanwhile, and the next one has its process", () => {
  const { stdout, stderr } = spawnSync("bash", ["-c", 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, SCRIPT], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect([JSON.parse(stdout || "[]"), stderr]).toEqual([["overloaded", "overloaded", "3"], ""]);
});
