/** What a person gives by a link, and what confirms it. */
import { and, eq, gt, gte, isNotNull, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import { OVER } from "../../store/connection-states.ts";
import type { Build } from "../../store/store.ts";
import type { Tables } from "../../store/tables/tables.ts";
import { type ConnectionRow, isOpen, value } from "./row.ts";

/** So often a code may be tried. */
export const MAX_TRIES = 5;

const NEW_LINK = {
  link_nonce: value("nonce"),
  link_until: value("until"),
  flow: null,
  draft: null,
  draft_key_id: null,
  draft_code: null,
  draft_tries: 0,
};

/** A new link; the credential that is there serves on. */
export const relink: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ ...NEW_LINK, way: value("way") })
    .where(isOpen(connections))
    .returning();

/** The same for a credential that no longer works, unless a link is open or what was given by one can be confirmed. */
export const relinkBroken: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set(NEW_LINK)
    .where(
      and(
        isOpen(connections),
        eq(connections.state, "needs_reconnect"),
        or(isNull(connections.link_until), isOverdue(connections)),
      ),
    )
    .returning();

/** Whether the time of a link, or of what was given by it, is up, or its code was guessed at too often. */
function isOverdue({ link_until: until, draft, draft_tries: tries }: Tables["connections"]) {
  return or(lte(until, sql.placeholder("now")), and(isNotNull(draft), gte(tries, sql.raw(String(MAX_TRIES)))));
}

/** What a person has given by the link, which is used up by it. */
export const keepDraft: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      draft: value("draft"),
      draft_key_id: value("keyId"),
      draft_code: value("code"),
      draft_tries: 0,
      link_nonce: null,
      link_until: value("until"),
      flow: null,
      state: sql`CASE WHEN ${connections.state} = 'pending' THEN 'awaiting_confirmation' ELSE ${connections.state} END`,
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.link_nonce, sql.placeholder("nonce")),
        gt(connections.link_until, sql.placeholder("now")),
        notInArray(connections.state, OVER),
      ),
    )
    .returning();

/** Takes one of the tries of a code; no row where none is left, or nothing is there to be confirmed. */
export const takeTry: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ draft_tries: sql`${connections.draft_tries} + 1` })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.account_id, sql.placeholder("accountId")),
        isNotNull(connections.draft),
        sql`${connections.draft_tries} < ${sql.raw(String(MAX_TRIES))}`,
        gt(connections.link_until, sql.placeholder("now")),
      ),
    )
    .returning();

/** Puts the confirmed credential in its place. */
export const activate: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      sealed: value("sealed"),
      key_id: value("keyId"),
      version: sql`${connections.version} + 1`,
      draft: null,
      draft_key_id: null,
      draft_code: null,
      link_until: null,
      state: "active",
      reason: null,
      failures: 0,
      retry_at: null,
      lease: null,
      secret_hint: value("hint"),
      expires_at: value("expiresAt"),
      ends_at: value("endsAt"),
      remind_at: value("remindAt"),
      scopes_granted: value("scopes"),
      is_default: value("isDefault"),
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.draft_code, sql.placeholder("code")),
        eq(connections.version, sql.placeholder("version")),
        notInArray(connections.state, OVER),
      ),
    )
    .returning();

/** What nobody has confirmed in time, or after too many tries, is erased. */
export const dropDrafts: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      draft: null,
      draft_key_id: null,
      draft_code: null,
      draft_tries: 0,
      link_nonce: null,
      link_until: null,
      flow: null,
      // Also of one that was disabled before anything was given: it has no credential to go on with.
      state: sql`CASE WHEN ${connections.sealed} IS NULL THEN 'expired' ELSE ${connections.state} END`,
    })
    .where(and(isNotNull(connections.link_until), isOverdue(connections)))
    .returning();

export const keepFlow: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ flow: value("flow") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.link_nonce, sql.placeholder("nonce")),
        gt(connections.link_until, sql.placeholder("now")),
      ),
    )
    .returning();

/** A login under way is answered once: whoever takes it has it alone. */
export const takeFlow: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ flow: null })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.flow, sql.placeholder("flow")),
        gt(connections.link_until, sql.placeholder("now")),
      ),
    )
    .returning();
