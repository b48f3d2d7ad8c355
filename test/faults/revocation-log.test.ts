/** A revocation log that cannot be written: the hub serves on, and whoever watches it is told before a restore is needed. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHubProcess } from "../support/hub-process.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-revocation-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("/ready tells that the revocation log cannot be written, without its path, and when it can be again", async () => {
  const taken = join(folder, "taken");
  writeFileSync(taken, "no folder");
  await using hub = await startHubProcess({
    HUB_DATA_DIR: join(folder, "data"),
    REVOCATION_LOG_DIR: join(taken, "log"),
  });
  await hub.logged("Cannot write the revocation log", 1);
  const told = await fetch(`${hub.url}/ready`);
  expect(told.status).toBe(200);
  const { revocations }: any = await told.json();
  expect(revocations.fault).toContain("a part of the path is no folder");
  expect(revocations.fault).not.toContain(taken);

  rmSync(taken);
  // The log tells that it is over only where it failed more than once.
  let later: any;
  do later = await (await fetch(`${hub.url}/ready`)).json();
  while (later.revocations.fault !== null);
  expect(later.status).toBe("ready");
});
