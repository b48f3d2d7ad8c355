/** Tokens: who refreshes one, and what came of it. */
import { and, eq, gt, inArray, isNull, lte, notInArray, or, sql } from "drizzle-orm";
import { OVER } from "../../store/connection-states.ts";
import type { Build } from "../../store/store.ts";
import type { Tables } from "../../store/tables/tables.ts";
import { type ConnectionRow, isWorking, value } from "./row.ts";

/** Takes the right to refresh a credential of this version; no row while another process has it, or a pause goes on, which ends by `latest`. */
export const takeLease: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ lease: value("lease"), lease_until: value("until") })
    .where(
      and(
        eq(connections.id, sql.placeholder("id")),
        eq(connections.version, sql.placeholder("version")),
        isWorking(connections),
        or(isNull(connections.lease), lte(connections.lease_until, sql.placeholder("now"))),
        or(mayRetry(connections), gt(connections.retry_at, sql.placeholder("latest"))),
      ),
    )
    .returning();

function mayRetry({ retry_at: retryAt }: Tables["connections"]) {
  return or(isNull(retryAt), lte(retryAt, sql.placeholder("now")));
}

/** A credential of this version, by who holds the lease on it. */
function isLeased(connections: Tables["connections"]) {
  return and(
    eq(connections.id, sql.placeholder("id")),
    eq(connections.version, sql.placeholder("version")),
    eq(connections.lease, sql.placeholder("lease")),
  );
}

/**
 * Stores what a refresh brought, by who holds the lease. Also for one that was disabled or refused meanwhile: the token that
 * it was brought by may be used up.
 */
export const keepRefreshed: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({
      sealed: value("sealed"),
      key_id: value("keyId"),
      version: sql`${connections.version} + 1`,
      expires_at: value("expiresAt"),
      ends_at: value("endsAt"),
      // An end that was told is not told again.
      remind_at: sql`CASE WHEN ${connections.ends_at} = ${sql.placeholder("endsAt")} THEN ${connections.remind_at} ELSE ${sql.placeholder("remindAt")} END`,
      state: sql`CASE WHEN ${connections.state} = 'disabled' THEN ${connections.state} ELSE 'active' END`,
      reason: null,
      failures: 0,
      retry_at: null,
      lease: null,
      lease_until: null,
    })
    .where(and(isLeased(connections), notInArray(connections.state, OVER)))
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
    .where(and(isLeased(connections), isWorking(connections)))
    .returning();

/** Tokens that run out by then and can be refreshed now. */
export const runningOut: Build<ConnectionRow[]> = (db, { connections }) =>
  db
    .select()
    .from(connections)
    .where(
      and(
        isWorking(connections),
        inArray(connections.method, ["oauth2_code", "oauth2_device"]),
        lte(connections.expires_at, sql.placeholder("by")),
        mayRetry(connections),
      ),
    )
    .orderBy(connections.expires_at)
    .limit(100);
