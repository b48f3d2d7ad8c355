import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../../src/app/log.ts";
import { startWorkers } from "../../src/app/workers.ts";
import { freePort, startHubProcess } from "../support/hub-process.ts";
import { walletOf } from "../support/payer.ts";
import { serveSandbox } from "../support/sandbox.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../support/stores.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const FOLDER = mkdtempSync(join(tmpdir(), "hub-workers-"));
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const HUB = walletOf("hub").address;
const TIMING = { firstRetryMs: 1, longestRetryMs: 4, aliveMs: 60_000, silenceMs: 300, lookMs: 20, stopMs: 5000 };

/** A log that hands on its lines, and somebody who waits for one of them. */
function openLog(): { log: Log; until: (part: string, times?: number) => Promise<readonly string[]> } {
  const lines: string[] = [];
  let listen = (): void => undefined;
  const note = (line: string): void => {
    lines.push(line);
    listen();
  };
  const log: Log = { debug: note, info: note, warn: note, error: note, failure: note, child: () => log };
  const matching = (part: string): string[] => lines.filter((line) => line.includes(part));
  return {
    log,
    until: (part, times = 1) =>
      new Promise((resolve) => {
        listen = () => matching(part).length >= times && resolve(matching(part));
        listen();
      }),
  };
}

async function workersOf(
  script: string,
): Promise<{ options: Parameters<typeof startWorkers>[0] } & ReturnType<typeof openLog>> {
  const main = join(FOLDER, `${crypto.randomUUID()}.ts`);
  await writeFile(main, script);
  const config = {
    HOST: "127.0.0.1",
    PORT: await freePort(),
    HUB_WORKERS: 2,
    DATABASE_URL: "postgres://postgres@127.0.0.1/x",
    XRPL_WALLET_ADDRESS: HUB,
  };
  const opened = openLog();
  return { ...opened, options: { config, main, env: { PATH: process.env["PATH"] }, log: opened.log, timing: TIMING } };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("workers", () => {
  test("one that dies is started again, in longer and longer steps, until it is told to stop", async () => {
    const { options, until } = await workersOf("process.exit(3)");
    const workers = await startWorkers(options);
    const lines = await until("Worker 2 has ended (3)", 4);
    expect(lines.map((line) => Number(/in (\d+) ms/.exec(line)?.[1]))).toEqual([1, 2, 4, 4]);
    workers.stop();
    await workers.ended;
  });

  test("one that has fallen silent is ended, and one that reports is not", async () => {
    const script = `
      if (process.env.HUB_WORKER === "1") setInterval(() => process.send("alive"), 50);
      else setInterval(() => undefined, 1000);`;
    const { options, until } = await workersOf(script);
    const workers = await startWorkers(options);
    const [first] = await until("Worker 1 is process");
    await until("Worker 2 has ended (SIGKILL)", 2);
    const pid = Number(/\d+\.$/.exec(first ?? "")?.[0].slice(0, -1));
    expect(isAlive(pid)).toBe(true);
    workers.stop();
    await workers.ended;
    expect(isAlive(pid)).toBe(false);
  });

  test("what they could not share is refused before one of them starts, and so is a port of somebody else", async () => {
    const { options } = await workersOf("process.exit(0)");
    const config = { ...options.config, DATABASE_URL: undefined, XRPL_WALLET_ADDRESS: undefined };
    await expect(startWorkers({ ...options, config })).rejects.toThrow(/DATABASE_URL: .+\n {2}XRPL_WALLET_ADDRESS: /);
    const other = Bun.serve({ hostname: "127.0.0.1", port: options.config.PORT, fetch: () => new Response() });
    await expect(startWorkers(options)).rejects.toThrow(/^Cannot listen on 127\.0\.0\.1, port \d+ \(HOST, PORT\): /);
    await other.stop(true);
  });
});

describe.skipIf(!(await isUp(POSTGRES_URL)))("a hub of two workers", () => {
  test("serves on while one is killed, ends with the signal, and leaves nobody behind when its parent is killed", async () => {
    await using database = await postgresDatabase();
    await using ledger = serveSandbox({ networkId: 1, endowments: [{ address: HUB, drops: 100_000_000n }] });
    ledger.sandbox.chain.close();
    const env = {
      HUB_WORKERS: "2",
      DATABASE_URL: database.address,
      HUB_DATA_DIR: join(FOLDER, "data"),
      HUB_SECRET: "a secret that both of the workers know",
      XRPL_NETWORK: "1",
      XRPL_URL: ledger.url,
      XRPL_WALLET_ADDRESS: HUB,
      XRPL_DESTINATION_TAG: "7",
    };
    const pids = (log: string): number[] => [...log.matchAll(/is process (\d+)/g)].map(([, pid]) => Number(pid));
    const hub = await startHubProcess(env);
    await hub.logged("Worker 2 is process");
    const [killed = 0] = pids(hub.log());
    process.kill(killed, "SIGKILL");
    await hub.logged("has ended (SIGKILL); another starts");
    for (let n = 0; n < 20; n++) {
      // A connection that the killed process had accepted is lost; a new one finds the other.
      const answer = await fetch(`${hub.url}/health`, { headers: { connection: "close" } }).catch(() => undefined);
      if (n > 0) expect(answer?.status).toBe(200);
    }
    hub.child.kill("SIGTERM");
    expect(await once(hub.child, "exit")).toEqual([0, null]);
    expect(pids(hub.log()).filter(isAlive)).toEqual([]);

    const again = await startHubProcess(env);
    await again.logged("Worker 2 is process");
    await again.kill();
    while (pids(again.log()).some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
