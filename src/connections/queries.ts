/** The queries of connections: each moves one row under its guard, in one statement. */
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import type { Build } from "../store/store.ts";
import type { Row } from "../store/tables.ts";

export type ConnectionRow = Row<"connections">;

const value = (name: string) => sql`${sql.placeholder(name)}`;
const OVER = ["expired", "revoked"];

export const insertConnection: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .insert(connections)
    .values({
      id: sql.placeholder("id"),
      account_id: sql.placeholder("accountId"),
      label: sql.placeholder("label"),
      authority: sql.placeholder("authority"),
      method: sql.placeholder("method"),
      state: "pending",
      entry: sql.placeholder("entry"),
      hosts: sql.placeholder("hosts"),
      way: sql.placeholder("way"),
      rules: sql.placeholder("rules"),
      is_default: 0,
      version: 0,
      draft_tries: 0,
      link_nonce: sql.placeholder("nonce"),
      link_until: sql.placeholder("until"),
      failures: 0,
      used: 0,
      created_at: sql.placeholder("now"),
    })
    .onConflictDoNothing()
    .returning();

/** Those of an account that are not over, the newest first. */
export const ofAccount: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(and(eq(connections.account_id, sql.placeholder("accountId")), notInArray(connections.state, OVER)))
    .orderBy(desc(connections.created_at), connections.id);

export const byId: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id")));

/** A new link; the credential that is there serves on. */
export const relink: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      link_nonce: value("nonce"),
      link_until: value("until"),
      way: value("way"),
      flow: null,
      draft: null,
      draft_key_id: null,
      draft_code: null,
      draft_tries: 0,
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.account_id, sql.placeholder("accountId")),
        notInArray(connections.state, OVER),
      ),
    )
    .returning();

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

const MAX_TRIES = 5;

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
      state: sql`CASE WHEN ${connections.state} IN ('pending', 'awaiting_confirmation') THEN 'expired' ELSE ${connections.state} END`,
    })
    .where(
      and(
        isNotNull(connections.link_until),
        or(
          lte(connections.link_until, sql.placeholder("now")),
          and(isNotNull(connections.draft), sql`${connections.draft_tries} >= ${sql.raw(String(MAX_TRIES))}`),
        ),
      ),
    )
    .returning();

export const patchConnection: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ label: value("label"), rules: value("rules"), is_default: value("isDefault"), state: value("state") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.account_id, sql.placeholder("accountId")),
        eq(connections.state, sql.placeholder("from")),
      ),
    )
    .returning();

/** Of connections of one account with the same hosts one is the default. */
export const noOtherDefault: Build<unknown> = (db, { connections }) =>
  db
    .update(connections)
    .set({ is_default: 0 })
    .where(
      and(
        eq(connections.account_id, sql.placeholder("accountId")),
        eq(connections.hosts, sql.placeholder("hosts")),
        sql`${connections.id} <> ${sql.placeholder("id")}`,
      ),
    );

/** Ends it, and forgets all that was secret. */
export const eraseConnection: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      state: "revoked",
      sealed: null,
      key_id: null,
      draft: null,
      draft_key_id: null,
      draft_code: null,
      flow: null,
      link_nonce: null,
      link_until: null,
      lease: null,
      is_default: 0,
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.account_id, sql.placeholder("accountId")),
        notInArray(connections.state, OVER),
      ),
    )
    .returning();

/** Counts one call; no row where its daily calls are used up. */
export const countUse: Build<{ id: string }[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      used: sql`CASE WHEN ${connections.used_day} = ${value("day")} THEN ${connections.used} + 1 ELSE 1 END`,
      used_day: value("day"),
      last_used_at: value("now"),
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        inArray(connections.state, ["active", "stale"]),
        sql`(${connections.used_day} IS NULL OR ${connections.used_day} <> ${sql.placeholder("day")} OR ${connections.used} < ${sql.placeholder("cap")})`,
      ),
    )
    .returning({ id: connections.id });

export const noteUse: Build<unknown> = (db, { connection_uses: uses }) =>
  db
    .insert(uses)
    .values({
      connection_id: sql.placeholder("id"),
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      entry: sql.placeholder("entry"),
      calls: 1,
      used_at: sql.placeholder("now"),
    })
    .onConflictDoUpdate({
      target: [uses.connection_id, uses.day, uses.entry],
      set: { calls: sql`${uses.calls} + 1`, used_at: sql`excluded.used_at` },
    });

export const forgetUses: Build<unknown> = (db, { connection_uses: uses }) =>
  db.delete(uses).where(sql`${uses.day} < ${sql.placeholder("since")}`);

export const usesOf: Build<Row<"connection_uses">[]> = (db, { connection_uses: uses }) =>
  db
    .select()
    .from(uses)
    .where(eq(uses.connection_id, sql.placeholder("id")))
    .orderBy(desc(uses.used_at), uses.entry)
    .limit(20);

/** What an answer of the upstream said of the credential of this version. */
export const setState: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ state: value("to"), reason: value("reason") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        inArray(connections.state, ["active", "stale"]),
      ),
    )
    .returning();

export const noteOk: Build<unknown> = (db, { connections }) =>
  db
    .update(connections)
    .set({ last_ok_at: value("now") })
    .where(eq(connections.id, sql.placeholder("id")));

/** Those whose seal was made under another key. */
export const underOtherKeys: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(
      or(
        and(isNotNull(connections.key_id), sql`${connections.key_id} <> ${sql.placeholder("keyId")}`),
        and(isNotNull(connections.draft_key_id), sql`${connections.draft_key_id} <> ${sql.placeholder("keyId")}`),
      ),
    )
    .limit(500);

export const replaceSeal: Build<unknown> = (db, { connections }) =>
  db
    .update(connections)
    .set({ sealed: value("to"), key_id: value("keyId") })
    .where(and(eq(connections.id, sql.placeholder("id")), eq(connections.sealed, sql.placeholder("from"))));

export const addEvent: Build<unknown> = (db, { connection_events: events }) =>
  db.insert(events).values({
    connection_id: sql.placeholder("id"),
    account_id: sql.placeholder("accountId"),
    type: sql.placeholder("type"),
    at: sql.placeholder("now"),
    attempts: 0,
    due_at: sql.placeholder("dueAt"),
  });

export const eventsOf: Build<Row<"connection_events">[]> = (db, { connection_events: events }) =>
  db
    .select()
    .from(events)
    .where(eq(events.connection_id, sql.placeholder("id")))
    .orderBy(desc(events.id))
    .limit(20);

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

/** Takes the right to refresh a credential of this version; no row while another process has it. */
export const takeLease: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ lease: value("lease"), lease_until: value("until") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        inArray(connections.state, ["active", "stale"]),
        or(isNull(connections.lease), lte(connections.lease_until, sql.placeholder("now"))),
        or(isNull(connections.retry_at), lte(connections.retry_at, sql.placeholder("now"))),
      ),
    )
    .returning();

/** Stores what a refresh brought, by who holds the lease. */
export const keepRefreshed: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      sealed: value("sealed"),
      key_id: value("keyId"),
      version: sql`${connections.version} + 1`,
      expires_at: value("expiresAt"),
      state: "active",
      reason: null,
      failures: 0,
      retry_at: null,
      lease: null,
      lease_until: null,
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        eq(connections.lease, sql.placeholder("lease")),
        inArray(connections.state, ["active", "stale"]),
      ),
    )
    .returning();

/** A refresh failed: for good, or until a later time. */
export const failRefresh: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      state: value("to"),
      reason: value("reason"),
      failures: sql`${connections.failures} + 1`,
      retry_at: value("retryAt"),
      lease: null,
      lease_until: null,
    })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        eq(connections.lease, sql.placeholder("lease")),
        inArray(connections.state, ["active", "stale"]),
      ),
    )
    .returning();

/** Tokens that run out by then and can be refreshed now. */
export const runningOut: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(
      and(
        inArray(connections.state, ["active", "stale"]),
        inArray(connections.method, ["oauth2_code", "oauth2_device"]),
        lte(connections.expires_at, sql.placeholder("by")),
        or(isNull(connections.retry_at), lte(connections.retry_at, sql.placeholder("now"))),
      ),
    )
    .orderBy(connections.expires_at)
    .limit(100);

export const putClient: Build<Row<"oauth_clients">[]> = (db, { oauth_clients: clients }) =>
  db
    .insert(clients)
    .values({
      account_id: sql.placeholder("accountId"),
      authority: sql.placeholder("authority"),
      client_id: sql.placeholder("clientId"),
      token_auth: sql.placeholder("tokenAuth"),
      sealed: sql.placeholder("sealed"),
      created_at: sql.placeholder("now"),
    })
    .onConflictDoUpdate({
      target: [clients.account_id, clients.authority],
      set: {
        client_id: sql`excluded.client_id`,
        token_auth: sql`excluded.token_auth`,
        sealed: sql`excluded.sealed`,
        created_at: sql`excluded.created_at`,
      },
    })
    .returning();

/** An account's own, and the operator's. */
export const clientsFor: Build<Row<"oauth_clients">[]> = (db, { oauth_clients: clients }) =>
  db
    .select()
    .from(clients)
    .where(or(eq(clients.account_id, sql.placeholder("accountId")), eq(clients.account_id, "")));
