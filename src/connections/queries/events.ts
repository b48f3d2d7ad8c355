/** What became of connections. */
import { desc, eq, sql } from "drizzle-orm";
import type { Build } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";

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
