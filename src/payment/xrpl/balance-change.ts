/** What a transaction did to the balance of an account, read from its metadata: true for every type of transaction. */
import { type Static, Type } from "@sinclair/typebox";
import type { Drops } from "../../runtime/money.ts";
import { faultFinder } from "../../runtime/schema.ts";

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

const faultOf = faultFinder(Change);

/** In drops; what the account paid as a fee is taken off already. */
export function balanceChangeOf(account: string, affectedNodes: readonly unknown[]): Drops {
  for (const node of affectedNodes) {
    if (faultOf(node) !== undefined) continue; // Another kind of entry, or one whose balance stayed.
    const change = node as Static<typeof Change>; // Just held against its schema.
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
