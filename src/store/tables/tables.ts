/** The tables, as drizzle sees them. The constraints that guard them stand in the migrations. */
import { accountTables } from "./accounts.ts";
import { connectionTables } from "./connections.ts";
import type { Kit } from "./kit.ts";
import { paymentTables } from "./payments.ts";
import { runTables } from "./runs.ts";
import { usageTables } from "./usage.ts";

export type Tables = ReturnType<typeof defineTables>;
export type Row<Name extends keyof Tables> = Tables[Name]["$inferSelect"];

export function defineTables(kit: Kit) {
  const { table, text, bytes, int, serial } = kit;
  return {
    ...accountTables(kit),
    ...paymentTables(kit),
    ...connectionTables(kit),
    ...usageTables(kit),
    ...runTables(kit),

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
