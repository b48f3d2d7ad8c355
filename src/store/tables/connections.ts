/** The tables of connections, their events and uses, and of OAuth clients. */
import type { Kit } from "./kit.ts";

export function connectionTables({ table, text, int, serial }: Kit) {
  return {
    /** What accounts have connected: credentials for the hosts of APIs. */
    connections: table("connections", {
      id: text().primaryKey(),
      account_id: text().notNull(),
      label: text().notNull(),
      /** Who gives the credential: an authority's id, or the first host. */
      authority: text().notNull(),
      /** One of `ACCESS_METHODS`. */
      method: text().notNull(),
      /** One of `CONNECTION_STATES`. */
      state: text().notNull(),
      reason: text(),
      /** Slug of the entry it was asked for. */
      entry: text().notNull(),
      /** JSON: the only hosts that ever get the credential. */
      hosts: text().notNull(),
      /** JSON: where the credential goes and who gives it, as known when it was connected. */
      way: text().notNull(),
      /** JSON: what it may be used for. */
      rules: text().notNull(),
      is_default: int().notNull(),
      /** The credential, and the id of the key that wraps its own. */
      sealed: text(),
      key_id: text(),
      /** Counted up with every credential that takes the place of another. */
      version: int().notNull(),
      /** A credential that its person has not confirmed yet, and the digest of the code that does. */
      draft: text(),
      draft_key_id: text(),
      draft_code: text(),
      draft_tries: int().notNull(),
      /** What the link is made of, and until when it opens. */
      link_nonce: text(),
      link_until: int(),
      /** Sealed: the login under way. */
      flow: text(),
      /** Who refreshes it, and until when that is believed. */
      lease: text(),
      lease_until: int(),
      /** When a refresh may be tried again. */
      retry_at: int(),
      failures: int().notNull(),
      expires_at: int(),
      /** When it ends unless its person renews it; null where that is not known, or never. */
      ends_at: int(),
      /** When that is told; null once it was. */
      remind_at: int(),
      scopes_granted: text(),
      account_hint: text(),
      secret_hint: text(),
      /** Its calls on this UTC day. */
      used_day: text(),
      used: int().notNull(),
      created_at: int().notNull(),
      last_used_at: int(),
      last_ok_at: int(),
    }),

    /** Which entries a connection was used for, by UTC day. */
    connection_uses: table("connection_uses", {
      connection_id: text().notNull(),
      account_id: text().notNull(),
      day: text().notNull(),
      entry: text().notNull(),
      calls: int().notNull(),
      used_at: int().notNull(),
    }),

    /** What accounts, and the operator as "", are registered as at authorities. */
    oauth_clients: table("oauth_clients", {
      account_id: text().notNull(),
      authority: text().notNull(),
      client_id: text().notNull(),
      token_auth: text().notNull(),
      /** The client's secret; null for a public one. */
      sealed: text(),
      created_at: int().notNull(),
    }),

    /** What became of connections; `due_at` is when a webhook is to be told of it, null when that is over. */
    connection_events: table("connection_events", {
      id: serial(),
      connection_id: text().notNull(),
      account_id: text().notNull(),
      type: text().notNull(),
      at: int().notNull(),
      attempts: int().notNull(),
      due_at: int(),
    }),
  };
}
