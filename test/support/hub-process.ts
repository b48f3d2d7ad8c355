/** A hub as its users run it: a process of its own on a free port, with a small catalogue and its sandbox ledger. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "xrpl";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { described, get, NOW } from "../catalog/support.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface HubProcess extends AsyncDisposable {
  readonly url: string;
  /** The sandbox ledger's socket. */
  readonly socketUrl: string;
  readonly pid: number;
}

/** Resolves when it listens. Its ledgers close every 100 ms, unless the settings say otherwise. */
export async function startHubProcess(settings: Readonly<Record<string, string>> = {}): Promise<HubProcess> {
  const folder = await mkdtemp(join(tmpdir(), "hub-process-"));
  await mkdir(join(folder, "data"));
  const documents = [described("forecasts.dev", { paths: { "/weather": get("Weather forecast of a city") } })];
  await buildCatalog({ path: join(folder, "data/catalog.sqlite"), now: NOW, source: { name: "test", documents } });
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      HUB_DATA_DIR: join(folder, "data"),
      CATALOG_AUTO_IMPORT: "false",
      SANDBOX_CLOSE_MS: "100",
      LOG_FORMAT: "json",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (line.includes("listens on") && found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error("The hub ended before it listened")));
  });
  return {
    url,
    socketUrl: `${url.replace("http", "ws")}/sandbox/ledger`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The seed of a new account with 100 play XRP, there in a validated ledger. */
export async function fundedSeed({ url, socketUrl }: HubProcess): Promise<string> {
  await using ledger = await listenForLedgers(socketUrl);
  const response = await fetch(`${url}/sandbox/faucet`, { method: "POST", body: "{}" });
  const { seed } = (await response.json()) as { seed: string };
  await ledger.next();
  return seed;
}

async function listenForLedgers(socketUrl: string): Promise<AsyncDisposable & { next(): Promise<unknown> }> {
  const client = new Client(socketUrl);
  await client.connect();
  await client.request({ command: "subscribe", streams: ["ledger"] });
  return {
    next: () => new Promise((resolve) => client.once("ledgerClosed", resolve)),
    [Symbol.asyncDispose]: () => client.disconnect(),
  };
}
