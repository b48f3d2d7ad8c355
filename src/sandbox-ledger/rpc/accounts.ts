/** account_info, account_lines and account_objects. */
import { LedgerDraft } from "../ledger/draft.ts";
import { ACCOUNT_FLAGS, type LedgerEntry, type RippleState } from "../ledger/entries.ts";
import { accountKey, ownerDirectoryKey, signerListKey } from "../ledger/hash.ts";
import { RpcError } from "./errors.ts";
import type { RpcCall } from "./method.ts";
import { accountParam, classicAddress, limitParam, type Result } from "./params.ts";
import type { LedgerChoice } from "./view.ts";

/** The API's names of the entries an account can own. */
const TYPES: Readonly<Record<string, LedgerEntry["LedgerEntryType"]>> = {
  check: "Check",
  deposit_preauth: "DepositPreauth",
  escrow: "Escrow",
  offer: "Offer",
  payment_channel: "PayChannel",
  signer_list: "SignerList",
  state: "RippleState",
  ticket: "Ticket",
};

export function accountInfo({ params, chain, view, apiVersion }: RpcCall): Result {
  const named = accountParam(params);
  const chosen = view.choose(params);
  const account = classicAddress(named, chosen.fields);
  const draft = new LedgerDraft(chosen.state);
  const root = draft.account(account);
  if (root === undefined) throw new RpcError("actNotFound", { extra: { account, ...chosen.fields } });
  const wantsQueue = params["queue"] === true;
  if (wantsQueue && chosen.closed !== undefined) throw new RpcError("invalidParams");
  const wantsSigners = params["signer_lists"];
  if (apiVersion === 2 && wantsSigners !== undefined && typeof wantsSigners !== "boolean")
    throw new RpcError("invalidParams");

  const flags = Object.entries(ACCOUNT_FLAGS).map(([name, bit]) => [name, (root.Flags & bit) !== 0]);
  const key = signerListKey(account);
  const list = draft.find("SignerList", key);
  const signers = wantsSigners === true ? { signer_lists: list === undefined ? [] : [{ ...list, index: key }] } : {};
  return {
    account_data: { ...root, index: accountKey(account), ...(apiVersion === 1 ? signers : {}) },
    account_flags: Object.fromEntries(flags),
    ...(apiVersion === 2 ? signers : {}),
    ...(wantsQueue ? { queue_data: { txn_count: chain.queue.of(account).length } } : {}),
    ...chosen.fields,
  };
}

export function accountObjects({ params, view }: RpcCall): Result {
  const { account, chosen, owned } = ownedEntries({ params, view });
  const type = params["type"];
  if (type !== undefined && (typeof type !== "string" || !Object.hasOwn(TYPES, type)))
    throw new RpcError("invalidParams", { message: "Invalid field 'type'." });
  const wanted = type === undefined ? undefined : TYPES[type];
  const fitting = owned.filter(([, { LedgerEntryType }]) => wanted === undefined || LedgerEntryType === wanted);
  const { page, marker } = pageOf(fitting, params);
  return { account, account_objects: page.map(([index, entry]) => ({ ...entry, index })), ...marker, ...chosen.fields };
}

export function accountLines({ params, view }: RpcCall): Result {
  const { account, chosen, owned } = ownedEntries({ params, view });
  const { peer } = params;
  const lines = owned.flatMap(([key, entry]): [string, RippleState][] =>
    entry.LedgerEntryType === "RippleState" && (peer === undefined || peerOf(entry, account) === peer)
      ? [[key, entry]]
      : [],
  );
  const { page, marker } = pageOf(lines, params);
  return { account, lines: page.map(([, line]) => lineSeenBy(account, line)), ...marker, ...chosen.fields };
}

function ownedEntries({ params, view }: Pick<RpcCall, "params" | "view">) {
  const named = accountParam(params);
  const chosen: LedgerChoice = view.choose(params);
  const account = classicAddress(named, chosen.fields);
  const draft = new LedgerDraft(chosen.state);
  if (draft.account(account) === undefined) throw new RpcError("actNotFound", { extra: { account, ...chosen.fields } });
  const { Indexes = [] } = draft.find("DirectoryNode", ownerDirectoryKey(account)) ?? {};
  const owned = Indexes.flatMap((key): [string, LedgerEntry][] => {
    const entry = draft.get(key);
    return entry === undefined ? [] : [[key, entry]];
  });
  return { account, chosen, owned };
}

/** One page; the marker is the key of the first entry of the next. */
function pageOf<T>(entries: readonly [key: string, entry: T][], params: RpcCall["params"]) {
  const limit = limitParam(params, 10, 200, 400);
  const { marker } = params;
  const from = marker === undefined ? 0 : entries.findIndex(([key]) => `${key},0` === marker);
  if (from < 0) throw new RpcError("invalidParams", { message: "Invalid field 'marker'." });
  const next = entries[from + limit];
  const page = entries.slice(from, from + limit);
  return { page, marker: next === undefined ? {} : { limit, marker: `${next[0]},0` } };
}

function peerOf({ LowLimit, HighLimit }: RippleState, account: string): string {
  return LowLimit.issuer === account ? HighLimit.issuer : LowLimit.issuer;
}

function lineSeenBy(account: string, line: RippleState): Result {
  const isLow = line.LowLimit.issuer === account;
  const [own, other] = isLow ? [line.LowLimit, line.HighLimit] : [line.HighLimit, line.LowLimit];
  const { value } = line.Balance;
  const balance = isLow || value === "0" ? value : value.startsWith("-") ? value.slice(1) : `-${value}`;
  const [ownBit, otherBit] = isLow ? [0x0010_0000, 0x0020_0000] : [0x0020_0000, 0x0010_0000];
  return {
    account: other.issuer,
    balance,
    currency: line.Balance.currency,
    limit: own.value,
    limit_peer: other.value,
    ...((line.Flags & ownBit) === 0 ? {} : { no_ripple: true }),
    ...((line.Flags & otherBit) === 0 ? {} : { no_ripple_peer: true }),
    quality_in: 0,
    quality_out: 0,
  };
}
