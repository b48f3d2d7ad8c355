import { expect, test } from "bun:test";
import { walletCheck, type WalletReport } from "../../src/payment/wallet-check.ts";
import { rippledLedger } from "../../src/payment/xrpl/client.ts";
import { signed, walletOf } from "../support/payer.ts";
import { serveSandbox, type TestSandbox } from "../support/sandbox.ts";

const hub = walletOf("hub");
const ASF = { requireDest: 1, disallowXrp: 3, depositAuth: 9 };

/** What the hub says of its wallet on a ledger where it has these drops and has set these flags. */
async function reportOf(drops: bigint, flags: readonly number[], tag?: number, network = "xrpl:1") {
  const endowments = drops === 0n ? [] : [{ address: hub.address, drops }];
  await using served = serveSandbox({ networkId: 1, endowments });
  for (const [at, SetFlag] of flags.entries()) await setFlag(served, SetFlag, at + 1);
  const stop = new AbortController();
  const clock = { now: Date.now };
  const ledger = rippledLedger({ network, urls: [served.url], fetch, timeoutMs: 1000, pollMs: 10, clock });
  const check = walletCheck({
    ledger,
    address: async () => hub.address,
    destinationTag: tag,
    clock,
    signal: stop.signal,
  });
  return await check();
}

async function setFlag({ ask, sandbox }: TestSandbox, SetFlag: number, Sequence: number): Promise<void> {
  const fields = { TransactionType: "AccountSet", Account: hub.address, SetFlag, Fee: "10", Sequence };
  const { engine_result: result } = await ask("submit", { tx_blob: signed(fields, hub) });
  expect(result).toBe("tesSUCCESS");
  sandbox.chain.close();
}

const GOOD: WalletReport = { network: "xrpl:1", fault: undefined, warnings: [] };
const RICH = 100_000_000n;

test("a funded wallet that requires the tag it asks for passes, and so does one without a tag", async () => {
  expect(await reportOf(RICH, [ASF.requireDest], 7)).toEqual(GOOD);
  expect(await reportOf(RICH, [])).toEqual(GOOD);
});

test("a wallet that is not there, or below its reserve, is told what it needs", async () => {
  expect((await reportOf(0n, [])).fault).toContain("does not exist");
  const poor = await reportOf(999_999n, []);
  expect(poor.fault).toContain("holds 0.999999 XRP, less than its reserve of 1 XRP");
});

test("a wallet that refuses strangers' payments is at fault", async () => {
  expect((await reportOf(RICH, [ASF.depositAuth])).fault).toContain("DepositAuth");
});

test("requiring a tag that payments for calls do not carry is a fault, not requiring one that they do a warning", async () => {
  expect((await reportOf(RICH, [ASF.requireDest])).fault).toContain("XRPL_DESTINATION_TAG");
  const lax = await reportOf(RICH, [], 7);
  expect([lax.fault, lax.warnings.length, lax.warnings[0]]).toEqual([
    undefined,
    1,
    expect.stringContaining("RequireDest"),
  ]);
});

test("a wallet that asks not to be sent XRP can be paid, and is warned", async () => {
  const { fault, warnings } = await reportOf(RICH, [ASF.disallowXrp]);
  expect([fault, warnings]).toEqual([undefined, [expect.stringContaining("DisallowXRP")]]);
});

test("a server of another network is told by its number", async () => {
  expect((await reportOf(RICH, [], undefined, "xrpl:0")).fault).toContain("It is of network 1, not 0.");
});
