/** A signed transaction, read from its binary form: what is not well formed never becomes one. */
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { decode, encode } from "ripple-binary-codec";
import { hex, prefix, sha512Half } from "../ledger/hash.ts";

const Uint32 = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });
const IssuedAmount = Type.Object({ currency: Type.String(), issuer: Type.String(), value: Type.String() });
const Value = Type.Union([Type.String(), IssuedAmount]);
const Text = Type.String();

const Signer = Type.Object({
  Signer: Type.Object({ Account: Text, SigningPubKey: Text, TxnSignature: Type.Optional(Text) }),
});

const Common = Type.Object({
  Account: Text,
  Fee: Text,
  Sequence: Uint32,
  SigningPubKey: Text,
  Flags: Type.Optional(Uint32),
  TxnSignature: Type.Optional(Text),
  Signers: Type.Optional(Type.Array(Signer)),
  TicketSequence: Type.Optional(Uint32),
  LastLedgerSequence: Type.Optional(Uint32),
  AccountTxnID: Type.Optional(Text),
  NetworkID: Type.Optional(Uint32),
  Memos: Type.Optional(Type.Array(Type.Unknown())),
  SourceTag: Type.Optional(Uint32),
});

function kind<const Name extends string, Fields extends TObject>(name: Name, fields: Fields) {
  return Type.Composite([Common, Type.Object({ TransactionType: Type.Literal(name) }), fields]);
}

export const Payment = kind(
  "Payment",
  Type.Object({
    Destination: Text,
    Amount: Value,
    SendMax: Type.Optional(Value),
    DeliverMin: Type.Optional(Value),
    DestinationTag: Type.Optional(Uint32),
    InvoiceID: Type.Optional(Text),
    Paths: Type.Optional(Type.Array(Type.Unknown())),
  }),
);
export const AccountSet = kind(
  "AccountSet",
  Type.Object({ SetFlag: Type.Optional(Uint32), ClearFlag: Type.Optional(Uint32), Domain: Type.Optional(Text) }),
);
export const SetRegularKey = kind("SetRegularKey", Type.Object({ RegularKey: Type.Optional(Text) }));
export const TrustSet = kind("TrustSet", Type.Object({ LimitAmount: IssuedAmount }));
export const TicketCreate = kind("TicketCreate", Type.Object({ TicketCount: Uint32 }));
export const SignerListSet = kind(
  "SignerListSet",
  Type.Object({
    SignerQuorum: Uint32,
    SignerEntries: Type.Optional(
      Type.Array(Type.Object({ SignerEntry: Type.Object({ Account: Text, SignerWeight: Uint32 }) })),
    ),
  }),
);
export const DepositPreauth = kind(
  "DepositPreauth",
  Type.Object({ Authorize: Type.Optional(Text), Unauthorize: Type.Optional(Text) }),
);
export const CheckCreate = kind(
  "CheckCreate",
  Type.Object({
    Destination: Text,
    SendMax: Value,
    DestinationTag: Type.Optional(Uint32),
    Expiration: Type.Optional(Uint32),
    InvoiceID: Type.Optional(Text),
  }),
);
export const CheckCash = kind(
  "CheckCash",
  Type.Object({ CheckID: Text, Amount: Type.Optional(Value), DeliverMin: Type.Optional(Value) }),
);
export const CheckCancel = kind("CheckCancel", Type.Object({ CheckID: Text }));

export type Payment = Static<typeof Payment>;
export type AccountSet = Static<typeof AccountSet>;
export type SetRegularKey = Static<typeof SetRegularKey>;
export type TrustSet = Static<typeof TrustSet>;
export type TicketCreate = Static<typeof TicketCreate>;
export type SignerListSet = Static<typeof SignerListSet>;
export type DepositPreauth = Static<typeof DepositPreauth>;
export type CheckCreate = Static<typeof CheckCreate>;
export type CheckCash = Static<typeof CheckCash>;
export type CheckCancel = Static<typeof CheckCancel>;

/** A type the engine does not know; only a canned outcome can make something of it. */
const Other = Type.Composite([Common, Type.Object({ TransactionType: Text })]);
export type CommonFields = Static<typeof Other>;

export interface Transaction {
  /** Its fields as they were sent; the engine reads them by the schema of their type. */
  readonly fields: CommonFields;
  /** Upper-case hex. */
  readonly blob: string;
  readonly hash: string;
}

const SHORTEST_BYTES = 32;
/** rippled takes 1 MiB. None of the kinds here comes near this, and while more is read nobody else is answered. */
const LONGEST_BYTES = 16 * 1024;
const ID = prefix("TXN");
const isTransaction = TypeCompiler.Compile(Other);

/** @throws {Error} with the sentence a server gives for bytes that are no transaction. */
export function readTransaction(blob: string): Transaction {
  if (blob.length < SHORTEST_BYTES * 2 || blob.length > LONGEST_BYTES * 2)
    throw new Error("Transaction length invalid");
  const written = blob.toUpperCase();
  let fields: unknown;
  try {
    fields = decode(written);
    if (encode(fields as object) !== written) throw new Error("It is written in another order.");
  } catch (error) {
    throw new Error("Unable to parse the transaction.", { cause: error });
  }
  if (!isTransaction.Check(fields)) {
    const missing = isTransaction.Errors(fields).First()?.path.slice(1) ?? "TransactionType";
    throw new Error(`Field '${missing}' is required but missing.`);
  }
  return { fields, blob: written, hash: transactionHash(written) };
}

function transactionHash(blob: string): string {
  return hex(sha512Half(ID, Buffer.from(blob, "hex")));
}

/** How the transaction is counted: by the account's sequence, or by a ticket. */
export function ticketOf({ Sequence, TicketSequence }: CommonFields): number | undefined {
  return Sequence === 0 ? TicketSequence : undefined;
}
