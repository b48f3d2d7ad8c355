/** Ends in a restored store what was ended since its backup was made, as the revocation log tells it. */
import { type Static, Type } from "@sinclair/typebox";
import type { DepositRules } from "../accounts/deposits.ts";
import { surplusHash } from "../runtime/payment/surplus.ts";
import { guardOf } from "../runtime/schema.ts";
import { ask, type Steps } from "../store/store.ts";
import {
  Drops,
  isCounted,
  isSentBack,
  remakeAccount,
  replayCounted,
  replaySentBack,
  tellLeft,
} from "./replay-money.ts";
import * as queries from "./replay-queries.ts";
import { type Revocation, STORE_NAME } from "./revocation-log.ts";

/** For clocks that differ, and what was ended while the backup was made. */
const EARLIER_MS = 600_000;

const orNull = Type.Union([Type.Integer(), Type.Null()]);
const Key = Type.Object({
  account_id: Type.String(),
  prefix: Type.String(),
  last_four: Type.String(),
  created_at: Type.Integer(),
  expires_at: orNull,
  revoked_at: orNull,
});
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

export interface Replay {
  readonly keys: number;
  readonly accounts: number;
  readonly connections: number;
  readonly payments: number;
  /** Deposits that became balance or were counted towards an order, and what was sent back. */
  readonly deposits: number;
  readonly refunds: number;
  /** Accounts that the backup did not know, made again for their money: by the prefixes of their keys. */
  readonly remade: readonly string[];
  /** What could not be done again, each in a sentence: the operator must look at it. */
  readonly left: readonly string[];
}

/** From which moment on the log is to be read for a backup of this moment. */
export function replayedSince(made: string): number {
  return Date.parse(made) - EARLIER_MS;
}

/**
 * Ends in a restored store what was ended since its backup; `revocations` in order. Doing it again changes nothing.
 * @param rules by which what became balance since then is counted
 */
export function* replay(revocations: readonly Revocation[], rules: DepositRules): Steps<Replay> {
  const done = { key: 0, account: 0, connection: 0, payment: 0 };
  const money = { deposits: 0, refunds: 0 };
  const [remade, left]: [string[], string[]] = [[], []];
  const lines = revocations.map((each) => ({ ...each, facts: JSON.parse(each.facts) as unknown }));
  // Before all else: their keys and limits follow.
  for (const { facts } of lines)
    if (isCounted(facts) && (yield* remakeAccount(facts))) remade.push(facts.account.key ?? facts.order.account_id);
  for (const { kind, subject, at, facts } of lines) {
    if (!isCounted(facts) && !isSentBack(facts)) {
      done[kind] += yield* replayOne(kind, subject, facts);
      continue;
    }
    const outcome = isCounted(facts)
      ? yield* replayCounted(subject, facts, at, rules)
      : yield* replaySentBack(kind, subject, facts);
    if (outcome === "done") money[isCounted(facts) ? "deposits" : "refunds"]++;
    if (outcome === "left") left.push(tellLeft(kind, subject, facts));
  }
  yield* ask(queries.renameStore, { name: STORE_NAME });
  const { key: keys, account: accounts, connection: connections, payment: payments } = done;
  return { keys, accounts, connections, payments, ...money, remade, left };
}

/** Runs that waited when the backup was made may have been done since: what changes something is not done twice. */
export function* doubtRuns(): Steps<void> {
  yield* ask(queries.doubtRuns);
}

function* replayOne(kind: Revocation["kind"], subject: string, facts: unknown): Steps<number> {
  if (kind === "key" && isKey(facts)) return yield* replayKey(subject, facts);
  if (kind === "account" && isAccount(facts))
    return (yield* ask(facts.suspended === 1 ? queries.suspend : queries.unsuspend, { id: subject })).length;
  if (kind === "account" && isLimits(facts)) return yield* replayLimits(subject, facts);
  if (kind === "connection" && isConnection(facts))
    return (yield* ask(queries.endConnection, {
      id: subject,
      state: facts.state === "expired" ? "expired" : "revoked",
    })).length;
  if (kind === "payment" && isPayment(facts)) return yield* replayPayment(subject, facts);
  return 0;
}

/** A key that was made since, as the successor of one that was rotated, is made again for an account that is known. */
function* replayKey(hash: string, facts: Static<typeof Key>): Steps<number> {
  const made = (yield* ask(queries.insertKey, { hash, ...facts })).length;
  const { expires_at: expiresAt, revoked_at: revokedAt } = facts;
  if (expiresAt === null && revokedAt === null) return made;
  return made + (yield* ask(queries.endKey, { hash, expiresAt, revokedAt })).length;
}

/** What was used of a budget since the backup is not known: it begins anew, or goes on from what the backup has. */
function* replayLimits(id: string, facts: Static<typeof Limits>): Steps<number> {
  const { scopes, calls_per_day: callsPerDay, drops_per_day: dropsPerDay, drops_total: dropsTotal } = facts;
  const drops = [dropsPerDay, dropsTotal].map((each) => (each === null ? null : BigInt(each)));
  return (yield* ask(queries.putLimits, { id, scopes, callsPerDay, dropsPerDay: drops[0], dropsTotal: drops[1] }))
    .length;
}

/**
 * That it has arrived for its call stands there too, or it would be counted as money of nobody's; what it brought beyond
 * its price is its payer's again.
 */
function* replayPayment(hash: string, facts: Static<typeof Payment>): Steps<number> {
  const { network, payer, delivered, arrived_at: at, destination_tag: tag, type, invoice_hash: invoiceHash } = facts;
  const spent = (yield* ask(queries.spendPayment, { hash, redeemedAt: facts.redeemed_at, settledAt: facts.settled_at }))
    .length;
  const price = BigInt(facts.price);
  const added = spent > 0 ? 0 : (yield* ask(queries.insertPayment, { hash, ...facts, price })).length;
  if (delivered !== null && at !== null && type !== null && spent + added > 0) {
    const surplus = BigInt(delivered) - price;
    const kept = surplus > 0n ? price : BigInt(delivered);
    yield* ask(queries.takeDeposit, { hash, network, payer, delivered: kept, at, tag, type, invoiceHash });
    if (surplus > 0n)
      yield* ask(queries.parkSurplus, { hash: surplusHash(hash), network, payer, surplus, at: facts.redeemed_at });
  }
  return spent + added;
}
