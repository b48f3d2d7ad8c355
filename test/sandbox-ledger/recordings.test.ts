import { afterAll, describe, expect, test } from "bun:test";
import { encode } from "ripple-binary-codec";
import { ECDSA, type Transaction, Wallet } from "xrpl";
import type { LedgerDraft } from "../../src/sandbox-ledger/ledger/draft.ts";
import type { CannedOutcomes } from "../../src/sandbox-ledger/transactions/context.ts";
import { trustLineKey } from "../../src/sandbox-ledger/ledger/hash.ts";
import { serveSandbox } from "../support/sandbox.ts";
import { CAST, hasRecordings, readRecordings, type Recording, signedTransactions } from "../support/xrpl-recordings.ts";

const GENESIS = Wallet.fromSeed("snoPBrXtMeMyMHUVTgbuqAfg1SUTb", { algorithm: ECDSA.secp256k1 });
const OFFER = "968408894158B1AE9053149D15FE4B0E2CD568DC3FFF8AF49E5F4AFB59CCB239";
const START = Date.parse("2026-11-21T00:24:58.514Z");
const USD = { currency: "USD", issuer: CAST.issuer.address };

const recordings = await readRecordings();
const signed = signedTransactions(recordings);
const served = serveSandbox({ clock: { now: () => START }, faults: { outcome: marketOutcome() } });
const { chain } = served.sandbox;

afterAll(() => served[Symbol.asyncDispose]());

/** What the script did between two visible recordings. */
const BETWEEN: Readonly<Record<number, () => void>> = {
  46: () => fund(CAST.merchant, 1),
  54: () => {
    for (const [at, wallet] of FUNDED.entries()) fund(wallet, at + 2);
    chain.close();
    submitSeen("5694");
  },
  60: () => void chain.close(),
  96: () => {
    send(CAST.tagged, { TransactionType: "AccountSet", SetFlag: 1, Sequence: 4 });
    chain.close();
  },
  98: () => submitSeen("423A"),
  100: () => submitSeen("0CC1"),
  102: () => void chain.close(),
  108: () => {
    submitSeen("F3E1");
    chain.close();
  },
  110: () => submitSeen("CF41"),
  112: () => submitSeen("A19D"),
  138: () => {
    submitSeen("9866");
    chain.close();
    for (const hash of ["4D48", "D07F", "778D"]) submitSeen(hash);
    chain.close();
    chain.close();
  },
  140: () => {
    submitSeen("63F3");
    chain.close();
  },
  146: () => {
    submitSeen("04F9");
    chain.close();
  },
  148: () => {
    const signers = [CAST.payer, CAST.secp].map(({ address }) => ({
      SignerEntry: { Account: address, SignerWeight: 1 },
    }));
    send(CAST.multi, { TransactionType: "SignerListSet", SignerQuorum: 2, SignerEntries: signers, Sequence: 4 });
    chain.close();
    submitSeen("919C");
    chain.close();
  },
  150: () => {
    send(CAST.issuer, { TransactionType: "AccountSet", SetFlag: 8, Sequence: 4 });
    chain.close();
    submitSeen("ABB8");
    submitSeen("7690");
    chain.close();
    submitSeen("15D8");
    chain.close();
  },
  152: () => submitSeen("49A0"),
  154: () => {
    submitSeen("8518");
    send(CAST.maker, { TransactionType: "TrustSet", LimitAmount: { ...USD, value: "1000" }, Sequence: 4 });
    chain.close();
    send(CAST.maker, {
      TransactionType: "OfferCreate",
      TakerGets: "1000",
      TakerPays: { ...USD, value: "10" },
      Sequence: 5,
    });
    chain.close();
  },
  156: () => void chain.close(),
  166: () => {
    submitSeen("1C16");
    chain.close();
    submitSeen("A013");
    chain.close();
  },
  168: () => {
    send(CAST.maker, { TransactionType: "AccountSet", SetFlag: 9, Sequence: 6 });
    chain.close();
  },
  170: () => void chain.close(),
  204: () => void chain.close(),
  206: () => void chain.close(),
  208: () => void chain.close(),
};

const FUNDED = [CAST.payer, CAST.secp, CAST.issuer, CAST.tagged, CAST.maker, CAST.multi];

describe.skipIf(!hasRecordings)("the sandbox ledger answers as rippled 3.1.2 did", () => {
  for (const recording of recordings) {
    test(recording.name, async () => {
      BETWEEN[recording.number]?.();
      const answered =
        recording.request === undefined && recording.request_raw === undefined
          ? await replayEvents()
          : await replay(recording);
      const { http_status, content_type, response } = recording;
      const expected = { ...(http_status === undefined ? {} : { http_status, content_type }), response };
      expect(steady(answered)).toEqual(steady(expected));
    });
  }
});

async function replay({ transport, request, request_raw: raw }: Recording): Promise<object> {
  if (transport === "ws-public")
    return { response: await onSocket([JSON.stringify(request)]).then(([first]) => first) };
  const isGet = raw?.startsWith("GET ") === true;
  const response = await fetch(`${served.url}${transport === "http-admin" ? "/admin" : ""}`, {
    method: isGet ? "GET" : "POST",
    ...(isGet ? {} : { body: raw ?? JSON.stringify(request) }),
  });
  const text = await response.text();
  const head = { http_status: response.status, content_type: response.headers.get("content-type") };
  return { ...head, response: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : { _text: text } };
}

/** Recording 196: what a socket hears while a payment comes and the ledger closes. */
async function replayEvents(): Promise<object> {
  const subscription = {
    id: 1,
    command: "subscribe",
    api_version: 2,
    streams: ["ledger", "server"],
    accounts: [CAST.merchant.address],
    accounts_proposed: [CAST.merchant.address],
  };
  const socket = new WebSocket(served.socketUrl);
  const heard: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify(subscription));
  socket.onmessage = ({ data }) => {
    heard.push(JSON.parse(String(data)));
    if (heard.length === 1) submitSeen("BAF6");
    if (heard.length === 3) {
      heard.push({ _marker: "ledger_accept called here" });
      chain.close();
    }
    if (heard.length === 6) resolve();
  };
  await promise;
  socket.close();
  return { response: heard };
}

async function onSocket(requests: readonly string[]): Promise<unknown[]> {
  const socket = new WebSocket(served.socketUrl);
  const answers: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.onopen = () => requests.forEach((request) => socket.send(request));
  socket.onmessage = ({ data }) => {
    answers.push(JSON.parse(String(data)));
    if (answers.length === requests.length) resolve();
  };
  await promise;
  socket.close();
  return answers;
}

/** Submits a transaction that some recording shows, by the beginning of its hash. */
function submitSeen(start: string): void {
  const [, fields] = [...signed].find(([hash]) => hash.startsWith(start)) ?? [];
  if (fields === undefined) throw new Error(`No recording shows a transaction ${start}`);
  chain.submit(encode(fields));
}

function send(wallet: Wallet, fields: object): void {
  const usual = { Account: wallet.address, Fee: "10", LastLedgerSequence: chain.openIndex + 20 };
  const { result } = chain.submit(wallet.sign({ ...usual, ...fields } as Transaction).tx_blob);
  expect(result).toBe("tesSUCCESS");
}

function fund(wallet: Wallet, sequence: number): void {
  const payment = { TransactionType: "Payment", Amount: "1000000000", Destination: wallet.address, Sequence: sequence };
  send(GENESIS, payment);
}

/** The market of the script, which the engine does not have: an offer of 1000 drops for 10 USD, and its half being taken. */
function marketOutcome(): CannedOutcomes {
  return ({ fields }) => {
    if (fields.TransactionType === "OfferCreate") return { result: "tesSUCCESS", change: makeOffer };
    const takes = "SendMax" in fields && "Amount" in fields && fields.Amount === "120000";
    return takes ? { result: "tesSUCCESS", delivered: "500", change: takeOffer } : undefined;
  };
}

function makeOffer(draft: LedgerDraft): void {
  draft.put(OFFER, offer("1000", "10"));
  draft.own(CAST.maker.address, OFFER);
}

function takeOffer(draft: LedgerDraft): void {
  const { PreviousTxnID = "", PreviousTxnLgrSeq = 0 } = draft.get(OFFER) ?? {};
  draft.put(OFFER, { ...offer("500", "5"), PreviousTxnID, PreviousTxnLgrSeq });
  draft.change(CAST.maker.address, { Balance: "999999480" });
  draft.credit(CAST.merchant.address, 500n);
  for (const [holder, value] of [
    [CAST.maker, "-10"],
    [CAST.payer, "88.88"],
  ] as const) {
    const key = trustLineKey(holder.address, USD.issuer, USD.currency);
    const line = draft.find("RippleState", key);
    if (line !== undefined) draft.put(key, { ...line, Balance: { ...line.Balance, value } });
  }
}

function offer(drops: string, dollars: string) {
  return {
    LedgerEntryType: "Offer",
    Account: CAST.maker.address,
    BookDirectory: "08CD150A178482DED529EF260901AFD6711A834ED1F310E553038D7EA4C68000",
    BookNode: "0",
    Flags: 0,
    OwnerNode: "0",
    Sequence: 5,
    TakerGets: drops,
    TakerPays: { ...USD, value: dollars },
  } as const;
}

/** What differs from server to server and from run to run: the node, its times, hashes over a genesis of its own, and room. */
const VARYING = new Set([
  "account_hash",
  "build_version",
  "expected_ledger_size",
  "hostid",
  "initial_sync_duration_us",
  "io_latency_ms",
  "last_close",
  "ledger_hash",
  "parent_hash",
  "ports",
  "pubkey_node",
  "random",
  "server_state_duration_us",
  "state_accounting",
  "time",
  "uptime",
]);

function steady(value: unknown, name = ""): unknown {
  if (VARYING.has(name)) return "(varies)";
  if (Array.isArray(value)) return value.map((entry) => steady(entry));
  if (typeof value !== "object" || value === null) return value;
  const isServerLedger = "reserve_base_xrp" in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      isServerLedger && (key === "hash" || key === "age") ? "(varies)" : steady(field, key),
    ]),
  );
}
