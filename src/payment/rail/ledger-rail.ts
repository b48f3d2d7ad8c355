/** The rail that takes payments on the XRP ledger: verify, claim, submit, wait for validation, redeem once. */
import { HubError } from "../../runtime/errors.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import type { ClaimResult, Rail, Purchasable } from "../../runtime/ports/payment.ts";
import { type Awaitable, type Clock, mapAwaitable } from "../../runtime/world.ts";
import { unavailable } from "../../store/faults.ts";
import type { Store } from "../../store/store.ts";
import { type StoredResponses, storedResponses } from "../../store/responses/stored-responses.ts";
import { admitBlob, type AdmitDeps, type ClaimAdmission, admitHash, refuseCheap, requestOf } from "../claims/admit.ts";
import { payerOf } from "../claims/payer.ts";
import { reconcileByHash } from "../claims/reconcile-by-hash.ts";
import { type PaymentLease, createClaimRepository } from "../claims/repository.ts";
import { publicProof, PaymentRefusal, settlementHeaders, settlementUnknown } from "../claims/refusal.ts";
import { paymentBusy } from "../../runtime/payment/busy.ts";
import { reconcile, settle, type SettleDeps } from "../claims/settle.ts";
import { type InvoiceOptions, isProofKey, issueInvoice, quoteOf, revealsInvoice } from "../invoice.ts";
import type { Ledger } from "../ledger.ts";
import { type ClaimDeps, claimOf } from "./claim.ts";
import { isPublic, keptFor, outpaced, type PurchaseDeps, spent } from "./earlier-purchase.ts";
import type { AssertPayable } from "./payable.ts";
import { invoiceOf, type PaymentPayload, readProof, TRANSACTION_HASH } from "../proof.ts";
import type { Receipts } from "../receipts.ts";
import { termsWriter, type WrittenTerms } from "../terms/terms-template.ts";
import type { Payee } from "../terms/terms.ts";
import { type Policy, readBlob } from "../verify/blob.ts";
import { AUTOFILL_LEDGERS } from "../verify/ledger-state.ts";
import { transactionHash } from "../xrpl/codec.ts";
import type { ErrorCode } from "../../runtime/error-codes.ts";

export interface LedgerRailOptions {
  readonly store: Store;
  /** Where what was bought is kept; left out, in the store, and shared with nobody. */
  readonly responses?: StoredResponses | undefined;
  readonly ledger: Ledger;
  readonly invoices: InvoiceOptions;
  readonly payee: () => Promise<Payee>;
  /** Classic addresses that were paid before, and are followed still; left out, none. */
  readonly earlierWallets?: readonly string[];
  /** No terms are quoted while this fails. */
  readonly assertPayable: AssertPayable;
  readonly policy: Policy;
  readonly receipts: Receipts;
  readonly hubUrl: () => string;
  readonly clock: Clock;
  /** Makes names that nobody else makes. */
  readonly newId: () => string;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
}

export interface NamedInvoice {
  readonly invoiceId: string;
  /** As the terms had it. */
  readonly proofKey?: string | undefined;
}

export interface LedgerRail extends Rail {
  /** Renews the leases of this process: to be called every few seconds. */
  renew(): Promise<void>;
  /**
   * Sees to it that the store knows what has become of the payment with this hash: 64 upper-case hex digits.
   * @throws {HubError} `payment_invalid` where it was made on another ledger, `settlement_unknown`, `idempotency_in_progress` or `ledger_unavailable`.
   */
  reconcileByHash(hash: string, deposits: Deposits): Promise<void>;
  /**
   * Whether whoever names the invoice of a payment, to make a balance of it, is its payer: some write it on the ledger.
   * @throws {HubError} `payment_invalid`, `settlement_unknown` or `ledger_unavailable`.
   */
  assertPayer(hash: string, named: NamedInvoice): Promise<void>;
  /** Finds out what became of payments whose process died, and forgets answers whose day is over. */
  recover(): Promise<void>;
}

export function ledgerRail(options: LedgerRailOptions): LedgerRail {
  const { ledger, invoices, receipts, clock, stop, earlierWallets = [] } = options;
  const claims = createClaimRepository(options.store, clock, options.newId);
  const responses = options.responses ?? storedResponses(options.store, clock);
  const claiming: ClaimDeps = { claims, responses, receipts, clock };
  const writeTerms = termsWriter();
  let known: Awaitable<Payee> | undefined;
  const payee = (): Awaitable<Payee> => (known ??= options.payee().then((each) => (known = each)));
  const policy = { ...options.policy, leastLedgers: AUTOFILL_LEDGERS };
  const admitting: AdmitDeps = { claims, ledger, invoices, payee, earlierWallets, policy, clock, stop };
  const keeping: PurchaseDeps = { network: ledger.network, clock };
  const settling: SettleDeps = { claims, ledger, stop };

  return {
    terms: (purchasable) =>
      mapAwaitable(options.store.fault(), (fault) => {
        // What is paid by them could not be written down.
        if (fault !== undefined) throw unavailable(fault);
        return freshTerms(purchasable);
      }),
    payer: (proof, purchasable) => payerOf(readProof(proof), purchasable, admitting),
    admits: (receipt, purchasable) =>
      receipts.admits(receipt, { ...purchasable, network: ledger.network }, clock.now()),

    async claim(proof, purchasable) {
      const payload = readProof(proof);
      try {
        return await claimed(payload, purchasable);
      } catch (error) {
        throw error instanceof PaymentRefusal ? await refused(error, purchasable) : error;
      }
    },

    async bought(proof, purchasable) {
      try {
        const payload = readProof(proof);
        const row = await claims.look(hashOf(payload));
        const kept = row && keptFor(row, invoiceOf(payload), purchasable, keeping);
        if (row === undefined || kept === undefined || isPublic(payload, row, invoices)) return undefined;
        return await responses.read(kept);
      } catch (error) {
        if (error instanceof PaymentRefusal || (error instanceof HubError && error.code === "invalid_payment"))
          return undefined; // Said where it is to pay.
        throw error;
      }
    },

    renew: () => claims.renew(),

    async assertPayer(hash, { invoiceId, proofKey }) {
      if (isProofKey(proofKey, invoiceId, invoices)) return;
      const row = await claims.look(hash);
      const blob = row?.blob ?? undefined;
      const seen = blob === undefined ? await ledger.find(hash, stop) : undefined;
      // Of what was presented to nobody, or has failed, only the ledger says whether it has a memo.
      const isUnseen = blob === undefined && seen === undefined && (row === undefined || row.state === "failed");
      if (isUnseen) throw settlementUnknown(hash, ledger.network);
      if (!revealsInvoice(blob ?? seen?.memos ?? "", invoiceId)) return;
      throw new HubError("payment_invalid", "Its invoice stands in a memo on the ledger: send proof_key, too.");
    },

    reconcileByHash: async (hash, deposits) =>
      reconcileByHash(hash, { ...settling, deposits, wallets: [(await payee()).wallet, ...earlierWallets] }),

    async recover() {
      await claims.forget();
      for (const { tx_hash: hash } of await claims.abandoned(ledger.network)) {
        const lease = await claims.take(hash);
        if (lease === undefined) continue;
        try {
          if (lease.row.state === "claimed") await reconcile(lease, settling);
        } finally {
          await claims.giveBack(lease);
        }
      }
    },
  };

  async function claimed(payload: PaymentPayload, purchasable: Purchasable): Promise<ClaimResult> {
    const hash = hashOf(payload);
    const known = await claims.look(hash);
    if (known === undefined) await assertDeliverable(purchasable);
    const admitted = known === undefined ? await admit(payload, hash, purchasable) : { rival: known };
    if ("lease" in admitted) return settledClaim(admitted.lease, true, purchasable);
    const { rival } = admitted;
    if (rival === undefined) throw outpaced();
    if (rival.tx_hash !== hash && rival.request !== requestOf(purchasable))
      throw new HubError("idempotency_conflict", "This payment identifier belongs to a payment for another request.");
    // What was named is another payment of the same payer's, who has just signed for this one.
    const shown = rival.tx_hash === hash ? invoiceOf(payload) : rival.invoice_id;
    const kept = keptFor(rival, shown, purchasable, keeping);
    if (rival.tx_hash === hash && isPublic(payload, rival, invoices)) throw publicProof();
    if (kept !== undefined) return redeemed(kept);
    refuseCheap(quoteOf(rival.invoice_id), purchasable);
    await assertDeliverable(purchasable);
    const lease = await claims.take(rival.tx_hash);
    if (lease !== undefined) return settledClaim(lease, false, purchasable);
    const theirs = await claims.look(rival.tx_hash);
    const theirKept = theirs && keptFor(theirs, shown, purchasable, keeping);
    if (theirKept === undefined) throw paymentBusy();
    return redeemed(theirKept);
  }

  async function redeemed(text: string): Promise<ClaimResult> {
    const stored = await responses.read(text);
    if (stored === undefined) throw spent();
    return { state: "redeemed", ...stored };
  }

  async function settledClaim(lease: PaymentLease, isFirst: boolean, purchasable: Purchasable): Promise<ClaimResult> {
    try {
      return { state: "claimed", claim: claimOf(await settle(lease, isFirst, settling), purchasable, claiming) };
    } catch (error) {
      // A hold that cannot be given back lapses; what is to be told matters more.
      await claims.giveBack(lease).catch(() => undefined);
      throw error;
    }
  }

  function admit(payload: PaymentPayload, hash: string, purchasable: Purchasable): Promise<ClaimAdmission> {
    const { payload: paid } = payload;
    return "signedTxBlob" in paid
      ? admitBlob(payload, paid.signedTxBlob, purchasable, admitting)
      : admitHash(payload, hash, purchasable, admitting);
  }

  function freshTerms(purchasable: Purchasable, fault?: string): Awaitable<WrittenTerms> {
    return mapAwaitable(options.assertPayable(), () =>
      mapAwaitable(payee(), (to) =>
        writeTerms(purchasable, issueInvoice(purchasable, invoices, clock.now()), to, options.hubUrl(), fault),
      ),
    );
  }

  async function refused({ code, reason, hash, detail }: PaymentRefusal, purchasable: Purchasable): Promise<HubError> {
    const failed = { success: false, transaction: hash ?? "", network: ledger.network, errorReason: reason };
    const why = detail === undefined ? reason : `${reason}: ${detail}`;
    return new HubError(code, `${SENTENCES[code]} (${why})`, {
      terms: await freshTerms(purchasable, reason),
      ...(hash !== undefined && { headers: settlementHeaders(failed), members: { tx_hash: hash } }),
    });
  }
}

/** Nothing new is taken for what cannot be delivered: an answer that was bought before is all there is. */
async function assertDeliverable({ refusal }: Purchasable): Promise<void> {
  const reason = await refusal?.();
  if (reason !== undefined) throw reason;
}

const SENTENCES: Readonly<Record<PaymentRefusal["code"], string>> = {
  payment_invalid: "This payment is not what was asked for.",
  payment_expired: "This payment comes too late.",
  payment_already_used: "This payment, or another one for its invoice, was made for another request or is spent.",
} satisfies Partial<Record<ErrorCode, string>>;

/** The hash the ledger knows the payment by, before anything else is known about it. */
function hashOf({ payload }: PaymentPayload): string {
  if ("signedTxBlob" in payload) {
    if (readBlob(payload.signedTxBlob) === undefined)
      throw new PaymentRefusal("payment_invalid", "invalid_exact_xrpl_payload_malformed_blob");
    return transactionHash(payload.signedTxBlob);
  }
  const hash = payload.txHash.toUpperCase();
  if (TRANSACTION_HASH.test(hash)) return hash;
  throw new HubError("invalid_payment", "A txHash has 64 hexadecimal digits.");
}
