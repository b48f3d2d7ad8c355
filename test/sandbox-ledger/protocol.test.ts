import { describe, expect, test } from "bun:test";
import { encodeAccountID } from "ripple-address-codec";
import { Wallet } from "xrpl";
import { serveSandbox, type TestSandbox } from "../support/sandbox.ts";

const SHOP = Wallet.fromEntropy(new Uint8Array(16).fill(1));
const BUYER = Wallet.fromEntropy(new Uint8Array(16).fill(2));
const ENDOWED = [SHOP, BUYER].map(({ address }) => ({ address, drops: 10_000_000n }));
const PAYMENT = BUYER.sign({
  TransactionType: "Payment",
  Account: BUYER.address,
  Destination: SHOP.address,
  Amount: "120000",
  Fee: "10",
  Sequence: 1,
});

describe("an envelope over HTTP", () => {
  const NOT_JSON =
    "Unable to parse request: * Line 1, Column 1\n  Syntax error: value, object or array expected.\n\r\n";
  const cases: readonly (readonly [body: string, status: number, text: string])[] = [
    ["", 400, NOT_JSON],
    ["{}", 400, "Unable to parse request: \r\n"],
    ['{"params":[{}]}', 400, "Null method\r\n"],
    ['{"method":5}', 400, "method is not string\r\n"],
    ['{"method":""}', 400, "method is empty\r\n"],
    ['{"method":"ping","params":["x"]}', 400, "params unparseable\r\n"],
    ['{"method":"ping","params":[{"api_version":0}]}', 400, "invalid_API_version\r\n"],
    ['{"method":"ping","params":[{"api_version":3}]}', 400, "invalid_API_version\r\n"],
    ['{"method":"stop"}', 403, "Forbidden\r\n"],
    ['{"method":"ping","params":null}', 200, '{"result":{"status":"success"}}\n'],
    ['{"method":"ping","params":[]}', 200, '{"result":{"status":"success"}}\n'],
    [
      '{"method":"batch","params":[{"method":"ping","id":1},{"method":"ping","params":[{}]}]}',
      200,
      '[{"result":{"status":"success"},"id":1},{"result":{"status":"success"}}]\n',
    ],
  ];
  for (const [body, status, text] of cases) {
    test(`${body || "nothing"} is answered ${status}`, async () => {
      await using served = serveSandbox();
      const response = await fetch(served.url, { method: "POST", body });
      expect([response.status, await response.text()]).toEqual([status, text]);
    });
  }
});

test("brackets that never close are refused for their depth, as the real server does, before anything is built", async () => {
  await using served = serveSandbox();
  for (const body of ["[".repeat(900_000), `{"method":"ledger_\\u0061ccept","params":${"[".repeat(900_000)}`]) {
    const response = await fetch(served.url, { method: "POST", body });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("maximum nesting depth")]);
  }
});

describe("a request that cannot be answered says why", () => {
  const hash = "F".repeat(64);
  const account = SHOP.address;
  const cases: readonly (readonly [method: string, params: object, error: string])[] = [
    ["nope", {}, "unknownCmd"],
    ["subscribe", { streams: ["ledger"] }, "invalidParams"],
    ["account_info", {}, "invalidParams"],
    ["account_info", { account: "XVPcpSm47b1CZkf5AkKM9a84dQHe3m4sBhsrA4XtnBECTAc" }, "actMalformed"],
    ["account_info", { account, ledger_index: "soon" }, "invalidParams"],
    ["account_info", { account, ledger_hash: hash }, "lgrNotFound"],
    ["account_lines", { account: "r3sNTMefq5gsRumMYsNznnX6yzzxVH6dTD" }, "actMalformed"],
    ["tx", {}, "invalidParams"],
    ["tx", { transaction: hash }, "txnNotFound"],
    ["tx", { transaction: hash, min_ledger: 5, max_ledger: 2 }, "invalidLgrRange"],
    ["tx", { ctid: "C00" }, "invalidParams"],
    ["tx", { ctid: "C000000200000000" }, "txnNotFound"],
    ["transaction_entry", { tx_hash: hash, ledger_index: 2 }, "transactionNotFound"],
    ["account_tx", {}, "invalidParams"],
    ["account_tx", { account, ledger_index_min: 9, ledger_index_max: 4, api_version: 2 }, "invalidLgrRange"],
    ["sign_for", { secret: "s" }, "notSupported"],
  ];
  for (const [method, params, error] of cases) {
    test(`${method} ${JSON.stringify(params)}: ${error}`, async () => {
      await using served = serveSandbox({ endowments: ENDOWED });
      const answer = await served.ask(method, params);
      expect(answer).toMatchObject({ error, status: "error" });
      expect(JSON.stringify(answer)).not.toContain('"secret":"s"');
    });
  }
});

test("a payment is found in all the ways there are", async () => {
  await using served = serveSandbox({ endowments: ENDOWED });
  const { hash, tx_blob } = PAYMENT;
  await served.ask("submit", { tx_blob });
  expect(await served.ask("tx", { transaction: hash })).toMatchObject({ Amount: "120000", hash, validated: false });
  served.sandbox.chain.close();
  for (const params of [
    { transaction: hash },
    { transaction: hash.toLowerCase() },
    { ctid: "C000000300000000" },
    { ctid: "c000000300000000" },
  ])
    expect(await served.ask("tx", params)).toMatchObject({ hash, inLedger: 3, validated: true });
  const clamped = { account: SHOP.address, ledger_index_min: 1, ledger_index_max: 90_000 };
  expect(await served.ask("account_tx", clamped)).toMatchObject({ ledger_index_min: 2, ledger_index_max: 3 });
  const expanded = { ledger_index: 3, transactions: true, expand: true };
  expect(await served.ask("ledger", expanded)).toMatchObject({
    ledger: { ledger_index: "3", transactions: [{ hash, metaData: { delivered_amount: "120000" } }] },
  });
});

test("a socket hears of a payment once per subscription, after the ledger it is in", async () => {
  await using served = serveSandbox({ endowments: ENDOWED });
  const socket = new WebSocket(served.socketUrl);
  const heard: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const subscription = { command: "subscribe", streams: ["ledger", "transactions"], accounts: [SHOP.address] };
  socket.onopen = () => {
    socket.send("nonsense");
    socket.send("{}");
    socket.send('{"id":1,"command":"ping","api_version":9}');
    socket.send(JSON.stringify({ ...subscription, id: 2 }));
  };
  socket.onmessage = ({ data }) => {
    const { type, error, id } = JSON.parse(String(data));
    heard.push(error ?? type);
    if (id === 2) {
      served.sandbox.chain.submit(PAYMENT.tx_blob);
      served.sandbox.chain.close();
    }
    if (heard.length === 7) resolve();
  };
  await promise;
  const refused = ["jsonInvalid", "missingCommand", "invalid_API_version"];
  expect(heard).toEqual([...refused, "response", "ledgerClosed", "transaction", "transaction"]);
  socket.close();
});

describe("a socket", () => {
  /** What a socket is answered, message by message; `undefined` where it is closed upon. */
  async function told(served: TestSandbox, messages: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<any[]> {
    const socket = new WebSocket(served.socketUrl);
    await new Promise((resolve) => (socket.onopen = resolve));
    const answers = [];
    for (const message of messages) {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      socket.onmessage = ({ data }) => resolve(JSON.parse(String(data)));
      socket.onclose = () => resolve(undefined);
      socket.send(message);
      answers.push(await promise);
    }
    socket.close();
    return answers;
  }

  test("reads what it is sent as it was written, in bytes or as text, and no deeper than the real one", async () => {
    await using served = serveSandbox();
    const ping = `{"id":12345678901234567890,"command":"ping"}`;
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const nested = `{"command":"ping","id":${`{"a":`.repeat(30_000)}1${"}".repeat(30_000)}}`;
    expect(await told(served, [ping, Buffer.from(ping), "1", deep, nested])).toMatchObject([
      { status: "success" },
      { status: "success" },
      { error: "jsonInvalid", value: "1" },
      { error: "jsonInvalid", value: deep },
      { error: "jsonInvalid", value: nested },
    ]);
  });

  test("is closed upon a message that is longer than any request may be", async () => {
    await using served = serveSandbox();
    expect(await told(served, [`{"command":"ping","id":"${"x".repeat(1_100_000)}"}`])).toEqual([undefined]);
  });

  test("listens to ten thousand accounts at most, and may name the same ones again", async () => {
    await using served = serveSandbox();
    const accounts = Array.from({ length: 10_001 }, (_, at) =>
      encodeAccountID(
        Buffer.alloc(20)
          .fill(at, 0, 1)
          .fill(at >> 8, 1, 2),
      ),
    );
    const subscribe = (some: readonly string[]) => JSON.stringify({ command: "subscribe", accounts: some });
    const [first, rest] = [accounts.slice(0, 6_000), accounts.slice(6_000)];
    expect(
      await told(served, [subscribe(first), subscribe(first), subscribe(rest), subscribe(rest.slice(1))]),
    ).toMatchObject([{ status: "success" }, { status: "success" }, { error: "slowDown" }, { status: "success" }]);
  });
});
