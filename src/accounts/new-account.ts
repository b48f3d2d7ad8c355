/** Adds an account with its first key, or a key to an account, in the caller's transaction. */
import { ask, type Steps } from "../store/store.ts";
import { note } from "./audit.ts";
import type { MintedKey } from "./key.ts";
import type { AccountTier } from "./tiers.ts";

export interface NewAccount {
  readonly email: string;
  readonly name?: string;
  readonly tier: AccountTier;
  readonly status: "active" | "pending";
  /** When the tier runs out; left out, never. */
  readonly expiresAt?: number;
}

/** Adds an account and its first key. Returns its id. */
export function* openAccount(account: NewAccount, key: MintedKey, now: number): Steps<string> {
  const id = crypto.randomUUID();
  const { tier, status } = account;
  yield* ask((db, { accounts }) =>
    db.insert(accounts).values({
      id,
      email: account.email.toLowerCase(),
      name: account.name ?? null,
      tier,
      status,
      created_at: now,
      expires_at: account.expiresAt ?? null,
      base_tier: tier === "free_testnet" ? "free_testnet" : "per_call",
    }),
  );
  yield* addKey(id, key, now);
  return id;
}

export function* addKey(accountId: string, key: MintedKey, now: number): Steps<void> {
  yield* ask((db, { keys }) =>
    db.insert(keys).values({
      hash: key.hash,
      account_id: accountId,
      prefix: key.prefix,
      last_four: key.lastFour,
      created_at: now,
    }),
  );
  yield* note("key", accountId, `${key.prefix} is made`, now);
}
