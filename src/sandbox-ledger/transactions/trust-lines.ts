/** Trust lines: setting their limits, and moving an issued currency from holder to holder through its issuer. */
import BigNumber from "bignumber.js";
import type { LedgerDraft } from "../ledger/draft.ts";
import { hasFlag, type IssuedAmount, type RippleState } from "../ledger/entries.ts";
import { lowAndHigh, trustLineKey, ZERO_HASH } from "../ledger/hash.ts";
import { decimal, isBadCurrency, isIssued, isSameAsset, writeValue } from "./amount.ts";
import { effectOf, type TransactionEffect, type TransactionHandler, reserve } from "./context.ts";
import { PARTIAL_PAYMENT } from "./flags.ts";
import type { ResultName } from "../ledger/results.ts";
import type { Payment, TrustSet } from "./transaction.ts";

/** The issuer that stands in a line's balance: nobody. */
const NOBODY = "rrrrrrrrrrrrrrrrrrrrBZbvji";
const SET_NO_RIPPLE = 0x0002_0000;
const CLEAR_NO_RIPPLE = 0x0004_0000;
const FREE_LINES = 2;

const LOW = { reserve: 0x0001_0000, noRipple: 0x0010_0000 };
const HIGH = { reserve: 0x0002_0000, noRipple: 0x0020_0000 };

export function trustSet(fields: TrustSet): TransactionHandler {
  return { malformed: malformed(fields), work: (draft, _place, balance) => setLimit(fields, draft, balance) };
}

function malformed({ Account, LimitAmount }: TrustSet): ResultName | undefined {
  if (isBadCurrency(LimitAmount)) return "temBAD_CURRENCY";
  if (decimal(LimitAmount.value).lt(0)) return "temBAD_LIMIT";
  if (LimitAmount.issuer === Account) return "temDST_IS_SRC";
  return undefined;
}

function setLimit(
  { Account, LimitAmount, Flags = 0 }: TrustSet,
  draft: LedgerDraft,
  balance: bigint,
): TransactionEffect {
  const { currency, issuer: peer } = LimitAmount;
  const limit = { currency, issuer: Account, value: LimitAmount.value };
  const issuer = draft.account(peer);
  if (issuer === undefined) return effectOf("tecNO_DST");
  const key = trustLineKey(Account, peer, currency);
  const [low] = lowAndHigh(Account, peer);
  const own = low === Account ? LOW : HIGH;
  const line = draft.find("RippleState", key);
  if (line !== undefined) {
    const noRipple =
      (Flags & SET_NO_RIPPLE) !== 0 ? own.noRipple : (Flags & CLEAR_NO_RIPPLE) !== 0 ? 0 : line.Flags & own.noRipple;
    const changed = { ...line, Flags: (line.Flags & ~own.noRipple) | noRipple };
    draft.put(key, low === Account ? { ...changed, LowLimit: limit } : { ...changed, HighLimit: limit });
    return effectOf();
  }
  const owned = draft.account(Account)?.OwnerCount ?? 0;
  if (balance < reserve(owned < FREE_LINES ? 0 : owned + 1) && owned >= FREE_LINES)
    return effectOf("tecNO_LINE_INSUF_RESERVE");
  const none = { currency, issuer: peer, value: "0" };
  const other = own === LOW ? HIGH : LOW;
  draft.put(key, {
    LedgerEntryType: "RippleState",
    Balance: { currency, issuer: NOBODY, value: "0" },
    Flags:
      own.reserve |
      ((Flags & SET_NO_RIPPLE) === 0 ? 0 : own.noRipple) |
      (hasFlag(issuer, "defaultRipple") ? 0 : other.noRipple),
    LowLimit: low === Account ? limit : none,
    HighLimit: low === Account ? none : limit,
    LowNode: "0",
    HighNode: "0",
    PreviousTxnID: ZERO_HASH,
    PreviousTxnLgrSeq: 0,
  });
  draft.own(Account, key);
  draft.own(peer, key, 0);
  return effectOf();
}

/** Delivers what the lines can carry. Other currencies would need paths and offers, which the sandbox has not. */
export function deliverAlongLines(fields: Payment, draft: LedgerDraft): TransactionEffect {
  const { Account, Destination, Amount, SendMax = Amount, DeliverMin, Flags = 0 } = fields;
  if (!isIssued(Amount) || !isIssued(SendMax) || SendMax.currency !== Amount.currency) return effectOf("tecPATH_DRY");
  if (SendMax.issuer !== Account && !isSameAsset(SendMax, Amount)) return effectOf("tecPATH_DRY");
  const wanted = decimal(Amount.value);
  const carried = BigNumber.min(
    wanted,
    decimal(SendMax.value),
    Account === Amount.issuer ? wanted : heldBy(Account, Amount, draft),
    Destination === Amount.issuer ? wanted : roomOf(Destination, Amount, draft),
  );
  if (!carried.gt(0)) return effectOf("tecPATH_DRY");
  const isShort = carried.lt(wanted);
  if (isShort && (Flags & PARTIAL_PAYMENT) === 0) return effectOf("tecPATH_PARTIAL");
  if (DeliverMin !== undefined && isIssued(DeliverMin) && carried.lt(DeliverMin.value))
    return effectOf("tecPATH_PARTIAL");
  if (Account !== Amount.issuer) move(Account, Amount, carried.negated(), draft);
  if (Destination !== Amount.issuer) move(Destination, Amount, carried, draft);
  return isShort ? { result: "tesSUCCESS", delivered: { ...Amount, value: writeValue(carried) } } : effectOf();
}

function lineOf(account: string, { currency, issuer }: IssuedAmount, draft: LedgerDraft): RippleState | undefined {
  return draft.find("RippleState", trustLineKey(account, issuer, currency));
}

function heldBy(account: string, asset: IssuedAmount, draft: LedgerDraft): BigNumber {
  const line = lineOf(account, asset, draft);
  if (line === undefined) return decimal("0");
  const balance = decimal(line.Balance.value);
  return line.LowLimit.issuer === account ? balance : balance.negated();
}

function roomOf(account: string, asset: IssuedAmount, draft: LedgerDraft): BigNumber {
  const line = lineOf(account, asset, draft);
  if (line === undefined) return decimal("0");
  const limit = line.LowLimit.issuer === account ? line.LowLimit : line.HighLimit;
  return decimal(limit.value).minus(heldBy(account, asset, draft));
}

/** Changes what an account holds. */
function move(account: string, asset: IssuedAmount, difference: BigNumber, draft: LedgerDraft): void {
  const line = lineOf(account, asset, draft);
  if (line === undefined) return;
  const signed = line.LowLimit.issuer === account ? difference : difference.negated();
  const value = writeValue(decimal(line.Balance.value).plus(signed));
  draft.put(trustLineKey(account, asset.issuer, asset.currency), { ...line, Balance: { ...line.Balance, value } });
}
