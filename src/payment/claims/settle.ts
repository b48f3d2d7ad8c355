/** Submits a claimed payment and waits for what becomes of it. What it cannot find out it leaves as it is. */
import { HubError } from "../../runtime/errors.ts";
import type { Drops } from "../../runtime/money.ts";
import { depositFault } from "../verify/deposit-check.ts";
import type { Ledger, PayerQuery, SentTransaction, Submission, ValidatedPayment } from "../ledger.ts";
import { readBlob } from "../verify/blob.ts";
import { expectedRequirementsOf } from "./expected-requirements.ts";
import type { ClaimRepository, PaymentLease } from "./repository.ts";
import type { PaymentRow } from "./queries.ts";
import { EXPIRED, failedPayment, PaymentRefusal, settlementUnknown } from "./refusal.ts";
import { paymentBusy } from "../../runtime/payment/busy.ts";

export interface SettleDeps {
  readonly claims: ClaimRepository;
  readonly ledger: Ledger;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
}

/**
 * What a server says when the payment's sequence or ticket is used, or its time is over: by this very payment, perhaps,
 * which somebody else has sent, or we ourselves before we died.
 */
const USED: ReadonlySet<string> = new Set(["tefPAST_SEQ", "tefALREADY", "tefNO_TICKET", "tefMAX_LEDGER"]);

/** A crowded ledger has no room in its queue at present: the same transaction may find some after the next close. */
const CROWDED = /^telCAN_NOT_QUEUE/;

/**
 * Brings a held payment from "claimed" to "settled". Doing it again does no harm: the ledger takes a transaction once.
 * @param isFirst whether the payment has just been claimed, so that nobody can have submitted it for us before.
 * @throws {PaymentRefusal} when the ledger will not take it, or never took it.
 * @throws {HubError} `settlement_unknown` while that is not known.
 */
export async function settle(lease: PaymentLease, isFirst: boolean, deps: SettleDeps): Promise<PaymentLease> {
  if (lease.row.state === "settled") return lease;
  const { tx_hash: hash } = lease.row;
  const pending = pendingOf(lease.row);
  try {
    const submission = await deps.ledger.submit(pending.blob, deps.stop);
    const { result, isTaken } = submission;
    // The row stays: should it be validated after all, the same proof redeems it.
    if (!isTaken && isFirst && !USED.has(result) && !CROWDED.test(result))
      throw new PaymentRefusal("payment_invalid", `transaction_failed: ${result}`, {
        hash,
        detail: feeDetail(pending, submission),
      });
    return await outcome(lease, pending, submission, deps);
  } catch (error) {
    const isUnknown = error instanceof HubError && error.code === "ledger_unavailable";
    throw isUnknown ? settlementUnknown(hash, deps.ledger.network) : error;
  }
}

/** Finds out about a payment that nobody is waiting for any more, without submitting it. */
export async function reconcile(lease: PaymentLease, deps: SettleDeps): Promise<void> {
  const { first, last } = pendingOf(lease.row);
  const fate = await deps.ledger.fate(sentOf(lease.row), first, last, deps.stop);
  try {
    if (fate.state === "validated") await arrive(lease, fate.payment, deps);
    if (fate.state === "never") await fail(lease, EXPIRED, deps);
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error; // It is in the repository, and nobody is there to be told.
  }
}

async function outcome(
  lease: PaymentLease,
  pending: PendingTransaction,
  submitted: Submission,
  deps: SettleDeps,
): Promise<PaymentLease> {
  const { ledger, stop } = deps;
  let submission = submitted;
  let isOver = false;
  for (let isRepeat = false; ; isRepeat = true) {
    const last = submission.isTaken ? pending.last : await lastChance(pending, deps);
    const fate = await ledger.fate(sentOf(lease.row), pending.first, last, stop);
    if (fate.state === "validated") return arrive(lease, fate.payment, deps);
    if (fate.state === "never") return fail(lease, EXPIRED, deps, feeDetail(pending, submission));
    // The ledgers are closed, and the server that was asked does not hold them all: once more, as it may be one ledger behind.
    if (isOver && fate.validatedIndex >= last) throw settlementUnknown(lease.row.tx_hash, ledger.network);
    isOver = fate.validatedIndex >= last;
    // A ledger without it has closed: a queue may have dropped it, or have room for it now.
    if (isRepeat) submission = await ledger.submit(pending.blob, stop);
    await ledger.nextLedger(fate.validatedIndex, stop);
  }
}

/** What the ledger asks for, where that is more than the payment offers. */
function feeDetail({ fee }: PendingTransaction, { askedFee }: Submission): string | undefined {
  if (askedFee === undefined || fee >= askedFee) return undefined;
  return `Fee is ${fee} drops, the ledger asks for ${askedFee} at present`;
}

/** Once a validated ledger has its sequence or ticket used, no later ledger can take it. */
async function lastChance({ payer, last }: PendingTransaction, { ledger, stop }: SettleDeps): Promise<number> {
  const view = await ledger.view(payer, stop);
  if (view.payer === undefined) return last;
  const { sequence, hasTicket } = view.payer;
  // A ticket is one of its account's sequences: a server that is behind may not have come to it yet.
  const isUsed = sequence > payer.slot && (payer.method === "sequence" || !hasTicket);
  return isUsed ? Math.min(view.validatedIndex, last) : last;
}

async function arrive(lease: PaymentLease, payment: ValidatedPayment, deps: SettleDeps): Promise<PaymentLease> {
  const fault = depositFault(payment, expectedRequirementsOf(lease.row));
  if (fault !== undefined) return fail(lease, fault, deps);
  try {
    const settled = await deps.claims.settle(lease, payment);
    if (settled === undefined) throw paymentBusy();
    return settled;
  } catch (error) {
    // The operator gave it to somebody while nobody knew what it was for: it is spent, and that is the end of it.
    if (error instanceof PaymentRefusal) await deps.claims.fail(lease, error.reason);
    throw error;
  }
}

async function fail(lease: PaymentLease, reason: string, deps: SettleDeps, detail?: string): Promise<never> {
  if ((await deps.claims.fail(lease, reason)) === undefined) throw paymentBusy();
  throw failedPayment(reason, lease.row.tx_hash, detail);
}

function sentOf({ tx_hash: hash, payer: account }: PaymentRow): SentTransaction {
  return { hash, account };
}

/** What a claimed row says of the transaction that is to be submitted. */
interface PendingTransaction {
  readonly blob: string;
  readonly first: number;
  readonly last: number;
  readonly payer: PayerQuery;
  readonly fee: Drops;
}

function pendingOf({ blob, first_ledger: first, last_ledger: last, payer: account }: PaymentRow): PendingTransaction {
  const fields = blob === null ? undefined : readBlob(blob);
  if (blob === null || first === null || last === null || fields === undefined)
    throw new Error("Cannot settle a payment: its row holds no transaction");
  const ticket = fields["TicketSequence"];
  const payer: PayerQuery =
    ticket === undefined
      ? { account, method: "sequence", slot: Number(fields["Sequence"]) }
      : { account, method: "ticketSequence", slot: Number(ticket) };
  return { blob, first, last, payer, fee: BigInt(String(fields["Fee"])) };
}
