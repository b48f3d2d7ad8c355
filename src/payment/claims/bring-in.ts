/** Sees to it that the store knows what has become of a payment, so that what it is worth can be decided there. */
import type { Deposits } from "../../runtime/ports.ts";
import { depositOf } from "../follower/arrivals.ts";
import { busy, settlementUnknown } from "./refusal.ts";
import { reconcile, type SettleDeps } from "./settle.ts";

export interface BringInDeps extends SettleDeps {
  readonly deposits: Deposits;
  /** Classic address. */
  readonly wallet: string;
}

/**
 * Settles a claimed payment, or has one counted that was never presented. One that is worth nothing leaves no trace.
 * @throws {HubError} `settlement_unknown`, `idempotency_in_progress` or `ledger_unavailable`.
 */
export async function bringIn(hash: string, deps: BringInDeps): Promise<void> {
  const { book, ledger, deposits, wallet, stop } = deps;
  const row = await book.look(hash);
  if (row?.state === "claimed") {
    const held = await book.take(hash);
    if (held === undefined) throw busy();
    try {
      if (held.row.state === "claimed") await reconcile(held, deps);
    } finally {
      await book.giveBack(held);
    }
    if ((await book.look(hash))?.state === "claimed") throw settlementUnknown(hash, ledger.network);
    return;
  }
  if (row !== undefined && row.state !== "failed") return;
  const seen = await ledger.find(hash, stop);
  if (seen === undefined) throw settlementUnknown(hash, ledger.network);
  const deposit = depositOf(seen, ledger.network, wallet);
  if (deposit !== undefined) await deposits.credit(deposit);
}
