import { expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CATALOG_FILE } from "../../src/catalog/file-catalog/serving.ts";
import { buildDemoCatalog } from "../../src/cli/demo/catalog.ts";
import { startHubProcess } from "../../src/cli/demo/hub-process.ts";
import { startNotesApi } from "../../src/cli/demo/notes-api.ts";
import { browser, codeIn, followed } from "../connections/support.ts";

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
async function demo({
  at = "",
  signal,
  args = [],
  onShown,
}: {
  at?: string;
  signal?: NodeJS.Signals;
  args?: string[];
  onShown?: (out: string) => Promise<void>;
} = {}): Promise<Shown> {
  const folder = await mkdtemp(join(tmpdir(), "hub-demo-"));
  try {
    const child = spawn(process.execPath, ["src/cli.ts", "demo", ...args], {
      cwd: ROOT,
      // A user's own settings must not reach the hub of the demonstration.
      env: { PATH: process.env["PATH"] ?? "", TMPDIR: folder, XRPL_WALLET_ADDRESS: "rMine", PORT: "1" },
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (signal === undefined || !out.includes(at)) return;
      if (onShown === undefined) child.kill(signal);
      else void onShown(out).finally(() => child.kill(signal));
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

test("demo --stay prints what connects its API and calls it, and these lines do", async () => {
  let answer: unknown;
  const { code, left } = await demo({
    args: ["--stay"],
    at: "goes on until Ctrl+C",
    signal: "SIGINT",
    async onShown(out) {
      if (answer !== undefined) return;
      answer = null;
      const [, hub = "", key = ""] = /export HUB_URL=(\S+) HUB_API_KEY=(\S+)/.exec(out) ?? [];
      const [, slug = ""] = /bun run connect (\S+)/.exec(out) ?? [];
      const env = { PATH: process.env["PATH"] ?? "", HUB_URL: hub, HUB_API_KEY: key };
      const shell = spawn(process.execPath, ["src/cli.ts", "connect", slug], { cwd: ROOT, env });
      let said = "";
      for await (const chunk of shell.stdout) {
        said += String(chunk);
        const link = /(http\S+\/connect\/\S+)/.exec(said)?.[1];
        if (link === undefined || !said.includes("The code")) continue;
        const person = browser();
        const { response } = await person.submit(link, {});
        const { html } = await followed(person, response.headers.get("location") ?? "");
        shell.stdin.end(`${codeIn(html)}\n`);
        break;
      }
      await new Promise((resolve) => shell.once("close", resolve));
      const called = await fetch(`${hub}/api/v1/agent/proxy/${slug}/call/`, {
        method: "POST",
        headers: { "x-api-key": key },
        body: "{}",
      });
      answer = await called.json();
    },
  });
  expect(answer).toMatchObject({ success: true, data: { notes: expect.any(Array) } });
  expect([code, left]).toEqual([0, []]);
});

test("the hub of the demo is ready to sell once it is there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-demo-ready-"));
  try {
    await using notes = await startNotesApi();
    await buildDemoCatalog(join(folder, CATALOG_FILE), Date.now(), notes);
    await using hub = await startHubProcess(folder, { SANDBOX_CLOSE_MS: "400" });
    expect((await fetch(`${hub.url}/api/v1/agent/search/?q=weather`)).status).toBe(402);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
