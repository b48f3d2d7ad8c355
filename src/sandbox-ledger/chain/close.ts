/** Closing a ledger: the whole set is executed again, in canonical order and in several passes. What was told at submit was provisional. */
import type { State } from "../ledger/entries.ts";
import type { CannedOutcomes, LedgerPlace } from "../transactions/context.ts";
import { applyTransaction } from "../transactions/engine.ts";
import { isClaimed, mayComeLater } from "../ledger/results.ts";
import type { Transaction } from "../transactions/transaction.ts";
import { canonicalOrder } from "./canonical.ts";
import { type FinalTransaction, finalTransaction } from "./closed-ledger.ts";

const PASSES = 3;
/** Passes in which a failure that would cost the fee is left for the next one. */
const RETRY_PASSES = 1;

export interface Execution {
  readonly state: State;
  readonly transactions: readonly FinalTransaction[];
  /** Drops that are gone. */
  readonly fees: bigint;
  /** What may come later. */
  readonly left: readonly Transaction[];
}

export function executeSet(
  set: readonly Transaction[],
  before: State,
  place: LedgerPlace,
  canned: CannedOutcomes,
): Execution {
  let state = before;
  let fees = 0n;
  const final: FinalTransaction[] = [];
  let left = canonicalOrder(set);
  let isRetried = true;
  for (let pass = 0; pass < PASSES; pass++) {
    let changes = 0;
    const later: Transaction[] = [];
    for (const transaction of left) {
      const applied = applyTransaction(transaction, state, place, canned, { isRetried, isFinal: true });
      if (applied.isApplied) {
        const { nodes, delivered, result } = applied;
        const meta = {
          AffectedNodes: nodes,
          TransactionIndex: final.length,
          TransactionResult: result,
          ...(delivered === undefined ? {} : { DeliveredAmount: delivered }),
        };
        final.push(finalTransaction(transaction, meta));
        ({ state } = applied);
        fees += applied.fee;
        changes++;
      } else if (mayComeLater(applied.result) || isClaimed(applied.result)) {
        later.push(transaction);
      }
    }
    left = later;
    if (changes === 0 && !isRetried) break;
    if (changes === 0 || pass >= RETRY_PASSES) isRetried = false;
  }
  return { state, transactions: final, fees, left };
}
