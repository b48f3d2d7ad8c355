/** AccountSet, SetRegularKey and DepositPreauth: what an account says about itself. */
import { ACCOUNT_FLAGS, type AccountFlag } from "../ledger/entries.ts";
import { depositPreauthKey, signerListKey, ZERO_HASH } from "../ledger/hash.ts";
import { effectOf, type TransactionHandler, reserve } from "./context.ts";
import type { AccountSet, DepositPreauth, SetRegularKey } from "./transaction.ts";

/** What SetFlag and ClearFlag name by a number (xrpl.org, "AccountSet Flags"). */
const NAMED: Readonly<Record<number, AccountFlag>> = {
  1: "requireDestinationTag",
  2: "requireAuthorization",
  3: "disallowIncomingXRP",
  4: "disableMasterKey",
  6: "noFreeze",
  7: "globalFreeze",
  8: "defaultRipple",
  9: "depositAuth",
  12: "disallowIncomingNFTokenOffer",
  13: "disallowIncomingCheck",
  14: "disallowIncomingPayChan",
  15: "disallowIncomingTrustline",
  16: "allowTrustLineClawback",
  17: "allowTrustLineLocking",
};
const ACCOUNT_TXN_ID = 5;

/** The older way of saying the same, in the transaction's own flags. */
const OLD_WAYS: readonly (readonly [bit: number, flag: AccountFlag, isSet: boolean])[] = [
  [0x0001_0000, "requireDestinationTag", true],
  [0x0002_0000, "requireDestinationTag", false],
  [0x0004_0000, "requireAuthorization", true],
  [0x0008_0000, "requireAuthorization", false],
  [0x0010_0000, "disallowIncomingXRP", true],
  [0x0020_0000, "disallowIncomingXRP", false],
];

export function accountSet(fields: AccountSet): TransactionHandler {
  const { Account, SetFlag, ClearFlag, Domain, Flags = 0 } = fields;
  const isBoth = SetFlag !== undefined && SetFlag !== 0 && SetFlag === ClearFlag;
  return {
    malformed: isBoth ? "temINVALID_FLAG" : undefined,
    work(draft) {
      const account = draft.account(Account);
      let flags = account?.Flags ?? 0;
      const turn = (flag: AccountFlag | undefined, isSet: boolean): void => {
        if (flag === undefined) return;
        flags = (isSet ? flags | ACCOUNT_FLAGS[flag] : flags & ~ACCOUNT_FLAGS[flag]) >>> 0;
      };
      for (const [bit, flag, isSet] of OLD_WAYS) if ((Flags & bit) !== 0) turn(flag, isSet);
      turn(NAMED[SetFlag ?? 0], true);
      turn(NAMED[ClearFlag ?? 0], false);
      if (SetFlag === 4 && account?.RegularKey === undefined && draft.get(signerListKey(Account)) === undefined)
        return effectOf("tecNO_ALTERNATIVE_KEY");
      if (SetFlag === ACCOUNT_TXN_ID) draft.change(Account, { AccountTxnID: account?.AccountTxnID ?? ZERO_HASH });
      if (ClearFlag === ACCOUNT_TXN_ID) draft.change(Account, { AccountTxnID: undefined });
      if (Domain !== undefined) draft.change(Account, { Domain: Domain === "" ? undefined : Domain });
      draft.change(Account, { Flags: flags });
      return effectOf();
    },
  };
}

export function setRegularKey({ Account, RegularKey }: SetRegularKey): TransactionHandler {
  return {
    malformed: undefined,
    work(draft) {
      const { disableMasterKey } = ACCOUNT_FLAGS;
      const hasMaster = ((draft.account(Account)?.Flags ?? 0) & disableMasterKey) === 0;
      if (RegularKey === undefined && !hasMaster && draft.get(signerListKey(Account)) === undefined)
        return effectOf("tecNO_ALTERNATIVE_KEY");
      draft.change(Account, { RegularKey });
      return effectOf();
    },
  };
}

export function depositPreauth({ Account, Authorize, Unauthorize }: DepositPreauth): TransactionHandler {
  const subject = Authorize ?? Unauthorize ?? Account;
  const isOneThing = (Authorize === undefined) !== (Unauthorize === undefined);
  return {
    malformed: !isOneThing ? "temINVALID" : Authorize === Account ? "temCANNOT_PREAUTH_SELF" : undefined,
    work(draft, _place, balance) {
      const key = depositPreauthKey(Account, subject);
      const isThere = draft.get(key) !== undefined;
      if (Authorize === undefined) {
        if (!isThere) return effectOf("tecNO_ENTRY");
        draft.erase(key);
        draft.disown(Account, key);
        return effectOf();
      }
      if (isThere) return effectOf("tecDUPLICATE");
      if (balance < reserve((draft.account(Account)?.OwnerCount ?? 0) + 1)) return effectOf("tecINSUFFICIENT_RESERVE");
      const thread = { PreviousTxnID: ZERO_HASH, PreviousTxnLgrSeq: 0 };
      draft.put(key, { LedgerEntryType: "DepositPreauth", Account, Authorize, Flags: 0, OwnerNode: "0", ...thread });
      draft.own(Account, key);
      return effectOf();
    },
  };
}
