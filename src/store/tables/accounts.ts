/** The tables of accounts: who may call, and what each has, may spend and has spent. */
import type { Kit } from "./kit.ts";

export function accountTables({ table, text, int, drops, serial }: Kit) {
  return {
    /** Who may call, and on which tier. What it may spend stands in `balances` and `days`. */
    accounts: table("accounts", {
      id: text().primaryKey(),
      email: text().notNull(),
      name: text(),
      tier: text().notNull(),
      /** "pending" until its first order is paid, "active", or "suspended". */
      status: text().notNull(),
      created_at: int().notNull(),
      /** When the tier runs out; null means never. */
      expires_at: int(),
      /** "free_testnet" or "per_call": what the account is when all that was bought has run out. */
      base_tier: text().notNull().default("per_call"),
      /** A lower subscription that goes on when `tier` runs out, and until when; null when there is none. */
      next_tier: text(),
      next_expires_at: int(),
      /** The ledger that these were paid on; null where nothing was paid for them. */
      tier_network: text(),
      /** What a suspended account was before: "pending" or "active". */
      suspended_from: text(),
    }),

    /** The secrets of accounts, as their SHA-256 only. During a rotation an account has two. */
    keys: table("keys", {
      hash: text().primaryKey(),
      account_id: text().notNull(),
      prefix: text().notNull(),
      last_four: text().notNull(),
      created_at: int().notNull(),
      /** When a rotated key stops; null means with its account. */
      expires_at: int(),
      revoked_at: int(),
    }),

    /** What the keys of an account are limited to, and how much of their budget is used: spent or set aside. */
    key_limits: table("key_limits", {
      account_id: text().primaryKey(),
      /** Names with blanks between; null allows all. */
      scopes: text(),
      /** Null where there is no such limit. */
      calls_per_day: int(),
      drops_per_day: drops(),
      drops_total: drops(),
      /** The UTC day that the next two are of. */
      day: text().notNull(),
      day_calls: int().notNull(),
      day_drops: drops().notNull(),
      /** Since the budget was first set. */
      total_drops: drops().notNull(),
    }),

    /** What each account holds on each network: the sum of its entries, and how much of it is set aside for runs. */
    balances: table("balances", {
      account_id: text().notNull(),
      network: text().notNull(),
      drops: drops().notNull(),
      held: drops().notNull(),
    }),

    /** The calls of each account on each UTC day: made, set aside for runs, and granted beyond the tier's. */
    days: table("days", {
      account_id: text().notNull(),
      day: text().notNull(),
      calls: int().notNull(),
      held: int().notNull(),
      granted: int().notNull(),
      /** What was charged to the balance. */
      charged: drops().notNull(),
    }),

    /** The ledger of accounts: appended to, never changed. Balances and days are sums of it. */
    entries: table("entries", {
      id: serial(),
      account_id: text().notNull(),
      at: int().notNull(),
      day: text().notNull(),
      /** One of `ENTRY_KINDS`. */
      kind: text().notNull(),
      calls: int().notNull(),
      drops: drops().notNull(),
      network: text().notNull(),
      balance_after: drops().notNull(),
      /** What it was for, as the account's holder sees it: the slug that was called, its own order, or a reason. */
      reference: text().notNull(),
      /** The order that a deposit or referral comes from; of a referral it is another's, so nobody is shown it. */
      order_id: text(),
      /** The entry that a reversal undoes. */
      reverses: int(),
    }),

    /** What is set aside for runs under way: leases. One that is not renewed belongs to a process that died. */
    holds: table("holds", {
      id: text().primaryKey(),
      account_id: text().notNull(),
      day: text().notNull(),
      calls: int().notNull(),
      drops: drops().notNull(),
      network: text().notNull(),
      expires_at: int().notNull(),
      /** 1 where it counts in the budget of the account's keys. */
      in_budget: int().notNull().default(0),
    }),
  };
}
