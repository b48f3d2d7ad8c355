/** The tables of payments: what is to be paid, what arrived at the wallets and from where on they are read, and what it was spent on. */
import type { Kit } from "./kit.ts";

export function paymentTables({ table, text, int, drops, serial }: Kit) {
  return {
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
      /** The signed transaction; null where only its hash was shown, and once it is spent. */
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
  };
}
