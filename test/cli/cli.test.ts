import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { access, cp, mkdir, mkdtemp, open, rm, symlink, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import metadata from "../../package.json" with { type: "json" };
import { actorCommand } from "../../src/cli/actor.ts";
import { adminCommand } from "../../src/cli/admin/admin.ts";
import { UsageError } from "../../src/cli/command.ts";
import { ledgerCommand } from "../../src/cli/ledger.ts";
import { newCommand } from "../../src/cli/new.ts";
import { formatItems } from "../../src/cli/table.ts";
import { storedMarkers } from "../../src/payment/follower/markers.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { depositOf, openTestAccount, testServices } from "../support/accounts.ts";
import { openDepositWorld, SHOP } from "../support/deposits.ts";
import { runInside } from "../support/shell.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line as a shell would, with its output piped. */
function cli(
  args: readonly string[],
  { input, cwd = ROOT, env = {} }: { input?: string; cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(cwd, "src/cli.ts"), ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  child.stdin.end(input ?? "");
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

describe("bun run actor", () => {
  test("runs with flags and prints JSON into a pipe", async () => {
    const { code, out } = await cli(["actor", "data-convert", "--from", "csv", "--payload", "a,b\n007,-1"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ a: "007", b: "-1" }]);
  });

  test("says that the disk is full where its output does not fit on it", async () => {
    await using full = await open("/dev/full", "w");
    const child = spawn(process.execPath, [join(ROOT, "src/cli.ts"), "--help"], { stdio: ["ignore", full.fd, "pipe"] });
    let err = "";
    child.stderr?.on("data", (chunk) => (err += chunk));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, err]).toEqual([1, "Cannot go on: the disk is full (ENOSPC)\n"]);
  }, 30_000);

  test("ends as it would where nobody reads its output to the end", async () => {
    const payload = `a\n${"1\n".repeat(50_000)}`;
    const child = spawn(process.execPath, [join(ROOT, "src/cli.ts"), "actor", "data-convert"], { cwd: ROOT });
    let err = "";
    child.stderr.on("data", (chunk) => (err += chunk));
    child.stdout.once("data", () => child.stdout.destroy());
    child.stdin.end(JSON.stringify({ from: "csv", to: "json", payload }));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, err]).toEqual([0, ""]);
  });

  test("takes its input as JSON on standard input", async () => {
    const { code, out } = await cli(["actor", "data-clean"], { input: '{"items":[{"Full Name":"<b>Ann</b>"}]}' });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ full_name: "Ann" }]);
  });

  test("shows help made from the schema", async () => {
    const { code, out } = await runInside(["actor", "weather-nws", "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("--lat <number>");
    expect(out).toContain("--periods <integer>");
    expect(out).toContain("default 8");
  });

  test.each([
    [["actor", "data-convert", "--payloat", "x"], "--payload <string>"],
    [["fly"], "Commands: actor, "],
    [["ledgr", "verify"], 'Did you mean "ledger"?'],
  ])("%p is answered with how to ask, on standard error, and exit code 2", async (args, hint) => {
    const { code, out, err } = await runInside(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(hint);
  });

  test.each([
    [[], "Usage: bun run actor <slug>"],
    [["data-convrt"], 'Did you mean "data-convert"?'],
    [["weather-nws", "--lat", "-91", "--lon", "north"], "lat must be"],
    [["data-convert", "--payload"], "--payload needs a value"],
    [["data-convert", "--to", "csv"], "payload is required"],
  ])("%p is asked wrongly", async (args, hint) => {
    await expect(actorCommand.run(args)).rejects.toThrow(UsageError);
    await expect(actorCommand.run(args)).rejects.toThrow(hint);
  });

  test("says which version it is", async () => {
    expect(await runInside(["--version"])).toEqual({ code: 0, out: `agent-api-hub ${metadata.version}\n`, err: "" });
  });

  test("lists the commands for help, and explains one", async () => {
    const listed = await runInside(["help"]);
    expect(listed).toMatchObject({ code: 0, err: "" });
    for (const name of [
      "actor",
      "admin",
      "backup",
      "call",
      "catalog",
      "demo",
      "ledger",
      "llm",
      "new",
      "pay",
      "restore",
    ])
      expect(listed.out).toMatch(new RegExp(`^  ${name} +\\S.*\\.$`, "m"));
    const one = await runInside(["help", "admin", "grant"]);
    expect(one).toEqual(await runInside(["admin", "grant", "--help"]));
    expect(one.out).toContain(
      "Usage: bun run admin grant <key prefix> [--calls <number>] [--xrp <amount>] --reason <text>",
    );
  });

  test("exits with 2 when the actor finds the input wrong", async () => {
    const { code, err } = await runInside(["actor", "data-convert", "--from", "json", "--payload", "{"]);
    expect(code).toBe(2);
    expect(err).toContain("line 1");
  });
});

describe("bun run new", () => {
  test("writes an actor whose test and contract pass as they stand, and overwrites nothing", async () => {
    const copy = await mkdtemp(join(tmpdir(), "hub-new-"));
    try {
      for (const part of [
        "src",
        "plugins",
        "package.json",
        "test/support",
        "test/contract",
        "test/contract.test.ts",
        "test/catalog/support.ts",
        "bunfig.toml",
      ]) {
        await cp(join(ROOT, part), join(copy, part), { recursive: true });
      }
      await mkdir(join(copy, "actors"));
      await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
      expect(await cli(["new", "air-quality"], { cwd: copy })).toMatchObject({ code: 0 });
      expect(await cli(["new", "sea-level", "--folder"], { cwd: copy })).toMatchObject({ code: 0 });
      await access(join(copy, "test/fixtures/air-quality/example.json"));
      await access(join(copy, "actors/sea-level/upstream.ts"));
      const tested = spawn(process.execPath, ["test", "test/actors", "test/contract.test.ts"], { cwd: copy });
      let report = "";
      tested.stderr.on("data", (chunk) => (report += chunk));
      const code = await new Promise((resolve) => tested.on("close", resolve));
      expect([code, report]).toEqual([0, expect.stringContaining("air-quality keeps the contract")]);
      expect(report).toContain("sea-level keeps the contract");
      for (const args of [["air-quality"], ["air-quality", "--folder"], ["sea-level"]]) {
        const again = await cli(["new", ...args], { cwd: copy });
        expect([again.code, again.err]).toEqual([2, expect.stringContaining("is there already")]);
      }
      const command = await cli(["new", "list"], { cwd: copy });
      expect([command.code, command.err]).toEqual([2, expect.stringContaining('"bun run actor list" is a command')]);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  test.each(["../x", "Air", "a--b", "-a", "", "x".repeat(65)])("refuses the slug %p", async (slug) => {
    await expect(newCommand.run([slug])).rejects.toThrow(UsageError);
  });
});

describe("the table", () => {
  test("shows one item as its fields, and several as columns that fit", () => {
    expect(formatItems([{ id: "007", note: null, _genius: { index: 0 } }], 80)).toBe("id    007\nnote");
    const table = formatItems(
      [
        { city: "Bern", words: "w".repeat(200) },
        { city: "Oslo", words: "short" },
      ],
      40,
    );
    expect(table.split("\n")[0]).toStartWith("city  words");
    expect(Math.max(...table.split("\n").map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(formatItems([], 80)).toBe("(no items)");
    expect(formatItems([1, null, "two", { three: 3 }], 80)).toBe('1\n\ntwo\n{"three":3}');
    const page = { title: "Rye", author: null, text: "One", markdown: "## One\n\n- two", links: [{}], words: 2 };
    expect(formatItems([page], 80)).toBe("title  Rye\nwords  2\n\n## One\n\n- two");
  });
});

test("a database that is not there is told with its reason: who sits at the shell can do something about it", async () => {
  const dir = await mkdtemp(join(tmpdir(), "hub-shell-"));
  try {
    const own = { HUB_DATA_DIR: dir, HUB_SECRET: "a secret of this test, long enough" };
    const store = await openSqlite(join(dir, "hub.sqlite"));
    await store[Symbol.asyncDispose]();
    const backup = join(dir, "one.backup");
    expect(await runInside(["backup", backup], own)).toMatchObject({ code: 0 });

    const elsewhere = { ...own, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const restored = await runInside(["restore", backup, "--without-revocations"], elsewhere);
    expect(restored.code).toBe(1);
    expect(restored.err).toMatch(/cannot be reached at the moment: .*ECONNREFUSED/);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test("the operator's OAuth clients: a secret comes from a file or the standard input, and never out again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oauth-client-"));
  const env = { HUB_DATA_DIR: folder };
  const client = (args: readonly string[], input = "") => cli(["admin", "oauth-client", ...args], { env, input });
  const added = await client(
    ["add", "github", "--client-id", "Iv1.abc", "--secret-file", "-", "--reason", "for all"],
    "top-secret-canary\n",
  );
  expect([added.code, JSON.parse(added.out)]).toEqual([
    0,
    [{ authority: "github", client_id: "Iv1.abc", redirect_uri: "http://127.0.0.1:3000/oauth/callback/github" }],
  ]);
  const listed = await client(["list"]);
  expect(JSON.parse(listed.out)).toMatchObject([{ authority: "github", client_id: "Iv1.abc", has_secret: true }]);
  expect(listed.out).not.toContain("canary");
  const inArgument = await client(["add", "github", "--client-id", "x", "--client-secret", "abc", "--reason", "x"]);
  const twoLines = await client(["add", "github", "--client-id", "x", "--secret-file", "-", "--reason", "x"], "a\nb\n");
  expect([inArgument.code, twoLines.code]).toEqual([2, 1]);
  expect((await client(["remove", "github", "--reason", "over"])).code).toBe(0);
  expect((await client(["remove", "github", "--reason", "over"])).code).toBe(1);
  await rm(folder, { recursive: true });
}, 30_000);

describe("bun run admin and ledger", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-cli-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("give a key, a balance and an end to it, and the ledger adds up", async () => {
    const env = { HUB_DATA_DIR: folder };
    const issued = await cli(["admin", "issue", "a@example.com", "pro", "--reason", "a present"], { env });
    const [{ api_key: key, key_prefix: prefix }] = JSON.parse(issued.out);
    expect(key).toStartWith("hub_live_");
    const granted = await runInside(
      ["admin", "grant", prefix, "--calls", "5", "--xrp", "1.5", "--reason", "sorry"],
      env,
    );
    expect(granted.code).toBe(0);
    const verified = await runInside(["ledger", "verify"], env);
    expect(verified).toMatchObject({ code: 0, out: "1 account(s), 2 entries: everything adds up.\n" });
    await runInside(["admin", "suspend", prefix, "--reason", "abuse"], env);
    const listed = await runInside(["admin", "accounts"], env);
    expect(JSON.parse(listed.out)).toMatchObject([{ key_prefix: prefix, status: "suspended", tier: "pro" }]);
    expect(listed.out).not.toContain(key);
  }, 30_000);

  test("show what arrived, and give a parked payment to its owner, once", async () => {
    const env = { HUB_DATA_DIR: folder };
    const issued = await runInside(["admin", "issue", "a@example.com", "per_call", "--reason", "x"], env);
    const [{ key_prefix: prefix }] = JSON.parse(issued.out);
    const deposit = depositOf(9, 2_000_000n);
    const store = await openSqlite(join(folder, "hub.sqlite"));
    await testServices(store).deposits.credit(deposit);
    await store[Symbol.asyncDispose]();
    const listed = await runInside(["admin", "payments"], env);
    expect(JSON.parse(listed.out)).toMatchObject([{ tx_hash: deposit.txHash, purpose: "parked", delivered_xrp: 2 }]);
    const assigned = await runInside(["admin", "assign", deposit.txHash, prefix, "--reason", "ticket 3"], env);
    expect(JSON.parse(assigned.out)).toMatchObject([{ status: "confirmed" }]);
    expect((await runInside(["admin", "assign", deposit.txHash, prefix, "--reason", "ticket 3"], env)).code).not.toBe(
      0,
    );
    expect(JSON.parse((await runInside(["admin", "x402-payments"], env)).out)).toEqual([]);
    expect((await runInside(["ledger", "verify"], env)).out).toContain("everything adds up");
  }, 30_000);

  test("put right what went wrong, each with its reason", async () => {
    const env = { HUB_DATA_DIR: folder };
    const why = ["--reason", "ticket 9"];
    const admin = async (...args: string[]) => {
      const { code, out } = await runInside(["admin", ...args], env);
      return { code, rows: code === 0 ? JSON.parse(out) : [] };
    };
    const [{ key_prefix: prefix }] = (await admin("issue", "a@example.com", "per_call", ...why)).rows;
    await admin("grant", prefix, "--xrp", "3", ...why);
    expect((await admin("debit", prefix, "--xrp", "1", ...why)).rows).toEqual([{ key_prefix: prefix, debited_xrp: 1 }]);
    const [{ id }] = (await admin("entries", prefix)).rows;
    expect((await admin("reverse", String(id), ...why)).rows).toMatchObject([{ kind: "reversal", drops_xrp: 1 }]);
    expect((await admin("reverse", String(id), ...why)).code).not.toBe(0);
    await admin("refund", prefix, "AB".repeat(32), "--xrp", "2", ...why);
    const [refund] = (await admin("entries", prefix)).rows;
    expect(refund).toMatchObject({ kind: "refund", drops_xrp: -2, balance_after_xrp: 1 });
    expect((await admin("entries", prefix, "--offset", "3")).rows).toHaveLength(1);

    const store = await openSqlite(join(folder, "hub.sqlite"));
    const services = testServices(store);
    const [parked, underpaid] = [depositOf(9, 700_000n), depositOf(9, 800_000n)];
    await services.deposits.credit(parked);
    const { order } = await services.register({ email: "b@example.com", tier: "basic", amount: 0n });
    await services.deposits.credit({ ...underpaid, destinationTag: order.destination_tag });
    await store[Symbol.asyncDispose]();
    await admin("refund", parked.txHash, "CD".repeat(32), ...why);
    expect((await admin("parked")).rows).toEqual([]);
    expect((await admin("cancel", order.id, ...why)).rows).toMatchObject([{ parked: underpaid.txHash }]);
    expect((await admin("parked")).rows).toMatchObject([{ tx_hash: underpaid.txHash }]);
    expect((await admin("move", order.id, prefix, ...why)).code).not.toBe(0);
    await admin("suspend", prefix, ...why);
    expect((await admin("unsuspend", prefix, ...why)).rows).toEqual([{ key_prefix: prefix, status: "active" }]);
    const [{ api_key: successor }] = (await admin("rekey", prefix, ...why)).rows;
    expect(successor).toStartWith("hub_live_");
    expect((await runInside(["ledger", "verify"], env)).out).toContain("everything adds up");
  }, 60_000);

  test("find nothing that adds up in a folder without a store, and say so where they begin one", async () => {
    const env = { HUB_DATA_DIR: join(folder, "mistyped") };
    for (const command of ["verify", "audit"]) {
      const { code, out, err } = await runInside(["ledger", command], env);
      expect([code, out, err]).toEqual([1, "", expect.stringContaining("Cannot use the store: there is none in")]);
    }
    expect(await readdir(folder)).toEqual([]);
    expect((await runInside(["admin", "accounts"], env)).err).toContain("A store is begun: there is none in");
    expect((await runInside(["admin", "accounts"], env)).err).toBe("");
  }, 60_000);

  test("verify exits with 1 and names what differs", async () => {
    await using store = await openSqlite(join(folder, "hub.sqlite"));
    const { operator } = testServices(store);
    await openTestAccount({ operator }, "basic", 1_000_000n);
    await store.ask((db, { balances }) => db.update(balances).set({ drops: 999_999n }));
    const { code, out } = await runInside(["ledger", "verify"], { HUB_DATA_DIR: folder });
    expect(code).toBe(1);
    expect(out).toContain("999999 is kept, the entries say 1000000");
  });

  test("verify --against-ledger asks the ledger itself, and finds a deposit that it does not have", async () => {
    const address = join(folder, "against.sqlite", "hub.sqlite");
    await using world = openDepositWorld({ networkId: 4000 });
    await using store = await openSqlite(address);
    const env = {
      HUB_DATA_DIR: dirname(address),
      XRPL_WALLET_ADDRESS: SHOP.address,
      XRPL_NETWORK: "4000",
      XRPL_URL: world.served.url,
      XRPL_TEST_NETWORK: "4000",
    };
    const { network } = world.ledger;
    const markers = storedMarkers({ store, network, wallet: async () => SHOP.address, since: Date.now() - 60_000 });
    const { order } = await testServices(store, { networks: { main: network, test: network } }).register({
      email: "payer@example.com",
      tier: "per_call",
      amount: 1_000_000n,
    });
    world.pay({ DestinationTag: order.destination_tag });
    await world.follower(store, { markers }).catchUp();
    const verify = (...flags: string[]) => runInside(["ledger", "verify", ...flags], env);
    expect(await verify("--against-ledger")).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "1 arrival(s) on xrpl:4000 were held against the deposits.\n1 account(s), 1 entries: everything adds up.",
      ),
    });
    const invented = depositOf(order.destination_tag, 5_000_000n, { network });
    await testServices(store).deposits.credit(invented);
    expect((await verify()).code).toBe(0);
    expect(await verify("--against-ledger")).toMatchObject({
      code: 1,
      out: expect.stringContaining(`deposit ${invented.txHash} over 5 XRP is not on xrpl:4000`),
    });
    expect((await runInside(["ledger", "restart", network], env)).out).toContain("is read from its beginning");
    expect(await markers.from()).toMatchObject({ moment: expect.any(Number) });
    expect((await runInside(["ledger", "restart", "xrpl:9"], env)).code).toBe(1);
  }, 30_000);

  test.each([
    [["ledger", "restart"]],
    [["ledger", "verify", "--all"]],
    [["ledger"]],
    [["ledger", "burn"]],
    [["admin"]],
    [["admin", "toString"]],
    [["admin", "issue", "a@example.com", "gold", "--reason", "x"]],
    [["admin", "issue", "a@example.com", "pro"]],
    [["admin", "grant", "hub_live_x", "--reason", "x"]],
    [["admin", "assign", "AB", "hub_live_x"]],
    [["admin", "debit", "hub_live_x", "--reason", "x"]],
    [["admin", "refund", "hub_live_x", "AB", "--xrp", "1", "--reason", "x"]],
    [["admin", "reverse", "one", "--reason", "x"]],
    [["admin", "cancel", "ord_x"]],
    [["admin", "grant", "hub_live_x", "--calls", "-1", "--reason", "x"]],
    [["admin", "grant", "hub_live_x", "--xrp", "1e9", "--reason", "x"]],
  ])("%j is asked wrongly", async ([group, ...argv]) => {
    const command = group === "ledger" ? ledgerCommand : adminCommand;
    await expect(command.run(argv)).rejects.toThrow("Usage: bun run");
  });
});
