/** Who may sign for an account: its master key, its regular key, or a quorum of its signers. */
import { deriveAddress } from "ripple-keypairs";
import type { LedgerDraft } from "../ledger/draft.ts";
import { type AccountRoot, hasFlag, type SignerEntry } from "../ledger/entries.ts";
import { lowAndHigh, signerListKey, ZERO_HASH } from "../ledger/hash.ts";
import { effectOf, type TransactionHandler, reserve } from "./context.ts";
import type { ResultName } from "../ledger/results.ts";
import type { CommonFields, SignerListSet } from "./transaction.ts";

/** The list counts as one owned entry, however long it is. */
const ONE_OWNER_COUNT = 0x0001_0000;
const MAX_SIGNERS = 32;

/** What speaks against the signers, whose signatures are good. */
export function signerFault(fields: CommonFields, account: AccountRoot, draft: LedgerDraft): ResultName | undefined {
  if (fields.SigningPubKey !== "") return keyFault(fields.SigningPubKey, account, "tefBAD_AUTH");
  const list = draft.find("SignerList", signerListKey(account.Account));
  if (list === undefined) return "tefNOT_MULTI_SIGNING";
  let weight = 0;
  for (const { Signer } of fields.Signers ?? []) {
    const entry = list.SignerEntries.find(({ SignerEntry }) => SignerEntry.Account === Signer.Account);
    if (entry === undefined) return "tefBAD_SIGNATURE";
    const signer = draft.account(Signer.Account);
    const isOwnKey = deriveAddress(Signer.SigningPubKey) === Signer.Account;
    // A signer need not exist on the ledger; then only its own key speaks for it.
    const fault = signer === undefined ? undefined : keyFault(Signer.SigningPubKey, signer, "tefBAD_SIGNATURE");
    if (fault !== undefined || (signer === undefined && !isOwnKey)) return fault ?? "tefBAD_SIGNATURE";
    weight += entry.SignerEntry.SignerWeight;
  }
  return weight < list.SignerQuorum ? "tefBAD_QUORUM" : undefined;
}

function keyFault(publicKey: string, account: AccountRoot, stranger: ResultName): ResultName | undefined {
  const signer = deriveAddress(publicKey);
  if (signer === account.RegularKey) return undefined;
  if (signer !== account.Account) return stranger;
  return hasFlag(account, "disableMasterKey") ? "tefMASTER_DISABLED" : undefined;
}

export function signerListSet({ Account, SignerQuorum, SignerEntries = [] }: SignerListSet): TransactionHandler {
  return {
    malformed: malformed(Account, SignerQuorum, SignerEntries),
    work(draft, _place, balance) {
      const key = signerListKey(Account);
      const isThere = draft.get(key) !== undefined;
      if (SignerQuorum === 0) {
        const account = draft.account(Account);
        if (account !== undefined && hasFlag(account, "disableMasterKey") && account.RegularKey === undefined)
          return effectOf("tecNO_ALTERNATIVE_KEY");
        if (isThere) {
          draft.erase(key);
          draft.disown(Account, key);
        }
        return effectOf();
      }
      const owned = (draft.account(Account)?.OwnerCount ?? 0) + (isThere ? 0 : 1);
      if (balance < reserve(owned)) return effectOf("tecINSUFFICIENT_RESERVE");
      draft.put(key, {
        LedgerEntryType: "SignerList",
        Flags: ONE_OWNER_COUNT,
        OwnerNode: "0",
        PreviousTxnID: ZERO_HASH,
        PreviousTxnLgrSeq: 0,
        SignerEntries: SignerEntries.toSorted(byAccountId),
        SignerListID: 0,
        SignerQuorum,
      });
      if (!isThere) draft.own(Account, key);
      return effectOf();
    },
  };
}

function byAccountId(one: SignerEntry, other: SignerEntry): number {
  return lowAndHigh(one.SignerEntry.Account, other.SignerEntry.Account)[0] === one.SignerEntry.Account ? -1 : 1;
}

function malformed(
  account: string,
  quorum: number,
  entries: NonNullable<SignerListSet["SignerEntries"]>,
): ResultName | undefined {
  if (quorum === 0) return entries.length === 0 ? undefined : "temINVALID";
  if (entries.length === 0 || entries.length > MAX_SIGNERS) return "temINVALID";
  const names = new Set(entries.map(({ SignerEntry }) => SignerEntry.Account));
  if (names.size < entries.length || names.has(account)) return "temBAD_SIGNER";
  if (entries.some(({ SignerEntry }) => SignerEntry.SignerWeight === 0)) return "temBAD_WEIGHT";
  const total = entries.reduce((sum, { SignerEntry }) => sum + SignerEntry.SignerWeight, 0);
  return total < quorum ? "temBAD_QUORUM" : undefined;
}
