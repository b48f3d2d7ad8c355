/**
 * What taking a payment costs in CPU: verifying a signed blob, checking an invoice, a paid call from end to end, and,
 * over HTTP, the 402 itself beside that of a seller built with @x402/hono.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkInvoice, issueInvoice } from "../src/payment/invoice.ts";
import { ledgerRail } from "../src/payment/rail/ledger-rail.ts";
import { createReceipts } from "../src/payment/receipts.ts";
import type { Requirements } from "../src/payment/requirements.ts";
import { requirementsOf } from "../src/payment/terms/terms.ts";
import { judgeBlob } from "../src/payment/verify/blob.ts";
import { ledgerFault } from "../src/payment/verify/ledger-state.ts";
import { openSqlite } from "../src/store/drivers/sqlite/sqlite.ts";
import { paymentFields, proofOf, signed, type Wallet, walletOf } from "../test/support/payer.ts";
import { paidOverHttp } from "./paid-http.ts";
import { compare, inTurn, prepare } from "./rounds.ts";
import { serve } from "./served.ts";
import { toyLedger } from "../test/support/toy-ledger.ts";

const NETWORK = "xrpl:1";
const PAYMENTS = 300;
const POLICY = { maxFee: 10_000n, lagLedgers: 3 };
const invoices = { secret: "a secret of the bench, long enough", network: NETWORK, ttlSeconds: 300 };
const payee = {
  network: NETWORK,
  wallet: walletOf("hub").address,
  destinationTag: 7,
  isSandbox: true,
  walletWord: "wallet",
};
const sale = { method: "POST", path: "/run/", description: "A run.", fingerprint: "f".repeat(64), price: 120_000n };

for (const algorithm of ["ed25519", "ecdsa-secp256k1"] as const) verifications(walletOf("payer", algorithm), algorithm);
const { id } = issueInvoice(sale, invoices, Date.now());
report(
  "invoices checked",
  50_000,
  cpuOf(50_000, () => void checkInvoice(id, sale, invoices)),
);
report(
  "invoices issued",
  50_000,
  cpuOf(50_000, () => void issueInvoice(sale, invoices, Date.now())),
);
await paidCalls();
await paidOverHttp();
await unpaidCalls();

function verifications(payer: Wallet, algorithm: string): void {
  const required = requirementsOf(120_000n, id0(), payee);
  const blobs = Array.from({ length: PAYMENTS }, (_, n) => signed(paymentFields(required, payer, 7 + n, 1012), payer));
  const view = {
    validatedIndex: 1000,
    reserveBase: 1_000_000n,
    reserveIncrement: 200_000n,
    payer: {
      balance: 1_000_000_000n,
      ownerCount: 0,
      isMasterDisabled: false,
      regularKey: undefined,
      hasTicket: false,
    },
  };
  let at = 0;
  const verify = (): void => {
    const number = at++ % PAYMENTS;
    const judged = judgeBlob(blobs[number] ?? "", required, "sequence", POLICY);
    const payer_ = { ...view.payer, sequence: 7 + number };
    if (!judged.ok || ledgerFault(judged.payment, required, { ...view, payer: payer_ }, POLICY) !== undefined)
      throw new Error("Cannot measure: a good payment was refused");
  };
  cpuOf(PAYMENTS, verify);
  report(`verifications, ${algorithm}`, 2 * PAYMENTS, cpuOf(2 * PAYMENTS, verify));
}

function id0(): string {
  return issueInvoice(sale, invoices, Date.now()).id;
}

/** Claimed, submitted, settled and redeemed on a toy ledger that closes at once, one after the other, durably. */
async function paidCalls(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-bench-"));
  const store = await openSqlite(join(folder, "hub.sqlite"));
  const ledger = toyLedger(NETWORK);
  const payer = walletOf("payer");
  ledger.accounts.set(payer.address, { sequence: 7, balance: 10_000_000_000n, tickets: new Set() });
  const { submit } = ledger;
  ledger.submit = async (blob, signal) => {
    const answer = await submit(blob, signal);
    ledger.close(Date.now());
    return answer;
  };
  const hubUrl = () => "http://hub.example";
  const rail = ledgerRail({
    store,
    ledger,
    assertPayable: async () => undefined,
    invoices,
    payee: async () => payee,
    policy: POLICY,
    receipts: createReceipts(invoices.secret, hubUrl),
    hubUrl,
    clock: { now: Date.now },
    newId: () => crypto.randomUUID(),
    stop: new AbortController().signal,
  });
  const proofs: string[] = [];
  for (let n = 0; n < PAYMENTS; n++) {
    const terms = (await rail.terms(sale)).body as { accepts: readonly [Requirements] };
    const [required] = terms.accepts;
    proofs.push(proofOf(required, { signedTxBlob: signed(paymentFields(required, payer, 7 + n, 1012 + n), payer) }));
  }
  const before = process.cpuUsage();
  const start = performance.now();
  for (const [n, proof] of proofs.entries()) {
    const claimed = await rail.claim(proof, sale);
    if (claimed.state !== "claimed") throw new Error("Cannot measure: a good payment was not claimed");
    await using claim = claimed.claim;
    const answer = { itemsJson: "[]", count: 0, warnings: [] };
    await claim.redeem({ runId: `${n}`, startedAt: 0, durationMs: 0, charge: claim.price, answer, warnings: [] });
  }
  const { user, system } = process.cpuUsage(before);
  report("paid calls, claim to receipt", PAYMENTS, (user + system) / 1000);
  console.log(
    `${"".padEnd(34)}${((PAYMENTS / (performance.now() - start)) * 1000).toFixed(0).padStart(9)} /s of the clock`,
  );
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}

/** 402s of a document and of a run that must be paid, with what a stock seller answers measured between them. */
async function unpaidCalls(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "hub-bench-"));
  try {
    using hub = await serve("../src/main.ts", "/health", {
      HUB_DATA_DIR: folder,
      CHARGED_TIERS: "cached",
      LOG_LEVEL: "warn",
      CATALOG_AUTO_IMPORT: "false",
    });
    using seller = await serve("seller-hono.ts", "/health");
    const input = { items: [{ name: " <b>Ann</b> " }] };
    const cases = [
      { name: "402 of a document", server: hub, request: prepare("GET", "/api/v1/demo/402/") },
      { name: "hono, of a document", server: seller, request: prepare("GET", "/document") },
      { name: "402 of a run", server: hub, request: prepare("POST", "/api/v1/genius/actors/data-clean/run/", input) },
      { name: "hono, of a run", server: seller, request: prepare("POST", "/run", input) },
    ];
    const results = await inTurn(cases, { rounds: 7, seconds: 1, warmUpSeconds: 5 });
    compare(results, "402 of a document", "hono, of a document");
    compare(results, "402 of a run", "hono, of a run");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In milliseconds. */
function cpuOf(times: number, act: () => void): number {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function report(what: string, times: number, cpuMs: number): void {
  const rate = (times / cpuMs) * 1000;
  console.log(
    `${what.padEnd(34)}${rate.toFixed(0).padStart(9)} /s per core ${(cpuMs / times).toFixed(3).padStart(9)} ms`,
  );
}
