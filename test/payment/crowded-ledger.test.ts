/** Payments as libraries fill them in, on ledgers that have much to do. */
import { expect, test } from "bun:test";
import type { Submission } from "../../src/payment/ledger.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { ask, blobFor, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { toyLedger } from "../support/toy-ledger.ts";

const payer = walletOf("payer");
const Q = { q: "x" };

/** A hub, and what its ledger says to the first submissions; to all later ones it says what is true. */
async function world(said: readonly Submission[] = []) {
  const ledger = toyLedger("xrpl:21338");
  ledger.accounts.set(payer.address, { sequence: 7, balance: 1_000_000_000n, tickets: new Set() });
  const { submit, nextLedger } = ledger;
  const sayings = [...said];
  let submissions = 0;
  ledger.submit = async (blob, signal) => {
    submissions++;
    return sayings.shift() ?? (await submit(blob, signal));
  };
  // Ledgers close as often as somebody waits for one.
  ledger.nextLedger = async (index, signal) => {
    ledger.close(Date.now());
    await nextLedger(index, signal);
  };
  const actor = echoActor({ slug: "charged", price: { tier: "enhanced", charged: () => true }, cacheTtlSeconds: 0 });
  const hub = await startHub({ actors: [actor], ledger, chargedTiers: ["enhanced"] });
  const url = `${hub.url}/api/v1/genius/actors/charged/run/`;
  let proof: Record<string, string> = {};
  const send = async () => {
    const response = await ask(url, Q, proof);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ledger,
    submissions: () => submissions,
    /** Pays for a run by a transaction with these fields; the ledger closes before, if it is to. */
    async pay(overrides: object, before: () => void = () => undefined) {
      const { accepts } = await termsOf402(url, Q);
      const [required] = "TicketSequence" in overrides ? accepts.slice(1) : accepts;
      if (required === undefined) throw new Error("The terms offer no payment by ticket");
      const signedTxBlob = blobFor(required, ledger, payer, overrides);
      before();
      proof = paymentHeader(required, { signedTxBlob });
      return send();
    },
    /** Shows the last payment once more. */
    again: () => send(),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}

const NO_ROOM: Submission = { result: "telCAN_NOT_QUEUE_FULL", isTaken: false, askedFee: 5000n };
const QUEUED: Submission = { result: "terQUEUED", isTaken: true, askedFee: 5000n };

test("a payment as xrpl.js fills it in, for twenty ledgers, is taken, from a server that is ahead, too", async () => {
  await using it = await world();
  for (const ahead of [20, 23])
    expect((await it.pay({ LastLedgerSequence: it.ledger.index + ahead })).status).toBe(200);
});

test.each<[string, object, string]>([
  ["is good for too long", { LastLedgerSequence: 1024 }, "LastLedgerSequence is 1024, at most 1023 is taken"],
  ["is over", { LastLedgerSequence: 1000 }, "LastLedgerSequence is 1000, and ledger 1000 is validated already"],
  ["has no end", { LastLedgerSequence: undefined }, "LastLedgerSequence is missing"],
  ["pays too high a fee", { Fee: "10001" }, "Fee is 10001 drops, at most 10000 are taken"],
  [
    "has several signers",
    { Signers: [] },
    "several signers pay on the ledger themselves and send its hash as payload.txHash",
  ],
  ["pays no fee", { Fee: "0" }, "Fee is 0, from 1 to 10000 drops are taken"],
  ["is out of turn", { Sequence: 9 }, "Sequence is 9, the account's next is 7"],
  ["pays too little", { Amount: "1" }, "Amount is 1 drops, asked for are 120000"],
])("a payment that %s is told what it said and what is taken", async (_, overrides, sentence) => {
  await using it = await world();
  const { status, body } = await it.pay(overrides);
  expect([status, body["detail"]]).toEqual([402, expect.stringContaining(sentence)]);
  expect(it.submissions()).toBe(0);
});

test("a payment for which the queue has no room is submitted again while its request waits", async () => {
  await using it = await world([NO_ROOM, NO_ROOM, NO_ROOM]);
  expect((await it.pay({})).status).toBe(200);
  expect(it.submissions()).toBe(4);
});

test("a payment by a ticket that a server behind does not know yet is not called one that uses it up", async () => {
  await using it = await world([NO_ROOM]);
  it.ledger.accounts.set(payer.address, { sequence: 22, balance: 1_000_000_000n, tickets: new Set([21]) });
  const { view } = it.ledger;
  let questions = 0;
  it.ledger.view = async (query, signal) => {
    const seen = await view(query, signal);
    if (++questions !== 2 || seen.payer === undefined) return seen;
    return { ...seen, validatedIndex: it.ledger.index - 1, payer: { ...seen.payer, sequence: 21, hasTicket: false } };
  };
  expect((await it.pay({ Sequence: 0, TicketSequence: 21 })).status).toBe(200);
  expect(questions).toBeGreaterThan(1);
});

test("a payment that the queue has dropped is submitted again", async () => {
  await using it = await world([QUEUED, QUEUED]);
  expect((await it.pay({})).status).toBe(200);
});

test("a payment whose last ledger passes without it has expired, and is told so again", async () => {
  await using it = await world(Array(40).fill(NO_ROOM));
  const first = await it.pay({});
  const again = await it.again();
  for (const { status, body } of [first, again])
    expect([status, body["code"], body["error"]]).toEqual([
      402,
      "payment_expired",
      "invalid_exact_xrpl_payload_expired",
    ]);
});

test("a payment that never finds room says what fee the ledger asks for", async () => {
  await using it = await world(Array(40).fill(NO_ROOM));
  const { status, body } = await it.pay({});
  expect([status, body["code"]]).toEqual([402, "payment_expired"]);
  expect(body["detail"]).toContain("Fee is 12 drops, the ledger asks for 5000 at present");
});

test("a payment that the ledger refuses for its fee says at once what it asks for", async () => {
  await using it = await world([{ result: "telINSUF_FEE_P", isTaken: false, askedFee: 20n }]);
  const { status, body } = await it.pay({});
  expect([status, it.submissions()]).toEqual([402, 1]);
  expect(body["detail"]).toContain("transaction_failed: telINSUF_FEE_P: Fee is 12 drops, the ledger asks for 20");
});
