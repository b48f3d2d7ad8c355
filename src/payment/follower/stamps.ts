/** By which ledgers a chain is known again: many of late, and fewer and fewer the older they are. */
import { Type } from "@sinclair/typebox";
import { parseJson } from "../../runtime/json.ts";
import { guardOf } from "../../runtime/schema.ts";
import type { LedgerStamp } from "../ledger.ts";

const Stamps = Type.Array(Type.Object({ index: Type.Integer(), hash: Type.String(), closedAt: Type.Number() }));
const areStamps = guardOf(Stamps);

/**
 * Adds the newest. Of those whose distance from it lies between two powers of two, the oldest stays: about thirty for
 * any chain, and for every ledger of it one that is not much older.
 */
export function addStamp(stamps: readonly LedgerStamp[], newest: LedgerStamp): readonly LedgerStamp[] {
  const kept = new Map<number, LedgerStamp>();
  for (const stamp of stamps) {
    if (stamp.index < newest.index) kept.set(Math.floor(Math.log2(newest.index - stamp.index)), stamp);
  }
  return [newest, ...[...kept.values()].sort((one, other) => other.index - one.index)];
}

/** As it was written down; none where that is no list of them. */
export function readStamps(text: string): readonly LedgerStamp[] {
  const value = parseJson(text);
  return areStamps(value) ? value : [];
}
