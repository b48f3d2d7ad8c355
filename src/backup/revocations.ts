/** Copies what the store has ended into the log, and ends it again in a store that was restored. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, eq, gt, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import { type Static, Type } from "@sinclair/typebox";
import { guardOf } from "../runtime/schema.ts";
import { ERASED, OVER } from "../store/ended-connection.ts";
import { holdFile } from "../store/exclusive.ts";
import { hubFact, type Secrets } from "../store/hub-key.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables.ts";
import { openRevocationLog, type Revocation, type RevocationLog } from "./revocation-log.ts";
import { signLogAnew } from "./sign-anew.ts";

/** Names the store to the log; a restored one is another. */
const STORE_NAME = "revocation log";
/** Numbers are given before transactions end, so that a lower one may come later: by so many, and for so long. */
const OVERLAP = 1_000;
const LATE_MS = 60_000;
const BATCH = 5_000;
/** For clocks that differ, and what was ended while the backup was made. */
const EARLIER_MS = 600_000;
const KEEP_MS = 31 * 86_400_000;

const orNull = Type.Union([Type.Integer(), Type.Null()]);
const Key = Type.Object({
  account_id: Type.String(),
  prefix: Type.String(),
  last_four: Type.String(),
  created_at: Type.Integer(),
  expires_at: orNull,
  revoked_at: orNull,
});
const Drops = Type.String({ pattern: "^[0-9]{1,18}$" });
const Account = Type.Object({ suspended: Type.Integer() });
const Limits = Type.Object({
  scopes: Type.Union([Type.String(), Type.Null()]),
  calls_per_day: orNull,
  drops_per_day: Type.Union([Drops, Type.Null()]),
  drops_total: Type.Union([Drops, Type.Null()]),
});
const Connection = Type.Object({ state: Type.String() });
const Payment = Type.Object({
  network: Type.String(),
  invoice_id: Type.String(),
  request: Type.String(),
  payer: Type.String(),
  price: Drops,
  created_at: Type.Integer(),
  settled_at: orNull,
  redeemed_at: Type.Integer(),
  delivered: Type.Union([Drops, Type.Null()]),
  arrived_at: orNull,
  destination_tag: orNull,
  type: Type.Union([Type.String(), Type.Null()]),
  invoice_hash: Type.Union([Type.String(), Type.Null()]),
});
const isKey = guardOf(Key);
const isAccount = guardOf(Account);
const isLimits = guardOf(Limits);
const isConnection = guardOf(Connection);
const isPayment = guardOf(Payment);

export interface RevocationCopy extends Disposable {
  /** Writes down what was ended since the last time, unless another process of this machine does. */
  run(): Promise<void>;
}

interface Written {
  readonly log: RevocationLog;
  /** Numbers of what is in it, the last few thousand. */
  readonly known: Set<number>;
  newest: number;
}

/** The right to write into the log of a folder; `undefined` where another process has it. */
export function holdLog(folder: string): Disposable | undefined {
  return holdFile(join(folder, "writer.lock"));
}

/** `folder` holds the log. What earlier secrets have signed there is signed anew first. */
export function copyRevocations(store: Store, folder: string, secrets: Secrets, now: () => number): RevocationCopy {
  let lock: Disposable | undefined;
  let written: Written | undefined;
  let running: Promise<void> | undefined;
  return {
    run: () => (running ??= copy().finally(() => (running = undefined))),
    [Symbol.dispose]: () => lock?.[Symbol.dispose](),
  };

  async function copy(): Promise<void> {
    if (lock === undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    lock ??= holdLog(folder);
    if (lock === undefined) return;
    written ??= await openLog();
    const { log, known } = written;
    const { newest } = written;
    const rows = await store.ask(revocationsAfter, { newest, oldest: newest - OVERLAP, late: now() - LATE_MS });
    const fresh = rows.filter(({ id }) => !known.has(id)).map(asRevocation);
    if (fresh.length === 0) return;
    await log.append(fresh, now());
    for (const { id } of fresh) known.add(id);
    written.newest = Math.max(written.newest, ...fresh.map(({ id }) => id));
    for (const id of known) if (id < written.newest - 2 * OVERLAP) known.delete(id);
  }

  async function openLog(): Promise<Written> {
    await signLogAnew(folder, secrets);
    const name = await hubFact(store, STORE_NAME, () => crypto.randomUUID());
    const log = openRevocationLog(folder, name, secrets.current);
    const known = new Set(await log.recent());
    // Also where nothing was ended yet: that there is a log says so.
    await log.append([], now());
    return { log, known, newest: Math.max(0, ...known) };
  }
}

/** Of those whose lines are in the log for long. */
export async function forgetRevocations(store: Store, now: number): Promise<void> {
  await store.ask(dropRevocations, { before: now - KEEP_MS });
}

export interface Replay {
  readonly keys: number;
  readonly accounts: number;
  readonly connections: number;
  readonly payments: number;
}

/** From which moment on the log is to be read for a backup of this moment. */
export function replayedSince(made: string): number {
  return Date.parse(made) - EARLIER_MS;
}

/** Ends in a restored store what was ended since its backup; `revocations` in order. Doing it again changes nothing. */
export function* replay(revocations: readonly Revocation[]): Steps<Replay> {
  const done = { key: 0, account: 0, connection: 0, payment: 0 };
  for (const { kind, subject, facts } of revocations) done[kind] += yield* replayOne(kind, subject, JSON.parse(facts));
  yield* ask(renameStore, { name: STORE_NAME });
  return { keys: done.key, accounts: done.account, connections: done.connection, payments: done.payment };
}

function* replayOne(kind: Revocation["kind"], subject: string, facts: unknown): Steps<number> {
  if (kind === "key" && isKey(facts)) return yield* replayKey(subject, facts);
  if (kind === "account" && isAccount(facts))
    return (yield* ask(facts.suspended === 1 ? suspend : restore, { id: subject })).length;
  if (kind === "account" && isLimits(facts)) return yield* replayLimits(subject, facts);
  if (kind === "connection" && isConnection(facts))
    return (yield* ask(endConnection, { id: subject, state: facts.state === "expired" ? "expired" : "revoked" }))
      .length;
  if (kind === "payment" && isPayment(facts)) return yield* replayPayment(subject, facts);
  return 0;
}

/** A key that was made since, as the successor of one that was rotated, is made again for an account that is known. */
function* replayKey(hash: string, facts: Static<typeof Key>): Steps<number> {
  const made = (yield* ask(insertKey, { hash, ...facts })).length;
  const { expires_at: expiresAt, revoked_at: revokedAt } = facts;
  if (expiresAt === null && revokedAt === null) return made;
  return made + (yield* ask(endKey, { hash, expiresAt, revokedAt })).length;
}

/** What was used of a budget since the backup is not known: it begins anew, or goes on from what the backup has. */
function* replayLimits(id: string, facts: Static<typeof Limits>): Steps<number> {
  const { scopes, calls_per_day: callsPerDay, drops_per_day: dropsPerDay, drops_total: dropsTotal } = facts;
  const drops = [dropsPerDay, dropsTotal].map((each) => (each === null ? null : BigInt(each)));
  return (yield* ask(putLimits, { id, scopes, callsPerDay, dropsPerDay: drops[0], dropsTotal: drops[1] })).length;
}

/** That it has arrived stands there too, or it would be counted as money of nobody's. */
function* replayPayment(hash: string, facts: Static<typeof Payment>): Steps<number> {
  const { network, payer, delivered, arrived_at: at, destination_tag: tag, type, invoice_hash: invoiceHash } = facts;
  const spent = (yield* ask(spendPayment, { hash, redeemedAt: facts.redeemed_at, settledAt: facts.settled_at })).length;
  const added = spent > 0 ? 0 : (yield* ask(insertPayment, { hash, ...facts, price: BigInt(facts.price) })).length;
  if (delivered !== null && at !== null && type !== null && spent + added > 0)
    yield* ask(insertDeposit, { hash, network, payer, delivered: BigInt(delivered), at, tag, type, invoiceHash });
  return spent + added;
}

function asRevocation({ id, at, kind, subject, facts }: Row<"revocations">): Revocation {
  return { id, at, kind: kind as Revocation["kind"], subject, facts }; // The table takes no other kinds.
}

const revocationsAfter: Build<Row<"revocations">[]> = (db, { revocations }) =>
  db
    .select()
    .from(revocations)
    .where(
      and(
        gt(revocations.id, sql.placeholder("oldest")),
        or(gt(revocations.id, sql.placeholder("newest")), gt(revocations.at, sql.placeholder("late"))),
      ),
    )
    .orderBy(asc(revocations.id))
    .limit(BATCH);

const dropRevocations: Build<unknown> = (db, { revocations }) =>
  db.delete(revocations).where(lt(revocations.at, sql.placeholder("before")));

const renameStore: Build<unknown> = (db, { hub_facts: facts }) =>
  db.delete(facts).where(eq(facts.name, sql.placeholder("name")));

const insertKey: Build<{ hash: string }[]> = (db, { keys, accounts }) =>
  db
    .insert(keys)
    .select(
      db
        .select({
          hash: sql<string>`CAST(${sql.placeholder("hash")} AS TEXT)`.as("hash"),
          account_id: accounts.id,
          prefix: sql<string>`CAST(${sql.placeholder("prefix")} AS TEXT)`.as("prefix"),
          last_four: sql<string>`CAST(${sql.placeholder("last_four")} AS TEXT)`.as("last_four"),
          created_at: sql<number>`CAST(${sql.placeholder("created_at")} AS BIGINT)`.as("created_at"),
          expires_at: sql<number | null>`CAST(${sql.placeholder("expires_at")} AS BIGINT)`.as("expires_at"),
          revoked_at: sql<number | null>`CAST(${sql.placeholder("revoked_at")} AS BIGINT)`.as("revoked_at"),
        })
        .from(accounts)
        .where(eq(accounts.id, sql.placeholder("account_id"))),
    )
    .onConflictDoNothing()
    .returning({ hash: keys.hash });

/** The earlier of two ends holds. */
const endKey: Build<{ hash: string }[]> = (db, { keys }) =>
  db
    .update(keys)
    .set({
      expires_at: sql`COALESCE(${keys.expires_at}, CAST(${sql.placeholder("expiresAt")} AS BIGINT))`,
      revoked_at: sql`COALESCE(${keys.revoked_at}, CAST(${sql.placeholder("revokedAt")} AS BIGINT))`,
    })
    .where(and(eq(keys.hash, sql.placeholder("hash")), or(isNull(keys.revoked_at), isNull(keys.expires_at))))
    .returning({ hash: keys.hash });

const suspend: Build<{ id: string }[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: "suspended", suspended_from: sql`${accounts.status}` })
    .where(and(eq(accounts.id, sql.placeholder("id")), ne(accounts.status, "suspended")))
    .returning({ id: accounts.id });

const restore: Build<{ id: string }[]> = (db, { accounts }) =>
  db
    .update(accounts)
    .set({ status: sql`COALESCE(${accounts.suspended_from}, 'active')`, suspended_from: null })
    .where(and(eq(accounts.id, sql.placeholder("id")), eq(accounts.status, "suspended")))
    .returning({ id: accounts.id });

/** Of an account that is known. */
const putLimits: Build<{ id: string }[]> = (db, { accounts, key_limits: limits }) =>
  db
    .insert(limits)
    .select(
      db
        .select({
          account_id: accounts.id,
          scopes: sql<string | null>`CAST(${sql.placeholder("scopes")} AS TEXT)`.as("scopes"),
          calls_per_day: sql<number | null>`CAST(${sql.placeholder("callsPerDay")} AS BIGINT)`.as("calls_per_day"),
          drops_per_day: sql<bigint | null>`CAST(${sql.placeholder("dropsPerDay")} AS BIGINT)`.as("drops_per_day"),
          drops_total: sql<bigint | null>`CAST(${sql.placeholder("dropsTotal")} AS BIGINT)`.as("drops_total"),
          day: sql<string>`''`.as("day"),
          day_calls: sql<number>`0`.as("day_calls"),
          day_drops: sql<bigint>`0`.as("day_drops"),
          total_drops: sql<bigint>`0`.as("total_drops"),
        })
        .from(accounts)
        .where(eq(accounts.id, sql.placeholder("id"))),
    )
    .onConflictDoUpdate({
      target: limits.account_id,
      set: {
        scopes: sql`excluded.scopes`,
        calls_per_day: sql`excluded.calls_per_day`,
        drops_per_day: sql`excluded.drops_per_day`,
        drops_total: sql`excluded.drops_total`,
      },
    })
    .returning({ id: limits.account_id });

/** What was secret of it goes, too. */
const endConnection: Build<{ id: string }[]> = (db, { connections }) =>
  db
    .update(connections)
    .set({ state: sql`${sql.placeholder("state")}`, ...ERASED })
    .where(and(eq(connections.id, sql.placeholder("id")), notInArray(connections.state, OVER)))
    .returning({ id: connections.id });

const spendPayment: Build<{ tx_hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({
      state: "redeemed",
      settled_at: sql`COALESCE(${payments.settled_at}, CAST(${sql.placeholder("settledAt")} AS BIGINT))`,
      redeemed_at: sql`CAST(${sql.placeholder("redeemedAt")} AS BIGINT)`,
      hold: null,
      held_until: null,
      blob: null,
    })
    .where(
      and(
        eq(payments.tx_hash, sql.placeholder("hash")),
        or(eq(payments.state, "claimed"), eq(payments.state, "settled")),
      ),
    )
    .returning({ tx_hash: payments.tx_hash });

const insertPayment: Build<{ tx_hash: string }[]> = (db, { payments }) =>
  db
    .insert(payments)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      invoice_id: sql.placeholder("invoice_id"),
      request: sql.placeholder("request"),
      payer: sql.placeholder("payer"),
      price: sql.placeholder("price"),
      state: "redeemed",
      created_at: sql.placeholder("created_at"),
      settled_at: sql.placeholder("settled_at"),
      redeemed_at: sql.placeholder("redeemed_at"),
    })
    .onConflictDoNothing()
    .returning({ tx_hash: payments.tx_hash });

const insertDeposit: Build<unknown> = (db, { deposits }) =>
  db
    .insert(deposits)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      destination_tag: sql.placeholder("tag"),
      delivered: sql.placeholder("delivered"),
      payer: sql.placeholder("payer"),
      at: sql.placeholder("at"),
      type: sql.placeholder("type"),
      invoice_hash: sql.placeholder("invoiceHash"),
      purpose: "invoice",
    })
    .onConflictDoNothing();
