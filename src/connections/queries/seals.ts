/** Seals under another key than the present one. */
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Build } from "../../store/store.ts";
import { type ConnectionRow, value } from "./row.ts";

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
