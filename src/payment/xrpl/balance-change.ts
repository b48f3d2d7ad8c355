/** What a transaction did to the balance of an account, read from its metadata: true for every type of transaction. */
import { Type } from "@sinclair/typebox";
import type { Drops } from "../../runtime/money.ts";
import { guardOf } from "../../runtime/schema.ts";

const Balance = Type.String({ pattern: "^\\d{1,18}$" });
const Root = { LedgerEntryType: Type.Literal("AccountRoot") };

/** An account whose balance has changed, or that has come into being. */
const Change = Type.Union([
  Type.Object({
    ModifiedNode: Type.Object({
      ...Root,
      FinalFields: Type.Object({ Account: Type.String(), Balance }),
      PreviousFields: Type.Object({ Balance }),
    }),
  }),
  Type.Object({
    CreatedNode: Type.Object({ ...Root, NewFields: Type.Object({ Account: Type.String(), Balance }) }),
  }),
]);

const isChange = guardOf(Change);

/** In drops; what the account paid as a fee is taken off already. */
export function balanceChangeOf(account: string, affectedNodes: readonly unknown[]): Drops {
  for (const change of affectedNodes) {
    if (!isChange(change)) continue; // Another kind of entry, or one whose balance stayed.
    if ("CreatedNode" in change) {
      const { Account, Balance: balance } = change.CreatedNode.NewFields;
      if (Account === account) return BigInt(balance);
    } else {
      const { FinalFields, PreviousFields } = change.ModifiedNode;
      if (FinalFields.Account === account) return BigInt(FinalFields.Balance) - BigInt(PreviousFields.Balance);
    }
  }
  return 0n;
}
