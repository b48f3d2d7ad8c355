import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateSeed } from "ripple-keypairs";
import { readArgs } from "../../src/cli/args.ts";
import { inputOf, PAY_ARGS } from "../../src/cli/pay-args.ts";
import { type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";
import { customer, ENTRY, OWNER_ENTROPY, quote, startSeller } from "../support/seller.ts";

/** Other processes are started here, on machines that may be busy. */
setDefaultTimeout(60_000);

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const SEED = generateSeed({ entropy: OWNER_ENTROPY, algorithm: "ed25519" });
const SEARCH = "/api/v1/agent/search/?q=weather";
const RUN = "/api/v1/genius/actors/data-convert/run/";

interface Paid {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

let folder: string;
let hub: SandboxHub;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-pay-"));
  hub = await startSandboxHub({ CHARGED_TIERS: "standard" });
});
afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** `input` is what is piped into it; null leaves the pipe open and empty. */
function pay(
  args: readonly string[],
  { input = "", env = {} }: { input?: string | null; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [CLI, "pay", ...args], {
    env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder, ...env },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  if (input !== null) child.stdin.end(input);
  const ended = new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
  return { child, ended } as Paid; // What the promise comes to stands in the line above.
}

const keptFiles = () => readdir(join(folder, "payments"));

describe("the command line of bun run pay", () => {
  test("sends as numbers and booleans what is written as such, and everything else as the text it is", () => {
    const typed = { "--limit": 3, "--lon": -7.5, "--explain": true, "--deep": false };
    const text = {
      "--zip": "007",
      "--id": "12345678901234567890",
      "--payload": "[1]",
      "--exp": "1e5",
      "--hex": "0x1f",
    };
    const inputFrom = (...argv: string[]) => inputOf(readArgs(PAY_ARGS, argv, true).fields);
    for (const [flag, value] of Object.entries({ ...typed, ...text }))
      expect(inputFrom(flag, String(value))).toEqual({ [flag.slice(2)]: value });
    expect(inputFrom("--explain", "--q=a=b")).toEqual({ explain: true, q: "a=b" });
  });
});

describe("bun run pay", () => {
  test("buys a search with play money: the answer into the pipe, what was paid beside it", async () => {
    const { code, out, err } = await pay([hub.url + SEARCH, "--max-xrp", "0.1"]).ended;
    expect([code, JSON.parse(out)]).toMatchObject([0, { query: "weather", total: 3 }]);
    expect(err).toContain("costs 0.05 XRP");
    expect(err).toMatch(/Paid 0\.05 XRP to r\w+ on xrpl:21338\n {2}transaction {2}[0-9A-F]{64}\n {2}receipt {6}ey/);
    expect(await keptFiles()).toEqual([]);
  });

  test.each([
    ["fields", ["--from", "csv", "--payload", "id\n007"], ""],
    ["JSON", ["--json", '{"from":"csv","payload":"id\\n007"}'], ""],
    ["standard input", [], '{"from":"csv","payload":"id\\n007"}'],
  ])("buys a run with its input as %s, within the limit of the settings", async (_, args, input) => {
    const { code, out } = await pay([hub.url + RUN, ...args], { input, env: { PAY_MAX_XRP: "1" } }).ended;
    expect([code, JSON.parse(out)]).toMatchObject([0, { success: true, data: [{ id: "007" }] }]);
  });

  test("puts fields into the address of a GET, and sends the headers it is given", async () => {
    const args = ["--method", "GET", "--q", "weather", "--limit", "1", "--header", "X-Request-Id: nonsense"];
    const { code, out } = await pay([`${hub.url}/api/v1/agent/search/`, ...args, "--max-xrp", "0.05"]).ended;
    expect([code, JSON.parse(out)]).toMatchObject([0, { limit: 1, total: 3 }]);
  });

  test("waits for no input that does not come", async () => {
    const { code, out } = await pay([hub.url + SEARCH, "--max-xrp", "1"], { input: null }).ended;
    expect([code, JSON.parse(out)]).toMatchObject([0, { total: 3 }]);
  });

  test("pays nothing without a limit, and nothing above it", async () => {
    const unlimited = await pay([hub.url + SEARCH]).ended;
    expect([unlimited.code, unlimited.out]).toEqual([1, ""]);
    expect(unlimited.err).toContain("nobody is there to confirm");
    const low = await pay([hub.url + SEARCH, "--max-xrp", "0.049999"]).ended;
    expect([low.code, low.err]).toEqual([1, expect.stringContaining("above the limit of 0.049999 XRP")]);
  });

  test("hands on an answer that costs nothing, and exits with 1 when it is an error", async () => {
    expect(await pay([`${hub.url}/health`]).ended).toMatchObject({ code: 0, out: '{"status":"ok"}' });
    const { code, out } = await pay([`${hub.url}/nowhere`]).ended;
    expect([code, JSON.parse(out)]).toMatchObject([1, { code: "not_found" }]);
  });

  test.each([
    [[]],
    [["ftp://example.com/"]],
    [["http://127.0.0.1:1/", "http://127.0.0.1:2/"]],
    [["http://127.0.0.1:1/", "--json", "{"]],
    [["http://127.0.0.1:1/", "--json", "{}", "--q", "x"]],
    [["http://127.0.0.1:1/", "--max-xrp", "much"]],
    [["http://127.0.0.1:1/", "--network", "moon"]],
    [["http://127.0.0.1:1/", "--header", "no colon"]],
    [["http://127.0.0.1:1/", "--wait", "soon"]],
    [["http://127.0.0.1:1/", "--method"]],
  ])("%j is asked wrongly", async (args) => {
    const { code, out } = await pay(args).ended;
    expect([code, out]).toEqual([2, ""]);
  });

  test("a limit that is none is told by its option, not by the setting of the same meaning", async () => {
    const { code, err } = await pay(["http://127.0.0.1:1/", "--max-xrp=-1"]).ended;
    expect([code, err.includes("--max-xrp: "), err.includes("PAY_MAX_XRP")]).toEqual([2, true, false]);
  });

  test.each(["http", "ws"])("ends by itself when it has paid over %s, and when it is declined", async (scheme) => {
    await using owner = await customer();
    await using seller = await startSeller(async (proof, _, url) => {
      if (proof === undefined) return quote(url);
      if (url.endsWith("declines")) return { status: 402, body: {} };
      await owner.submit(proof);
      return { status: 200, body: { sold: true } };
    });
    const ledger = scheme === "http" ? owner.ledgerUrl : owner.ledgerSocketUrl;
    const flags = ["--max-xrp", "1", "--network", "testnet", "--ledger", ledger];
    const paid = await pay([seller.url, ...flags], { env: { XRPL_SEED: SEED } }).ended;
    expect(paid).toMatchObject({ code: 0, out: '{"sold":true}' });
    const declined = await pay([`${seller.url}?declines`, ...flags], { env: { XRPL_SEED: SEED } }).ended;
    expect(declined).toMatchObject({ code: 1, err: expect.stringContaining("nothing was paid") });
  });

  test("says of an offer by ticket that it is one", async () => {
    await using seller = await startSeller((_proof, _earlier, url) =>
      quote(url, { entries: [{ ...ENTRY, extra: { ...ENTRY.extra, assetTransferMethod: "ticketSequence" } }] }),
    );
    const { code, err } = await pay([seller.url, "--network", "testnet"], { env: { XRPL_SEED: SEED } }).ended;
    expect([code, err]).toEqual([1, expect.stringContaining("with a ticket")]);
    expect(err).not.toContain("not XRP");
  });

  test("killed after it has sent the payment, it goes on with the same one", async () => {
    await using owner = await customer();
    const gone = Promise.withResolvers<void>();
    let isBack = false;
    await using seller = await startSeller(async (proof, _, url) => {
      if (proof === undefined) return quote(url);
      await owner.submit(proof);
      if (isBack) return { status: 200, body: { late: true } };
      gone.resolve();
      return new Promise(() => undefined);
    });
    const flags = ["--max-xrp", "1", "--network", "testnet", "--ledger", owner.ledgerUrl];
    const killed = pay([seller.url, ...flags], { env: { XRPL_SEED: SEED } });
    await gone.promise;
    killed.child.kill("SIGKILL");
    await killed.ended;
    expect(await keptFiles()).toHaveLength(1);
    isBack = true;
    const resumed = await pay(["--resume"]).ended;
    expect(resumed).toMatchObject({ code: 0, out: '{"late":true}' });
    expect([seller.proofs.length, new Set(seller.proofs).size, await keptFiles()]).toEqual([2, 1, []]);
    expect(await pay(["--resume"]).ended).toMatchObject({ code: 1, err: "No payment waits for its answer.\n" });
  });

  test("interrupted while it waits for its answer, it says how to go on", async () => {
    await using owner = await customer();
    const asked = Promise.withResolvers<void>();
    await using seller = await startSeller((proof, _, url) => {
      if (proof === undefined) return quote(url);
      asked.resolve();
      return new Promise(() => undefined);
    });
    const flags = ["--max-xrp", "1", "--network", "testnet", "--ledger", owner.ledgerUrl];
    const paying = pay([seller.url, ...flags], { env: { XRPL_SEED: SEED } });
    await asked.promise;
    paying.child.kill("SIGINT");
    const { code, err } = await paying.ended;
    const [name = ""] = await keptFiles();
    expect([code, err]).toEqual([3, expect.stringContaining(`bun run pay --resume ${name.slice(0, 16)}`)]);
    await rm(join(folder, "payments", name));
  });

  test("exits with 3 when it has paid and got no answer, and says how to go on; no seed is ever shown", async () => {
    await using owner = await customer();
    await using seller = await startSeller((proof, _, url) => (proof === undefined ? quote(url) : { status: 503 }));
    const flags = ["--max-xrp", "1", "--network", "testnet", "--ledger", owner.ledgerUrl, "--wait", "0"];
    const { code, out, err } = await pay([seller.url, ...flags], { env: { XRPL_SEED: SEED } }).ended;
    const [name = ""] = await keptFiles();
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain(`bun run pay --resume ${name.slice(0, 16)}`);
    expect(err).not.toContain(SEED);
    await rm(join(folder, "payments", name));
    const wrong = await pay([seller.url, ...flags], { env: { XRPL_SEED: `${SEED}x` } }).ended;
    expect([wrong.code, wrong.err.includes(SEED)]).toEqual([1, false]);
  });

  test("shows nothing of a seller's that would steer the terminal", async () => {
    await using seller = await startSeller((_proof, _earlier, url) =>
      quote(url, { resource: `${url}\u001b[2J\u202e`, entries: [{ ...ENTRY, amount: "7" }] }),
    );
    const { err } = await pay([seller.url, "--network", "testnet"], { env: { XRPL_SEED: SEED } }).ended;
    expect(err).toContain("costs 0.000007 XRP");
    expect([err.includes("\u001b"), err.includes("\u202e")]).toEqual([false, false]);
  });
});
