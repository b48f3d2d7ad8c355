/** A hub as its users run it: a process of its own on a free port, with a small catalogue and its sandbox ledger. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "xrpl";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import type { SourceDocument } from "../../src/catalog/import/source.ts";
import { type HubProcess, startHubProcess } from "../../src/cli/demo/hub-process.ts";
import { described, get, NOW } from "../catalog/support.ts";

export interface SandboxHub extends HubProcess {
  /** The sandbox ledger's socket. */
  readonly socketUrl: string;
}

const WEATHER = [described("forecasts.dev", { paths: { "/weather": get("Weather forecast of a city") } })];

/** Its ledgers close every 100 ms, and unless told otherwise its catalogue has one entry, which is about weather. */
export async function startSandboxHub(
  settings: Readonly<Record<string, string>> = {},
  documents: readonly SourceDocument[] = WEATHER,
): Promise<SandboxHub> {
  const folder = await mkdtemp(join(tmpdir(), "hub-process-"));
  const allow = new Set(settings["NET_ALLOW"]?.split(","));
  await buildCatalog({ path: join(folder, "catalog.sqlite"), now: NOW, allow, source: { name: "test", documents } });
  const hub = await startHubProcess(folder, { SANDBOX_CLOSE_MS: "100", HUB_VERIFY_MINUTES: "0", ...settings });
  return {
    url: hub.url,
    socketUrl: `${hub.url.replace("http", "ws")}/sandbox/ledger`,
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The seed of a new account with 100 play XRP, there in a validated ledger. */
export async function fundedSeed({ url, socketUrl }: SandboxHub): Promise<string> {
  const client = new Client(socketUrl);
  await client.connect();
  try {
    await client.request({ command: "subscribe", streams: ["ledger"] });
    const response = await fetch(`${url}/sandbox/faucet`, { method: "POST", body: "{}" });
    const { seed } = (await response.json()) as { seed: string };
    await new Promise((resolve) => client.once("ledgerClosed", resolve));
    return seed;
  } finally {
    await client.disconnect();
  }
}
