/** The state of a chain as JSON, so that balances outlive a restart. The history before it is not kept. */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { jsonIn } from "../text/foreign.ts";
import { type ClosedLedger, sealLedger } from "./chain/closed-ledger.ts";
import { emptyState, type LedgerEntry } from "./ledger/entries.ts";

export const Snapshot = Type.Object({
  version: Type.Literal(1),
  networkId: Type.Integer(),
  index: Type.Integer(),
  parentHash: Type.String(),
  totalCoins: Type.String(),
  closeTime: Type.Integer(),
  parentCloseTime: Type.Integer(),
  entries: Type.Array(Type.Tuple([Type.String(), Type.Object({ LedgerEntryType: Type.String() })])),
});
export type Snapshot = Static<typeof Snapshot>;

export function takeSnapshot(ledger: ClosedLedger, networkId: number): Snapshot {
  const { index, parentHash, totalCoins, closeTime, parentCloseTime, state } = ledger;
  const header = { index, parentHash, totalCoins: String(totalCoins), closeTime, parentCloseTime };
  return { version: 1, networkId, ...header, entries: [...state.entries()].map(([key, entry]) => [key, entry]) };
}

/** `undefined` when the text is no snapshot of this network. */
export function readSnapshot(text: string, networkId: number): Snapshot | undefined {
  const value = jsonIn(text);
  return Value.Check(Snapshot, value) && value.networkId === networkId ? value : undefined;
}

/** The ledger as it was, without its transactions. */
export function restoreLedger({ entries, totalCoins, ...header }: Snapshot): ClosedLedger {
  let state = emptyState();
  // The entries were written by this very code; nothing foreign is in the file.
  for (const [key, entry] of entries) state = state.set(key, entry as unknown as LedgerEntry);
  return sealLedger({ ...header, totalCoins: BigInt(totalCoins) }, state, []);
}
