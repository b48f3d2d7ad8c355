/** How transactions are written out: the two versions of the API name their fields differently. */
import { RIPPLE_EPOCH } from "../chain/chain.ts";
import type { ClosedLedger, FinalTransaction } from "../chain/closed-ledger.ts";
import type { LocatedTransaction } from "../chain/history.ts";
import type { Metadata } from "../ledger/metadata.ts";
import type { Transaction } from "../transactions/transaction.ts";
import type { Server } from "./method.ts";
import type { ApiVersion, Result } from "./params.ts";

/** Types whose metadata tells what was delivered. */
const DELIVERING = new Set(["Payment", "CheckCash", "AccountDelete"]);
const MAX_CTID_LEDGER = 0x0fff_ffff;
const MAX_CTID_PART = 0xffff;

/** The signed fields. What a step of a path names is told once more as a number. */
export function signedFields({ fields }: Transaction): Record<string, unknown> {
  const Paths = "Paths" in fields && Array.isArray(fields.Paths) ? fields.Paths : undefined;
  if (Paths === undefined) return { ...fields };
  const typed = Paths.map((path: readonly object[]) => path.map((step) => ({ ...step, type: stepType(step) })));
  return { ...fields, Paths: typed };
}

function stepType(step: object): number {
  return ("account" in step ? 1 : 0) | ("currency" in step ? 16 : 0) | ("issuer" in step ? 32 : 0);
}

/** The signed fields; "DeliverMax" is what version 2 calls the Amount of a payment, and version 1 says both. */
export function transactionFields(transaction: Transaction, apiVersion: ApiVersion): Record<string, unknown> {
  const written = signedFields(transaction);
  if (transaction.fields.TransactionType !== "Payment") return written;
  written["DeliverMax"] = written["Amount"];
  if (apiVersion === 2) delete written["Amount"];
  return written;
}

/** Seconds since 2000 as "2026-11-21T00:25:03Z". */
export function isoTime(seconds: number): string {
  return new Date((seconds + RIPPLE_EPOCH) * 1000).toISOString().replace(".000", "");
}

/** Ledger, place in it and network in one identifier; absent where a part does not fit. */
export function ctid({ ledger, final }: LocatedTransaction, networkId: number): { readonly ctid?: string } {
  const place = final.meta.TransactionIndex;
  if (ledger.index > MAX_CTID_LEDGER || place > MAX_CTID_PART || networkId > MAX_CTID_PART) return {};
  const digits = (part: number, length: number): string => part.toString(16).toUpperCase().padStart(length, "0");
  return { ctid: `C${digits(ledger.index, 7)}${digits(place, 4)}${digits(networkId, 4)}` };
}

/** Metadata with what was delivered, which stands in no ledger: servers add it when they write JSON. */
export function metaWithDelivered({ ledger, final }: LocatedTransaction, server: Server): Metadata & Result {
  const { meta, transaction } = final;
  if (!DELIVERING.has(transaction.fields.TransactionType) || meta.TransactionResult !== "tesSUCCESS")
    return { ...meta };
  const named = "Amount" in transaction.fields ? transaction.fields.Amount : undefined;
  const delivered =
    server.faults.isDeliveredUnavailable?.(ledger.index) === true ? "unavailable" : (meta.DeliveredAmount ?? named);
  return { ...meta, ...(delivered === undefined ? {} : { delivered_amount: delivered }) };
}

/** A final transaction as the `ledger` method expands it in version 2, and as `account_tx` lists it there. */
export function entryV2(found: LocatedTransaction, server: Server, more: Result = {}): Result {
  const { ledger, final } = found;
  return {
    close_time_iso: isoTime(ledger.closeTime),
    hash: final.transaction.hash,
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    meta: metaWithDelivered(found, server),
    tx_json: { ...transactionFields(final.transaction, 2), ...more },
    validated: true,
  };
}

/** What is said inside a transaction about where it stands. */
export function standing(found: LocatedTransaction, networkId: number): Result {
  return { ...ctid(found, networkId), date: found.ledger.closeTime, ledger_index: found.ledger.index };
}

/** The same in version 1, where the hash stands beside the signed fields. */
export function inlineV1(found: LocatedTransaction, networkId: number): Result {
  const { hash } = found.final.transaction;
  return {
    ...transactionFields(found.final.transaction, 1),
    ...standing(found, networkId),
    hash,
    inLedger: found.ledger.index,
  };
}

export function foundIn(ledger: ClosedLedger): readonly LocatedTransaction[] {
  return ledger.transactions.map((final: FinalTransaction) => ({ ledger, final }));
}
