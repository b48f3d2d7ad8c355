/** A hub whose way to the world leads through a proxy (`HTTP_PROXY`) finds itself without it. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHubProcess } from "../support/hub-process.ts";
import { LEAN } from "../support/killed-hubs.ts";

test("the sandbox ledger is asked on this machine, whatever proxy there is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-proxied-"));
  await using hub = await startHubProcess({ HUB_DATA_DIR: folder, HTTP_PROXY: "http://127.0.0.1:1" }, LEAN);
  const answer = await fetch(`${hub.url}/ready`);
  expect(await answer.json()).toMatchObject({ ledger: { sandbox: true, accepts_payments: true, fault: null } });
  await hub.kill();
  await rm(folder, { recursive: true });
}, 30_000);
