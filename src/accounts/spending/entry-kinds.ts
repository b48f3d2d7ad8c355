/**
 * The kinds of entries in the accounts' journal: what each does to a balance, and what it must agree with. The one list
 * of them: the tables' check, the code that writes entries and `ledger verify` go by it.
 */

export interface EntryKind {
  /** Which way it moves the balance. A reversal goes against the entry it reverses. */
  readonly moves: "nothing" | "up" | "down" | "either";
  /** What must be there for it elsewhere in the store. */
  readonly backedBy: "nothing" | "order" | "entry" | "refund";
  readonly meaning: string;
}

export const ENTRY_KINDS = {
  call: { moves: "nothing", backedBy: "nothing", meaning: "daily calls of the tier, as many as `calls` says" },
  charge: { moves: "down", backedBy: "nothing", meaning: "a call that the balance paid for" },
  deposit: { moves: "up", backedBy: "order", meaning: "what payments brought to an order of the account: `order_id`" },
  referral: { moves: "up", backedBy: "order", meaning: "a share of what an account it brought has paid: `order_id`" },
  grant: { moves: "up", backedBy: "nothing", meaning: "a gift of the operator; one of calls has 0 drops" },
  debit: { moves: "down", backedBy: "nothing", meaning: "taken away by the operator, who says why" },
  reversal: {
    moves: "either",
    backedBy: "entry",
    meaning: "undoes the drops of the entry in `reverses`, whole and once",
  },
  refund: { moves: "down", backedBy: "refund", meaning: "sent back on the ledger: `reference` is `refunds.tx_hash`" },
} as const satisfies Record<string, EntryKind>;

export type EntryKindName = keyof typeof ENTRY_KINDS;
