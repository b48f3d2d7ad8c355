/** The tables of how entries of the catalogue are used, as drizzle sees them. */
import type { Kit } from "./kit.ts";

export function usageTables({ table, text, int }: Kit) {
  return {
    /** Words of requests that ended in a call of an entry, by whose key: one row however often. */
    usage: table("usage", {
      entry: text().notNull(),
      account_id: text().notNull(),
      /** One stemmed word. */
      stem: text().notNull(),
      day: text().notNull(),
      /** The bucket of the address that asked. */
      source: int().notNull(),
    }),

    /** How calls of entries went, by account and UTC day; those of payers without an account are "". */
    entry_calls: table("entry_calls", {
      entry: text().notNull(),
      account_id: text().notNull(),
      day: text().notNull(),
      calls: int().notNull(),
      failures: int().notNull(),
      /** Of the calls that were answered, together. */
      duration_ms: int().notNull(),
      answered_at: int(),
      failed_at: int(),
    }),

    /** Schemes of authentication that upstreams asked for, by account and UTC day; payers without an account are "". */
    entry_walls: table("entry_walls", {
      entry: text().notNull(),
      account_id: text().notNull(),
      day: text().notNull(),
      /** One of `WALL_SCHEMES`. */
      scheme: text().notNull(),
    }),

    /** What upstreams answered calls of entries with, by account and UTC day; payers without an account are "". */
    entry_health: table("entry_health", {
      entry: text().notNull(),
      account_id: text().notNull(),
      day: text().notNull(),
      /** One of `OUTCOMES`. */
      outcome: text().notNull(),
      calls: int().notNull(),
    }),
  };
}
