/** Judges a payment that is not in the repository yet, and enters it: the cheap rules first, the ledger last. */
import { createHash } from "node:crypto";
import { formatXrp } from "../../runtime/money.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import type { Awaitable, Clock } from "../../runtime/world.ts";
import { depositFault, TOO_LITTLE } from "../verify/deposit-check.ts";
import { extensionsOf, isEchoed } from "../extensions.ts";
import { checkInvoice, type InvoiceOptions, type Quote, revealsInvoice } from "../invoice.ts";
import type { Ledger, ValidatedPayment } from "../ledger.ts";
import { identifierOf, invoiceOf, isPublicProof, type PaymentPayload } from "../proof.ts";
import type { Requirements, TransferMethod } from "../requirements.ts";
import { type Payee, requirementsOf } from "../terms/terms.ts";
import { judgeBlob, type Policy, readBlob } from "../verify/blob.ts";
import { judgeEnvelope } from "../verify/envelope.ts";
import { explainBlob, explainStanding } from "../verify/explain.ts";
import { furthestLedger, ledgerFault } from "../verify/ledger-state.ts";
import type { ClaimRepository, PaymentLease, NewPayment } from "./repository.ts";
import {
  EXPIRED,
  INVOICE_MISMATCH,
  NETWORK_MISMATCH,
  publicProof,
  PaymentRefusal,
  settlementUnknown,
  TO_BALANCE,
} from "./refusal.ts";
import type { PaymentRow } from "./queries.ts";

export interface AdmitDeps {
  readonly claims: ClaimRepository;
  readonly ledger: Ledger;
  readonly invoices: InvoiceOptions;
  readonly payee: () => Awaitable<Payee>;
  /** Classic addresses that were paid before, and are followed still. */
  readonly earlierWallets: readonly string[];
  readonly policy: Policy;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}

/**
 * A payment in hand that nobody has claimed before; or the one that has its place in the repository, which may be the same,
 * or another one that its payer called by the same name. `undefined`: another one for its invoice.
 */
export type ClaimAdmission = { readonly lease: PaymentLease } | { readonly rival: PaymentRow | undefined };

/** A proof whose words fit an invoice of ours for this very request. */
interface QuotedProof {
  readonly required: Requirements;
  readonly method: TransferMethod;
  readonly expiresAt: number;
  readonly entry: Pick<NewPayment, "network" | "invoiceId" | "request" | "price" | "identifier" | "shown">;
}

/** Faults of a payment whose signer is its payer, and which that has used otherwise: for one of the same name, maybe. */
const SLOT_USED: ReadonlySet<string> = new Set([
  "invalid_exact_xrpl_payload_sequence_not_current",
  "invalid_exact_xrpl_payload_ticket_not_available",
]);
/** Faults of a payment that may be on the ledger already. */
const SPENT: ReadonlySet<string> = new Set([EXPIRED, ...SLOT_USED]);
/** Ledgers close on the tens of seconds, and say so after. */
const CLOSE_TIME_SLACK_MS = 15_000;
/** Presented later than this after its invoice, a payment buys no run any more. */
const UNSEEN_MS = 3_600_000;
/** Long after this a transaction that is not found was none. */
const LOST_MS = 180_000;

/** Names the request that a payment is for. */
export function requestOf({ method, path, fingerprint }: Purchasable): string {
  return createHash("sha256").update([method, path, fingerprint].join("\n")).digest("hex");
}

/**
 * A quote binds, though prices have risen since; but what was quoted for a cached answer buys no fresh one.
 * @throws {PaymentRefusal} when less was quoted than this purchasable may cost.
 */
export function refuseCheap({ price, isCached }: Quote, { atLeast = 0n }: Purchasable): void {
  if (!isCached || price >= atLeast) return;
  const detail = `its quote was ${formatXrp(price)} XRP, for a cached answer; a fresh one costs ${formatXrp(atLeast)}; ${TO_BALANCE}`;
  throw new PaymentRefusal("payment_invalid", "invalid_exact_xrpl_amount_mismatch", { detail });
}

export async function admitBlob(
  payload: PaymentPayload,
  blob: string,
  purchasable: Purchasable,
  deps: AdmitDeps,
): Promise<ClaimAdmission> {
  // Nothing is lost by refusing what was not sent yet.
  if (payload.extensions && !isEchoed(payload.extensions, extensionsOf(purchasable)))
    throw new PaymentRefusal("payment_invalid", "extension_echo_mismatch");
  const { required, method, expiresAt, entry } = await quotedFor(payload, purchasable, deps);
  const judged = judgeBlob(blob, required, method, deps.policy);
  if (!judged.ok) {
    const detail = explainBlob(judged.reason, readBlob(blob), required, deps.policy);
    throw new PaymentRefusal("payment_invalid", judged.reason, { detail });
  }
  const { payment } = judged;
  // What the ledger says is of this moment or later, however long it takes to hear it.
  const now = deps.clock.now();
  const view = await deps.ledger.view(payment, deps.stop);
  const isLate = expiresAt <= now;
  const fault = isLate ? EXPIRED : ledgerFault(payment, required, view, deps.policy);
  if (fault === undefined) {
    const stands = { blob: payment.blob, firstLedger: view.validatedIndex, lastLedger: payment.lastLedger };
    return enter({ ...entry, hash: payment.hash, payer: payment.account, stands }, deps.claims);
  }
  // What was used up is on the ledger, perhaps this very payment: who shows no more than that has not signed it.
  const isPublic = isPublicProof(payload, blob, deps.invoices);
  const mayName = SLOT_USED.has(fault) && !isPublic;
  const named = mayName && (await lookNamed({ ...entry, payer: payment.account }, deps.claims));
  if (named) return { rival: named };
  // Whoever has seen the blob can send it before us; then its sequence is used, and the money is here all the same.
  const last = Math.min(payment.lastLedger, view.validatedIndex);
  const first = Math.min(last, payment.lastLedger - furthestLedger(0, required, deps.policy));
  const fate = await deps.ledger.fate(payment, first, last, deps.stop);
  if (fate.state === "validated") {
    if (isPublic) throw publicProof();
    // It may have its invoice in a memo, which its hash alone would not show later.
    const shown = { blob: payment.blob, firstLedger: first, lastLedger: payment.lastLedger };
    return admitArrived(fate.payment, { required, method, expiresAt, entry: { ...entry, shown } }, deps);
  }
  // However long ago: while the server does not hold the ledgers it may be in, nobody knows.
  if (fate.state === "pending" && (isLate || SPENT.has(fault)))
    throw settlementUnknown(payment.hash, deps.ledger.network);
  const detail = isLate
    ? `its invoice ended at ${new Date(expiresAt).toISOString()}`
    : explainStanding(fault, payment, required, view, deps.policy);
  const code = isLate || fault === EXPIRED ? "payment_expired" : "payment_invalid";
  throw new PaymentRefusal(code, fault, { detail });
}

/** A payment that was made on the ledger by the payer itself. The hash is public: only its invoice makes it a proof. */
export async function admitHash(
  payload: PaymentPayload,
  hash: string,
  purchasable: Purchasable,
  deps: AdmitDeps,
): Promise<ClaimAdmission> {
  const payee = await paidBy(payload, deps);
  const quoted = await quotedFor(payload, purchasable, { ...deps, payee: () => payee });
  const now = deps.clock.now();
  const seen = await deps.ledger.find(hash, deps.stop);
  // The scheme knows no memos. One of a payment that is still to be submitted is tolerated, as it is its payer's to show.
  if (seen?.memos !== undefined && revealsInvoice(seen.memos, quoted.entry.invoiceId))
    throw new PaymentRefusal("payment_invalid", "invalid_exact_xrpl_payload_memos_not_allowed");
  if (seen !== undefined) return admitArrived(seen, quoted, deps);
  if (now > quoted.expiresAt + LOST_MS) throw new PaymentRefusal("payment_expired", EXPIRED);
  throw settlementUnknown(hash, deps.ledger.network);
}

/** What was sent to an earlier wallet before its payer heard of another one has arrived, too. */
async function paidBy(
  { accepted: { payTo } }: PaymentPayload,
  { payee, earlierWallets }: Pick<AdmitDeps, "payee" | "earlierWallets">,
): Promise<Payee> {
  const present = await payee();
  return earlierWallets.includes(payTo) ? { ...present, wallet: payTo } : present;
}

async function admitArrived(
  seen: ValidatedPayment,
  { required, expiresAt, entry }: QuotedProof,
  { claims, clock }: AdmitDeps,
): Promise<ClaimAdmission> {
  const fault = depositFault(seen, required);
  if (fault !== undefined)
    throw new PaymentRefusal("payment_invalid", fault, { hash: seen.hash, detail: shortDetail(fault, seen, required) });
  if (seen.closedAt > expiresAt + required.maxTimeoutSeconds * 1000 + CLOSE_TIME_SLACK_MS)
    throw new PaymentRefusal("payment_expired", EXPIRED, {
      hash: seen.hash,
      detail: `its invoice had ended by then; ${TO_BALANCE}`,
    });
  // Prices and answers are of their day: a quote is no right to a run for ever.
  if (clock.now() > expiresAt + UNSEEN_MS)
    throw new PaymentRefusal("payment_expired", EXPIRED, {
      hash: seen.hash,
      detail: `it is presented too late for a run; ${TO_BALANCE}`,
    });
  return enter({ ...entry, hash: seen.hash, payer: seen.account, stands: seen }, claims);
}

/** What was paid is little, and not lost. */
function shortDetail(fault: string, { delivered }: ValidatedPayment, { amount }: Requirements): string | undefined {
  if (fault !== TOO_LITTLE || delivered === undefined) return undefined;
  return `${delivered} drops have arrived, asked for are ${amount}; ${TO_BALANCE}`;
}

/** The payer has proved by now that it is the payer, so what it called by this name before is its own. */
async function enter(payment: NewPayment, claims: ClaimRepository): Promise<ClaimAdmission> {
  const lease = await claims.enter(payment);
  if (lease !== undefined) return { lease };
  return { rival: (await claims.look(payment.hash)) ?? (await lookNamed(payment, claims)) };
}

async function lookNamed(
  { network, payer, identifier }: Pick<NewPayment, "network" | "payer" | "identifier">,
  claims: ClaimRepository,
): Promise<PaymentRow | undefined> {
  return identifier === undefined ? undefined : claims.lookNamed({ network, payer, identifier });
}

/** @throws {PaymentRefusal} when the words of the proof fit no invoice of ours for this purchasable. */
export async function quotedFor(
  payload: PaymentPayload,
  purchasable: Purchasable,
  deps: Pick<AdmitDeps, "ledger" | "invoices" | "payee">,
): Promise<QuotedProof> {
  const id = invoiceOf(payload);
  const invoice = id === undefined ? undefined : checkInvoice(id, purchasable, deps.invoices);
  const { network } = deps.ledger;
  if (id === undefined || invoice?.ok !== true) {
    const isElsewhere = payload.accepted.network !== network;
    throw new PaymentRefusal("payment_invalid", isElsewhere ? NETWORK_MISMATCH : INVOICE_MISMATCH);
  }
  refuseCheap(invoice, {
    ...purchasable,
    ...(purchasable.newAtLeast !== undefined && { atLeast: purchasable.newAtLeast }),
  });
  const required = requirementsOf(invoice.price, id, await deps.payee());
  const envelope = judgeEnvelope(payload, required);
  if (!envelope.ok) throw new PaymentRefusal("payment_invalid", envelope.reason);
  return {
    required,
    method: envelope.method,
    expiresAt: invoice.expiresAt,
    entry: {
      network,
      invoiceId: id,
      request: requestOf(purchasable),
      price: invoice.price,
      identifier: identifierOf(payload),
    },
  };
}
