import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/drivers/open.ts";
import { newRun, queueProcess } from "../support/queue.ts";
import { runInside } from "../support/shell.ts";

test("`admin runs` lists the runs that wait, and `admin cancel-run` ends one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-runs-"));
  const admin = async (...args: string[]): Promise<{ run_id: string; status: string }[]> => {
    const { out } = await runInside(["admin", ...args], { HUB_DATA_DIR: folder });
    return JSON.parse(out) as { run_id: string; status: string }[];
  };
  try {
    const store = await openStore(undefined, folder);
    const id = await queueProcess(store).queue.put(newRun());
    await store[Symbol.asyncDispose]();
    expect(await admin("runs")).toMatchObject([{ run_id: id, status: "queued", account: "account" }]);
    expect(await admin("cancel-run", id)).toMatchObject([{ run_id: id, status: "cancelled" }]);
    expect(await admin("runs")).toMatchObject([{ run_id: id, status: "cancelled" }]);
    expect(await admin("audit")).toMatchObject([{ action: "cancel_run", account_id: "account", reason: id }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a store without a table is told in a sentence, and no stack", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-runs-"));
  try {
    await (await openStore(undefined, folder))[Symbol.asyncDispose]();
    using database = new Database(join(folder, "hub.sqlite"));
    database.run("DROP TABLE runs");
    database.close();
    const { code, err } = await runInside(["admin", "runs"], { HUB_DATA_DIR: folder });
    expect(code).toBe(1);
    expect(err).toBe('The store has no table "runs": it is not whole. Restore a backup of it, or use another store.\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
