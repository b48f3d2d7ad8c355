import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { openStore } from "../../src/store/open.ts";
import { newRun, queueProcess } from "../support/queue.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

test("`admin runs` lists the runs that wait, and `admin cancel-run` ends one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-runs-"));
  const admin = async (...args: string[]): Promise<{ run_id: string; status: string }[]> => {
    const env = { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder };
    const child = spawn(process.execPath, [CLI, "admin", ...args], { env, stdio: ["ignore", "pipe", "inherit"] });
    return JSON.parse(await text(child.stdout)) as { run_id: string; status: string }[];
  };
  try {
    const store = await openStore(undefined, folder);
    const id = await queueProcess(store).queue.put(newRun());
    await store[Symbol.asyncDispose]();
    expect(await admin("runs")).toMatchObject([{ run_id: id, status: "queued", account: "account" }]);
    expect(await admin("cancel-run", id)).toMatchObject([{ run_id: id, status: "cancelled" }]);
    expect(await admin("runs")).toMatchObject([{ run_id: id, status: "cancelled" }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
