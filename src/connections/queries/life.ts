/** A connection from its first link to its end: each moves one row under its guard, in one statement. */
import { and, desc, eq, lte, notInArray, sql } from "drizzle-orm";
import { ERASED, OVER } from "../../store/connection-states.ts";
import type { Build } from "../../store/store.ts";
import { type ConnectionRow, isOpen, isWorking, value } from "./row.ts";

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

/** Everybody's, the newest first. */
export const newestOfAll: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .orderBy(desc(connections.created_at), connections.id)
    .limit(100)
    .offset(sql.placeholder("offset"));

export const byId: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id")));

/** As it is until the transaction ends: no call and no refresh moves it meanwhile. */
export const lockConnection: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ label: sql`${connections.label}` })
    .where(isOpen(connections))
    .returning();

export const patchConnection: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ label: value("label"), rules: value("rules"), is_default: value("isDefault"), state: value("state") })
    .where(isOpen(connections))
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
    .set({ state: "revoked", ...ERASED })
    .where(isOpen(connections))
    .returning();

/** What an answer of the upstream said of the credential of this version. */
export const setState: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ state: value("to"), reason: value("reason") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        isWorking(connections),
      ),
    )
    .returning();

/** Those whose end is to be told: whoever takes one tells it. */
export const takeReminders: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ remind_at: null })
    .where(and(lte(connections.remind_at, sql.placeholder("now")), isWorking(connections)))
    .returning();

export const noteOk: Build<unknown> = (db, { connections }) =>
  db
    .update(connections)
    .set({ last_ok_at: value("now") })
    .where(eq(connections.id, sql.placeholder("id")));
