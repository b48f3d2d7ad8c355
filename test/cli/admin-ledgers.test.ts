/** The operator's commands work on the ledgers that the hub of the store is paid on, whatever their shell has set. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { startHub } from "../support/hub.ts";
import { runInside } from "../support/shell.ts";
import { toyLedger } from "../support/toy-ledger.ts";

async function cli(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { out, err } = await runInside(args, env);
  return out + err;
}

test("what is granted without the hub's settings is what its key can spend, also once the hub is paid elsewhere", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-ledgers-"));
  await using store = await openSqlite(join(folder, "hub.sqlite"));
  const admin = async (...args: string[]) =>
    JSON.parse(await cli(["admin", ...args, "--reason", "ticket 1"], { HUB_DATA_DIR: folder }));
  const paidOn = (main: string) => startHub({ store, ledger: toyLedger(main), testLedger: toyLedger("xrpl:1") });
  for (const main of ["xrpl:4000", "xrpl:0"]) {
    await using hub = await paidOn(main);
    const [{ api_key: key, key_prefix: prefix }] = await admin("issue", "friend@example.com", "per_call");
    await admin("grant", prefix, "--xrp", "3");
    await admin("debit", prefix, "--xrp", "1");
    const usage = await fetch(`${hub.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } });
    expect(await usage.json()).toMatchObject({ key: { network: main }, balance: { xrp: 2 } });
  }
  await rm(folder, { recursive: true });
}, 60_000);

test("verify --against-ledger says which server of which ledger gives no answer", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-admin-ledgers-"));
  await (await openSqlite(join(folder, "hub.sqlite")))[Symbol.asyncDispose]();
  expect(await cli(["ledger", "verify", "--against-ledger"], { HUB_DATA_DIR: folder, PORT: "1" })).toBe(
    "Cannot compare with xrpl:21338: http://127.0.0.1:1/sandbox/ledger gives no answer that can be relied on; " +
      "the sandbox is in the running hub, at its HOST and PORT\n",
  );
  await rm(folder, { recursive: true });
}, 60_000);
