import { describe, expect, test } from "bun:test";
import { Client, hashes, type Payment, Wallet } from "xrpl";
import { decode } from "ripple-binary-codec";
import { closeRegularly } from "../../src/sandbox-ledger/sandbox.ts";
import { restoreLedger, takeSnapshot } from "../../src/sandbox-ledger/snapshot.ts";
import { serveSandbox } from "../support/sandbox.ts";

const SHOP = Wallet.fromEntropy(new Uint8Array(16).fill(1));
const BUYER = Wallet.fromEntropy(new Uint8Array(16).fill(2));
const ENDOWED = [SHOP, BUYER].map(({ address }) => ({ address, drops: 1_000_000_000n }));

describe("xrpl.js talks to the sandbox ledger", () => {
  for (const networkId of [0, 1, 21_338]) {
    test(`on network ${networkId}: pays, waits, and hears of it`, async () => {
      await using served = serveSandbox({ networkId, endowments: ENDOWED });
      const stop = new AbortController();
      const client = new Client(served.socketUrl);
      await client.connect();
      expect(client.networkID).toBe(networkId);
      const heard: string[] = [];
      client.on("ledgerClosed", ({ ledger_index }) => heard.push(`ledger ${ledger_index}`));
      client.on("transaction", ({ tx_json }) => heard.push(`paid ${tx_json?.TransactionType}`));
      await client.request({ command: "subscribe", streams: ["ledger"], accounts: [SHOP.address] });

      const prepared: Payment = await client.autofill({
        TransactionType: "Payment",
        Account: BUYER.address,
        Destination: SHOP.address,
        DestinationTag: 7,
        Amount: "120000",
      });
      expect(prepared.NetworkID).toBe(networkId > 1024 ? networkId : undefined);
      closeRegularly(served.sandbox.chain, 100, stop.signal);
      const { result } = await client.submitAndWait(prepared, { wallet: BUYER });
      stop.abort();

      expect(result.validated).toBe(true);
      expect(result.meta).toMatchObject({ TransactionResult: "tesSUCCESS", delivered_amount: "120000" });
      const found = await client.request({ command: "tx", transaction: result.hash });
      expect(found.result.tx_json).toMatchObject({ DestinationTag: 7 });
      const info = await client.request({ command: "account_info", account: SHOP.address, ledger_index: "validated" });
      expect(info.result.account_data.Balance).toBe("1000120000");
      expect(await client.getXrpBalance(SHOP.address)).toBe(1000.12);
      expect(heard).toContain("paid Payment");
      expect(heard[0]).toBe("ledger 3");
      await client.disconnect();
    });
  }

  test("reads a history page by page, each payment once", async () => {
    await using served = serveSandbox({ endowments: ENDOWED });
    const client = new Client(served.socketUrl);
    await client.connect();
    for (let Sequence = 1; Sequence <= 10; Sequence++) {
      const payment = { TransactionType: "Payment", Account: BUYER.address, Destination: SHOP.address } as const;
      const { tx_blob } = BUYER.sign({ ...payment, Amount: String(Sequence), Fee: "10", Sequence });
      await client.request({ command: "submit", tx_blob });
      if (Sequence % 4 === 0) served.sandbox.chain.close();
    }
    served.sandbox.chain.close();
    const history = { command: "account_tx", account: SHOP.address, forward: true, limit: 3, api_version: 2 } as const;
    const pages = await client.requestAll(history);
    const paid = pages.flatMap(({ result }) => result.transactions.map(({ tx_json }) => tx_json?.Sequence));
    expect(paid).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await client.disconnect();
  });

  test("computes the same hashes of ledger, state and transactions", async () => {
    await using served = serveSandbox({ endowments: ENDOWED });
    const { chain } = served.sandbox;
    for (let tickets = 1; tickets <= 3; tickets++) {
      const { tx_blob } = BUYER.sign({
        TransactionType: "TicketCreate",
        Account: BUYER.address,
        TicketCount: 40,
        Fee: "10",
        Sequence: 1 + 41 * (tickets - 1),
      });
      expect(chain.submit(tx_blob).result).toBe("tesSUCCESS");
      chain.close();
    }
    const { last } = chain.history;
    const state = [...last.state.entries()].map(([index, entry]) => ({ ...entry, index }));
    expect(hashes.hashStateTree(state as never)).toBe(last.accountHash);
    const transactions = last.transactions.map(({ transaction, metaBlob }) => ({
      ...transaction.fields,
      hash: transaction.hash,
      metaData: decode(metaBlob),
    }));
    expect(hashes.hashTxTree(transactions as never)).toBe(last.transactionHash);
    const { ledger } = await served.ask("ledger", { ledger_index: "validated", api_version: 2 });
    expect(hashes.hashLedgerHeader(ledger as never)).toBe(last.hash);
    // What a restart begins with.
    const restored = restoreLedger(JSON.parse(JSON.stringify(takeSnapshot(last, 0))));
    expect(restored.accountHash).toBe(last.accountHash);
  });
});

describe("the faucet", () => {
  test("pays whoever asks, in the words of the public one", async () => {
    await using served = serveSandbox({ networkId: 21_338 });
    const url = served.url.replace("/ledger", "/faucet");
    const { address } = Wallet.generate();
    const response = await fetch(url, { method: "POST", body: JSON.stringify({ destination: address }) });
    const answer = await response.json();
    expect(answer).toMatchObject({ account: { address, classicAddress: address }, amount: 100 });
    served.sandbox.chain.close();
    const { account_data } = await served.ask("account_info", { account: address, ledger_index: "validated" });
    expect(account_data).toMatchObject({ Balance: "100000000" });
    const made = await fetch(url, { method: "POST", body: "{}" }).then((one) => one.json());
    expect(Wallet.fromSeed(made.seed).address).toBe(made.account.address);
    const refused = await fetch(url, { method: "POST", body: JSON.stringify({ destination: "rBad" }) });
    expect(refused.ok).toBe(false);
  });
});

describe("the faults", () => {
  const payment = BUYER.sign({
    TransactionType: "Payment",
    Account: BUYER.address,
    Destination: SHOP.address,
    Amount: "120000",
    Fee: "10",
    Sequence: 1,
  });

  test("a provisional success fails at close, or is never seen again", async () => {
    for (const [fate, ended] of [
      ["tecPATH_DRY", { validated: true, meta: { TransactionResult: "tecPATH_DRY" } }],
      ["lost", { validated: false }],
    ] as const) {
      await using served = serveSandbox({ endowments: ENDOWED, faults: { atClose: () => fate } });
      expect(await served.ask("submit", payment)).toMatchObject({ engine_result: "tesSUCCESS" });
      served.sandbox.chain.close();
      expect(await served.ask("tx", { transaction: payment.hash })).toMatchObject(ended);
    }
  });

  test("a provisional failure succeeds at close", async () => {
    await using served = serveSandbox({ endowments: ENDOWED, faults: { atSubmit: () => "tecPATH_DRY" } });
    expect(await served.ask("submit", payment)).toMatchObject({ engine_result: "tecPATH_DRY" });
    served.sandbox.chain.close();
    const ended = { validated: true, meta: { TransactionResult: "tesSUCCESS" } };
    expect(await served.ask("tx", { transaction: payment.hash })).toMatchObject(ended);
  });

  test("ledgers are missing, or the server has fallen behind", async () => {
    let lastKnown: number | undefined;
    const faults = { isMissing: (index: number) => index === 4, lastKnownLedger: () => lastKnown };
    await using served = serveSandbox({ endowments: ENDOWED, faults });
    for (let closed = 0; closed < 4; closed++) served.sandbox.chain.close();
    expect(await served.ask("server_info")).toMatchObject({ info: { complete_ledgers: "2-3,5-6" } });
    expect(await served.ask("ledger", { ledger_index: 4 })).toMatchObject({ error: "lgrNotFound" });
    lastKnown = 3;
    expect(await served.ask("server_info")).toMatchObject({ info: { complete_ledgers: "2-3" } });
    await served.ask("submit", payment);
    served.sandbox.chain.close();
    expect(await served.ask("tx", { transaction: payment.hash })).toMatchObject({ validated: false });
  });

  test("events come in another order", async () => {
    const faults = { events: (messages: readonly object[]) => messages.toReversed() };
    await using served = serveSandbox({ endowments: ENDOWED, faults });
    const client = new Client(served.socketUrl);
    await client.connect();
    const heard: string[] = [];
    client.on("ledgerClosed", () => heard.push("closed"));
    const paid = new Promise<void>((resolve) => client.on("transaction", () => resolve(void heard.push("paid"))));
    await client.request({ command: "subscribe", streams: ["ledger", "transactions"] });
    await client.request({ command: "submit", tx_blob: payment.tx_blob });
    served.sandbox.chain.close();
    await paid;
    await client.request({ command: "ping" });
    expect(heard).toEqual(["paid", "closed"]);
    await client.disconnect();
  });

  test("the server is too busy, once", async () => {
    let asked = 0;
    const faults = {
      answer: () => (asked++ === 0 ? ({ kind: "error", error: "slowDown" } as const) : undefined),
    };
    await using served = serveSandbox({ faults });
    expect(await served.ask("fee")).toMatchObject({ error: "slowDown", error_code: 10, status: "error" });
    expect(await served.ask("fee")).toMatchObject({ status: "success" });
  });

  test("the server is silent until the caller gives up, or answers with a page", async () => {
    const faults = {
      answer: (method: string) =>
        method === "tx"
          ? ({ kind: "silence" } as const)
          : ({ kind: "text", status: 502, text: "<html>Bad Gateway</html>" } as const),
    };
    await using served = serveSandbox({ faults });
    const body = JSON.stringify({ method: "tx", params: [{}] });
    const gaveUp = fetch(served.url, { method: "POST", body, signal: AbortSignal.timeout(20) });
    await expect(gaveUp).rejects.toThrow();
    const page = await fetch(served.url, { method: "POST", body: body.replace("tx", "fee") });
    expect([page.status, await page.text()]).toEqual([502, "<html>Bad Gateway</html>"]);
  });
});
