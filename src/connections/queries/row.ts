/** What the queries of connections have in common. */
import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import { OVER, WORKING } from "../../store/connection-states.ts";
import type { Row, Tables } from "../../store/tables/tables.ts";

export type ConnectionRow = Row<"connections">;

/** A value that is set, not compared. */
export const value = (name: string) => sql`${sql.placeholder(name)}`;

/** A connection that calls carry, or will again without its person. */
export function isWorking({ state }: Tables["connections"]) {
  return inArray(state, [...WORKING]);
}

/** A connection of this account that has not come to its end. */
export function isOpen(connections: Tables["connections"]) {
  return and(
    eq(connections.id, sql.placeholder("id")),
    eq(connections.account_id, sql.placeholder("accountId")),
    notInArray(connections.state, OVER),
  );
}
