import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Client, Wallet } from "xrpl";
import { BUYER, openDepositWorld, SHOP } from "./support/deposits.ts";
import { freePort, type HubProcess, MAIN, startHubProcess, startProgram } from "./support/hub-process.ts";
import { LEAN } from "./support/killed-hubs.ts";
import { paymentFields, proofOf, signed, walletOf } from "./support/payer.ts";
import { serveSandbox } from "./support/sandbox.ts";
import type { Requirements } from "../src/payment/requirements.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

let folder: string;
let running: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-main-"));
  running = [];
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** `LEAN` starts sooner, for what is no matter of the built-in actors. */
async function start(env: Record<string, string> = {}, main = MAIN): Promise<HubProcess> {
  const started = await startHubProcess({ HUB_DATA_DIR: join(folder, "data"), ...env }, main);
  running.push(started.child);
  return started;
}

function run(url: string, slug: string, input: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/genius/actors/${slug}/run/`, { method: "POST", body: JSON.stringify(input) });
}

describe("a hub as a process, started on an empty machine,", () => {
  let own: string;
  let hub: HubProcess;
  let url: string;
  beforeAll(async () => {
    own = await mkdtemp(join(tmpdir(), "hub-main-"));
    await mkdir(join(own, "actors"));
    hub = await startHubProcess({
      HUB_DATA_DIR: join(own, "data"),
      HUB_ACTORS_DIR: join(own, "actors"),
      SANDBOX_CLOSE_MS: "100",
    });
    ({ url } = hub);
  });
  afterAll(async () => {
    await hub?.[Symbol.asyncDispose]();
    await rm(own, { recursive: true, force: true });
  });

  test("serves the built-in actors on an empty machine, and keeps its secret for its owner only", async () => {
    const answer = await run(url, "data-convert", { from: "csv", payload: "id,city\n007,Bern" });
    expect(await answer.json()).toMatchObject({ success: true, data: [{ id: "007", city: "Bern" }] });
    expect((await stat(join(own, "data/secret"))).mode & 0o777).toBe(0o600);
  });

  test("does not share the port of another hub, but says that it is taken and ends", async () => {
    const { PATH } = process.env;
    const env = { PATH, CATALOG_AUTO_IMPORT: "false", HUB_DATA_DIR: join(folder, "second"), PORT: new URL(url).port };
    const second = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "ignore", "pipe"] });
    running.push(second);
    const ended = once(second, "exit");
    expect(await text(second.stderr)).toMatch(/^Cannot listen on 127\.0\.0\.1, port \d+ \(HOST, PORT\): .+\n$/);
    expect(await ended).toEqual([2, null]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  test("takes a long input under any query, and 1 MiB beside what a query gives or asks to be done later", async () => {
    const clean = async (query: string, zeros: number) => {
      const body = JSON.stringify({ items: Array.from({ length: zeros }, () => 0) });
      return (await fetch(`${url}/api/v1/genius/actors/data-clean/run/?${query}`, { method: "POST", body })).status;
    };
    expect(await clean("utm=1", 210_000)).toBe(200);
    expect(await clean("given=e30", 1_000)).toBe(200);
    for (const query of ["given=e30", "wait=0", "webhook=https://a.example"])
      expect([query, await clean(query, 600_000)]).toEqual([query, 413]);
  });

  test("serves an actor that is dropped in from outside and imports the hub by its name", async () => {
    await writeFile(
      join(own, "actors/greeter.ts"),
      `import { defineActor, Type } from "agent-api-hub/actor";
       import Papa from "papaparse";
       export default defineActor({
         slug: "greeter", name: "Greeter", description: "Greets.", category: "test", version: "1.0.0", tags: [],
         input: Type.Object({ names: Type.String() }), output: Type.Object({ greeting: Type.String() }),
         examples: [{ title: "Two", input: { names: "Ann,Bob" } }], cacheTtlSeconds: 0, qualityScore: 1, computeUnits: 0,
         usesLlm: false, price: { tier: "standard" }, hosts: [], timeoutMs: 1000, nextActors: [],
         run: async ({ names }) => Papa.parse<string[]>(names).data[0]!.map((name) => ({ greeting: "Hello " + name })),
       });`,
    );
    await hub.logged('\\"greeter\\" is served');
    expect(await (await run(url, "greeter", { names: "Ann,Bob" })).json()).toMatchObject({
      data: [{ greeting: "Hello Ann" }, { greeting: "Hello Bob" }],
    });
  });

  test("activates a key by itself on the sandbox ledger in the process", async () => {
    const order = await register(url);
    const response = await fetch(`${url}/sandbox/faucet`, { method: "POST", body: "{}" });
    const { account, seed } = (await response.json()) as { account: { address: string }; seed: string };
    const client = new Client(`${url.replace("http", "ws")}/sandbox/ledger`);
    await client.connect();
    await until(async () => (await client.getXrpBalance(account.address).catch(() => 0)) > 0);
    const payment = { TransactionType: "Payment", Account: account.address, Amount: "10000000" } as const;
    const { deposit_address: Destination, destination_tag: tag, api_key } = order;
    await client.submit({ ...payment, Destination, DestinationTag: Number(tag) }, { wallet: Wallet.fromSeed(seed) });
    await client.disconnect();
    await until(async () => {
      const usage = await fetch(`${url}/api/v1/agent/usage/`, { headers: { "x-api-key": api_key } });
      return usage.status === 200;
    });
  });
});

describe("the hub as a process", () => {
  test.skipIf(process.platform !== "linux")(
    "bounds the growth of its heap, under the id it was started with",
    async () => {
      const [growth, ratio] = ["BUN_JSC_heapGrowthMaxIncrease", "BUN_JSC_minEdenToOldGenerationRatio"];
      const settings = async ({ child }: HubProcess) =>
        (await readFile(`/proc/${child.pid}/environ`, "utf8")).split("\0");
      expect(await settings(await start())).toEqual(expect.arrayContaining([`${growth}=0.42`, `${ratio}=0.25`]));
      const own = await settings(await start({ [growth]: "2" }));
      expect(own).toEqual(expect.arrayContaining([`${growth}=2`, `${ratio}=0.25`]));
    },
  );

  test("knows its keys and what they have spent after it was killed, and never logs one", async () => {
    const { child, url, log } = await start({ LOG_LEVEL: "debug" }, LEAN);
    const registered: any = await (
      await fetch(`${url}/api/v1/agent/register/?tier=free_testnet`, {
        method: "POST",
        body: '{"email":"a@example.com"}',
      })
    ).json();
    const headers = { "x-api-key": registered.api_key };
    expect((await fetch(`${url}/api/v1/demo/402/`, { headers })).status).toBe(200);
    await fetch(`${url}/api/v1/agent/keys/rotate/`, { method: "POST", headers, body: "{" });
    child.kill("SIGKILL");
    const again = await start({ LOG_LEVEL: "debug" }, LEAN);
    const usage: any = await (await fetch(`${again.url}/api/v1/agent/usage/`, { headers })).json();
    expect(usage.quota).toMatchObject({ used: 1, remaining: 299 });
    expect((log() + again.log()).includes(registered.api_key.slice(17))).toBeFalse();
  });

  test("quotes a charged run with a wallet of the sandbox", async () => {
    const { url } = await start({ CHARGED_TIERS: "cached" });
    // It listens before its sandbox has closed a first ledger.
    await until(async () => (await ready(url)).ledger.accepts_payments);
    const answer = await run(url, "data-clean", { text: "x" });
    expect(answer.status).toBe(402);
    const { ledger, test_ledger: other } = await (await fetch(`${url}/ready`)).json();
    expect([ledger, other]).toEqual(
      Array(2).fill({ network: "xrpl:21338", sandbox: true, accepts_payments: true, fault: null, warnings: [] }),
    );
    expect(await answer.json()).toMatchObject({
      payment: { network: "xrpl:21338", wallet_address: expect.stringMatching(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/) },
    });
  });

  test("says in its log and in /ready what is wrong with the wallet on each of its ledgers, and serves on", async () => {
    const hub = walletOf("hub").address;
    await using main = serveSandbox({ networkId: 4000, endowments: [{ address: hub, drops: 5_000_000n }] });
    await using other = serveSandbox({ networkId: 4001 });
    const { url, logged } = await start({
      XRPL_WALLET_ADDRESS: hub,
      XRPL_DESTINATION_TAG: "7",
      XRPL_NETWORK: "4000",
      XRPL_URL: main.url,
      XRPL_TEST_NETWORK: "4001",
      XRPL_TEST_URL: other.url,
    });
    await logged("On xrpl:4000: A payment without a destination tag");
    await logged("On xrpl:4001: The wallet does not exist on its ledger yet: fund it.");
    // Not before the first look at each ledger is over.
    await until(async () => (await fetch(`${url}/ready`)).status === 200);
    expect(await ready(url)).toMatchObject({
      ledger: { network: "xrpl:4000", accepts_payments: true, fault: null, warnings: [expect.any(String)] },
      test_ledger: { network: "xrpl:4001", accepts_payments: false, fault: expect.stringContaining("fund it") },
    });
    expect((await run(url, "data-convert", { from: "csv", payload: "id\n1" })).status).toBe(200);
  });

  test.each(["SIGTERM", "SIGHUP"] as const)("on %s answers what it has accepted, and ends", async (signal) => {
    const gate = createServer();
    const asked = new Promise<void>((resolve) =>
      gate.on("connection", (socket) => {
        socket.once("data", () => {
          resolve();
          child.kill(signal);
          const body = JSON.stringify({ bitcoin: { usd: 1, usd_24h_change: 2 } });
          const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
          void logged(signal).then(() => socket.end(head + body));
        });
      }),
    );
    await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
    const { port } = gate.address() as AddressInfo;
    const { child, url, logged } = await start({ COINGECKO_URL: `http://127.0.0.1:${port}` });
    const exit = new Promise((resolve) => child.once("exit", resolve));
    const answer = run(url, "crypto-prices", { ids: "btc" });
    await asked;
    expect((await answer).status).toBe(200);
    expect(await exit).toBe(0);
    gate.close();
  });

  test.skipIf(spawnSync("nohup", ["--version"]).status !== 0)(
    "outlives its terminal where nohup started it",
    async () => {
      const env = { HUB_DATA_DIR: join(folder, "data") };
      const hub = await startProgram("nohup", [process.execPath, MAIN], env);
      running.push(hub.child);
      hub.child.kill("SIGHUP");
      hub.child.kill("SIGTERM");
      await hub.logged("finishing what was accepted");
      expect(hub.log()).toContain("SIGTERM: finishing");
      expect(await once(hub.child, "exit")).toEqual([0, null]);
    },
  );

  test("on SIGTERM is not ready any more, and serves on for a moment, each connection for one answer", async () => {
    const { child, url, logged } = await start();
    const exit = new Promise((resolve) => child.once("exit", resolve));
    const told = async (answer: Promise<Response>) => {
      const { status, headers } = await answer;
      return `${status} ${headers.get("connection")}`;
    };
    expect(await told(fetch(`${url}/ready`))).toBe("200 null");
    child.kill("SIGTERM");
    await logged("SIGTERM");
    expect(await told(fetch(`${url}/ready`))).toBe("503 close");
    expect(await told(run(url, "data-convert", { from: "csv", payload: "id\n1" }))).toBe("200 close");
    expect(await told(fetch(`${url}/llms.txt`))).toBe("200 close");
    expect(await told(fetch(`${url}/nowhere`))).toBe("404 close");
    expect(await exit).toBe(0);
  });

  test("on a signal that comes in the moment it listens, it drains like on any other", async () => {
    const preload = join(folder, "signal.ts");
    await writeFile(
      preload,
      `const serve = Bun.serve;
       Bun.serve = (options) => {
         const server = serve(options);
         process.kill(process.pid, "SIGTERM");
         return server;
       };`,
    );
    const env = {
      PATH: process.env["PATH"],
      CATALOG_AUTO_IMPORT: "false",
      HUB_VERIFY_MINUTES: "0",
      HUB_DATA_DIR: join(folder, "data"),
      PORT: String(await freePort()),
    };
    const child = spawn(process.execPath, ["--preload", preload, MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
    running.push(child);
    const exit = once(child, "exit");
    expect(await text(child.stdout)).toContain("SIGTERM: finishing what was accepted.");
    expect(await exit).toEqual([0, null]);
  });

  test("activates a key whose order was paid while the hub was down, over a WebSocket, and says how far it has read", async () => {
    await using world = openDepositWorld();
    const closing = setInterval(world.close, 20);
    const env = {
      XRPL_NETWORK: "21338",
      XRPL_TEST_NETWORK: "21338",
      XRPL_WALLET_ADDRESS: SHOP.address,
      XRPL_DESTINATION_TAG: "7",
      XRPL_URL: world.served.socketUrl,
    };
    const { child, url } = await start(env, LEAN);
    await until(async () => (await ready(url)).deposits[0].counted_up_to_ledger !== null);
    const order = await register(url);
    const usage = (at: string) => fetch(`${at}/api/v1/agent/usage/`, { headers: { "x-api-key": order.api_key } });
    expect((await usage(url)).status).toBe(402);
    child.kill("SIGKILL");
    world.pay({ Amount: "10000000", DestinationTag: Number(order.destination_tag) });
    const again = await start(env, LEAN);
    await until(async () => (await usage(again.url)).status === 200);
    clearInterval(closing);
    expect(await ready(again.url)).toMatchObject({
      ledger: { network: "xrpl:21338", sandbox: false, accepts_payments: true, fault: null },
      deposits: [{ network: "xrpl:21338", ledgers_behind: 0, fault: null }],
    });
  });

  test("on the main network without a ledger serves everything but payments, and says what is wrong", async () => {
    const { url, logged } = await start({
      XRPL_NETWORK: "mainnet",
      XRPL_WALLET_ADDRESS: SHOP.address,
      XRPL_URL: "http://127.0.0.1:1,ws://127.0.0.1:1",
      XRPL_TEST_URL: "http://127.0.0.1:1",
      CHARGED_TIERS: "cached",
    });
    await logged("No server of the ledger");
    await until(async () => (await ready(url)).status === "ready");
    expect(await ready(url)).toMatchObject({
      status: "ready",
      ledger: { network: "xrpl:0", accepts_payments: false, fault: expect.stringContaining("No server") },
      deposits: ["xrpl:0", "xrpl:1"].map((network) => ({
        network,
        counted_up_to_ledger: 0,
        fault: expect.stringContaining("cannot be read on"),
      })),
    });
    expect((await run(url, "data-convert", { from: "csv", payload: "id\n1" })).status).toBe(200);
    const quoted = await run(url, "data-clean", { text: "x" });
    const refusal = (await quoted.json()) as { code: string; accepts?: unknown };
    expect([quoted.status, refusal.code, refusal.accepts]).toEqual([503, "ledger_unavailable", undefined]);
    const terms: Requirements = {
      scheme: "exact",
      network: "xrpl:0",
      amount: "12000",
      asset: "XRP",
      payTo: SHOP.address,
      maxTimeoutSeconds: 60,
      extra: { areFeesSponsored: false, invoiceId: "of an earlier day" },
    };
    const proof = proofOf(terms, { signedTxBlob: signed(paymentFields(terms, BUYER, 1, 100), BUYER) });
    const paid = await fetch(`${url}/api/v1/genius/actors/data-clean/run/`, {
      method: "POST",
      body: '{"text":"x"}',
      headers: { "payment-signature": proof },
    });
    expect(paid.status).toBe(503);
    expect(await paid.json()).toMatchObject({ code: "ledger_unavailable" });
    const { order_id } = await register(url);
    const verified = await fetch(`${url}/api/v1/webhook/verify/`, {
      method: "POST",
      body: JSON.stringify({ order_id, tx_hash: "AB".repeat(32) }),
    });
    expect(verified.status).toBe(503);
    expect(await verified.json()).toMatchObject({ code: "ledger_unavailable" });
  });

  test("does not start without its database, and says why in one line without the password", async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: {
        HUB_DATA_DIR: folder,
        DATABASE_URL: `postgres://me:secret@127.0.0.1:${await freePort()}/hub`,
        DATABASE_WAIT_SECONDS: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(2);
    expect(said).toMatch(/^Cannot use the database of DATABASE_URL: .*ECONNREFUSED.*\n$/);
    expect(said).not.toContain("secret");
  });

  test("does not start on a store of another secret, and keeps its wallet and its keys when the secret is replaced", async () => {
    const [OLD, NEW] = ["the secret that the hub began with", "the secret that it is replaced with"];
    const facts = async ({ url }: HubProcess) => ({
      wallet: (await register(url)).deposit_address as string,
      kids: ((await (await fetch(`${url}/.well-known/jwks.json`)).json()) as any).keys.map(({ kid }: any) => kid),
    });
    const first = await start({ HUB_SECRET: OLD }, LEAN);
    const before = await facts(first);
    const child = spawn(process.execPath, [MAIN], {
      env: { HUB_DATA_DIR: join(folder, "data"), HUB_SECRET: NEW, PORT: String(await freePort()) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(2);
    expect(said).toMatch(/^Cannot start: HUB_SECRET is not the one .* HUB_SECRET_PREVIOUS\.\n$/);
    for (const secret of [OLD, NEW]) expect(said).not.toContain(secret);
    await first.kill();
    const second = await start({ HUB_SECRET: NEW, HUB_SECRET_PREVIOUS: OLD }, LEAN);
    const after = await facts(second);
    expect(after.wallet).toBe(before.wallet);
    // What was signed with the old ones can still be checked.
    expect(after.kids).toEqual(expect.arrayContaining(before.kids));
    await second.kill();
    const third = await facts(await start({ HUB_SECRET: NEW }, LEAN));
    expect(third.wallet).toBe(before.wallet);
    expect([...third.kids, ...before.kids].sort()).toEqual(after.kids.toSorted());
    expect(third.kids.length).toBe(before.kids.length);
  });

  test("does not start on settings it cannot use, and lists them all", async () => {
    const child = spawn(process.execPath, [MAIN], {
      env: { PORT: "x", PRICE_CACHED_XRP: "-1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => (said += chunk));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(2);
    expect(said).toContain("PORT: needs");
    expect(said).toContain("PRICE_CACHED_XRP: needs");
  });
});

async function register(url: string): Promise<Record<string, any>> {
  const body = '{"email":"a@example.com","tier":"basic"}';
  return (await fetch(`${url}/api/v1/agent/register/`, { method: "POST", body })).json() as Promise<any>;
}

async function ready(url: string): Promise<any> {
  return (await fetch(`${url}/ready`)).json();
}

/** Asks again and again: what another process does by itself has no other sign. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}
