/** Records what the operator has sent back on a ledger, each transaction once, in the caller's transaction. */
import { and, eq, sql } from "drizzle-orm";
import { invalidInput } from "../runtime/errors.ts";
import type { Drops } from "../runtime/money.ts";
import { ask, type Build, type Steps } from "../store/store.ts";
import { depositByHash } from "./deposits.ts";

export interface Refund {
  /** The transaction that sent it back: 64 upper-case hex digits. */
  readonly txHash: string;
  readonly network: string;
  readonly drops: Drops;
  /** Whose balance it was, or else which deposit. */
  readonly accountId: string | null;
  readonly depositHash: string | null;
  readonly reason: string;
  readonly at: number;
}

/** @throws {HubError} `invalid_input` when the transaction is recorded already, or has brought money instead. */
export function* recordRefund(refund: Refund): Steps<void> {
  const arrived = yield* ask(depositByHash, { hash: refund.txHash });
  if (arrived.length > 0) throw invalidInput("/refund_tx_hash", "is a payment that has arrived here");
  const inserted = yield* ask(insertRefund, { ...refund });
  if (inserted.length === 0) throw invalidInput("/refund_tx_hash", "is recorded already");
}

/** Nothing comes back when it is recorded already. */
export const insertRefund: Build<{ id: number }[]> = (db, { refunds }) =>
  db
    .insert(refunds)
    .values({
      at: sql.placeholder("at"),
      network: sql.placeholder("network"),
      tx_hash: sql.placeholder("txHash"),
      drops: sql.placeholder("drops"),
      deposit_hash: sql.placeholder("depositHash"),
      account_id: sql.placeholder("accountId"),
      reason: sql.placeholder("reason"),
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });

/** Nothing comes back when it is used for something else, or was sent back before. */
export const markRefunded: Build<{ hash: string }[]> = (db, { deposits }) =>
  db
    .update(deposits)
    .set({ purpose: "refunded" })
    .where(and(eq(deposits.tx_hash, sql.placeholder("hash")), eq(deposits.purpose, "parked")))
    .returning({ hash: deposits.tx_hash });
