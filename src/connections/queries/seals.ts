/** Seals under another key than the present one. */
import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { Build } from "../../store/store.ts";
import type { Row, Tables } from "../../store/tables/tables.ts";
import { type ConnectionRow, value } from "./row.ts";

const BATCH = 500;

/** Of connections, from behind an id: a credential, one that is not confirmed, or a login under way. */
export const connectionsUnderOthers: Build<Pick<ConnectionRow, "id" | "sealed" | "draft" | "flow">[]> = (
  db,
  { connections },
) =>
  db
    .select({
      id: connections.id,
      sealed: connections.sealed,
      draft: connections.draft,
      flow: connections.flow,
    })
    .from(connections)
    .where(
      and(
        gt(connections.id, sql.placeholder("after")),
        or(isOther(connections.sealed), isOther(connections.draft), isOther(connections.flow)),
      ),
    )
    .orderBy(asc(connections.id))
    .limit(BATCH);

export const replaceSealed: Build<unknown[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ sealed: value("to"), key_id: value("keyId") })
    .where(and(eq(connections.id, sql.placeholder("id")), eq(connections.sealed, sql.placeholder("from"))))
    .returning({ id: connections.id });

export const replaceDraft: Build<unknown[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ draft: value("to"), draft_key_id: value("keyId") })
    .where(and(eq(connections.id, sql.placeholder("id")), eq(connections.draft, sql.placeholder("from"))))
    .returning({ id: connections.id });

export const replaceFlow: Build<unknown[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ flow: value("to") })
    .where(and(eq(connections.id, sql.placeholder("id")), eq(connections.flow, sql.placeholder("from"))))
    .returning({ id: connections.id });

/** All of them: there are few. */
export const clientsUnderOthers: Build<Pick<Row<"oauth_clients">, "account_id" | "authority" | "sealed">[]> = (
  db,
  { oauth_clients: clients },
) =>
  db
    .select({ account_id: clients.account_id, authority: clients.authority, sealed: clients.sealed })
    .from(clients)
    .where(isOther(clients.sealed));

export const replaceClientSeal: Build<unknown[]> = (db, { oauth_clients: clients }) =>
  db
    .update(clients)
    .set({ sealed: value("to") })
    .where(
      and(
        eq(clients.account_id, sql.placeholder("accountId")),
        eq(clients.authority, sql.placeholder("authority")),
        eq(clients.sealed, sql.placeholder("from")),
      ),
    )
    .returning({ authority: clients.authority });

/** `own` is how seals under the present key begin, as a pattern. Nothing is under no key. */
function isOther(sealed: Tables["connections"]["sealed" | "draft" | "flow"] | Tables["oauth_clients"]["sealed"]): SQL {
  return sql`${sealed} NOT LIKE ${sql.placeholder("own")}`;
}
