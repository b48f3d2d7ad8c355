/** Everything a machine can say about the code without running it: types, lint, format, patterns. */
import { spawnSync } from "node:child_process";

const STEPS = [
  ["bun", "check", "--no-script"],
  ["oxlint", "--deny-warnings"],
  // Of the rules that know types only this one: a promise that nobody waits for hides its error.
  ["oxlint", "--type-aware", "--allow=all", "--deny=typescript/no-floating-promises"],
  ["bun", "fmt", "--check", "--no-script"],
  ["bun", "scripts/patterns.ts"],
];

for (const [command, ...args] of STEPS) {
  const { status } = spawnSync(command ?? "", args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
