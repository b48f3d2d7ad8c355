/** A hub whose way to the world leads through a proxy (`HTTP_PROXY`) finds itself without it. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHubProcess } from "../../support/hub-process.ts";
import { LEAN } from "../../support/killed-hubs.ts";

interface Ledger {
  readonly fault: string | null;
}

/** What is told as long as the sandbox is being opened: it listens before. */
const NOT_YET = "No server of the ledger has answered yet.";

test("the sandbox ledger is asked on this machine, whatever proxy there is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-proxied-"));
  await using hub = await startHubProcess({ HUB_DATA_DIR: folder, HTTP_PROXY: "http://127.0.0.1:1" }, LEAN);
  let ledger: Ledger;
  do {
    ({ ledger } = (await (await fetch(`${hub.url}/ready`)).json()) as { ledger: Ledger });
  } while (ledger.fault === NOT_YET);
  expect(ledger).toMatchObject({ sandbox: true, accepts_payments: true, fault: null });
  await hub.kill();
  await rm(folder, { recursive: true });
}, 60_000);
