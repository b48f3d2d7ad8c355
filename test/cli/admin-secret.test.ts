import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rootSecrets } from "../../src/app/parts/accounts.ts";
import { loadConfig } from "../../src/app/settings/config.ts";
import { openRevocationLog, readRevocations } from "../../src/backup/revocation-log.ts";
import { holdLog } from "../../src/backup/revocations.ts";
import { openHubKey } from "../../src/store/hub/hub-key.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import { earlierSecrets, storedSecret } from "../../src/store/hub/secret.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const HOUR = 3_600_000;
const LINE = { id: 1, at: 1, kind: "account" as const, subject: "an account", facts: '{"suspended":1}' };

test("`admin secret forget` refuses while the earlier one is needed, and leaves none behind afterwards", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-secret-"));
  const admin = async (args: readonly string[], more: Record<string, string> = {}): Promise<string> => {
    const env = { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder, ...more };
    const child = spawn(process.execPath, [CLI, "admin", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return out + err;
  };
  const begin = async (now: number): Promise<void> => {
    await using store = await openStore(undefined, folder);
    await openHubKey(store, await rootSecrets(loadConfig({ HUB_DATA_DIR: folder }), store), now);
  };
  const forget = ["secret", "forget", "--reason", "it was seen"];
  try {
    await begin(Date.now() - 3 * HOUR);
    expect(await admin(forget)).toContain("Cannot forget an earlier secret: there is none in force");
    expect(await admin(["secret", "rotate", "--reason", "it was seen"])).toContain("1 earlier one(s) still hold");
    expect(await admin([...forget, "--anyway"])).toContain("no hub has begun with the present one yet");
    await begin(Date.now() - 2 * HOUR);

    // A hub of this machine that still runs with the one before writes the log, which nobody else may change meanwhile.
    const log = join(folder, "revocations");
    const key = (await earlierSecrets(folder))[0] ?? "";
    await openRevocationLog(log, "0a1b2c3d", key).append([LINE], Date.now());
    {
      using _ = holdLog(log);
      expect(await admin(forget)).toContain("1 line(s) of the revocation log, until the hub of this machine");
    }
    expect(await readRevocations(log, 0, [key])).toMatchObject({ revocations: [LINE] });

    const told = await admin(forget);
    expect(told).toContain("Signed anew: 1 line(s) of the revocation log.");
    expect(told).toContain("1 earlier secret(s) are forgotten. Start every hub anew");
    const present = (await storedSecret(folder)) ?? "";
    expect(await readRevocations(log, 0, [present])).toEqual({ revocations: [LINE], strange: 0 });
    expect(await readdir(folder)).not.toContain("secret.previous");
    await begin(Date.now());
    expect(await admin(["audit"])).toContain("secret_forget");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test("`admin secret forget --anyway` says what is lost, and whose it is to take HUB_SECRET_PREVIOUS away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-secret-"));
  const secrets = { current: "the secret that it is replaced with", earlier: ["the secret that the hub began with"] };
  try {
    const store = await openStore(undefined, folder);
    await openHubKey(store, { current: secrets.earlier[0] ?? "", earlier: [] });
    await openHubKey(store, secrets);
    await store[Symbol.asyncDispose]();
    const env = {
      PATH: process.env["PATH"] ?? "",
      HUB_DATA_DIR: folder,
      HUB_SECRET: secrets.current,
      HUB_SECRET_PREVIOUS: secrets.earlier[0],
    };
    const args = ["admin", "secret", "forget", "--anyway", "--reason", "it was seen"];
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(err).toBe("");
    expect(out).toContain("Lost: quotes and receipts, until ");
    expect(out).toContain("Nothing needs HUB_SECRET_PREVIOUS any more: take it away. Start every hub anew");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test("commands make no secret where the hub has another, and do not replace one that is not the hub's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-secret-"));
  const admin = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder };
    const child = spawn(process.execPath, [CLI, "admin", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return out + err;
  };
  try {
    const store = await openStore(undefined, folder);
    await openHubKey(store, { current: "the HUB_SECRET that the hub is given", earlier: [] });
    await store[Symbol.asyncDispose]();
    expect(await admin("accounts")).toBe("[]\n");
    expect(await readdir(folder)).not.toContain("secret");

    const stray = "a stray secret that is of another store";
    await writeFile(join(folder, "secret"), stray);
    expect(await admin("secret", "rotate", "--reason", "it was seen")).toContain(
      "Cannot replace the secret: the one in HUB_DATA_DIR is not the one that this store was made with",
    );
    expect(await storedSecret(folder)).toBe(stray);
    expect(await admin("audit")).not.toContain("secret_rotate");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
