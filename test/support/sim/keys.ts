/** Keys of the play's callers, each of an account of its own. */
import { ne, sql } from "drizzle-orm";
import { appendEntry, credit } from "../../../src/accounts/spending/balances.ts";
import { dayOf } from "../../../src/runtime/day.ts";
import { mintKey } from "../../../src/accounts/key.ts";
import { openAccount } from "../../../src/accounts/new-account.ts";
import { SUBSCRIPTION_TIERS } from "../../../src/accounts/tiers.ts";
import type { Clock } from "../../../src/runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../../../src/store/store.ts";
import { NETWORKS } from "./world.ts";

export type KeyKind = "two calls left" | "a small balance" | "nothing";

/** Enough for one fresh run and two cached answers. */
const SMALL_BALANCE = 150_000n;
const CALLS_USED = SUBSCRIPTION_TIERS.basic.callsPerDay - 2;

export interface PlayKey {
  readonly text: string;
  readonly accountId: string;
}

export async function openKey(store: Store, clock: Clock, kind: KeyKind): Promise<PlayKey> {
  const key = mintKey("live");
  const tier = kind === "two calls left" ? "basic" : "per_call";
  const [network] = NETWORKS;
  const at = clock.now();
  const accountId = await store.transact(function* (): Steps<string> {
    const accountId = yield* openAccount({ email: "owner@example.com", tier, status: "active" }, key, at);
    if (kind === "a small balance")
      yield* credit({ accountId, network, drops: SMALL_BALANCE, kind: "grant", reference: "the play", at });
    if (kind === "two calls left") yield* useCalls(accountId, network, at);
    return accountId;
  });
  return { text: key.text, accountId };
}

function* useCalls(accountId: string, network: string, at: number): Steps<void> {
  const day = dayOf(at);
  yield* ask(usedCalls, { accountId, day });
  const entry = { accountId, at, day, kind: "call", calls: CALLS_USED, drops: 0n, network } as const;
  yield* appendEntry({ ...entry, balanceAfter: 0n, reference: "the play" });
}

const usedCalls: Build<unknown> = (db, { days }) =>
  db.insert(days).values({
    account_id: sql.placeholder("accountId"),
    day: sql.placeholder("day"),
    calls: CALLS_USED,
    held: 0,
    granted: 0,
    charged: 0n,
  });

/** Every play begins without payments and the names of earlier requests. What accounts have done is never deleted, so each play has accounts of its own. */
export async function forgetPayments(store: Store): Promise<void> {
  await store.ask(deletePayments);
  await store.ask(deleteDeposits);
  await store.ask(deleteIdempotencyKeys);
  await store.ask(deleteRuns);
}

const deletePayments: Build<unknown> = (db, { payments }) => db.delete(payments);
/** Of calls: what became the balance of an account is a part of what that has done. */
const deleteDeposits: Build<unknown> = (db, { deposits }) => db.delete(deposits).where(ne(deposits.purpose, "order"));
const deleteRuns: Build<unknown> = (db, { runs }) => db.delete(runs);
const deleteIdempotencyKeys: Build<unknown> = (db, { idempotency_keys: keys }) => db.delete(keys);
