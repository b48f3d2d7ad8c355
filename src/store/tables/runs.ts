/** The table of runs that are done later. */
import type { Kit } from "./kit.ts";

export function runTables({ table, text, int, drops }: Kit) {
  return {
    /** Runs that were accepted to be done later; webhooks that tell of them are rows of the same kind. */
    runs: table("runs", {
      id: text().primaryKey(),
      /** Whose place it takes: an account's id, or the hash of a payment. */
      client: text().notNull(),
      account_id: text(),
      /** Hash of the transaction that pays for it. */
      payment: text(),
      /** SHA-256 of the proof, by which its payer may ask for it; the proof itself goes when the run has ended. */
      proof_digest: text(),
      proof: text(),
      /** Which kind of operation, and which one. */
      kind: text().notNull(),
      name: text().notNull(),
      /** JSON as it was sent; null once the run has ended. */
      input: text(),
      /** Whether it may be done again when its process has died. */
      is_repeatable: int().notNull(),
      is_covered: int().notNull(),
      /** JSON: what is set aside for it on its account. */
      hold: text(),
      due_drops: drops().notNull(),
      charge: drops().notNull(),
      /** Of its Idempotency-Key. */
      key_scope: text(),
      key: text(),
      webhook: text(),
      /** "queued", "running", "succeeded", "failed" or "cancelled". */
      state: text().notNull(),
      /** When it may be taken; all times of this table are the database's. */
      due: int().notNull(),
      lease: int(),
      /** Which process has it. */
      owner: text(),
      /** How often it was taken: with `owner`, what only its last taker knows. */
      attempts: int().notNull(),
      /** How often its process ended, or lost the store, with it in work. */
      deaths: int().notNull().default(0),
      is_cancelled: int().notNull(),
      result: text(),
      /** Of the result, as it is kept. */
      bytes: int().notNull().default(0),
      error: text(),
      created_at: int().notNull(),
      started_at: int(),
      finished_at: int(),
    }),
  };
}
