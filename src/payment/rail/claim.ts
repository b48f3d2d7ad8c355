/** A payment taken for one request: it is redeemed once, handed over to a later run, or given back. */
import { formatXrp } from "../../runtime/money.ts";
import type { KeepResponse, Purchase } from "../../runtime/ports/idempotency.ts";
import type { Claim, Purchasable } from "../../runtime/ports/payment.ts";
import type { Clock } from "../../runtime/world.ts";
import { stepsOf } from "../../store/store.ts";
import type { StoredResponses } from "../../store/responses/stored-responses.ts";
import { settlementHeaders } from "../claims/refusal.ts";
import { paymentBusy } from "../../runtime/payment/busy.ts";
import { type ClaimRepository, type PaymentLease, RESULT_MS } from "../claims/repository.ts";
import { quoteOf } from "../invoice.ts";
import type { Receipts } from "../receipts.ts";

export interface ClaimDeps {
  readonly claims: ClaimRepository;
  readonly responses: StoredResponses;
  readonly receipts: Receipts;
  readonly clock: Clock;
}

export function claimOf(
  lease: PaymentLease,
  purchasable: Purchasable,
  { claims, responses, receipts, clock }: ClaimDeps,
): Claim {
  const { tx_hash: transaction, payer, price, network } = lease.row;
  const headers = settlementHeaders({ success: true, transaction, network, payer });
  let isRedeemed = false;
  let isHandedOver = false;
  return {
    payment: transaction,
    price,
    isCached: quoteOf(lease.row.invoice_id).isCached,
    headers,
    handOver() {
      const { step, done } = claims.handOver(lease);
      return {
        step: () => step,
        done() {
          isHandedOver = true;
          done();
        },
      };
    },
    async redeem(purchase: Purchase, keep?: KeepResponse) {
      const { runId, answer } = purchase;
      const paid = { payer, network, transaction, price, runId, answer: answer.itemsJson };
      const receipt = await receipts.issue(purchasable, paid, clock.now());
      const surplus = await claims.surplus(lease);
      const told = {
        ...headers,
        "x-charge-xrp": formatXrp(price),
        "x-payment-receipt": receipt,
        ...(surplus > 0n && { "x-payment-surplus-xrp": formatXrp(surplus) }),
      };
      const bought = { purchase, headers: told };
      const [written, keepToo] = await Promise.all([responses.write(bought), keep?.(bought)]);
      isRedeemed = await claims.redeem(lease, written.text, function* () {
        yield* stepsOf(written.keep(RESULT_MS));
        yield* stepsOf(keepToo);
      });
      if (!isRedeemed) throw paymentBusy();
      return told;
    },
    async [Symbol.asyncDispose]() {
      // One that cannot be given back lapses; what its run came to matters more.
      if (!isRedeemed && !isHandedOver) await claims.giveBack(lease).catch(() => undefined);
    },
  };
}
