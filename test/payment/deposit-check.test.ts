import { expect, test } from "bun:test";
import { depositFault } from "../../src/payment/verify/deposit-check.ts";
import { arrivalOf, depositOf } from "../../src/payment/follower/arrivals.ts";
import type { HistoryEntry } from "../../src/payment/ledger.ts";
import { requirementsOf } from "../../src/payment/terms/terms.ts";
import { invoiceHash } from "../../src/runtime/payment/invoice-hash.ts";

const WALLET = "rShop";
const NETWORK = "xrpl:1";
const payee = { network: NETWORK, isSandbox: false, wallet: WALLET, destinationTag: 7, walletWord: undefined };
const asked = requirementsOf(50_000n, "inv", payee as unknown as Parameters<typeof requirementsOf>[2]);

const PAID: HistoryEntry = {
  hash: "AB".repeat(32),
  result: "tesSUCCESS",
  type: "Payment",
  account: "rBuyer",
  destination: WALLET,
  destinationTag: 7,
  invoiceHash: invoiceHash("inv"),
  delivered: 50_000n,
  closedAt: 1,
  ledgerIndex: 9,
  gained: 50_000n,
};

test("what was asked for has arrived, or more", () => {
  expect(depositFault(PAID, asked)).toBeUndefined();
  expect(depositFault({ ...PAID, delivered: 50_001n }, asked)).toBeUndefined();
});

test.each([
  ["failed", { result: "tecPATH_PARTIAL" }, "transaction_failed: tecPATH_PARTIAL"],
  ["is no payment", { type: "CheckCash" }, "invalid_exact_xrpl_payload_transaction_type"],
  ["is to somebody else", { destination: "rOther" }, "invalid_exact_xrpl_payload_destination_mismatch"],
  ["is the wallet's own", { account: WALLET }, "invalid_exact_xrpl_payload_destination_mismatch"],
  ["has an order's tag", { destinationTag: 8 }, "invalid_exact_xrpl_payload_destination_tag_mismatch"],
  ["has no tag", { destinationTag: undefined }, "invalid_exact_xrpl_payload_destination_tag_mismatch"],
  ["is for another invoice", { invoiceHash: invoiceHash("other") }, "invalid_exact_xrpl_payload_invoice_id_mismatch"],
  ["is for no invoice", { invoiceHash: undefined }, "invalid_exact_xrpl_payload_invoice_id_mismatch"],
  ["is a drop short", { delivered: 49_999n }, "invalid_exact_xrpl_payload_amount_mismatch"],
  ["is of no known amount", { delivered: undefined }, "invalid_exact_xrpl_payload_amount_mismatch"],
] as const)("a transaction that %s pays nothing", (_name, change, fault) => {
  expect(depositFault({ ...PAID, ...change }, asked)).toBe(fault);
});

test.each([
  ["failed", { result: "tecUNFUNDED_PAYMENT" }],
  ["is to somebody else", { destination: "rOther", gained: 0n }],
  ["is the wallet's own", { account: WALLET }],
  ["brought nothing", { delivered: 0n, gained: 0n }],
  ["is a trade", { type: "OfferCreate" }],
] as const)("a transaction that %s is no deposit", (_name, change) => {
  expect(depositOf({ ...PAID, ...change }, NETWORK, WALLET)).toBeUndefined();
  expect(arrivalOf({ ...PAID, ...change }, NETWORK, WALLET)).toBeUndefined();
});
