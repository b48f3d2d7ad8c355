import { describe, expect, test } from "bun:test";
import { decode, encode, encodeForSigning } from "ripple-binary-codec";
import { sign } from "ripple-keypairs";
import { ECDSA, multisign, Wallet } from "xrpl";
import { createSandbox } from "../../src/sandbox-ledger/sandbox.ts";
import type { ResultName } from "../../src/sandbox-ledger/ledger/results.ts";
import { serveSandbox, type TestSandbox } from "../support/sandbox.ts";

const [SHOP, BUYER, OTHER, STRANGER] = [1, 2, 3, 4].map((byte) =>
  Wallet.fromEntropy(new Uint8Array(16).fill(byte), { algorithm: ECDSA.secp256k1 }),
) as [Wallet, Wallet, Wallet, Wallet];
const ENDOWED = [SHOP, BUYER, OTHER].map(({ address }) => ({ address, drops: 10_000_000n }));
const USD = { currency: "USD", issuer: OTHER.address, value: "5" };
const XRP_CODE = { ...USD, currency: "0000000000000000000000005852500000000000" };
const PAYMENT = {
  TransactionType: "Payment",
  Account: BUYER.address,
  Destination: SHOP.address,
  Amount: "120000",
  Fee: "10",
  Sequence: 1,
};

describe("a payment comes to what it comes to on the real ledger", () => {
  const cases: readonly (readonly [what: string, result: ResultName, fields: object])[] = [
    ["a plain payment", "tesSUCCESS", {}],
    ["a payment of all above the reserve", "tesSUCCESS", { Amount: "9000000" }],
    ["one drop more", "tecUNFUNDED_PAYMENT", { Amount: "9000001" }],
    ["a new account at the reserve", "tesSUCCESS", { Destination: STRANGER.address, Amount: "1000000" }],
    ["a new account below it", "tecNO_DST_INSUF_XRP", { Destination: STRANGER.address, Amount: "999999" }],
    ["dollars for a missing account", "tecNO_DST", { Destination: STRANGER.address, Amount: USD }],
    ["dollars without a line", "tecPATH_DRY", { Amount: USD }],
    ["drops for dollars without a market", "tecPATH_DRY", { Amount: USD, SendMax: "1000" }],
    ["nothing", "temBAD_AMOUNT", { Amount: "0" }],
    ["to itself", "temREDUNDANT", { Destination: BUYER.address }],
    ["to nobody", "temDST_NEEDED", { Destination: "rrrrrrrrrrrrrrrrrrrrrhoLvTp" }],
    ["with a limit", "temBAD_SEND_XRP_MAX", { SendMax: "130000" }],
    ["partly", "temBAD_SEND_XRP_PARTIAL", { Flags: 0x0002_0000 }],
    ["of a quality", "temBAD_SEND_XRP_LIMIT", { Flags: 0x0004_0000 }],
    ["not directly", "temBAD_SEND_XRP_NO_DIRECT", { Flags: 0x0001_0000 }],
    ["with a flag nobody knows", "temINVALID_FLAG", { Flags: 0x0800_0000 }],
    ["in issued XRP", "temBAD_CURRENCY", { Amount: XRP_CODE }],
    ["too cheap", "telINSUF_FEE_P", { Fee: "9" }],
    ["for free", "telINSUF_FEE_P", { Fee: "0" }],
    ["a used sequence", "tefPAST_SEQ", { Sequence: 0 }],
    ["a later sequence", "terPRE_SEQ", { Sequence: 2 }],
    ["a ticket to come", "terPRE_TICKET", { Sequence: 0, TicketSequence: 5 }],
    ["sequence and ticket", "temSEQ_AND_TICKET", { TicketSequence: 5 }],
    ["in the last ledger", "tesSUCCESS", { LastLedgerSequence: 3 }],
    ["after the last ledger", "tefMAX_LEDGER", { LastLedgerSequence: 2 }],
    ["on another network", "telNETWORK_ID_MAKES_TX_NON_CANONICAL", { NetworkID: 1 }],
    ["after another transaction", "tefWRONG_PRIOR", { AccountTxnID: "A".repeat(64) }],
    ["an offer", "temDISABLED", { TransactionType: "OfferCreate", TakerGets: "1", TakerPays: "1" }],
  ];
  for (const [what, result, fields] of cases) {
    test(`${what}: ${result}`, async () => {
      await using served = serveSandbox({ endowments: ENDOWED });
      expect(await submit(served, BUYER, fields)).toMatchObject({ engine_result: result, status: "success" });
    });
  }

  test("above 1024 the network's id must be there, and be right", async () => {
    await using served = serveSandbox({ networkId: 21_338, endowments: ENDOWED });
    expect(await submit(served, BUYER, {})).toMatchObject({ engine_result: "telREQUIRES_NETWORK_ID" });
    expect(await submit(served, BUYER, { NetworkID: 1025 })).toMatchObject({ engine_result: "telWRONG_NETWORK" });
    expect(await submit(served, BUYER, { NetworkID: 21_338 })).toMatchObject({ engine_result: "tesSUCCESS" });
    served.sandbox.chain.close();
  });

  test("an unknown payer has no sequence", async () => {
    await using served = serveSandbox({ endowments: ENDOWED });
    expect(await submit(served, STRANGER, { Account: STRANGER.address })).toMatchObject({
      engine_result: "terNO_ACCOUNT",
      account_sequence_next: 0,
    });
  });
});

describe("who may sign", () => {
  test("a stranger's key, then the regular key, then the master key no more", async () => {
    await using served = serveSandbox({ endowments: ENDOWED });
    expect(await submit(served, OTHER, {})).toMatchObject({ engine_result: "tefBAD_AUTH" });
    const key = { TransactionType: "SetRegularKey", RegularKey: OTHER.address };
    expect(await submit(served, BUYER, key)).toMatchObject({ engine_result: "tesSUCCESS" });
    const disable = { TransactionType: "AccountSet", SetFlag: 4, Sequence: 2 };
    expect(await submit(served, BUYER, disable)).toMatchObject({ engine_result: "tesSUCCESS" });
    expect(await submit(served, BUYER, { Sequence: 3 })).toMatchObject({ engine_result: "tefMASTER_DISABLED" });
    expect(await submit(served, OTHER, { Sequence: 3 })).toMatchObject({ engine_result: "tesSUCCESS" });
  });

  test("a quorum of signers, and not less", async () => {
    await using served = serveSandbox({ endowments: ENDOWED });
    const SignerEntries = [SHOP, OTHER].map(({ address }) => ({
      SignerEntry: { Account: address, SignerWeight: 1 },
    }));
    const list = { TransactionType: "SignerListSet", SignerQuorum: 2, SignerEntries };
    expect(await submit(served, BUYER, list)).toMatchObject({ engine_result: "tesSUCCESS" });
    const payment = { ...PAYMENT, Sequence: 2, Fee: "30", SigningPubKey: "" } as never;
    const [one, other] = [SHOP, OTHER].map((signer) => signer.sign(payment, true).tx_blob) as [string, string];
    const ask = (tx_blob: string) => served.ask("submit", { tx_blob });
    expect(await ask(multisign([one]))).toMatchObject({ engine_result: "tefBAD_QUORUM" });
    expect(await ask(multisign([one, other]))).toMatchObject({ engine_result: "tesSUCCESS" });
  });
});

test("a payment ahead of its time is held, and comes through when the gap closes", async () => {
  await using served = serveSandbox({ endowments: ENDOWED });
  await submit(served, BUYER, { Sequence: 3 });
  await submit(served, BUYER, { Sequence: 2 });
  await submit(served, BUYER, { Sequence: 1 });
  const { transactions } = served.sandbox.chain.close();
  expect(transactions.map(({ transaction }) => transaction.fields.Sequence)).toEqual([1, 2, 3]);
});

test("what fails only because something comes after it succeeds when the ledger closes", async () => {
  // The order depends on the set; over eight sets it is not always the lucky one.
  for (let extra = 1; extra <= 8; extra++) {
    await using served = serveSandbox({ endowments: ENDOWED });
    const small = { Account: OTHER.address, Destination: STRANGER.address, Amount: String(500_000 + extra) };
    const founding = { Destination: STRANGER.address, Amount: "2000000" };
    expect(await submit(served, OTHER, small)).toMatchObject({ engine_result: "tecNO_DST_INSUF_XRP" });
    expect(await submit(served, BUYER, founding)).toMatchObject({ engine_result: "tesSUCCESS" });
    const { transactions } = served.sandbox.chain.close();
    expect(transactions.map(({ meta }) => meta.TransactionResult)).toEqual(["tesSUCCESS", "tesSUCCESS"]);
  }
});

test("ledgers that close many times a second do not leave the clock far behind", () => {
  const sandbox = createSandbox({ networkId: 0, clock: { now: () => Date.UTC(2026, 0, 1) }, random: () => 0.5 });
  const closeTimes = Array.from({ length: 200 }, () => sandbox.chain.close().closeTime);
  expect(closeTimes).toEqual(closeTimes.toSorted((one, other) => one - other));
  expect(Math.max(...closeTimes) - sandbox.chain.now()).toBeLessThanOrEqual(60);
});

test("bytes that are no transaction are refused, and a bad signature in other words the second time", async () => {
  await using served = serveSandbox({ endowments: ENDOWED });
  const good = encode(decode(BUYER.sign(PAYMENT as never).tx_blob));
  const bad = good.replace("61400000000001D4C0", "61400000000001D4C1");
  const ask = (tx_blob: unknown) => served.ask("submit", { tx_blob });
  const fault = { error: "invalidTransaction", error_message: null };
  expect(await ask(bad)).toMatchObject({ ...fault, error_exception: "fails local checks: Invalid signature." });
  expect(await ask(bad)).toMatchObject({ error_exception: "fails local checks: Transaction has bad signature." });
  expect(await ask("AB".repeat(40))).toMatchObject(fault);
  // Long ones are not read: that takes a second, for anybody who sends one.
  for (const length of [16 * 1024 + 1, 400_000])
    expect(await ask("12".repeat(length))).toMatchObject({ ...fault, error_exception: "Transaction length invalid" });
  expect(await ask("xyz")).toMatchObject({ error: "invalidParams" });
  expect(await ask(5)).toMatchObject({ error: "invalidParams" });
});

/** Signs whatever it is given: a client library would refuse half of it. */
async function submit(served: TestSandbox, signer: Wallet, fields: object): Promise<Record<string, unknown>> {
  const unsigned = { ...PAYMENT, ...fields, SigningPubKey: signer.publicKey };
  const isPayment = unsigned.TransactionType === "Payment";
  const { Amount: _amount, Destination: _destination, ...bare } = unsigned;
  const signed = isPayment ? unsigned : bare;
  const TxnSignature = sign(encodeForSigning(signed), signer.privateKey);
  return await served.ask("submit", { tx_blob: encode({ ...signed, TxnSignature }) });
}
