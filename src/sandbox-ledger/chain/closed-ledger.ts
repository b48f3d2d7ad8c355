/** A closed ledger: its header, its state and its transactions, hashed as the real ledger hashes them. */
import { encode } from "ripple-binary-codec";
import type { State } from "../ledger/entries.ts";
import { hex, prefix, sha512Half, uint32 } from "../ledger/hash.ts";
import type { Metadata } from "../ledger/metadata.ts";
import { Tree } from "../ledger/tree.ts";
import type { Transaction } from "../transactions/transaction.ts";

/** Seconds; close times are rounded to it (rippled: ledgerGenesisTimeResolution after the first ledgers). */
export const CLOSE_TIME_RESOLUTION = 10;
/** Seconds. */
const MOST_AHEAD = 60;

export interface FinalTransaction {
  readonly transaction: Transaction;
  readonly meta: Metadata;
  /** The metadata in binary, upper-case hex. */
  readonly metaBlob: string;
}

export interface Header {
  readonly index: number;
  readonly parentHash: string;
  /** Drops. */
  readonly totalCoins: bigint;
  /** Seconds since 2000. */
  readonly closeTime: number;
  readonly parentCloseTime: number;
}

export interface ClosedLedger extends Header {
  readonly hash: string;
  readonly accountHash: string;
  readonly transactionHash: string;
  readonly state: State;
  /** In the order they were applied. */
  readonly transactions: readonly FinalTransaction[];
}

const LEAF = prefix("SND");
const HEADER = prefix("LWR");

export function sealLedger(header: Header, state: State, transactions: readonly FinalTransaction[]): ClosedLedger {
  let tree = Tree.empty<FinalTransaction>((key, { transaction, metaBlob }) =>
    sha512Half(LEAF, ...sized(transaction.blob), ...sized(metaBlob), Buffer.from(key, "hex")),
  );
  for (const final of transactions) tree = tree.set(final.transaction.hash, final);
  const accountHash = hex(state.hash());
  const transactionHash = hex(tree.hash());
  const hash = hex(sha512Half(HEADER, headerBytes(header, transactionHash, accountHash)));
  return { ...header, hash, accountHash, transactionHash, state, transactions };
}

export function finalTransaction(transaction: Transaction, meta: Metadata): FinalTransaction {
  return { transaction, meta, metaBlob: encode(meta) };
}

/** The header in binary, as it is hashed and as the API shows it. */
export function headerBytes(header: Header, transactionHash: string, accountHash: string): Buffer {
  const coins = Buffer.alloc(8);
  coins.writeBigUInt64BE(header.totalCoins);
  return Buffer.concat([
    uint32(header.index),
    coins,
    Buffer.from(header.parentHash + transactionHash + accountHash, "hex"),
    uint32(header.parentCloseTime),
    uint32(header.closeTime),
    Buffer.from([CLOSE_TIME_RESOLUTION, 0]),
  ]);
}

/** Bytes with their length before them (xrpl.org, "Length Prefixing"). */
function sized(blob: string): [length: Buffer, bytes: Buffer] {
  const bytes = Buffer.from(blob, "hex");
  const { length } = bytes;
  if (length <= 192) return [Buffer.from([length]), bytes];
  if (length <= 12_480) return [Buffer.from([193 + ((length - 193) >> 8), (length - 193) & 255]), bytes];
  const rest = length - 12_481;
  return [Buffer.from([241 + (rest >> 16), (rest >> 8) & 255, rest & 255]), bytes];
}

/**
 * A second after the last one at least, as on the real ledger; yet where ledgers close many times a second, time stands
 * still rather than run away from the clock: whoever reads it would take every payment for a late one.
 */
export function nextCloseTime(last: number, now: number): number {
  return Math.max(roundedCloseTime(now), Math.min(last + 1, Math.max(last, now + MOST_AHEAD)));
}

/** Servers agree on a close time by rounding it. */
export function roundedCloseTime(seconds: number): number {
  const moved = seconds + CLOSE_TIME_RESOLUTION / 2;
  return moved - (moved % CLOSE_TIME_RESOLUTION);
}
