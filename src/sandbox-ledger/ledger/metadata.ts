/** What a final transaction did, as its metadata says it (xrpl.org, "Transaction Metadata"; rippled ApplyStateTable). */
import { isDeepStrictEqual } from "node:util";
import { isValidClassicAddress } from "ripple-address-codec";
import type { LedgerDraft } from "./draft.ts";
import type { Amount, LedgerEntry } from "./entries.ts";
import { accountKey } from "./hash.ts";
import type { ResultName } from "./results.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface AffectedNode {
  readonly LedgerEntryType: string;
  readonly LedgerIndex: string;
  readonly FinalFields?: Fields;
  readonly NewFields?: Fields;
  readonly PreviousFields?: Fields;
  readonly PreviousTxnID?: string;
  readonly PreviousTxnLgrSeq?: number;
}

export interface Metadata {
  readonly AffectedNodes: readonly { readonly [Kind in NodeKind]?: AffectedNode }[];
  readonly DeliveredAmount?: Amount;
  readonly TransactionIndex: number;
  readonly TransactionResult: ResultName;
}

export type NodeKind = "CreatedNode" | "ModifiedNode" | "DeletedNode";

/** The transaction whose traces are drawn, and where it stands. */
export interface TransactionPlace {
  readonly hash: string;
  readonly ledgerIndex: number;
}

/** Never shown in metadata, or shown in another place. */
const UNSHOWN = new Set(["LedgerEntryType", "Indexes"]);
const THREAD = new Set(["PreviousTxnID", "PreviousTxnLgrSeq"]);

/**
 * Marks every changed entry of the draft with the transaction that changed it, and tells the changes. Owners of entries
 * that came or went are marked too, even where nothing else about them changed.
 */
export function threadChanges(draft: LedgerDraft, place: TransactionPlace): Metadata["AffectedNodes"] {
  const mark = { PreviousTxnID: place.hash, PreviousTxnLgrSeq: place.ledgerIndex };
  const nodes = new Map<string, Metadata["AffectedNodes"][number]>();
  const owners = new Set<string>();
  for (const [key, after] of draft.changes) {
    const before = draft.base.get(key);
    if (isDeepStrictEqual(before, after)) continue;
    const { LedgerEntryType } = (after ?? before) as LedgerEntry; // They differ, so one of them is there.
    const node = { LedgerEntryType, LedgerIndex: key };
    if (before === undefined && after !== undefined) {
      nodes.set(key, { CreatedNode: { ...node, NewFields: newFields(after) } });
    } else if (before !== undefined && after !== undefined) {
      nodes.set(key, { ModifiedNode: { ...node, ...finals(after), ...previous(before, after), ...thread(before) } });
    } else if (before !== undefined) {
      nodes.set(key, { DeletedNode: { ...node, FinalFields: shown(before, UNSHOWN) } });
    }
    if (after !== undefined) draft.put(key, { ...after, ...mark });
    if (before === undefined || after === undefined) for (const owner of ownersOf(after ?? before)) owners.add(owner);
  }
  for (const owner of owners) {
    const key = accountKey(owner);
    const account = draft.find("AccountRoot", key);
    if (account === undefined || nodes.has(key)) continue;
    nodes.set(key, { ModifiedNode: { LedgerEntryType: "AccountRoot", LedgerIndex: key, ...thread(account) } });
    draft.put(key, { ...account, ...mark });
  }
  return [...nodes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, node]) => node);
}

function finals(after: LedgerEntry): { FinalFields: Fields } {
  return { FinalFields: shown(after, UNSHOWN.union(THREAD)) };
}

/** The fields that changed or went, as they were. */
function previous(before: LedgerEntry, after: LedgerEntry): { PreviousFields?: Fields } {
  const now = new Map(Object.entries(after));
  const changed = Object.entries(shown(before, UNSHOWN.union(THREAD))).filter(
    ([name, value]) => !isDeepStrictEqual(now.get(name), value),
  );
  return changed.length === 0 ? {} : { PreviousFields: Object.fromEntries(changed) };
}

function thread(before: LedgerEntry): Pick<AffectedNode, "PreviousTxnID" | "PreviousTxnLgrSeq"> {
  const { PreviousTxnID, PreviousTxnLgrSeq } = before;
  if (PreviousTxnID === undefined || PreviousTxnLgrSeq === undefined || /^0+$/.test(PreviousTxnID)) return {};
  return { PreviousTxnID, PreviousTxnLgrSeq };
}

/** A new entry shows only what differs from the default of its field. */
function newFields(entry: LedgerEntry): Fields {
  const fields = Object.entries(shown(entry, UNSHOWN.union(THREAD)));
  return Object.fromEntries(fields.filter(([, value]) => value !== 0 && value !== "0" && value !== ""));
}

function shown(entry: LedgerEntry, without: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !without.has(name)));
}

function ownersOf(entry: LedgerEntry | undefined): readonly string[] {
  switch (entry?.LedgerEntryType) {
    case "RippleState":
      return [entry.LowLimit.issuer, entry.HighLimit.issuer];
    case "Check":
      return [entry.Account, entry.Destination];
    case "Ticket":
    case "DepositPreauth":
      return [entry.Account];
    default:
      return [];
  }
}

/** Amounts whose issuer is a party; the issuer within a trust line's balance is nobody. */
const PARTIES = new Set(["LowLimit", "HighLimit", "TakerPays", "TakerGets"]);

/** The accounts that a transaction affected; only their histories show it. */
export function affectedAccounts(nodes: Metadata["AffectedNodes"]): ReadonlySet<string> {
  const accounts = new Set<string>();
  for (const { CreatedNode, ModifiedNode, DeletedNode } of nodes) {
    const fields = CreatedNode?.NewFields ?? ModifiedNode?.FinalFields ?? DeletedNode?.FinalFields ?? {};
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === "string" && isValidClassicAddress(value)) accounts.add(value);
      else if (PARTIES.has(name) && isIssued(value)) accounts.add(value.issuer);
    }
  }
  return accounts;
}

function isIssued(value: unknown): value is { readonly issuer: string } {
  return typeof value === "object" && value !== null && "issuer" in value && typeof value.issuer === "string";
}
