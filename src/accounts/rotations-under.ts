/** Rotations of keys whose answer may be asked for again, by the name that their request had. */
import { and, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "../runtime/day.ts";
import type { Build, Store } from "../store/store.ts";

/**
 * How many keys were rotated until `since` and within a day of `now`, and until when the last of their new keys can be
 * asked for again: it is derived from the secret of that time. No row says which had a name; those without one count, too.
 */
export async function rotationsUnder(
  store: Store,
  since: number,
  now: number,
): Promise<{ readonly count: number; readonly until: number }> {
  const values = { since: now - DAY_MS };
  const replaced = await store.ask(replacedKeys, values);
  const made = (await store.ask(livingKeys, values)).filter(({ accountId, madeAt }) => {
    // The old key is good until then, which is a day at most.
    const isSuccessor = (endsAt: number): boolean => endsAt >= madeAt && endsAt <= madeAt + DAY_MS;
    return madeAt <= since && replaced.some((old) => old.accountId === accountId && isSuccessor(old.endsAt ?? 0));
  });
  return { count: made.length, until: Math.max(0, ...made.map(({ madeAt }) => madeAt)) + DAY_MS };
}

const replacedKeys: Build<{ accountId: string; endsAt: number | null }[]> = (db, { keys }) =>
  db
    .select({ accountId: keys.account_id, endsAt: keys.expires_at })
    .from(keys)
    .where(and(isNotNull(keys.expires_at), isNull(keys.revoked_at), gt(keys.expires_at, sql.placeholder("since"))));

const livingKeys: Build<{ accountId: string; madeAt: number }[]> = (db, { keys }) =>
  db
    .select({ accountId: keys.account_id, madeAt: keys.created_at })
    .from(keys)
    .where(and(isNull(keys.expires_at), isNull(keys.revoked_at), gt(keys.created_at, sql.placeholder("since"))));
