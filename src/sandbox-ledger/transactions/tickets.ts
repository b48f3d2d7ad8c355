/** Tickets: sequence numbers set aside, to be used in any order. */
import type { LedgerDraft } from "../ledger/draft.ts";
import { ticketKey, ZERO_HASH } from "../ledger/hash.ts";
import { effectOf, type TransactionHandler, reserve } from "./context.ts";
import type { TicketCreate } from "./transaction.ts";

const MAX_TICKETS = 250;

export function ticketCreate({ Account, TicketCount }: TicketCreate): TransactionHandler {
  return {
    malformed: TicketCount < 1 || TicketCount > MAX_TICKETS ? "temINVALID_COUNT" : undefined,
    work(draft, _place, balance) {
      const account = draft.account(Account);
      if (account === undefined) return effectOf("terNO_ACCOUNT");
      const held = account.TicketCount ?? 0;
      if (held + TicketCount > MAX_TICKETS) return effectOf("tecDIR_FULL");
      if (balance < reserve(account.OwnerCount + TicketCount)) return effectOf("tecINSUFFICIENT_RESERVE");
      for (let ticket = account.Sequence; ticket < account.Sequence + TicketCount; ticket++) {
        const key = ticketKey(Account, ticket);
        draft.put(key, {
          LedgerEntryType: "Ticket",
          Account,
          Flags: 0,
          OwnerNode: "0",
          PreviousTxnID: ZERO_HASH,
          PreviousTxnLgrSeq: 0,
          TicketSequence: ticket,
        });
        draft.own(Account, key);
      }
      draft.change(Account, { Sequence: account.Sequence + TicketCount, TicketCount: held + TicketCount });
      return effectOf();
    },
  };
}

/** A used ticket is gone for good. */
export function spendTicket(account: string, ticket: number, draft: LedgerDraft): void {
  const key = ticketKey(account, ticket);
  draft.erase(key);
  draft.disown(account, key);
  const left = (draft.account(account)?.TicketCount ?? 1) - 1;
  draft.change(account, { TicketCount: left === 0 ? undefined : left });
}
