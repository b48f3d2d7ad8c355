/** Payment: XRP from account to account; issued currencies along one issuer's trust lines (rippled Payment.cpp). */
import { hasFlag } from "../ledger/entries.ts";
import type { LedgerDraft } from "../ledger/draft.ts";
import { accountKey, depositPreauthKey, ZERO_HASH } from "../ledger/hash.ts";
import { decimal, isBadCurrency, isIssued, isNothing, isSameAsset } from "./amount.ts";
import {
  effectOf,
  type TransactionEffect,
  type TransactionHandler,
  type LedgerPlace,
  RESERVE_BASE,
  reserve,
} from "./context.ts";
import { PARTIAL_PAYMENT, UNIVERSAL } from "./flags.ts";
import type { ResultName } from "../ledger/results.ts";
import type { Payment } from "./transaction.ts";
import { deliverAlongLines } from "./trust-lines.ts";

const NO_DIRECT = 0x0001_0000;
const LIMIT_QUALITY = 0x0004_0000;
const KNOWN_FLAGS = NO_DIRECT | PARTIAL_PAYMENT | LIMIT_QUALITY | UNIVERSAL;
const ACCOUNT_ZERO = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";

export function payment(fields: Payment): TransactionHandler {
  return {
    malformed: malformed(fields),
    work: (draft, place, balance) => pay(fields, draft, place, balance),
  };
}

function malformed(fields: Payment): ResultName | undefined {
  const { Account, Destination, Amount, SendMax, DeliverMin, Paths, Flags = 0 } = fields;
  const source = SendMax ?? Amount;
  const isXrpOnly = !isIssued(source) && !isIssued(Amount);
  const isPartial = (Flags & PARTIAL_PAYMENT) !== 0;
  if ((Flags & ~KNOWN_FLAGS) !== 0) return "temINVALID_FLAG";
  if (Destination === ACCOUNT_ZERO) return "temDST_NEEDED";
  if (isNothing(source) || isNothing(Amount)) return "temBAD_AMOUNT";
  if (isBadCurrency(source) || isBadCurrency(Amount)) return "temBAD_CURRENCY";
  if (Account === Destination && isSameAsset(source, Amount) && Paths === undefined) return "temREDUNDANT";
  if (isXrpOnly && SendMax !== undefined) return "temBAD_SEND_XRP_MAX";
  if (isXrpOnly && Paths !== undefined) return "temBAD_SEND_XRP_PATHS";
  if (isXrpOnly && isPartial) return "temBAD_SEND_XRP_PARTIAL";
  if (isXrpOnly && (Flags & LIMIT_QUALITY) !== 0) return "temBAD_SEND_XRP_LIMIT";
  if (isXrpOnly && (Flags & NO_DIRECT) !== 0) return "temBAD_SEND_XRP_NO_DIRECT";
  if (DeliverMin !== undefined) {
    if (!isPartial || isNothing(DeliverMin) || !isSameAsset(DeliverMin, Amount)) return "temBAD_AMOUNT";
    if (decimal(valueOf(DeliverMin)).gt(valueOf(Amount))) return "temBAD_AMOUNT";
  }
  return undefined;
}

function valueOf(amount: Payment["Amount"]): string {
  return isIssued(amount) ? amount.value : amount;
}

function pay(fields: Payment, draft: LedgerDraft, place: LedgerPlace, balance: bigint): TransactionEffect {
  const { Destination, Amount, SendMax, Flags = 0 } = fields;
  const destination = draft.account(Destination);
  if (destination === undefined) {
    if (isIssued(Amount)) return effectOf("tecNO_DST");
    if ((Flags & PARTIAL_PAYMENT) !== 0) return effectOf("telNO_DST_PARTIAL");
    if (BigInt(Amount) < RESERVE_BASE) return effectOf("tecNO_DST_INSUF_XRP");
  } else if (hasFlag(destination, "requireDestinationTag") && fields.DestinationTag === undefined) {
    return effectOf("tecDST_TAG_NEEDED");
  }
  const isXrpOnly = !isIssued(Amount) && SendMax === undefined;
  if (isXrpOnly) return payDrops(fields, BigInt(Amount), draft, place, balance);
  if (isBarred(fields, draft)) return effectOf("tecNO_PERMISSION");
  return deliverAlongLines(fields, draft);
}

function payDrops(
  fields: Payment,
  drops: bigint,
  draft: LedgerDraft,
  place: LedgerPlace,
  balance: bigint,
): TransactionEffect {
  const { Account, Destination, Fee } = fields;
  const kept = reserve(draft.account(Account)?.OwnerCount ?? 0);
  const fee = BigInt(Fee);
  if (balance < drops + (kept > fee ? kept : fee)) return effectOf("tecUNFUNDED_PAYMENT");
  const before = BigInt(draft.account(Destination)?.Balance ?? 0);
  // A barred account in need may still be brought back to the reserve.
  if (isBarred(fields, draft) && (drops > RESERVE_BASE || before > RESERVE_BASE)) return effectOf("tecNO_PERMISSION");
  draft.credit(Account, -drops);
  receive(Destination, drops, draft, place);
  return effectOf();
}

/** Credits an account, which comes into being when it is not there. */
function receive(account: string, drops: bigint, draft: LedgerDraft, place: LedgerPlace): void {
  if (draft.account(account) !== undefined) return draft.credit(account, drops);
  draft.put(accountKey(account), {
    LedgerEntryType: "AccountRoot",
    Account: account,
    Balance: String(drops),
    Flags: 0,
    OwnerCount: 0,
    PreviousTxnID: ZERO_HASH,
    PreviousTxnLgrSeq: 0,
    Sequence: place.ledgerIndex,
  });
}

/** Whether the destination takes money only from accounts it has named, and this is none of them. */
function isBarred({ Account, Destination }: Payment, draft: LedgerDraft): boolean {
  const destination = draft.account(Destination);
  if (destination === undefined || !hasFlag(destination, "depositAuth") || Account === Destination) return false;
  return draft.get(depositPreauthKey(Destination, Account)) === undefined;
}
