/** One wallet on one ledger: where payments of a network arrive. */
import type { FollowerState } from "../follower/follower.ts";
import type { Ledger } from "../ledger.ts";

export interface ReceivingWallet {
  readonly ledger: Ledger;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  /** How far what arrives has been counted. */
  readonly followed: () => FollowerState;
}
