import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInside } from "../support/shell.ts";
import { mountSmallDisk } from "../support/small-disk.ts";
import { isUp, POSTGRES_URL } from "../support/stores.ts";

const hasPostgres = await isUp(POSTGRES_URL);
const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "hub-backup-cli-"));
afterAll(() => rm(FOLDER, { recursive: true }));

async function run(env: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  const { code, out, err } = await runInside(args, env);
  return { code, said: out + err };
}

describe("bun run backup and restore", () => {
  test("what was backed up into a folder is back in another, under the secret that was kept", async () => {
    const [data, backups, restored] = ["data", "backups", "restored"].map((name) => join(FOLDER, name));
    const from = { HUB_DATA_DIR: data ?? "" };
    const to = { HUB_DATA_DIR: restored ?? "" };
    await run(from, "admin", "issue", "friend@example.com", "basic", "--reason", "a present");
    await mkdir(backups ?? "");
    await writeFile(join(backups ?? "", "hub-2020-01-01T000000Z.backup"), "of long ago");

    expect((await run(from, "backup", backups ?? "")).code).toBe(0);
    const [old, name] = (await readdir(backups ?? "")).sort();
    expect(old).toBe("hub-2020-01-01T000000Z.backup"); // The newest of its month.
    const file = join(backups ?? "", name ?? "");
    expect(await run(from, "backup", "--check", file)).toMatchObject({
      code: 0,
      said: expect.stringContaining("whole"),
    });

    expect(await run(to, "restore", file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("without the secret"),
    });
    await mkdir(restored ?? "", { recursive: true });
    await copyFile(join(data ?? "", "secret"), join(restored ?? "", "secret"));
    expect(await run(to, "restore", file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("there is no revocation log"),
    });
    const without = await run(to, "restore", file, "--without-revocations");
    expect(without).toMatchObject({ code: 0, said: expect.stringContaining("is back") });
    // Also in a folder that others may look into.
    expect((await stat(join(restored ?? "", "hub.sqlite"))).mode & 0o077).toBe(0);
    expect((await run(to, "admin", "accounts")).said).toContain("friend@example.com");
    expect(await run(to, "restore", file)).toMatchObject({ code: 1, said: expect.stringContaining("move it away") });
  }, 30_000);

  test("makes no secret for a backup: one that was made just now opens nothing of the hub", async () => {
    const data = join(FOLDER, "without-secret");
    await run({ HUB_DATA_DIR: data }, "admin", "issue", "friend@example.com", "basic", "--reason", "a present");
    await rm(join(data, "secret"));
    const file = join(FOLDER, "without-secret.backup");
    expect(await run({ HUB_DATA_DIR: data }, "backup", file)).toMatchObject({
      code: 1,
      said: expect.stringContaining("without the hub's secret"),
    });
    expect(await readdir(data)).not.toContain("secret");
  });

  test.each([
    [["backup"], 2, "Usage: bun run backup"],
    [["backup", "--wat", "x"], 2, "Usage: bun run backup"],
    [["restore"], 2, "Usage: bun run restore"],
    [["restore", "a", "b"], 2, "Usage: bun run restore"],
    [["restore", "/nowhere/at.all"], 1, "/nowhere/at.all"],
    [["backup", "/nowhere/at.all"], 1, "there is no such file"],
    [["backup", "--check", FOLDER], 1, `Cannot use ${FOLDER}: it is a folder`],
  ])("%j is told in a line", async (args, code, said) => {
    const env = { HUB_DATA_DIR: join(FOLDER, "empty"), HUB_SECRET: "a secret of the tests, long enough" };
    const ended = await run(env, ...args);
    expect(ended.said).toContain(said);
    expect(ended.said).not.toContain("    at ");
    expect(ended.code).toBe(code);
  });

  test.skipIf(!hasPostgres)(
    "of one that was killed the next one in the folder leaves nothing",
    async () => {
      const [data, tools, backups] = ["killed", "tools", "half"].map((name) => join(FOLDER, name)) as [
        string,
        string,
        string,
      ];
      for (const folder of [tools, backups]) await mkdir(folder);
      const env = { HUB_DATA_DIR: data, HUB_SECRET: "a secret of the tests, long enough" };
      await run(env, "admin", "issue", "friend@example.com", "basic", "--reason", "a present");
      // More than a pipe holds: the backup is being written when its process is killed.
      const script = "#!/bin/sh\nhead -c 4000000 /dev/urandom\nkill -KILL $PPID\n";
      await writeFile(join(tools, "pg_dump"), script, { mode: 0o755 });
      const path = `${tools}:${process.env["PATH"]}`;
      const killed = { ...env, DATABASE_URL: POSTGRES_URL, PATH: path };
      await once(spawn(process.execPath, [CLI, "backup", backups], { env: killed, stdio: "ignore" }), "exit");
      expect(await readdir(backups)).not.toEqual([]);
      expect((await run(env, "backup", backups)).code).toBe(0);
      expect(await readdir(backups)).toEqual([expect.stringMatching(/Z\.backup$/)]);
    },
    30_000,
  );

  test("a disk that is full is told with where it is", async () => {
    using disk = mountSmallDisk(4);
    if (disk === undefined) return;
    const from = { HUB_DATA_DIR: join(FOLDER, "large"), HUB_SECRET: "a secret of the tests, long enough" };
    await run(from, "admin", "issue", "friend@example.com", "basic", "--reason", "a present");
    const file = join(FOLDER, "large.backup");
    expect((await run(from, "backup", file)).code).toBe(0);
    disk.fill();
    const full = (path: string) => ({ code: 1, said: expect.stringContaining(`Cannot use ${path}: the disk is full`) });
    const there = join(disk.folder, "there.backup");
    expect(await run(from, "backup", there)).toMatchObject(full(there));
    const to = { ...from, HUB_DATA_DIR: join(disk.folder, "restored") };
    const restored = await run(to, "restore", file, "--without-revocations");
    expect(restored).toMatchObject(full(join(disk.folder, "restored")));
  }, 30_000);
});
