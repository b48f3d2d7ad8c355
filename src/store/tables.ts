/** The tables, as drizzle sees them. The constraints that guard them stand in the migrations. */
import { connectionTables } from "./connection-tables.ts";
import type { Kit } from "./kit.ts";
import { runTables } from "./run-tables.ts";
import { usageTables } from "./usage-tables.ts";

export type Tables = ReturnType<typeof defineTables>;
export type Row<Name extends keyof Tables> = Tables[Name]["$inferSelect"];

export function defineTables(kit: Kit) {
  const { table, text, bytes, int, drops, serial } = kit;
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

    /** What was asked for and is to be paid to a destination tag of its own. */
    orders: table("orders", {
      id: text().primaryKey(),
      account_id: text().notNull(),
      /** What the account becomes when it is paid; null tops up its balance. */
      tier: text(),
      amount: drops().notNull(),
      destination_tag: int().notNull(),
      network: text().notNull(),
      delivered: drops().notNull(),
      /** "pending", "underpaid" or "confirmed"; a pending one past its time reads as "expired". */
      status: text().notNull(),
      referrer_id: text(),
      created_at: int().notNull(),
      expires_at: int().notNull(),
      confirmed_at: int(),
      /** What the payment did: "started" or "extended" the tier, or was "credited" as balance; null before. */
      outcome: text(),
      /** Cancelled by the operator: what arrives for it afterwards is parked. */
      cancelled_at: int(),
    }),

    /** What arrived at a wallet, each transaction once, and the one thing it was used for. */
    deposits: table("deposits", {
      /** What a call was overpaid is a row of its own, with "-SURPLUS" behind the hash; both add up to what arrived. */
      tx_hash: text().primaryKey(),
      network: text().notNull(),
      destination_tag: int(),
      order_id: text(),
      delivered: drops().notNull(),
      payer: text().notNull(),
      at: int().notNull(),
      /** The transaction's type: value also comes by other ways than a "Payment". */
      type: text().notNull(),
      /** The `InvoiceID` it carried. */
      invoice_hash: text(),
      /**
       * "order": counted towards `order_id`; "invoice": it stands in `payments`; "parked": for nothing yet; "refunded":
       * sent back, as `refunds` says.
       */
      purpose: text().notNull(),
    }),

    /** What the operator has sent back on the ledger: a deposit as a whole, or some of an account's balance. */
    refunds: table("refunds", {
      id: serial(),
      at: int().notNull(),
      network: text().notNull(),
      /** The transaction that sent it back. */
      tx_hash: text().notNull(),
      drops: drops().notNull(),
      deposit_hash: text(),
      account_id: text(),
      reason: text().notNull(),
    }),

    /** Up to which ledger a wallet has been read. */
    markers: table("markers", {
      network: text().notNull(),
      wallet: text().notNull(),
      /** The last ledger that was read whole; null before the first. */
      ledger: int(),
      /** When it was first to be read: what arrived before is nobody's. */
      since: int().notNull(),
      /** JSON: ledgers by which the chain is known again, the newest first. */
      stamps: text().notNull(),
    }),

    /** Ledgers of a wallet that the marker has passed, and in which payments may be that are not counted yet. */
    gaps: table("gaps", {
      network: text().notNull(),
      wallet: text().notNull(),
      first_ledger: int().notNull(),
      last_ledger: int().notNull(),
      /** "missing": no server held them; "uncounted": a payment in them could not be counted. */
      reason: text().notNull(),
      since: int().notNull(),
    }),

    /**
     * Payments for single calls. "claimed" may have been submitted, "settled" has arrived, "redeemed" was spent on a run,
     * "credited" became balance.
     */
    payments: table("payments", {
      tx_hash: text().primaryKey(),
      network: text().notNull(),
      invoice_id: text().notNull(),
      /** SHA-256 of the request it is for. */
      request: text().notNull(),
      payer: text().notNull(),
      /** What was quoted for the request. */
      price: drops().notNull(),
      /** The signed transaction; null when it was on its ledger already. */
      blob: text(),
      /** The ledgers between which it is validated or never. */
      first_ledger: int(),
      last_ledger: int(),
      state: text().notNull(),
      /** Why it failed, once and for all. */
      reason: text(),
      /** Who is busy with it, and until when that is believed. */
      hold: text(),
      held_until: int(),
      /** What it bought, for a day; all but its items where these are long. */
      result: text(),
      created_at: int().notNull(),
      settled_at: int(),
      redeemed_at: int(),
      /** What its payer calls it. */
      identifier: text(),
    }),

    /** What became of requests with an `Idempotency-Key`, for a day. One that is not finished lapses with its hold. */
    idempotency_keys: table("idempotency_keys", {
      /** SHA-256 of who has called. */
      scope: text().notNull(),
      key: text().notNull(),
      /** SHA-256 of what was asked for. */
      request: text().notNull(),
      /** Who answers it, or did, and until when that is believed while it runs. */
      hold: text().notNull(),
      held_until: int().notNull(),
      begun_at: int().notNull(),
      finished_at: int(),
      /** The answer, or all but its items; null while there is none, and when it was too large to be kept. */
      result: text(),
      /** The length of the answer with its items. */
      chars: int().notNull(),
      /** 1 where it is kept for an address. */
      stranger: int().notNull(),
    }),

    /** The tokens each UTC day has cost, or may still cost by questions under way. */
    llm_days: table("llm_days", {
      day: text().primaryKey(),
      tokens: int().notNull(),
    }),

    /** Tools that were composed for a key: an entry of the catalogue, and what is fixed of its call. */
    tools: table("tools", {
      account_id: text().notNull(),
      slug: text().notNull(),
      /** Counted up whenever the same words are composed again. */
      version: int().notNull(),
      description: text().notNull(),
      /** Slug of the entry. */
      entry: text().notNull(),
      /** JSON. */
      constants: text().notNull(),
      created_at: int().notNull(),
      expires_at: int().notNull(),
    }),

    ...connectionTables(kit),
    ...usageTables(kit),

    ...runTables(kit),

    /** Parts of answers that were too long to be told at once. */
    kept_parts: table("kept_parts", {
      answer_id: text().notNull(),
      number: int().notNull(),
      /** SHA-256 of who may read them. */
      owner: text().notNull(),
      part: text().notNull(),
      bytes: int().notNull(),
      kept_until: int().notNull(),
    }),

    /** Long texts that other rows refer to: each lapses unless the transaction that writes such a row keeps it. */
    stored_texts: table("stored_texts", {
      id: text().primaryKey(),
      /** 0 once it has lapsed, while its parts are dropped. */
      kept_until: int().notNull(),
    }),

    /** Their parts in UTF-8, from 1 on. */
    stored_text_parts: table("stored_text_parts", {
      text_id: text().notNull(),
      number: int().notNull(),
      part: bytes().notNull(),
    }),

    /** Actors that the operator has switched off. */
    disabled_actors: table("disabled_actors", {
      slug: text().primaryKey(),
      reason: text().notNull(),
      since: int().notNull(),
    }),

    /** What all processes of a hub must agree on. */
    hub_facts: table("hub_facts", {
      name: text().primaryKey(),
      value: text().notNull(),
    }),

    /** What must never hold again: written by triggers, and copied to a log outside of the store. */
    revocations: table("revocations", {
      id: serial(),
      at: int().notNull(),
      /** "key", "account", "connection" or "payment". */
      kind: text().notNull(),
      /** Its primary key. */
      subject: text().notNull(),
      /** JSON. */
      facts: text().notNull(),
    }),

    /** What the operator did, and which keys were made and ended. Lines are added and sealed, never changed. */
    audit: table("audit", {
      id: serial(),
      at: int().notNull(),
      action: text().notNull(),
      account_id: text().notNull(),
      reason: text().notNull(),
      /** Its place in the chain, from 1; none until it is sealed. */
      position: int(),
      /** Over this line and the hash before it, 64 hex digits. */
      hash: text(),
    }),
  };
}
