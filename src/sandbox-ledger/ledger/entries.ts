/** The entries of the ledger's state that the sandbox understands, and how they are hashed. Entries are never changed. */
import { encode } from "ripple-binary-codec";
import { prefix, sha512Half } from "./hash.ts";
import { type LeafHash, Tree } from "./tree.ts";

/** Drops as text, or an amount of an issued currency. */
export type Amount = string | IssuedAmount;

export interface IssuedAmount {
  readonly currency: string;
  readonly issuer: string;
  readonly value: string;
}

interface ThreadedEntry {
  /** The transaction that last changed it; zeros while the one that made it is not final. */
  readonly PreviousTxnID?: string;
  readonly PreviousTxnLgrSeq?: number;
}

interface OwnedEntry extends ThreadedEntry {
  readonly Flags: number;
  readonly OwnerNode: "0";
}

export interface AccountRoot extends ThreadedEntry {
  readonly LedgerEntryType: "AccountRoot";
  readonly Account: string;
  readonly Balance: string;
  readonly Flags: number;
  readonly OwnerCount: number;
  readonly Sequence: number;
  readonly TicketCount?: number;
  readonly RegularKey?: string;
  readonly AccountTxnID?: string;
  readonly Domain?: string;
}

export interface DirectoryNode extends ThreadedEntry {
  readonly LedgerEntryType: "DirectoryNode";
  readonly Flags: 0;
  readonly Owner: string;
  readonly RootIndex: string;
  readonly Indexes: readonly string[];
}

export interface Ticket extends OwnedEntry {
  readonly LedgerEntryType: "Ticket";
  readonly Account: string;
  readonly TicketSequence: number;
}

export interface Check extends OwnedEntry {
  readonly LedgerEntryType: "Check";
  readonly Account: string;
  readonly Destination: string;
  readonly DestinationNode: "0";
  readonly SendMax: Amount;
  readonly Sequence: number;
  readonly DestinationTag?: number;
  readonly SourceTag?: number;
  readonly InvoiceID?: string;
  readonly Expiration?: number;
}

export interface SignerEntry {
  readonly SignerEntry: { readonly Account: string; readonly SignerWeight: number };
}

export interface SignerList extends OwnedEntry {
  readonly LedgerEntryType: "SignerList";
  readonly SignerListID: 0;
  readonly SignerQuorum: number;
  readonly SignerEntries: readonly SignerEntry[];
}

export interface DepositPreauthEntry extends OwnedEntry {
  readonly LedgerEntryType: "DepositPreauth";
  readonly Account: string;
  readonly Authorize: string;
}

/** A trust line. The balance is positive when the low account holds it. */
export interface RippleState extends ThreadedEntry {
  readonly LedgerEntryType: "RippleState";
  readonly Balance: IssuedAmount;
  readonly Flags: number;
  readonly LowLimit: IssuedAmount;
  readonly HighLimit: IssuedAmount;
  readonly LowNode: "0";
  readonly HighNode: "0";
}

/** What the sandbox keeps and hashes but never changes by itself; canned outcomes may. */
export interface OtherEntry extends ThreadedEntry {
  readonly LedgerEntryType: "FeeSettings" | "Offer" | "Escrow" | "PayChannel";
  readonly Flags: number;
  readonly [field: string]: unknown;
}

export type LedgerEntry =
  AccountRoot | DirectoryNode | Ticket | Check | SignerList | DepositPreauthEntry | RippleState | OtherEntry;

export type EntryOf<Type extends LedgerEntry["LedgerEntryType"]> = Extract<
  LedgerEntry,
  { readonly LedgerEntryType: Type }
>;

/** Ledger state flags of an account (xrpl.org, "AccountRoot Flags"). */
export const ACCOUNT_FLAGS = {
  passwordSpent: 0x0001_0000,
  requireDestinationTag: 0x0002_0000,
  requireAuthorization: 0x0004_0000,
  disallowIncomingXRP: 0x0008_0000,
  disableMasterKey: 0x0010_0000,
  noFreeze: 0x0020_0000,
  globalFreeze: 0x0040_0000,
  defaultRipple: 0x0080_0000,
  depositAuth: 0x0100_0000,
  disallowIncomingNFTokenOffer: 0x0400_0000,
  disallowIncomingCheck: 0x0800_0000,
  disallowIncomingPayChan: 0x1000_0000,
  disallowIncomingTrustline: 0x2000_0000,
  allowTrustLineLocking: 0x4000_0000,
  allowTrustLineClawback: 0x8000_0000,
} as const;

export type AccountFlag = keyof typeof ACCOUNT_FLAGS;

export function hasFlag(account: AccountRoot, flag: AccountFlag): boolean {
  return (account.Flags & ACCOUNT_FLAGS[flag]) !== 0;
}

export type State = Tree<LedgerEntry>;

const LEAF = prefix("MLN");
const hashEntry: LeafHash<LedgerEntry> = (key, entry) =>
  sha512Half(LEAF, Buffer.from(encode(entry), "hex"), Buffer.from(key, "hex"));

export function emptyState(): State {
  return Tree.empty(hashEntry);
}
