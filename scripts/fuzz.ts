/** `bun run fuzz [name]`: 200 valid and 200 spoiled requests of every operation, or of those whose name holds the word. */
import { spawnSync } from "node:child_process";

const [name] = process.argv.slice(2);
const { status } = spawnSync(
  "bun",
  ["test", "test/routes/openapi-fuzz.test.ts", ...(name === undefined ? [] : ["-t", name])],
  { stdio: "inherit", env: { ...process.env, FUZZ_RUNS: process.env["FUZZ_RUNS"] ?? "200" } },
);
process.exitCode = status ?? 1;
