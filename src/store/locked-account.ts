/** The row of an account, locked in the caller's transaction: what must hold between rows of one account is judged behind it. */
import { eq, sql } from "drizzle-orm";
import { ask, type Build, type Steps } from "./store.ts";
import type { Row } from "./tables/tables.ts";

/** As it is once nobody else changes it: what was read before may be over. */
export function* lockedAccount(id: string): Steps<Row<"accounts">> {
  const [account] = yield* ask(lockAccount, { id });
  if (account === undefined) throw new Error("Cannot lock an account: it has vanished");
  return account;
}

const lockAccount: Build<Row<"accounts">[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`${accounts.status}` })
    .where(eq(accounts.id, sql.placeholder("id")))
    .returning();
