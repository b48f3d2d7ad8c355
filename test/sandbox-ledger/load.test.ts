import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";

const LOAD = JSON.stringify(new URL("../../src/sandbox-ledger/load.ts", import.meta.url).pathname);

/** In a process that has loaded nothing of it yet: what is there whenever others have their turn. */
const WATCHING = `
const { createRequire } = await import("node:module");
const { resolve, cache } = createRequire(${LOAD});
const parts = ["ripple-keypairs", "ripple-binary-codec"];
const seen = new Set();
const look = () => {
  seen.add(parts.filter((name) => resolve(name) in cache).join(" and ") || "nothing");
  setImmediate(look);
};
look();
const { loadSandbox } = await import(${LOAD});
const { createSandbox } = await loadSandbox();
console.log(typeof createSandbox, [...seen].join(", "));
process.exit();
`;

test("the sandbox ledger is loaded in steps, and others have their turn in between", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", WATCHING], { encoding: "utf8" });
  expect([stdout, stderr]).toEqual([
    "function nothing, ripple-keypairs, ripple-keypairs and ripple-binary-codec\n",
    "",
  ]);
});
