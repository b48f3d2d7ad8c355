/** Ledgers that have more to take than they hold. */
import { expect, test } from "bun:test";
import { deriveAddress, deriveKeypair, sign } from "ripple-keypairs";
import { encode, encodeForSigning } from "ripple-binary-codec";
import { LEDGER_TRANSACTIONS, TransactionQueue } from "../../src/sandbox-ledger/chain/queue.ts";
import type { Transaction } from "../../src/sandbox-ledger/transactions/transaction.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox-ledger/sandbox.ts";
import { serveSandbox } from "../support/sandbox.ts";
import { walletOf } from "../support/payer.ts";

const { address: SHOP } = walletOf("shop");
const SEED = "sEdSKaCy2JT7JaM7v95H9SxkhP9wS2r"; // Of nobody.
const { publicKey, privateKey } = deriveKeypair(SEED);
const BUYER = deriveAddress(publicKey);
const ENDOWED = [SHOP, BUYER].map((address) => ({ address, drops: 1_000_000_000n }));

function payment(Sequence: number, Amount = "1000"): string {
  const fields = {
    TransactionType: "Payment",
    Account: BUYER,
    Destination: SHOP,
    Amount,
    Fee: "10",
    Sequence,
    SigningPubKey: publicKey,
  };
  return encode({ ...fields, TxnSignature: sign(encodeForSigning(fields), privateKey) });
}

/** As many payments as a ledger holds. */
function fill({ faucet }: Pick<Sandbox, "faucet">): void {
  for (let sent = 0; sent < LEDGER_TRANSACTIONS; sent++)
    expect(faucet({ destination: SHOP })).not.toHaveProperty("error");
}

test("what a ledger has no room for waits in turn for the next, and its account goes on behind it", () => {
  const sandbox = createSandbox({ networkId: 0, clock: { now: Date.now }, random: () => 0.5, endowments: ENDOWED });
  const { chain } = sandbox;
  fill(sandbox);
  const sequences = Array.from({ length: 10 }, (_, place) => place + 1);
  for (const sequence of sequences)
    expect(chain.submit(payment(sequence))).toMatchObject({
      result: "terQUEUED",
      isApplied: false,
      isKept: true,
      nextSequence: sequence + 1,
    });
  expect(chain.submit(payment(11))).toMatchObject({ result: "telCAN_NOT_QUEUE_FULL", isKept: false });
  expect(chain.submit(payment(5))).toMatchObject({ result: "terQUEUED" }); // The same once more.
  expect(chain.submit(payment(5, "7"))).toMatchObject({ result: "telCAN_NOT_QUEUE_FEE", isKept: false });
  expect([chain.openCount, chain.queue.size]).toEqual([LEDGER_TRANSACTIONS, 10]);

  expect(chain.close().transactions).toHaveLength(LEDGER_TRANSACTIONS);
  expect([chain.openCount, chain.queue.size]).toEqual([10, 0]);
  expect(chain.submit(payment(11))).toMatchObject({ result: "tesSUCCESS" });
  const { transactions } = chain.close();
  expect(transactions.map(({ transaction: { fields } }) => fields.Sequence)).toEqual([...sequences, 11]);
});

test("a transaction that must succeed at once is not queued", async () => {
  await using served = serveSandbox({ endowments: ENDOWED });
  fill(served.sandbox);
  const submitted = await served.ask("submit", { tx_blob: payment(1), fail_hard: true });
  expect(submitted).toMatchObject({ engine_result: "telCAN_NOT_QUEUE", kept: false, queued: false });
  expect(await served.ask("submit", { tx_blob: payment(1) })).toMatchObject({
    engine_result: "terQUEUED",
    queued: true,
  });
  expect(await served.ask("fee")).toMatchObject({ current_ledger_size: "64", current_queue_size: "1" });
  const asked = { account: BUYER, ledger_index: "current", queue: true };
  expect(await served.ask("account_info", asked)).toMatchObject({ queue_data: { txn_count: 1 } });
});

test("what is held for a sequence to come fills no ledger over its bound, and goes on with the next", () => {
  const sandbox = createSandbox({ networkId: 0, clock: { now: Date.now }, random: () => 0.5, endowments: ENDOWED });
  const { chain } = sandbox;
  for (let sequence = 100; sequence > 1; sequence--)
    expect(chain.submit(payment(sequence))).toMatchObject({ result: "terPRE_SEQ" });
  expect(chain.submit(payment(1))).toMatchObject({ result: "tesSUCCESS" });
  expect([chain.openCount, chain.close().transactions.length]).toEqual([LEDGER_TRANSACTIONS, LEDGER_TRANSACTIONS]);
  expect(chain.close().transactions).toHaveLength(100 - LEDGER_TRANSACTIONS);
});

test("the queue holds ten ledgers, and keeps what came first", () => {
  const queue = new TransactionQueue();
  const added = Array.from({ length: 700 }, (_, place) => queue.add(plain(`r${place}`)));
  expect(added.lastIndexOf("terQUEUED")).toBe(639);
  expect(new Set(added.slice(640))).toEqual(new Set(["telCAN_NOT_QUEUE_FULL"]));
});

test("the faucet queues too, pays by the ledger after, and says when that is full", async () => {
  await using served = serveSandbox();
  const { sandbox } = served;
  const ask = () => fetch(new URL("/sandbox/faucet", served.url), { method: "POST", body: "{}" });
  fill(sandbox);
  const queued = Array.from({ length: 10 }, () => sandbox.faucet({}));
  expect((await ask()).status).toBe(503);
  sandbox.chain.close();
  const { transactions } = sandbox.chain.close();
  const hashes = queued.map((answer) => ("error" in answer ? answer.error : answer.transactionHash));
  expect(transactions.map(({ transaction }) => transaction.hash)).toEqual(hashes);
  expect((await ask()).status).toBe(200);
});

test("a payment by page that is queued comes back when its own ledger has closed", async () => {
  const sandbox = createSandbox({ networkId: 0, clock: { now: Date.now }, random: () => 0.5, endowments: ENDOWED });
  const { chain } = sandbox;
  fill(sandbox);
  const log: string[] = [];
  const paid = sandbox.pay({ destination: SHOP, drops: 5n }, new AbortController().signal).then(({ result }) => {
    log.push(result);
  });
  chain.close();
  await Promise.resolve();
  log.push("first ledger");
  chain.close();
  await paid;
  expect(log).toEqual(["first ledger", "terQUEUED"]);
});

test("a batch answers sixty-four requests, and the rest that they are too many", async () => {
  await using served = serveSandbox();
  const params = Array.from({ length: 66 }, (_, id) => ({ method: "ping", params: [{}], id }));
  const response = await fetch(served.url, { method: "POST", body: JSON.stringify({ method: "batch", params }) });
  const answers = (await response.json()) as { readonly id: number; readonly result: { readonly error?: string } }[];
  expect(answers.map(({ id }) => id)).toEqual(params.map(({ id }) => id));
  expect(answers.flatMap(({ id, result }) => (result.error === "slowDown" ? [id] : []))).toEqual([64, 65]);
});

/** All that the queue looks at. */
function plain(Account: string): Transaction {
  return { hash: Account, fields: { Account, Sequence: 1 } } as unknown as Transaction;
}
