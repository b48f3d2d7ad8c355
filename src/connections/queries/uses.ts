/** What connections were used for. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { Build } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";
import { isWorking, value } from "./row.ts";

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
        isWorking(connections),
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
