/**
 * Verifies and settles payments for other sellers who are paid into the hub's own wallet (x402, "Facilitator").
 *
 * What it settles is spent by that: the repository knows it as redeemed, for the seller's requirements, and says success to
 * one caller only. It shares the repository with the hub's own sales, and the two cannot meet: a payment for the hub names
 * an invoice of the hub's form by its InvoiceID, and one for a seller names another or none.
 */
import { HubError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Store } from "../../store/store.ts";
import { depositFault } from "../verify/deposit-check.ts";
import { sellersInvoice } from "../claims/expected-requirements.ts";
import { type PaymentLease, createClaimRepository } from "../claims/repository.ts";
import { PaymentRefusal, type Settlement } from "../claims/refusal.ts";
import type { PaymentRow } from "../claims/queries.ts";
import { settle } from "../claims/settle.ts";
import type { Ledger, LedgerView, ValidatedPayment } from "../ledger.ts";
import type { ExpectedRequirements } from "../requirements.ts";
import type { Payee } from "../terms/terms.ts";
import { judgeBlob, type Policy, readBlob, type SignedPayment } from "../verify/blob.ts";
import { judgeEnvelope } from "../verify/envelope.ts";
import { explainBlob, explainStanding } from "../verify/explain.ts";
import { AUTOFILL_LEDGERS, ledgerFault } from "../verify/ledger-state.ts";
import {
  askedBySeller,
  askedNetwork,
  readRequest,
  type FacilitatorRequest,
  sellersRequest,
  type Verdict,
} from "./request.ts";

/** A ledger, and the wallet on it. */
export interface PayeeLedger {
  readonly ledger: Ledger;
  readonly payee: () => Promise<Payee>;
}

export interface FacilitatorOptions {
  readonly payees: readonly PayeeLedger[];
  readonly store: Store;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
}

export interface VerifyResponse {
  readonly isValid: boolean;
  readonly invalidReason?: string;
  readonly invalidMessage?: string;
  readonly payer?: string;
}

export interface Facilitator {
  /** CAIP-2 names of the ledgers it settles on. */
  readonly networks: readonly string[];
  /** `body` as it was sent. @throws {HubError} `ledger_unavailable`. */
  verify(body: unknown): Promise<VerifyResponse>;
  settle(body: unknown): Promise<Settlement & { readonly errorMessage?: string }>;
  /** Renews the leases of this process: to be called every few seconds. */
  renew(): Promise<void>;
}

interface JudgedPayment {
  readonly payee: PayeeLedger;
  readonly asked: ExpectedRequirements;
  readonly payment: SignedPayment;
  readonly request: string;
}

const DUPLICATE = "duplicate_settlement";

export function createFacilitator(options: FacilitatorOptions): Facilitator {
  const { payees, stop } = options;
  const policy = { ...options.policy, leastLedgers: AUTOFILL_LEDGERS };
  const claims = createClaimRepository(options.store, options.clock, options.newId);

  return {
    networks: payees.map(({ ledger }) => ledger.network),
    renew: () => claims.renew(),

    async verify(body) {
      const judged = await judge(body);
      if (!judged.ok) return invalid(judged.reason, judged.message);
      const { payment, request } = judged.value;
      const row = await claims.look(payment.hash);
      const { fault, message } =
        row === undefined ? await lookUp(judged.value) : { fault: spentFault(row, request), message: undefined };
      return fault === undefined
        ? { isValid: true, payer: payment.account }
        : { ...invalid(fault, message), payer: payment.account };
    },

    async settle(body) {
      const judged = await judge(body);
      const network = askedNetwork(body);
      if (!judged.ok) return failed(network, judged.reason, "", judged.message);
      const { payment, payee } = judged.value;
      try {
        const entered = await claim(judged.value);
        if (entered === undefined) return { ...failed(network, DUPLICATE, payment.hash), payer: payment.account };
        return await complete(entered.lease, entered.isFirst, payee.ledger);
      } catch (error) {
        return { ...failureOf(error, network), payer: payment.account };
      }
    },
  };

  async function judge(body: unknown): Promise<Verdict<JudgedPayment>> {
    const sent = readRequest(body);
    if (!sent.ok) return sent;
    const { network, payload, blob, requirements }: FacilitatorRequest = sent.value;
    const payee = payees.find(({ ledger }) => ledger.network === network);
    if (payee === undefined) return { ok: false, reason: "invalid_network" };
    const asked = askedBySeller(requirements, await payee.payee());
    if (!asked.ok) return asked;
    const envelope = judgeEnvelope(payload, asked.value);
    if (!envelope.ok) return envelope;
    const judged = judgeBlob(blob, asked.value, envelope.method, policy);
    if (!judged.ok) {
      const message = explainBlob(judged.reason, readBlob(blob), asked.value, policy);
      return { ...judged, ...(message !== undefined && { message }) };
    }
    const request = sellersRequest(requirements);
    return { ok: true, value: { payee, asked: asked.value, payment: judged.payment, request } };
  }

  /** What keeps the ledger from taking a payment nobody has claimed; one that is there already has arrived. */
  async function lookUp({ payee: { ledger }, asked, payment }: JudgedPayment): Promise<LedgerLook> {
    const view = await ledger.view(payment, stop);
    const fault = ledgerFault(payment, asked, view, policy);
    // Whoever has seen it can send it first. Only its invoice says that it was meant for this seller.
    if (fault === undefined) return { view, fault };
    const message = explainStanding(fault, payment, asked, view, policy);
    if (asked.extra.invoiceId === undefined) return { view, fault, message };
    const arrived = await ledger.find(payment.hash, stop);
    return arrived === undefined ? { view, fault, message } : { view, arrived, fault: depositFault(arrived, asked) };
  }

  async function claim(judged: JudgedPayment): Promise<{ lease: PaymentLease; isFirst: boolean } | undefined> {
    const { payment, request, payee } = judged;
    const row = await claims.look(payment.hash);
    if (row !== undefined) {
      const fault = spentFault(row, request);
      if (fault !== undefined) throw new PaymentRefusal("payment_already_used", fault, { hash: payment.hash });
      const lease = await claims.take(payment.hash);
      return lease && { lease, isFirst: false };
    }
    const { view, arrived, fault, message } = await lookUp(judged);
    if (fault !== undefined) throw new PaymentRefusal("payment_invalid", fault, { detail: message });
    const { blob, lastLedger, hash, account: payer, amount: price } = payment;
    const lease = await claims.enter({
      hash,
      network: payee.ledger.network,
      invoiceId: sellersInvoice(options.newId()),
      request,
      payer,
      price,
      stands: arrived ?? { blob, firstLedger: view.validatedIndex, lastLedger },
    });
    return lease && { lease, isFirst: true };
  }

  async function complete(lease: PaymentLease, isFirst: boolean, ledger: Ledger): Promise<Settlement> {
    try {
      const settled = await settle(lease, isFirst, { claims, ledger, stop });
      const { tx_hash: transaction, network, payer } = settled.row;
      const settlement = { success: true, transaction, network, payer };
      const isSpent = await claims.redeem(settled, JSON.stringify(settlement));
      return isSpent ? settlement : failed(network, DUPLICATE, transaction);
    } catch (error) {
      // A hold that cannot be given back lapses; what is to be told matters more.
      await claims.giveBack(lease).catch(() => undefined);
      throw error;
    }
  }
}

interface LedgerLook {
  readonly view: LedgerView;
  readonly arrived?: ValidatedPayment;
  readonly fault: string | undefined;
  /** The fault as a sentence. */
  readonly message?: string | undefined;
}

/** Why a payment in the repository is nothing for this seller; `undefined` while its settlement may still be asked for. */
function spentFault(row: PaymentRow, request: string): string | undefined {
  if (row.request !== request) return DUPLICATE;
  if (row.state === "failed") return row.reason ?? "unexpected_settle_error";
  return row.state === "claimed" || row.state === "settled" ? undefined : DUPLICATE;
}

function invalid(reason: string, message?: string): VerifyResponse {
  return { isValid: false, invalidReason: reason, ...(message !== undefined && { invalidMessage: message }) };
}

function failed(network: string, errorReason: string, transaction: string, errorMessage?: string) {
  return { success: false, transaction, network, errorReason, ...(errorMessage !== undefined && { errorMessage }) };
}

/** A protocol answer for what went wrong after the payment was judged. @throws what is none. */
function failureOf(error: unknown, network: string): Settlement {
  if (error instanceof PaymentRefusal) return failed(network, error.reason, error.hash ?? "", error.detail);
  if (error instanceof HubError && error.code === "settlement_unknown")
    return failed(network, "settlement_pending", error.details.members?.["tx_hash"] ?? "");
  // Somebody else is settling it.
  if (error instanceof HubError && error.code === "idempotency_in_progress") return failed(network, DUPLICATE, "");
  throw error;
}
