/** Checks in XRP: a promise to pay that its destination may cash. Checks in issued currencies are not simulated. */
import type { LedgerDraft } from "../ledger/draft.ts";
import { type Check, hasFlag } from "../ledger/entries.ts";
import { checkKey, ZERO_HASH } from "../ledger/hash.ts";
import { isIssued, isNothing } from "./amount.ts";
import { effectOf, type TransactionEffect, type TransactionHandler, type LedgerPlace, reserve } from "./context.ts";
import { type CheckCancel, type CheckCash, type CheckCreate, ticketOf } from "./transaction.ts";

export function checkCreate(fields: CheckCreate): TransactionHandler {
  const { Account, Destination, SendMax, DestinationTag, SourceTag, InvoiceID, Expiration } = fields;
  return {
    malformed:
      Account === Destination
        ? "temREDUNDANT"
        : isNothing(SendMax)
          ? "temBAD_AMOUNT"
          : Expiration === 0
            ? "temBAD_EXPIRATION"
            : undefined,
    work(draft, place, balance) {
      const destination = draft.account(Destination);
      if (destination === undefined) return effectOf("tecNO_DST");
      if (hasFlag(destination, "disallowIncomingCheck")) return effectOf("tecNO_PERMISSION");
      if (hasFlag(destination, "requireDestinationTag") && DestinationTag === undefined)
        return effectOf("tecDST_TAG_NEEDED");
      if (Expiration !== undefined && place.parentCloseTime >= Expiration) return effectOf("tecEXPIRED");
      if (balance < reserve((draft.account(Account)?.OwnerCount ?? 0) + 1)) return effectOf("tecINSUFFICIENT_RESERVE");
      const sequence = ticketOf(fields) ?? fields.Sequence;
      const key = checkKey(Account, sequence);
      draft.put(key, {
        LedgerEntryType: "Check",
        Account,
        Destination,
        DestinationNode: "0",
        Flags: 0,
        OwnerNode: "0",
        PreviousTxnID: ZERO_HASH,
        PreviousTxnLgrSeq: 0,
        SendMax,
        Sequence: sequence,
        ...(DestinationTag === undefined ? {} : { DestinationTag }),
        ...(SourceTag === undefined ? {} : { SourceTag }),
        ...(InvoiceID === undefined ? {} : { InvoiceID }),
        ...(Expiration === undefined ? {} : { Expiration }),
      });
      draft.own(Account, key);
      draft.own(Destination, key, 0);
      return effectOf();
    },
  };
}

export function checkCash({ Account, CheckID, Amount, DeliverMin }: CheckCash): TransactionHandler {
  const wanted = Amount ?? DeliverMin;
  const isOne = (Amount === undefined) !== (DeliverMin === undefined);
  return {
    malformed: !isOne || wanted === undefined ? "temINVALID" : isNothing(wanted) ? "temBAD_AMOUNT" : undefined,
    work(draft, place) {
      const check = draft.find("Check", CheckID);
      if (check === undefined || wanted === undefined) return effectOf("tecNO_ENTRY");
      if (check.Destination !== Account) return effectOf("tecNO_PERMISSION");
      if (isExpired(check, place)) return effectOf("tecEXPIRED");
      if (isIssued(check.SendMax) || isIssued(wanted)) return effectOf("temBAD_CURRENCY");
      return cash(check, CheckID, BigInt(wanted), DeliverMin !== undefined, draft);
    },
  };
}

function cash(check: Check, key: string, wanted: bigint, isFlexible: boolean, draft: LedgerDraft): TransactionEffect {
  const writer = draft.account(check.Account);
  const promised = isIssued(check.SendMax) ? 0n : BigInt(check.SendMax);
  // The reserve of the check itself becomes free.
  const spendable = BigInt(writer?.Balance ?? 0) - reserve((writer?.OwnerCount ?? 1) - 1);
  const most = spendable < promised ? spendable : promised;
  if (wanted > most || most <= 0n) return effectOf("tecPATH_PARTIAL");
  const drops = isFlexible ? most : wanted;
  draft.credit(check.Account, -drops);
  draft.credit(check.Destination, drops);
  tearUp(check, key, draft);
  return isFlexible ? { result: "tesSUCCESS", delivered: String(drops) } : effectOf();
}

export function checkCancel({ Account, CheckID }: CheckCancel): TransactionHandler {
  return {
    malformed: undefined,
    work(draft, place) {
      const check = draft.find("Check", CheckID);
      if (check === undefined) return effectOf("tecNO_ENTRY");
      const isParty = check.Account === Account || check.Destination === Account;
      if (!isParty && !isExpired(check, place)) return effectOf("tecNO_PERMISSION");
      tearUp(check, CheckID, draft);
      return effectOf();
    },
  };
}

function tearUp(check: Check, key: string, draft: LedgerDraft): void {
  draft.erase(key);
  draft.disown(check.Account, key);
  draft.disown(check.Destination, key, 0);
}

function isExpired({ Expiration }: Check, { parentCloseTime }: LedgerPlace): boolean {
  return Expiration !== undefined && parentCloseTime >= Expiration;
}
