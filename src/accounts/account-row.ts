/** The row of an account, locked or made active in the caller's transaction. */
import { eq, sql } from "drizzle-orm";
import { ask, type Build, type Steps } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import type { OrderEffect } from "./entitlement.ts";

/** As it is once nobody else changes it: what was read before may be over. */
export function* lockedAccount(id: string): Steps<Row<"accounts">> {
  const [account] = yield* ask(lockAccount, { id });
  if (account === undefined) throw new Error("Cannot lock an account: it has vanished");
  return account;
}

/** An account that was waiting to be paid for is active from now on, or will be when it is no longer suspended. */
export function activate(accountId: string, changes: OrderEffect["changes"] = {}): Steps<unknown> {
  return ask((db, { accounts }) =>
    db
      .update(accounts)
      .set({
        status: sql`CASE WHEN ${accounts.status} = 'pending' THEN 'active' ELSE ${accounts.status} END`,
        suspended_from: sql`CASE WHEN ${accounts.suspended_from} = 'pending' THEN 'active' ELSE ${accounts.suspended_from} END`,
        ...changes,
      })
      .where(eq(accounts.id, accountId)),
  );
}

const lockAccount: Build<Row<"accounts">[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`${accounts.status}` })
    .where(eq(accounts.id, sql.placeholder("id")))
    .returning();
