/** Submits a claimed payment and waits for what becomes of it. What it cannot find out it leaves as it is. */
import { HubError } from "../../runtime/errors.ts";
import { arrivalFault } from "../arrival.ts";
import type { Ledger, ValidatedPayment } from "../ledger.ts";
import type { Requirements } from "../requirements.ts";
import type { Book, HeldPayment } from "./book.ts";
import type { PaymentRow } from "./rows.ts";
import { busy, Refusal, settlementUnknown } from "./refusal.ts";

export interface SettleDeps {
  readonly book: Book;
  readonly ledger: Ledger;
  /** What the payment of a row had to be. */
  readonly required: (row: PaymentRow) => Promise<Requirements>;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * Brings a held payment from "claimed" to "settled". Doing it again does no harm: the ledger takes a transaction once.
 * @throws {Refusal} when the ledger will not take it, or never took it.
 * @throws {HubError} `settlement_unknown` while that is not known.
 */
export async function settle(held: HeldPayment, deps: SettleDeps): Promise<HeldPayment> {
  const { tx_hash: hash, blob } = held.row;
  if (held.row.state === "settled") return held;
  if (blob === null) throw new Error("Cannot settle a payment: its row holds no transaction");
  const span = spanOf(held.row);
  try {
    const submission = await deps.ledger.submit(blob, deps.stop);
    if (!submission.isTaken) {
      // Whoever has the blob can send it: it may be on the ledger already, and that is why it was not taken.
      const fate = await deps.ledger.fate(hash, span.first, span.last, deps.stop);
      if (fate.state === "validated") return await arrive(held, fate.payment, deps);
      if (fate.state === "never") return await fail(held, `transaction_failed: ${submission.result}`, deps);
      // The row stays: should it be validated after all, the same proof redeems it.
      throw new Refusal("payment_invalid", `transaction_failed: ${submission.result}`, hash);
    }
    return await outcome(held, deps);
  } catch (error) {
    const isUnknown = error instanceof HubError && error.code === "ledger_unavailable";
    throw isUnknown ? settlementUnknown(hash, deps.ledger.network) : error;
  }
}

/** Finds out about a payment that nobody is waiting for any more, without submitting it. */
export async function reconcile(held: HeldPayment, deps: SettleDeps): Promise<void> {
  const { first, last } = spanOf(held.row);
  const fate = await deps.ledger.fate(held.row.tx_hash, first, last, deps.stop);
  try {
    if (fate.state === "validated") await arrive(held, fate.payment, deps);
    if (fate.state === "never") await fail(held, "invalid_exact_xrpl_payload_expired", deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // It is in the book, and nobody is there to be told.
  }
}

async function outcome(held: HeldPayment, deps: SettleDeps): Promise<HeldPayment> {
  const { first, last } = spanOf(held.row);
  for (;;) {
    const fate = await deps.ledger.fate(held.row.tx_hash, first, last, deps.stop);
    if (fate.state === "validated") return arrive(held, fate.payment, deps);
    if (fate.state === "never") return fail(held, "invalid_exact_xrpl_payload_expired", deps);
    if (fate.validatedIndex > last) throw settlementUnknown(held.row.tx_hash, deps.ledger.network);
    await deps.ledger.nextLedger(fate.validatedIndex, deps.stop);
  }
}

async function arrive(held: HeldPayment, payment: ValidatedPayment, deps: SettleDeps): Promise<HeldPayment> {
  const fault = arrivalFault(payment, await deps.required(held.row));
  if (fault !== undefined) return fail(held, fault, deps);
  const settled = await deps.book.settle(held);
  if (settled === undefined) throw busy();
  return settled;
}

async function fail(held: HeldPayment, reason: string, deps: SettleDeps): Promise<never> {
  if ((await deps.book.fail(held, reason)) === undefined) throw busy();
  throw new Refusal("payment_invalid", reason, held.row.tx_hash);
}

function spanOf({ first_ledger, last_ledger }: PaymentRow): { first: number; last: number } {
  if (first_ledger === null || last_ledger === null)
    throw new Error("Cannot settle a payment: its row does not say by when");
  return { first: first_ledger, last: last_ledger };
}
