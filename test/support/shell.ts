/**
 * The command line in the test's own process: what it would say and end with as a process, which takes a second to start.
 * What a process adds (its pipes, its signals, its exit) is for the tests that start one.
 */
import { spyOn } from "bun:test";
import { runShell } from "../../src/shell.ts";

export interface ShellEnd {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** With the settings of `env` and no others, and its output in a pipe. */
export async function runInside(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ShellEnd> {
  const before = { ...process.env };
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
  let [out, err] = ["", ""];
  using _out = spyOn(process.stdout, "write").mockImplementation((chunk) => Boolean((out += String(chunk))));
  using _err = spyOn(process.stderr, "write").mockImplementation((chunk) => Boolean((err += String(chunk))));
  Object.defineProperty(process.stdout, "isTTY", { value: false, configurable: true });
  setEnv({ PATH: before["PATH"], ...env });
  try {
    const code = await runShell(args);
    return { code, out, err };
  } finally {
    setEnv(before);
    if (isTTY === undefined) Reflect.deleteProperty(process.stdout, "isTTY");
    else Object.defineProperty(process.stdout, "isTTY", isTTY);
  }
}

function setEnv(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
}
