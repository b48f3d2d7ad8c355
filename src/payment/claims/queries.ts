/** The queries of claimed payments: each moves one row under its guard, in one statement. */
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { FORGOTTEN_AT_ONCE } from "../../store/forget.ts";
import { laterOf } from "../../store/later.ts";
import type { Build } from "../../store/store.ts";
import type { Row, Tables } from "../../store/tables/tables.ts";

export type PaymentRow = Row<"payments">;

/** How many abandoned rows are read at once. */
const ABANDONED_ROWS = 200;

export const paymentOf: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.tx_hash, sql.placeholder("hash")));

/** One that failed is forgotten by its name. */
export const paymentNamed: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.network, sql.placeholder("network")),
        eq(payments.payer, sql.placeholder("payer")),
        eq(payments.identifier, sql.placeholder("identifier")),
        sql`${payments.state} <> 'failed'`,
      ),
    );

/** The invoices of payments that are good for a request, or may come to be. */
export const unspentInvoices: Build<Pick<PaymentRow, "invoice_id">[]> = (db, { payments }) =>
  db
    .select({ invoice_id: payments.invoice_id })
    .from(payments)
    .where(or(eq(payments.state, "claimed"), eq(payments.state, "settled")));

/** Nothing comes back when this payment, or another one for the same invoice, is there already. */
export const insertPayment: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .insert(payments)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      invoice_id: sql.placeholder("invoiceId"),
      request: sql.placeholder("request"),
      payer: sql.placeholder("payer"),
      price: sql.placeholder("price"),
      identifier: sql.placeholder("identifier"),
      blob: sql.placeholder("blob"),
      first_ledger: sql.placeholder("firstLedger"),
      last_ledger: sql.placeholder("lastLedger"),
      state: sql.placeholder("state"),
      hold: sql.placeholder("hold"),
      held_until: sql.placeholder("heldUntil"),
      created_at: sql.placeholder("now"),
      settled_at: sql.placeholder("settledAt"),
    })
    .onConflictDoNothing()
    .returning();

/**
 * Writes down that a payment pays its invoice. Nothing comes back when it was counted towards something else: then it is
 * spent, and pays no invoice any more.
 */
export const takeArrival: Build<{ hash: string }[]> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      destination_tag: sql.placeholder("destinationTag"),
      delivered: sql.placeholder("delivered"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("now"),
      type: "Payment",
      invoice_hash: sql.placeholder("invoiceHash"),
      purpose: "invoice",
    })
    .onConflictDoUpdate({
      target: deposits.tx_hash,
      set: { purpose: "invoice" },
      setWhere: sql`${deposits.purpose} = 'parked'`,
    })
    .returning({ hash: deposits.tx_hash });

export const arrivedFor: Build<Pick<Row<"deposits">, "delivered">[]> = (db, { deposits }) =>
  db
    .select({ delivered: deposits.delivered })
    .from(deposits)
    .where(eq(deposits.tx_hash, sql.placeholder("hash")));

/** What arrived for a payment comes down to its price; the rest of it is `parkSurplus`'s. */
export const keepPrice: Build<unknown> = (db, { deposits }) =>
  db
    .update(deposits)
    .set({ delivered: sql`CAST(${sql.placeholder("price")} AS BIGINT)` })
    .where(eq(deposits.tx_hash, sql.placeholder("hash")));

/** Parks what arrived beyond the price, as any other money that is for nothing yet. The database knows it to the drop. */
export const parkSurplus: Build<unknown> = (db, { deposits }) =>
  db.insert(deposits).values({
    tx_hash: sql.placeholder("surplusHash"),
    network: sql.placeholder("network"),
    destination_tag: null,
    delivered: sql`(SELECT arrived.delivered - CAST(${sql.placeholder("price")} AS BIGINT)
      FROM ${deposits} AS arrived WHERE arrived.tx_hash = ${sql.placeholder("hash")})`,
    payer: sql.placeholder("payer"),
    at: sql.placeholder("now"),
    type: "Payment",
    invoice_hash: null,
    purpose: "parked",
  });

/** Takes hold of what nobody holds, or holds no longer. */
export const takeLease: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ hold: sql`${sql.placeholder("hold")}`, held_until: sql`${sql.placeholder("heldUntil")}` })
    .where(
      and(
        eq(payments.tx_hash, sql.placeholder("hash")),
        sql`${payments.state} IN ('claimed', 'settled')`,
        or(isNull(payments.hold), lte(payments.held_until, sql.placeholder("now"))),
      ),
    )
    .returning();

export const renewLease: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ held_until: laterOf(payments.held_until, sql.placeholder("heldUntil")) })
    .where(leaseHeld(payments))
    .returning({ hash: payments.tx_hash });

export const dropLease: Build<unknown> = (db, { payments }) =>
  db.update(payments).set({ hold: null, held_until: null }).where(leaseHeld(payments));

export const markSettled: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ state: "settled", settled_at: sql`${sql.placeholder("now")}` })
    .where(and(leaseHeld(payments), eq(payments.state, "claimed")))
    .returning();

export const markFailed: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ state: "failed", reason: sql`${sql.placeholder("reason")}`, hold: null, held_until: null, blob: null })
    .where(and(leaseHeld(payments), eq(payments.state, "claimed")))
    .returning();

/** Gives back nothing of what it was given: the result may be large. */
export const markRedeemed: Build<Pick<PaymentRow, "tx_hash">[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({
      state: "redeemed",
      redeemed_at: sql`${sql.placeholder("now")}`,
      result: sql`${sql.placeholder("result")}`,
      hold: null,
      held_until: null,
      blob: null,
    })
    .where(and(leaseHeld(payments), eq(payments.state, "settled")))
    .returning({ tx_hash: payments.tx_hash });

/** Payments that may have been submitted to a ledger and that nobody is waiting for any more, the oldest first. */
export const abandonedPayments: Build<PaymentRow[]> = (db, { payments }) =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.state, "claimed"),
        eq(payments.network, sql.placeholder("network")),
        or(isNull(payments.hold), lte(payments.held_until, sql.placeholder("now"))),
      ),
    )
    .orderBy(payments.created_at)
    .limit(ABANDONED_ROWS);

export const forgetResults: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ result: null })
    .where(
      sql`tx_hash IN (
        SELECT tx_hash FROM ${payments} WHERE result IS NOT NULL AND redeemed_at <= CAST(${sql.placeholder("before")} AS BIGINT)
        LIMIT ${sql.raw(String(FORGOTTEN_AT_ONCE))}
      )`,
    )
    .returning({ hash: payments.tx_hash });

/**
 * Whoever signs a fee that no ledger takes has each of its payments written down, and pays for none. Nothing has come of
 * them, and the invoices they were for are long over.
 */
export const forgetFailed: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .delete(payments)
    .where(
      sql`tx_hash IN (
        SELECT tx_hash FROM ${payments} WHERE state = 'failed' AND created_at <= CAST(${sql.placeholder("before")} AS BIGINT)
        LIMIT ${sql.raw(String(FORGOTTEN_AT_ONCE))}
      )`,
    )
    .returning({ hash: payments.tx_hash });

function leaseHeld(payments: Tables["payments"]) {
  return and(eq(payments.tx_hash, sql.placeholder("hash")), eq(payments.hold, sql.placeholder("hold")));
}
