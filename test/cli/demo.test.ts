import { expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Shown {
  readonly code: number | null;
  readonly out: string;
  /** What is left of its temporary files. */
  readonly left: readonly string[];
}

/** Runs the demonstration as a shell would; `signal` is sent when it shows a line that contains `at`. */
async function demo({ at = "", signal }: { at?: string; signal?: NodeJS.Signals } = {}): Promise<Shown> {
  const folder = await mkdtemp(join(tmpdir(), "hub-demo-"));
  try {
    const child = spawn(process.execPath, ["src/cli.ts", "demo"], {
      cwd: ROOT,
      // A user's own settings must not reach the hub of the demonstration.
      env: { PATH: process.env["PATH"] ?? "", TMPDIR: folder, XRPL_WALLET_ADDRESS: "rMine", PORT: "1" },
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (signal !== undefined && out.includes(at)) child.kill(signal);
    });
    child.stderr.on("data", (chunk) => (out += chunk));
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { code, out, left: await readdir(folder) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const isServing = (url: string) =>
  fetch(`${url}/health`).then(
    () => true,
    () => false,
  );

test("bun run demo shows the whole way, from the price to the ledger, and leaves nothing behind", async () => {
  const { code, out, left } = await demo();
  expect([code, left]).toEqual([0, []]);
  for (const line of [
    "402 Payment Required",
    "idempotent-replayed: true",
    "sealed by key",
    "tesSUCCESS: 0.05 XRP",
    "the key works",
    "424 connection_required",
    "the token went to the API, and into no answer",
  ])
    expect(out).toContain(line);
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
  expect(await isServing(url)).toBeFalse();
});

test.each([
  ["SIGINT", "A hub starts"],
  ["SIGTERM", "An agent without key"],
  ["SIGHUP", "costs 0.05 XRP"],
] as const)(
  "interrupted by %s at %p it leaves no file and no hub behind",
  async (signal, at) => {
    const { code, out, left } = await demo({ at, signal });
    expect([code, left]).toEqual([130, []]);
    for (const [url] of out.matchAll(/http:\/\/127\.0\.0\.1:\d+/g)) expect(await isServing(url)).toBeFalse();
  },
  20_000,
);
