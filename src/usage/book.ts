/** Which words led which keys to which entries, as the store keeps it: stemmed words, one row for each, no text. */
import { and, eq, lt, sql } from "drizzle-orm";
import { ask, type Build, type Store } from "../store/store.ts";

export interface UsageRow {
  readonly entry: string;
  readonly stem: string;
  readonly day: string;
}

export interface UsageBook {
  /** Counts these stems for an entry, once for each key, and of one key no more than the cap. */
  count(accountId: string, entry: string, stems: readonly string[], day: string): Promise<void>;
  /** All that is counted, one row for each key; what is older than `since` is forgotten. */
  read(since: string): Promise<readonly UsageRow[]>;
  /** Forgets everything. */
  forget(): Promise<void>;
}

/** Of one key for one entry. */
const MAX_STEMS = 24;

const counted: Build<{ stems: number }[]> = (db, { usage }) =>
  db
    .select({ stems: sql<number>`count(*)` })
    .from(usage)
    .where(and(eq(usage.entry, sql.placeholder("entry")), eq(usage.account_id, sql.placeholder("accountId"))));

const insert: Build<unknown> = (db, { usage }) =>
  db
    .insert(usage)
    .values({
      entry: sql.placeholder("entry"),
      account_id: sql.placeholder("accountId"),
      stem: sql.placeholder("stem"),
      day: sql.placeholder("day"),
    })
    .onConflictDoUpdate({ target: [usage.entry, usage.account_id, usage.stem], set: { day: sql`excluded.day` } });

const all: Build<UsageRow[]> = (db, { usage }) =>
  db.select({ entry: usage.entry, stem: usage.stem, day: usage.day }).from(usage);

const dropOld: Build<unknown> = (db, { usage }) => db.delete(usage).where(lt(usage.day, sql.placeholder("since")));

const dropAll: Build<unknown> = (db, { usage }) => db.delete(usage);

export function openUsageBook(store: Store): UsageBook {
  return {
    async count(accountId, entry, stems, day) {
      await store.transact(function* () {
        const [row] = yield* ask(counted, { entry, accountId });
        const room = Math.max(0, MAX_STEMS - Number(row?.stems ?? 0));
        for (const stem of stems.slice(0, room)) yield* ask(insert, { entry, accountId, stem, day });
      }, "relaxed");
    },
    async read(since) {
      await store.ask(dropOld, { since });
      return store.ask(all);
    },
    async forget() {
      await store.ask(dropAll);
    },
  };
}
