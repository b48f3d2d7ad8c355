/** The row of an account, made active in the caller's transaction. */
import { eq, sql } from "drizzle-orm";
import { ask, type Steps } from "../store/store.ts";
import type { OrderEffect } from "./entitlement.ts";

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
