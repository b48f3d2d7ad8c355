/** Authentication that upstreams asked for: counted by account, so that one caller alone makes no entry need anything. */
import { gte, lt, sql } from "drizzle-orm";
import { DAY_MS, dayOf } from "../runtime/day.ts";
import type { Clock } from "../runtime/world.ts";
import { WALL_SCHEMES, type WallRecords, type WallScheme } from "../runtime/entries/walls.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";

export interface WallRepository extends WallRecords {
  /** Writes what was noted since. */
  flush(): Promise<void>;
  /** Reads what all processes have written. */
  refresh(): Promise<void>;
}

const KEPT_DAYS = 30;
/** So many accounts have to have been asked for the same before it is believed. */
const MIN_ACCOUNTS = 3;
const MAX_NOTED = 20_000;
const MAX_ROWS = 50_000;

export function createWallRepository(store: Store, clock: Clock): WallRepository {
  let noted = new Set<string>();
  let known: ReadonlyMap<string, readonly WallScheme[]> = new Map();
  let version = 0;
  const since = () => dayOf(clock.now() - KEPT_DAYS * DAY_MS);
  return {
    note({ entry, account = "", scheme }) {
      if (noted.size < MAX_NOTED) noted.add(JSON.stringify([entry, account, dayOf(clock.now()), scheme]));
    },
    of: (entry) => known.get(entry) ?? [],
    version: () => version,
    async flush() {
      if (noted.size === 0) return;
      const writing = noted;
      noted = new Set();
      const write = function* (): Steps<void> {
        for (const key of [...writing].sort()) {
          const [entry, accountId, day, scheme] = JSON.parse(key) as string[];
          yield* ask(add, { entry, accountId, day, scheme });
        }
        yield* ask(dropOld, { before: since() });
      };
      try {
        await store.transact(write, "relaxed");
      } catch (error) {
        for (const key of writing) noted.add(key);
        throw error;
      }
    },
    async refresh() {
      const fresh = wallsFrom(await store.ask(recent, { since: since() }));
      if (fresh.size > 0 || known.size > 0) version++;
      known = fresh;
    },
  };
}

/** By entry. */
function wallsFrom(rows: readonly WallRow[]): ReadonlyMap<string, readonly WallScheme[]> {
  const walls = new Map<string, WallScheme[]>();
  for (const [entry, own] of Map.groupBy(rows, (row) => row.entry)) {
    const asked = (scheme: WallScheme) => new Set(own.filter((row) => row.scheme === scheme).map((row) => row.account));
    const sure = WALL_SCHEMES.filter((scheme) => asked(scheme).size >= MIN_ACCOUNTS);
    if (sure.length > 0) walls.set(entry, sure);
  }
  return walls;
}

interface WallRow {
  readonly entry: string;
  readonly account: string;
  readonly scheme: string;
}

const add: Build<unknown> = (db, { entry_walls: rows }) =>
  db
    .insert(rows)
    .values({
      entry: sql.placeholder("entry"),
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      scheme: sql.placeholder("scheme"),
    })
    .onConflictDoNothing();

const dropOld: Build<unknown> = (db, { entry_walls: rows }) =>
  db.delete(rows).where(lt(rows.day, sql.placeholder("before")));

const recent: Build<WallRow[]> = (db, { entry_walls: rows }) =>
  db
    .selectDistinct({ entry: rows.entry, account: rows.account_id, scheme: rows.scheme })
    .from(rows)
    .where(gte(rows.day, sql.placeholder("since")))
    .limit(MAX_ROWS);
