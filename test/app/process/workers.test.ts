import { afterAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Log } from "../../../src/app/telemetry/log.ts";
import { startWorkers } from "../../../src/app/process/workers.ts";
import { freePort, type HubProcess, startHubProcess } from "../../support/hub-process.ts";
import { walletOf } from "../../support/payer.ts";
import { serveSandbox } from "../../support/sandbox.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../../support/stores.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const FOLDER = mkdtempSync(join(tmpdir(), "hub-workers-"));
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const HUB = walletOf("hub").address;
const TIMING = {
  firstRetryMs: 1,
  longestRetryMs: 4,
  aliveMs: 60_000,
  silenceMs: 300,
  startMs: 60_000,
  longestStartMs: 60_000,
  lookMs: 20,
  stopMs: 5000,
};

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
    DATABASE_WAIT_SECONDS: 0,
    DATABASE_URL: "postgres://postgres@127.0.0.1/x",
    XRPL_WALLET_ADDRESS: HUB,
  };
  const opened = openLog();
  return { ...opened, options: { config, main, env: { PATH: process.env["PATH"] }, log: opened.log, timing: TIMING } };
}

/** A hub of two workers on another ledger. */
function envOf(database: string, ledger: string): Record<string, string> {
  return {
    HUB_WORKERS: "2",
    DATABASE_URL: database,
    HUB_DATA_DIR: join(FOLDER, "data"),
    HUB_SECRET: "a secret that both of the workers know",
    XRPL_NETWORK: "1",
    XRPL_URL: ledger,
    XRPL_WALLET_ADDRESS: HUB,
    XRPL_DESTINATION_TAG: "7",
  };
}

/** Until then one that is killed leaves nobody at the port. */
async function bothListen({ log }: Pick<HubProcess, "log">): Promise<void> {
  while ((log().match(/listens on/g) ?? []).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
}

const pidsIn = (log: string): number[] => [...log.matchAll(/is process (\d+)/g)].map(([, pid]) => Number(pid));

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
      else process.send("alive");
      setInterval(() => undefined, 1000);`;
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

  test("none is ended because the process that started them stood still, and so heard nobody", async () => {
    const said = join(FOLDER, crypto.randomUUID());
    const { options } = await workersOf(`
      setInterval(() => process.send("alive"), 20);
      process.send("alive", () => require("node:fs").writeFileSync("${said}" + process.env.HUB_WORKER, ""));`);
    const { promise: ended, resolve: end } = Promise.withResolvers<string>();
    const twoLooks = () => new Promise<string>((resolve) => setTimeout(() => resolve("nobody"), 2 * TIMING.lookMs));
    const workers = await startWorkers({ ...options, log: { ...options.log, warn: end } });
    try {
      while (!existsSync(`${said}1`) || !existsSync(`${said}2`)) await twoLooks();
      await twoLooks();
      const ticks = performance.now.bind(performance);
      using _later = spyOn(performance, "now").mockImplementation(() => ticks() + 3 * TIMING.silenceMs);
      expect(await Promise.race([ended, twoLooks()])).toBe("nobody");
    } finally {
      workers.stop();
      await workers.ended;
    }
  });

  test("one that starts slowly is waited for, yet not for ever", async () => {
    const slow = await workersOf("setTimeout(() => process.exit(7), 1000)");
    const waiting = await startWorkers(slow.options);
    await slow.until("Worker 2 has ended (7)");
    waiting.stop();
    await waiting.ended;
    const dumb = await workersOf("setInterval(() => undefined, 1000)");
    const impatient = await startWorkers({ ...dumb.options, timing: { ...TIMING, startMs: 300 } });
    await dumb.until("Worker 2 has ended (SIGKILL)");
    impatient.stop();
    await impatient.ended;
  });

  test("one that was ended before it had started has not lived, however long it took", async () => {
    const { options, until } = await workersOf("setInterval(() => undefined, 1000)");
    const timing = { ...TIMING, startMs: 50, longestStartMs: 50, aliveMs: 20 };
    const workers = await startWorkers({ ...options, timing });
    const lines = await until("Worker 2 has ended (SIGKILL)", 3);
    expect(lines.slice(0, 3).map((line) => Number(/in (\d+) ms/.exec(line)?.[1]))).toEqual([1, 2, 4]);
    expect((await until("and is ended"))[0]).toEndWith("has not started within 0.05 s and is ended.");
    workers.stop();
    await workers.ended;
  });

  test("one that starts more slowly than is waited for has twice as long each time, until it has started", async () => {
    const { options, until } = await workersOf(`process.send("alive", () => process.exit(9));`);
    const workers = await startWorkers({ ...options, timing: { ...TIMING, startMs: 10 } });
    await until("Worker 2 has ended (SIGKILL)");
    await until("Worker 2 has ended (9)");
    workers.stop();
    await workers.ended;
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
  test("tells in its metrics what both have counted, and what one that was killed had", async () => {
    await using database = await postgresDatabase();
    await using ledger = serveSandbox({ networkId: 1, endowments: [{ address: HUB, drops: 100_000_000n }] });
    ledger.sandbox.chain.close();
    await using hub = await startHubProcess(envOf(database.address, ledger.url));
    await bothListen(hub);
    const ask = async (path: string): Promise<string> =>
      // Each on a connection of its own: the kernel gives it to either.
      (await fetch(`${hub.url}${path}`, { headers: { connection: "close" } })).text();
    const counted = async (): Promise<number> =>
      Number(/hub_http_requests_total\{[^}]*route="\/health"[^}]*\} (\d+)/.exec(await ask("/metrics"))?.[1] ?? 0);
    const before = await counted();
    for (let n = 0; n < 30; n++) await ask("/health");
    expect(await counted()).toBe(before + 30);
    expect(await ask("/metrics")).toMatch(/process_cpu_seconds\{worker="1"\} .+\n.*worker="2"/);

    const [killed = 0] = pidsIn(hub.log());
    process.kill(killed, "SIGKILL");
    await hub.logged("has ended (SIGKILL); another starts");
    for (let n = 0; n < 10; n++) await ask("/health");
    expect(await counted()).toBe(before + 40);
    hub.child.kill("SIGTERM");
    await once(hub.child, "exit");
  });

  test("serves on while one is killed, ends with the signal, and leaves nobody behind when its parent is killed", async () => {
    await using database = await postgresDatabase();
    await using ledger = serveSandbox({ networkId: 1, endowments: [{ address: HUB, drops: 100_000_000n }] });
    ledger.sandbox.chain.close();
    const env = envOf(database.address, ledger.url);
    await using hub = await startHubProcess(env);
    await bothListen(hub);
    const [killed = 0] = pidsIn(hub.log());
    process.kill(killed, "SIGKILL");
    await hub.logged("has ended (SIGKILL); another starts");
    for (let n = 0; n < 20; n++) {
      // A connection that the killed process had accepted is lost; a new one finds the other.
      const answer = await fetch(`${hub.url}/health`, { headers: { connection: "close" } }).catch(() => undefined);
      if (n > 0) expect(answer?.status).toBe(200);
    }
    hub.child.kill("SIGTERM");
    expect(await once(hub.child, "exit")).toEqual([0, null]);
    expect(pidsIn(hub.log()).filter(isAlive)).toEqual([]);

    await using again = await startHubProcess(env);
    await bothListen(again);
    await again.kill();
    while (pidsIn(again.log()).some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
