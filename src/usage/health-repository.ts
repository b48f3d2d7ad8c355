/** Health of entries from real calls: counted by account, so that one caller alone makes nothing look gone. */
import { gte, lt, sql } from "drizzle-orm";
import { DAY_MS, dayOf } from "../runtime/day.ts";
import { type Health, type HealthRecords, type HealthState, type CallOutcome, OUTCOMES } from "../runtime/health.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";

export interface HealthRepository extends HealthRecords {
  /** Writes what was noted since. */
  flush(): Promise<void>;
  /** Reads what all processes have written. */
  refresh(): Promise<void>;
}

const KEPT_DAYS = 30;
const HALF_LIFE_DAYS = 10;
/** So many accounts have to have seen the same before it is believed. */
const MIN_ACCOUNTS = 3;
const MAX_NOTED = 20_000;
const MAX_ROWS = 50_000;

interface HealthRow {
  readonly entry: string;
  readonly account: string;
  readonly day: string;
  readonly outcome: string;
  readonly calls: number;
}

export function createHealthRepository(store: Store, clock: Clock): HealthRepository {
  let noted = new Map<string, number>();
  let known: ReadonlyMap<string, Health> = new Map();
  let version = 0;
  return {
    note({ entry, account = "", outcome }) {
      const key = JSON.stringify([entry, account, dayOf(clock.now()), outcome]);
      const calls = noted.get(key) ?? 0;
      if (calls > 0 || noted.size < MAX_NOTED) noted.set(key, calls + 1);
    },
    of: (entry) => known.get(entry),
    version: () => version,
    async flush() {
      const writing = noted;
      noted = new Map();
      const before = dayOf(clock.now() - KEPT_DAYS * DAY_MS);
      const write = function* (): Steps<void> {
        // In one order, so that two processes never wait for each other.
        for (const [key, calls] of [...writing].sort(([a], [b]) => (a < b ? -1 : 1))) {
          const [entry, accountId, day, outcome] = JSON.parse(key) as string[];
          yield* ask(add, { entry, accountId, day, outcome, calls });
        }
        yield* ask(dropOld, { before });
      };
      try {
        await store.transact(write, "relaxed");
      } catch (error) {
        for (const [key, calls] of writing) noted.set(key, calls + (noted.get(key) ?? 0));
        throw error;
      }
    },
    async refresh() {
      const now = clock.now();
      const fresh = healthFrom(await store.ask(recent, { since: dayOf(now - KEPT_DAYS * DAY_MS) }), now);
      if (fresh.size > 0 || known.size > 0) version++;
      known = fresh;
    },
  };
}

interface AnswerCounts {
  readonly accounts: Map<CallOutcome, Set<string>>;
  readonly weights: Map<CallOutcome, number>;
}

/** By entry. */
export function healthFrom(rows: readonly HealthRow[], now: number): ReadonlyMap<string, Health> {
  const seen = new Map<string, AnswerCounts>();
  for (const { entry, account, day, outcome: name, calls } of rows) {
    const outcome = OUTCOMES.find((one) => one === name);
    if (outcome === undefined) continue;
    const one = seen.get(entry) ?? { accounts: new Map(), weights: new Map() };
    seen.set(entry, one);
    one.accounts.set(outcome, (one.accounts.get(outcome) ?? new Set()).add(account));
    const faded = calls * 0.5 ** (Math.max(0, now - Date.parse(day)) / DAY_MS / HALF_LIFE_DAYS);
    one.weights.set(outcome, (one.weights.get(outcome) ?? 0) + faded);
  }
  return new Map(
    [...seen].map(([entry, { accounts, weights }]) => [
      entry,
      {
        state: stateOf(accounts),
        accounts: new Set([...accounts.values()].flatMap((each) => [...each])).size,
        weights: Object.fromEntries([...weights].map(([outcome, weight]) => [outcome, Math.round(weight * 10) / 10])),
      },
    ]),
  );
}

function stateOf(accounts: ReadonlyMap<CallOutcome, ReadonlySet<string>>): HealthState {
  if (accounts.has("ok")) return "alive";
  const by = (...outcomes: CallOutcome[]): number =>
    new Set(outcomes.flatMap((outcome) => [...(accounts.get(outcome) ?? [])])).size;
  const isOnly = (...outcomes: CallOutcome[]): boolean => [...accounts.keys()].every((one) => outcomes.includes(one));
  if (by("gone") >= MIN_ACCOUNTS && isOnly("gone", "silent", "failed")) return "gone";
  if (by("refused") >= MIN_ACCOUNTS && isOnly("refused")) return "refusing";
  return by("failed", "silent") >= MIN_ACCOUNTS && isOnly("failed", "silent") ? "failing" : "unproven";
}

const add: Build<unknown> = (db, { entry_health: rows }) =>
  db
    .insert(rows)
    .values({
      entry: sql.placeholder("entry"),
      account_id: sql.placeholder("accountId"),
      day: sql.placeholder("day"),
      outcome: sql.placeholder("outcome"),
      calls: sql.placeholder("calls"),
    })
    .onConflictDoUpdate({
      target: [rows.entry, rows.account_id, rows.day, rows.outcome],
      set: { calls: sql`${rows.calls} + excluded.calls` },
    });

const dropOld: Build<unknown> = (db, { entry_health: rows }) =>
  db.delete(rows).where(lt(rows.day, sql.placeholder("before")));

const recent: Build<HealthRow[]> = (db, { entry_health: rows }) =>
  db
    .select({ entry: rows.entry, account: rows.account_id, day: rows.day, outcome: rows.outcome, calls: rows.calls })
    .from(rows)
    .where(gte(rows.day, sql.placeholder("since")))
    .limit(MAX_ROWS);
