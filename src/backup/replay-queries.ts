/** What `replay.ts` asks of the store: each statement changes nothing where it was done before. */
import { and, eq, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { ERASED, OVER } from "../store/connection-states.ts";
import type { Build } from "../store/store.ts";
import type { Tables } from "../store/tables/tables.ts";

export const renameStore: Build<unknown> = (db, { hub_facts: facts }) =>
  db.delete(facts).where(eq(facts.name, sql.placeholder("name")));

export const insertKey: Build<{ hash: string }[]> = (db, { keys, accounts }) =>
  db
    .insert(keys)
    .select(
      db
        .select({
          hash: sql<string>`CAST(${sql.placeholder("hash")} AS TEXT)`.as("hash"),
          account_id: accounts.id,
          prefix: sql<string>`CAST(${sql.placeholder("prefix")} AS TEXT)`.as("prefix"),
          last_four: sql<string>`CAST(${sql.placeholder("last_four")} AS TEXT)`.as("last_four"),
          created_at: sql<number>`CAST(${sql.placeholder("created_at")} AS BIGINT)`.as("created_at"),
          expires_at: sql<number | null>`CAST(${sql.placeholder("expires_at")} AS BIGINT)`.as("expires_at"),
          revoked_at: sql<number | null>`CAST(${sql.placeholder("revoked_at")} AS BIGINT)`.as("revoked_at"),
        })
        .from(accounts)
        .where(eq(accounts.id, sql.placeholder("account_id"))),
    )
    .onConflictDoNothing()
    .returning({ hash: keys.hash });

/** The earlier of two ends holds. */
export const endKey: Build<{ hash: string }[]> = (db, { keys }) =>
  db
    .update(keys)
    .set({
      expires_at: sql`COALESCE(${keys.expires_at}, CAST(${sql.placeholder("expiresAt")} AS BIGINT))`,
      revoked_at: sql`COALESCE(${keys.revoked_at}, CAST(${sql.placeholder("revokedAt")} AS BIGINT))`,
    })
    .where(and(eq(keys.hash, sql.placeholder("hash")), or(isNull(keys.revoked_at), isNull(keys.expires_at))))
    .returning({ hash: keys.hash });

export const suspend: Build<{ id: string }[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: "suspended", suspended_from: sql`${accounts.status}` })
    .where(and(eq(accounts.id, sql.placeholder("id")), ne(accounts.status, "suspended")))
    .returning({ id: accounts.id });

export const unsuspend: Build<{ id: string }[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`COALESCE(${accounts.suspended_from}, 'active')`, suspended_from: null })
    .where(and(eq(accounts.id, sql.placeholder("id")), eq(accounts.status, "suspended")))
    .returning({ id: accounts.id });

/** Of an account that is known. */
export const putLimits: Build<{ id: string }[]> = (db, { accounts, key_limits: limits }) =>
  db
    .insert(limits)
    .select(
      db
        .select({
          account_id: accounts.id,
          scopes: sql<string | null>`CAST(${sql.placeholder("scopes")} AS TEXT)`.as("scopes"),
          calls_per_day: sql<number | null>`CAST(${sql.placeholder("callsPerDay")} AS BIGINT)`.as("calls_per_day"),
          drops_per_day: sql<bigint | null>`CAST(${sql.placeholder("dropsPerDay")} AS BIGINT)`.as("drops_per_day"),
          drops_total: sql<bigint | null>`CAST(${sql.placeholder("dropsTotal")} AS BIGINT)`.as("drops_total"),
          day: sql<string>`''`.as("day"),
          day_calls: sql<number>`0`.as("day_calls"),
          day_drops: sql<bigint>`0`.as("day_drops"),
          total_drops: sql<bigint>`0`.as("total_drops"),
        })
        .from(accounts)
        .where(eq(accounts.id, sql.placeholder("id"))),
    )
    .onConflictDoUpdate({
      target: limits.account_id,
      set: {
        scopes: sql`excluded.scopes`,
        calls_per_day: sql`excluded.calls_per_day`,
        drops_per_day: sql`excluded.drops_per_day`,
        drops_total: sql`excluded.drops_total`,
      },
    })
    .returning({ id: limits.account_id });

/** What was secret of it goes, too. */
export const endConnection: Build<{ id: string }[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ state: sql`${sql.placeholder("state")}`, ...ERASED })
    .where(and(eq(connections.id, sql.placeholder("id")), notInArray(connections.state, OVER)))
    .returning({ id: connections.id });

/** Of a payment that nobody is busy with, and that is sent no more. */
const LET_GO = { hold: null, held_until: null, blob: null };

/** It can buy something still. */
function isOpen(payments: Tables["payments"]) {
  return and(
    eq(payments.tx_hash, sql.placeholder("hash")),
    or(eq(payments.state, "claimed"), eq(payments.state, "settled")),
  );
}

export const spendPayment: Build<{ tx_hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({
      state: "redeemed",
      settled_at: sql`COALESCE(${payments.settled_at}, CAST(${sql.placeholder("settledAt")} AS BIGINT))`,
      redeemed_at: sql`CAST(${sql.placeholder("redeemedAt")} AS BIGINT)`,
      ...LET_GO,
    })
    .where(isOpen(payments))
    .returning({ tx_hash: payments.tx_hash });

export const insertPayment: Build<{ tx_hash: string }[]> = (db, { payments }) =>
  db
    .insert(payments)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      invoice_id: sql.placeholder("invoice_id"),
      request: sql.placeholder("request"),
      payer: sql.placeholder("payer"),
      price: sql.placeholder("price"),
      state: "redeemed",
      created_at: sql.placeholder("created_at"),
      settled_at: sql.placeholder("settled_at"),
      redeemed_at: sql.placeholder("redeemed_at"),
    })
    .onConflictDoNothing()
    .returning({ tx_hash: payments.tx_hash });

/** As a run is whose process has died with it: `src/runs/deaths.ts` says what becomes of it. */
export const doubtRuns: Build<unknown> = (db, { runs }) =>
  db
    .update(runs)
    .set({ deaths: 1 })
    .where(sql`${runs.state} IN ('queued', 'running') AND ${runs.is_repeatable} = 0 AND ${runs.deaths} = 0`);

/** Where the backup has it as money of nobody's, it was for the call. */
export const takeDeposit: Build<unknown> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      destination_tag: sql.placeholder("tag"),
      delivered: sql.placeholder("delivered"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("at"),
      type: sql.placeholder("type"),
      invoice_hash: sql.placeholder("invoiceHash"),
      purpose: "invoice",
    })
    .onConflictDoUpdate({
      target: deposits.tx_hash,
      set: { purpose: "invoice", delivered: sql`excluded.delivered` },
      setWhere: sql`${deposits.purpose} IN ('parked', 'invoice')`,
    });

export const parkSurplus: Build<unknown> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      destination_tag: null,
      delivered: sql.placeholder("surplus"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("at"),
      type: "Payment",
      invoice_hash: null,
      purpose: "parked",
    })
    .onConflictDoNothing();

/** An account that the backup does not know; what it was called and by whom is not told outside of the store. */
export const insertAccount: Build<{ id: string }[]> = (db, { accounts }) =>
  db
    .insert(accounts)
    .values({
      id: sql.placeholder("id"),
      email: "",
      tier: sql.placeholder("base_tier"),
      base_tier: sql.placeholder("base_tier"),
      status: sql.placeholder("status"),
      suspended_from: sql.placeholder("suspended_from"),
      created_at: sql.placeholder("created_at"),
    })
    .onConflictDoNothing()
    .returning({ id: accounts.id });

export const insertOrder: Build<unknown> = (db, { orders, accounts }) =>
  db
    .insert(orders)
    .values({
      id: sql.placeholder("id"),
      account_id: sql.placeholder("account_id"),
      tier: sql.placeholder("tier"),
      amount: sql.placeholder("amount"),
      destination_tag: sql.placeholder("destination_tag"),
      network: sql.placeholder("network"),
      delivered: 0n,
      status: "pending",
      referrer_id: sql`(SELECT brought.id FROM ${accounts} AS brought WHERE brought.id = ${sql.placeholder("referrer_id")})`,
      created_at: sql.placeholder("created_at"),
      expires_at: sql.placeholder("expires_at"),
    })
    .onConflictDoNothing();

/** A payment for a call that became balance; one that was never presented has no row, and needs none. */
export const creditPayment: Build<{ tx_hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({
      state: "credited",
      settled_at: sql`COALESCE(${payments.settled_at}, CAST(${sql.placeholder("at")} AS BIGINT))`,
      ...LET_GO,
    })
    .where(isOpen(payments))
    .returning({ tx_hash: payments.tx_hash });

/** What a deposit was used for, whether it has arrived in the backup or not. */
export const putDeposit: Build<unknown> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      destination_tag: sql.placeholder("destination_tag"),
      order_id: sql.placeholder("order_id"),
      delivered: sql.placeholder("delivered"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("at"),
      type: sql.placeholder("type"),
      invoice_hash: sql.placeholder("invoice_hash"),
      purpose: sql.placeholder("purpose"),
    })
    .onConflictDoUpdate({
      target: deposits.tx_hash,
      set: { purpose: sql`excluded.purpose`, order_id: sql`excluded.order_id` },
    });

export const refundOf: Build<{ id: number }[]> = (db, { refunds }) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.network, sql.placeholder("network")), eq(refunds.tx_hash, sql.placeholder("txHash"))));
