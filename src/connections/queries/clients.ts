/** The OAuth clients of accounts and of the operator. */
import { and, eq, or, sql } from "drizzle-orm";
import type { Build } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";

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

export const removeClient: Build<{ authority: string }[]> = (db, { oauth_clients: clients }) =>
  db
    .delete(clients)
    .where(
      and(eq(clients.account_id, sql.placeholder("accountId")), eq(clients.authority, sql.placeholder("authority"))),
    )
    .returning({ authority: clients.authority });
