/** What the page of a link calls the account that asks, so that its person knows it and a stranger's is noticed. */
import { eq, sql } from "drizzle-orm";
import type { Build, Store } from "../store/store.ts";

export type AccountName = (accountId: string) => Promise<string>;

const emailOf: Build<{ email: string; name: string | null }[]> = (db, { accounts }) =>
  db
    .select({ email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")));

/** "m…@example.com": whoever it is knows it, whoever it is not learns little. */
export function accountNames(store: Store): AccountName {
  return async (id) => {
    const [found] = await store.ask(emailOf, { id });
    const email = found?.email ?? "?";
    return `the agent of ${email.slice(0, 1)}…${email.slice(Math.max(1, email.lastIndexOf("@")))}${found?.name ? ` (${found.name})` : ""}`;
  };
}
