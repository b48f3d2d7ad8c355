/** Sees to it that the store knows what has become of a payment, so that what it is worth can be decided there. */
import { HubError } from "../../runtime/errors.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import { depositOf } from "../follower/arrivals.ts";
import { settlementUnknown } from "./refusal.ts";
import { paymentBusy } from "../../runtime/payment/busy.ts";
import { reconcile, type SettleDeps } from "./settle.ts";

export interface ReconcileDeps extends SettleDeps {
  readonly deposits: Deposits;
  /** Classic addresses. */
  readonly wallets: readonly string[];
}

/**
 * Settles a claimed payment, or has one counted that was never presented. One that is worth nothing leaves no trace.
 * @throws {HubError} `payment_invalid`, `settlement_unknown`, `idempotency_in_progress` or `ledger_unavailable`.
 */
export async function reconcileByHash(hash: string, deps: ReconcileDeps): Promise<void> {
  const { claims, ledger, deposits, wallets, stop } = deps;
  const row = await claims.look(hash);
  // Another ledger knows nothing of it, and what it says of its own would end a payment that may still come.
  if (row !== undefined && row.network !== ledger.network)
    throw new HubError("payment_invalid", "The payment was made on another network than the balance is on.");
  if (row?.state === "claimed") {
    const lease = await claims.take(hash);
    if (lease === undefined) throw paymentBusy();
    try {
      if (lease.row.state === "claimed") await reconcile(lease, deps);
    } finally {
      await claims.giveBack(lease);
    }
    if ((await claims.look(hash))?.state === "claimed") throw settlementUnknown(hash, ledger.network);
    return;
  }
  if (row !== undefined && row.state !== "failed") return;
  const seen = await ledger.find(hash, stop);
  if (seen === undefined) throw settlementUnknown(hash, ledger.network);
  const deposit = wallets.map((wallet) => depositOf(seen, ledger.network, wallet)).find((each) => each !== undefined);
  if (deposit !== undefined) await deposits.credit(deposit);
}
