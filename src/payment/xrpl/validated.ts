/** A transaction of a validated ledger, as both versions of the API tell it. */
import { type Static, Type } from "@sinclair/typebox";
import type { ValidatedPayment } from "../ledger.ts";

const Index = Type.Integer({ minimum: 0 });

export const TransactionFields = {
  Account: Type.String(),
  Destination: Type.Optional(Type.String()),
  DestinationTag: Type.Optional(Index),
  Fee: Type.Optional(Type.String({ pattern: "^\\d{1,17}$" })),
  InvoiceID: Type.Optional(Type.String()),
  Memos: Type.Optional(Type.Unknown()),
  TransactionType: Type.String(),
  /** Seconds since the year 2000. */
  date: Type.Optional(Index),
};

const Fields = Type.Object(TransactionFields);

export const Meta = Type.Object({
  TransactionResult: Type.String(),
  delivered_amount: Type.Optional(Type.Unknown()),
  AffectedNodes: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
});

/** 2000-01-01 in seconds since 1970. */
const RIPPLE_EPOCH = 946_684_800;

export function paymentOf(hash: string, fields: Static<typeof Fields>, meta: Static<typeof Meta>): ValidatedPayment {
  const delivered = meta.delivered_amount;
  return {
    hash: hash.toUpperCase(),
    result: meta.TransactionResult,
    type: fields.TransactionType,
    account: fields.Account,
    destination: fields.Destination,
    destinationTag: fields.DestinationTag,
    invoiceHash: fields.InvoiceID?.toUpperCase(),
    ...(fields.Memos !== undefined && { memos: JSON.stringify(fields.Memos) }),
    // Currencies are objects, and "unavailable" is a word: only digits are drops.
    delivered: typeof delivered === "string" && /^\d{1,20}$/.test(delivered) ? BigInt(delivered) : undefined,
    closedAt: fields.date === undefined ? 0 : momentOf(fields.date),
  };
}

/** Seconds since 2000 as milliseconds since 1970. */
export function momentOf(seconds: number): number {
  return (seconds + RIPPLE_EPOCH) * 1000;
}
