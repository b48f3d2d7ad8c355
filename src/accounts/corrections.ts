/** How the operator puts a balance right: takes from it, undoes an entry, records what was sent back. Each says why. */
import { desc, eq, sql } from "drizzle-orm";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { note } from "./audit.ts";
import { balanceOf, type Credit, credit, debit } from "./spending/balances.ts";
import { lockedAccount } from "../store/locked-account.ts";
import { accountByPrefix, type Networks, spendableOn } from "./directory.ts";
import { entitlementOf } from "./entitlement.ts";
import { LISTED, type RowPage } from "./page.ts";
import { recordRefund } from "./refunds.ts";

type JournalEntry = Row<"entries">;

export interface Corrections {
  /** Newest first. @throws {HubError} `not_found` when no key has this prefix, as everywhere here. */
  entries(keyPrefix: string, page?: RowPage): Promise<readonly JournalEntry[]>;
  /** @throws {HubError} `invalid_input` when the balance does not hold as much, as in `refund`. */
  debit(keyPrefix: string, drops: Drops, reason: string): Promise<void>;
  /**
   * Appends an entry that undoes the drops of another, whole and once.
   * @throws {HubError} `not_found`, or `invalid_input` when there is nothing to undo or the balance does not hold it.
   */
  reverse(entryId: number, reason: string): Promise<JournalEntry>;
  /** Records that some of a balance was sent back on its ledger by this transaction, and takes it from the balance. */
  refund(keyPrefix: string, refund: BalanceRefund): Promise<void>;
}

export interface BalanceRefund {
  readonly drops: Drops;
  readonly txHash: string;
  /** On which ledger it was sent; needed where the account has as much on two of them. */
  readonly network?: string | undefined;
  readonly reason: string;
}

export function createCorrections(store: Store, networks: Networks, clock: Clock): Corrections {
  return {
    entries: async (keyPrefix, { offset = 0 } = {}) =>
      store.transact(function* (): Steps<readonly JournalEntry[]> {
        const { id } = yield* accountByPrefix(keyPrefix);
        return yield* ask(entriesOf, { accountId: id, offset });
      }, "relaxed"),

    debit: async (keyPrefix, drops, reason) =>
      store.transact(function* (): Steps<void> {
        const at = clock.now();
        const account = yield* accountByPrefix(keyPrefix);
        yield* takeFrom(account, { drops, kind: "debit", reference: reason, at });
        yield* note("debit", account.id, `${formatXrp(drops)} XRP: ${reason}`, at);
      }),

    reverse: async (entryId, reason) => store.transact(() => reverse(entryId, reason, clock.now())),

    refund: async (keyPrefix, { drops, txHash, network: named, reason }) =>
      store.transact(function* (): Steps<void> {
        const at = clock.now();
        const account = yield* accountByPrefix(keyPrefix);
        const hash = txHash.toUpperCase();
        const network = yield* takeSent(account, { drops, kind: "refund", reference: hash, at }, named);
        yield* recordRefund({ txHash: hash, network, drops, accountId: account.id, depositHash: null, reason, at });
        yield* note("refund", account.id, `${formatXrp(drops)} XRP by ${hash}: ${reason}`, at);
      }),
  };

  /** Takes it from the first balance that holds it whole. Returns on which network that is. */
  function* takeFrom(account: Row<"accounts">, entry: Taken): Steps<string> {
    for (const network of ledgersOf(account, entry.at)) {
      if (yield* debit({ ...entry, accountId: account.id, network })) return network;
    }
    throw tooMuch();
  }

  /** The same of what was sent on a ledger: test money must not stand for real money. */
  function* takeSent(account: Row<"accounts">, entry: Taken, named: string | undefined): Steps<string> {
    const { id: accountId } = account;
    const holding: string[] = [];
    for (const network of ledgersOf(account, entry.at)) {
      const [balance] = yield* ask(balanceOf, { accountId, network });
      const isMeant = named === undefined || named === network;
      if (isMeant && balance !== undefined && balance.drops >= entry.drops) holding.push(network);
    }
    const [network] = holding;
    if (holding.length > 1) throw invalidInput("/network", `is needed: it may be of ${holding.join(" or ")}`);
    if (network === undefined || !(yield* debit({ ...entry, accountId, network }))) throw tooMuch();
    return network;
  }

  function ledgersOf(account: Row<"accounts">, now: number): readonly string[] {
    return [...new Set(spendableOn(entitlementOf(account, now, networks.main).tier, networks))];
  }
}

type Taken = Omit<Credit, "accountId" | "network">;

function tooMuch(): HubError {
  return invalidInput("/xrp", "is more than the balance holds and is not set aside for runs under way");
}

function* reverse(entryId: number, reason: string, at: number): Steps<JournalEntry> {
  const [entry] = yield* ask(entryById, { id: entryId });
  if (entry === undefined) throw new HubError("not_found", "No entry has this number.");
  const { account_id: accountId, network, drops, kind } = entry;
  if (drops === 0n) throw invalidInput("", "the entry moved no money");
  if (kind === "reversal") throw invalidInput("", "the entry is itself a reversal");
  if (kind === "refund") throw invalidInput("", "what was sent back on the ledger cannot be undone here");
  yield* lockedAccount(accountId); // Of two who reverse it at once the second sees what the first has done.
  if ((yield* ask(reversalOf, { id: entryId })).length > 0) throw invalidInput("", "the entry is reversed already");
  const reversal: Credit = {
    accountId,
    network,
    drops: drops < 0n ? -drops : drops,
    kind: "reversal",
    reference: `entry ${entryId}: ${reason}`,
    reverses: entryId,
    at,
  };
  if (drops < 0n) yield* credit(reversal);
  else if (!(yield* debit(reversal))) throw invalidInput("", "the balance does not hold that much any more");
  yield* note("reverse", accountId, reversal.reference, at);
  const [made] = yield* ask(reversalOf, { id: entryId });
  if (made === undefined) throw new Error("Cannot reverse an entry: its reversal has vanished");
  return made;
}

const entryById: Build<JournalEntry[]> = (db, { entries }) =>
  db
    .select()
    .from(entries)
    .where(eq(entries.id, sql.placeholder("id")));

const reversalOf: Build<JournalEntry[]> = (db, { entries }) =>
  db
    .select()
    .from(entries)
    .where(eq(entries.reverses, sql.placeholder("id")));

const entriesOf: Build<JournalEntry[]> = (db, { entries }) =>
  db
    .select()
    .from(entries)
    .where(eq(entries.account_id, sql.placeholder("accountId")))
    .orderBy(desc(entries.id))
    .limit(LISTED)
    .offset(sql.placeholder("offset"));
