/** Finds the account behind a key. */
import { eq, sql } from "drizzle-orm";
import type { Holder, Standing } from "../runtime/ports/accounts.ts";
import type { Clock } from "../runtime/world.ts";
import { HubError } from "../runtime/errors.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { hasBudget, type LimitsRow, scopesOf } from "./spending/budgets.ts";
import { type Entitlement, entitlementOf } from "./entitlement.ts";
import { hashKey, isWellFormedKey } from "./key.ts";
import { rightsOf } from "./tiers.ts";

/** An account with the key that was shown for it. */
export interface KeyHolder extends Holder {
  /** The tier it has at this moment: `account.tier` may have run out. */
  readonly entitlement: Entitlement;
  readonly account: Row<"accounts">;
  readonly key: Row<"keys">;
}

/** Which ledgers money comes in on: the real one, and the test ledger of the free tier. In the sandbox they are one. */
export interface Networks {
  readonly main: string;
  readonly test: string;
}

export interface Directory {
  /** The account of a key as it was sent, whatever may be said against it; `undefined` when there is none to speak of. */
  find(sent: string): Promise<KeyHolder | undefined>;
  /** How an account stands, whatever has become of its keys. */
  standing(accountId: string): Promise<Standing>;
}

export function createDirectory(store: Store, networks: Networks, clock: Clock): Directory {
  return {
    async find(sent) {
      // Two keys in one header are joined by a comma, and so are not well formed.
      if (!isWellFormedKey(sent)) return undefined;
      const [found] = await store.ask(byHash, { hash: hashKey(sent) });
      return found && holderOf(found, networks, clock.now());
    },
    async standing(accountId) {
      const [found] = await store.ask(byId, { accountId });
      if (found === undefined || found.account.status === "suspended") return { state: "refused", code: "key_unknown" };
      if (found.account.status === "pending") return { state: "refused", code: "key_pending" };
      return { state: "known", holder: rightsAt(found, networks, clock.now()) };
    },
  };
}

export function networkOf(tier: string, networks: Networks): string {
  return tier === "free_testnet" ? networks.test : networks.main;
}

/** What a key is good for at this moment. */
export function standingOf(holder: KeyHolder | undefined, now: number): Standing {
  if (holder === undefined) return { state: "refused", code: "key_unknown" };
  const { account, key } = holder;
  const isGone = key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= now);
  if (isGone || account.status === "suspended") return { state: "refused", code: "key_unknown" };
  if (account.status === "pending") return { state: "refused", code: "key_pending" };
  return { state: "known", holder };
}

/** The account that has a key with this prefix. @throws {HubError} `not_found`. */
export function* accountByPrefix(keyPrefix: string): Steps<Row<"accounts">> {
  const [found] = yield* ask(byPrefix, { keyPrefix });
  if (found === undefined) throw new HubError("not_found", "No account has a key with this prefix.");
  return found.account;
}

/** The ledgers whose value a tier may spend, the first one first. A free key may hold real money that outlived a tier. */
export function spendableOn(tier: string, networks: Networks): readonly [string, ...string[]] {
  const own = networkOf(tier, networks);
  return own === networks.main ? [own] : [own, networks.main];
}

interface FoundAccount {
  readonly account: Row<"accounts">;
  readonly limits: LimitsRow | null;
}

interface FoundKey extends FoundAccount {
  readonly key: Row<"keys">;
}

function holderOf(found: FoundKey, networks: Networks, now: number): KeyHolder {
  const { account, key } = found;
  return { account, key, ...rightsAt(found, networks, now) };
}

function rightsAt(
  { account, limits }: FoundAccount,
  networks: Networks,
  now: number,
): Holder & Pick<KeyHolder, "entitlement"> {
  const entitlement = entitlementOf(account, now, networks.main);
  const [network, ...alsoSpends] = spendableOn(entitlement.tier, networks);
  const scopes = scopesOf(limits);
  return {
    id: account.id,
    entitlement,
    network,
    alsoSpends,
    ...rightsOf(entitlement.tier),
    ...(scopes && { scopes }),
    ...(hasBudget(limits) && { hasBudget: true }),
  };
}

const byId: Build<FoundAccount[]> = (db, { accounts, key_limits: limits }) =>
  db
    .select({ account: accounts, limits })
    .from(accounts)
    .leftJoin(limits, eq(limits.account_id, accounts.id))
    .where(eq(accounts.id, sql.placeholder("accountId")));

const byHash: Build<FoundKey[]> = (db, { accounts, keys, key_limits: limits }) =>
  db
    .select({ account: accounts, key: keys, limits })
    .from(keys)
    .innerJoin(accounts, eq(accounts.id, keys.account_id))
    .leftJoin(limits, eq(limits.account_id, accounts.id))
    .where(eq(keys.hash, sql.placeholder("hash")));

const byPrefix: Build<{ account: Row<"accounts"> }[]> = (db, { accounts, keys }) =>
  db
    .select({ account: accounts })
    .from(keys)
    .innerJoin(accounts, eq(accounts.id, keys.account_id))
    .where(eq(keys.prefix, sql.placeholder("keyPrefix")));
