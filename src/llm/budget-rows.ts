/** The queries of the day's budget: one counter, moved under its guard in one statement. */
import { eq, sql } from "drizzle-orm";
import type { Build } from "../store/store.ts";

export const reserveTokens: Build<{ tokens: number }[]> = (db, { llm_days: days }) =>
  db
    .insert(days)
    .values({ day: sql.placeholder("day"), tokens: sql.placeholder("tokens") })
    .onConflictDoUpdate({
      target: days.day,
      set: { tokens: sql`${days.tokens} + excluded.tokens` },
      setWhere: sql`${days.tokens} + excluded.tokens <= ${sql.placeholder("limit")}`,
    })
    .returning({ tokens: days.tokens });

export const settleTokens: Build<unknown> = (db, { llm_days: days }) =>
  db
    .update(days)
    .set({ tokens: sql`${days.tokens} + ${sql.placeholder("tokens")}` })
    .where(eq(days.day, sql.placeholder("day")));

export const tokensOf: Build<{ tokens: number }[]> = (db, { llm_days: days }) =>
  db
    .select({ tokens: days.tokens })
    .from(days)
    .where(eq(days.day, sql.placeholder("day")));
