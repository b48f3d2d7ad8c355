/** One wallet on one ledger: where payments of a network arrive. */
import type { FollowerState } from "../follower/follower.ts";
import type { Ledger } from "../ledger.ts";

export interface ReceivingWallet {
  readonly ledger: Ledger;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  /** How far what arrives has been counted. */
  readonly followed: () => FollowerState;
  /** Wallets that were paid before this one, and to which something may still come. */
  readonly earlier: readonly EarlierWallet[];
}

export interface EarlierWallet {
  /** Classic address. */
  readonly address: string;
  readonly followed: () => FollowerState;
}
