import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootSecrets } from "../../src/app/parts/accounts.ts";
import { loadConfig } from "../../src/app/settings/config.ts";
import { openHubKey } from "../../src/store/hub/hub-key.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { earlierSecrets, keptSecret, rotateSecret } from "../../src/store/hub/secret.ts";
import { mountSmallDisk } from "../support/small-disk.ts";

const root = await mkdtemp(join(tmpdir(), "hub-secret-"));
afterAll(() => rm(root, { recursive: true }));

let folders = 0;
const newFolder = () => join(root, String(++folders), "data");

test("keptSecret() makes a secret once, for its owner only", async () => {
  const folder = newFolder();
  const secret = await keptSecret(folder);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(await keptSecret(folder)).toBe(secret);
  expect((await stat(join(folder, "secret"))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await keptSecret(newFolder())).not.toBe(secret);
});

test.skipIf(!existsSync("/proc/self"))("keptSecret() tells of the secret where its folder takes no file", async () => {
  await expect(keptSecret("/proc")).rejects.toMatchObject({ path: "/proc/secret" });
});

test("keptSecret() gives everyone who starts at once the same secret, and leaves nothing else behind", async () => {
  for (let round = 0; round < 20; round++) {
    const folder = newFolder();
    const secrets = await Promise.all(Array.from({ length: 16 }, () => keptSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(folder)).toEqual(["secret"]);
  }
});

test("keptSecret() leaves nothing behind on a full disk, and makes the secret once there is room", async () => {
  using disk = mountSmallDisk(1);
  if (disk === undefined) return;
  disk.fill();
  await expect(keptSecret(disk.folder)).rejects.toMatchObject({ code: "ENOSPC", path: join(disk.folder, "secret") });
  expect(await readdir(disk.folder)).toEqual(["filler"]);
  disk.free();
  expect(await keptSecret(disk.folder)).toHaveLength(64);
});

test("keptSecret() uses the operator's file, and refuses one that is too short without showing it", async () => {
  const folder = newFolder();
  await keptSecret(folder);
  const file = join(folder, "secret");
  await writeFile(file, `${"o".repeat(32)}\n`);
  expect(await keptSecret(folder)).toBe("o".repeat(32));
  await writeFile(file, "hunter2");
  const error = await keptSecret(folder).catch(String);
  expect(error).toContain("fewer than 32 characters");
  expect(error).not.toContain("hunter2");
  expect(await readFile(file, "utf8")).toBe("hunter2");
});

test("rotateSecret() puts a new one in its place, and keeps all earlier ones, the newest first, for their owner only", async () => {
  const folder = newFolder();
  const first = await keptSecret(folder);
  expect([await earlierSecrets(folder), await rotateSecret(folder)]).toEqual([[], 1]);
  const second = await keptSecret(folder);
  expect(await rotateSecret(folder)).toBe(2);
  expect(await earlierSecrets(folder)).toEqual([second, first]);
  expect(new Set([first, second, await keptSecret(folder)]).size).toBe(3);
  for (const file of ["secret", "secret.previous"]) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(["secret", "secret.previous"]);
});

test("what cannot be read as a secret is named with its path", async () => {
  const folder = newFolder();
  for (const name of ["secret", "secret.previous"]) await mkdir(join(folder, name), { recursive: true });
  await expect(keptSecret(folder)).rejects.toThrow(`Cannot use ${join(folder, "secret")}: it is a folder (EISDIR)`);
  await expect(earlierSecrets(folder)).rejects.toThrow(join(folder, "secret.previous"));
});

test("rotateSecret() that stopped halfway, with the old one kept and no new one yet, is done again", async () => {
  const folder = newFolder();
  const first = await keptSecret(folder);
  await writeFile(join(folder, "secret.previous"), `${first}\n`);
  expect(await rotateSecret(folder)).toBe(1);
  expect(await earlierSecrets(folder)).toEqual([first]);
});

test("a store knows its hub under a rotated secret, and under no other", async () => {
  const folder = newFolder();
  const config = loadConfig({ HUB_DATA_DIR: folder });
  await using store = await openSqlite(join(root, "rotated.sqlite"));
  const key = await openHubKey(store, await rootSecrets(config, store));
  await rotateSecret(folder);
  await rotateSecret(folder);
  expect(await openHubKey(store, await rootSecrets(config, store))).toBe(key);
  await writeFile(join(folder, "secret"), "a stray secret that is of another store");
  await rm(join(folder, "secret.previous"));
  await expect(openHubKey(store, await rootSecrets(config, store))).rejects.toThrow("HUB_SECRET is not the one");
});

test("of a store that has a secret none is made: it would be a stray one, of no use to anybody", async () => {
  const folder = newFolder();
  const config = loadConfig({ HUB_DATA_DIR: folder });
  await using store = await openSqlite(join(root, "begun-elsewhere.sqlite"));
  await openHubKey(store, { current: "the secret of another machine", earlier: [] });
  await expect(rootSecrets(config, store)).rejects.toThrow(
    `HUB_SECRET is not set, and there is no file \`secret\` in ${folder}`,
  );
  expect(existsSync(folder)).toBe(false);
});
