/** Which words led which keys to which entries, as the store keeps it: stemmed words, one row for each, no text. */
import { and, eq, lt, sql } from "drizzle-orm";
import { ask, type Build, type Store } from "../store/store.ts";

export interface UsageRow {
  readonly entry: string;
  readonly stem: string;
  readonly day: string;
  /** The bucket of the address that asked. */
  readonly source: number;
  /** Whether the account has ever been more than a free key. */
  readonly isPaying: boolean;
  /** The UTC day on which the account was opened. */
  readonly registeredOn: string;
}

/** What one key asked and called. */
export interface EntryUse {
  readonly accountId: string;
  readonly entry: string;
  readonly stems: readonly string[];
  readonly day: string;
  readonly source: number;
}

export interface UsageRepository {
  /** Counts these stems for an entry, once for each key, and of one key no more than the cap. */
  count(usage: EntryUse): Promise<void>;
  /** All that is counted, one row for each key; what is older than `since` is forgotten. */
  read(since: string): Promise<readonly UsageRow[]>;
  /** Forgets everything. */
  forget(): Promise<void>;
}

const FREE = "free_testnet";
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
      source: sql.placeholder("source"),
    })
    .onConflictDoUpdate({
      target: [usage.entry, usage.account_id, usage.stem],
      set: { day: sql`excluded.day`, source: sql`excluded.source` },
    });

const all: Build<StoredRow[]> = (db, { usage, accounts }) =>
  db
    .select({
      entry: usage.entry,
      stem: usage.stem,
      day: usage.day,
      source: usage.source,
      tier: accounts.tier,
      baseTier: accounts.base_tier,
      createdAt: accounts.created_at,
    })
    .from(usage)
    .innerJoin(accounts, eq(accounts.id, usage.account_id));

interface StoredRow extends Pick<UsageRow, "entry" | "stem" | "day" | "source"> {
  readonly tier: string;
  readonly baseTier: string;
  readonly createdAt: number;
}

const dropOld: Build<unknown> = (db, { usage }) => db.delete(usage).where(lt(usage.day, sql.placeholder("since")));

const dropAll: Build<unknown> = (db, { usage }) => db.delete(usage);

export function createUsageRepository(store: Store): UsageRepository {
  return {
    async count({ accountId, entry, stems, day, source }) {
      await store.transact(function* () {
        const [row] = yield* ask(counted, { entry, accountId });
        const room = Math.max(0, MAX_STEMS - Number(row?.stems ?? 0));
        for (const stem of stems.slice(0, room)) yield* ask(insert, { entry, accountId, stem, day, source });
      }, "relaxed");
    },
    async read(since) {
      await store.ask(dropOld, { since });
      const rows = await store.ask(all);
      return rows.map(({ tier, baseTier, createdAt, ...row }) => ({
        ...row,
        isPaying: tier !== FREE || baseTier !== FREE,
        registeredOn: new Date(createdAt).toISOString().slice(0, 10),
      }));
    },
    async forget() {
      await store.ask(dropAll);
    },
  };
}
