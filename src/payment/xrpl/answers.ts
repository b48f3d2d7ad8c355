/** The answers of rippled that are read, and only the parts of them that are. */
import { Type } from "@sinclair/typebox";
import { question } from "./rpc.ts";
import { Meta, TransactionFields } from "./validated.ts";

const Index = Type.Integer({ minimum: 0 });
const Hash = Type.String({ pattern: "^[0-9A-Fa-f]{64}$" });

export const SERVER_INFO = question(
  "server_info",
  Type.Object({
    info: Type.Object({
      /** Its software does not know the rules that its network has by now. */
      amendment_blocked: Type.Optional(Type.Boolean()),
      complete_ledgers: Type.String(),
      network_id: Type.Optional(Index),
      /** Clio has none. */
      server_state: Type.Optional(Type.String()),
      validated_ledger: Type.Optional(
        Type.Object({
          age: Type.Number(),
          seq: Index,
          reserve_base_xrp: Type.Number({ minimum: 0 }),
          reserve_inc_xrp: Type.Number({ minimum: 0 }),
        }),
      ),
    }),
  }),
);

export const ACCOUNT_INFO = question(
  "account_info",
  Type.Object({
    ledger_index: Index,
    validated: Type.Literal(true),
    account_data: Type.Object({
      Balance: Type.String({ pattern: "^\\d+$" }),
      Flags: Index,
      OwnerCount: Index,
      Sequence: Index,
      RegularKey: Type.Optional(Type.String()),
    }),
  }),
);

export const ACCOUNT_TICKETS = question(
  "account_objects",
  Type.Object({
    /** A server that is a ledger behind takes its open one for the one that is asked for. */
    validated: Type.Literal(true),
    account_objects: Type.Array(Type.Object({ TicketSequence: Type.Optional(Index) })),
    marker: Type.Optional(Type.Unknown()),
  }),
);

export const SUBMIT = question(
  "submit",
  Type.Object({
    engine_result: Type.String(),
    applied: Type.Optional(Type.Boolean()),
    broadcast: Type.Optional(Type.Boolean()),
    kept: Type.Optional(Type.Boolean()),
    queued: Type.Optional(Type.Boolean()),
    /** In drops. */
    open_ledger_cost: Type.Optional(Type.String({ pattern: "^\\d{1,17}$" })),
  }),
);

const Validated = { validated: Type.Literal(true), meta: Meta, hash: Type.Optional(Hash) };

/** The first version of the API puts the transaction's fields beside `meta`, the second into `tx_json`. */
export const TX = question(
  "tx",
  Type.Union([
    Type.Object({ ...Validated, tx_json: Type.Object(TransactionFields) }),
    Type.Object({ ...Validated, ...TransactionFields }),
    Type.Object({ validated: Type.Optional(Type.Literal(false)) }),
  ]),
);

export const ACCOUNT_TX = question(
  "account_tx",
  Type.Object({
    ledger_index_min: Index,
    ledger_index_max: Index,
    validated: Type.Literal(true),
    marker: Type.Optional(Type.Unknown()),
    transactions: Type.Array(
      Type.Union([
        Type.Object({
          validated: Type.Literal(true),
          meta: Meta,
          hash: Hash,
          ledger_index: Index,
          tx_json: Type.Object(TransactionFields),
        }),
        Type.Object({
          validated: Type.Literal(true),
          meta: Meta,
          tx: Type.Object({ ...TransactionFields, hash: Hash, ledger_index: Index }),
        }),
      ]),
    ),
  }),
);

export const LEDGER = question(
  "ledger",
  Type.Object({ validated: Type.Literal(true), ledger: Type.Object({ close_time: Index, ledger_hash: Hash }) }),
);
