/** What the operator's endpoints answer. */
import { type TSchema, Type } from "@sinclair/typebox";
import { Anything, Moment, orNull, Xrp } from "./common.ts";

const Rows = Type.Array(Anything);

export const Accounts = Type.Object({ accounts: Rows });
export const Orders = Type.Object({ orders: Rows });
export const Payments = Type.Object({ payments: Rows, x402_payments: Rows, gaps: Rows });
export const Audit = Type.Object({
  head: Type.Object({ position: Type.Integer(), hash: Type.String() }),
  lines: Rows,
});
const Counts = Type.Record(Type.String(), Type.Integer());
export const Overview = Type.Object({
  started_at: Moment,
  memory_bytes: Type.Number(),
  requests: Type.Object({
    answered: Type.Integer(),
    by_status: Counts,
    p50_ms: orNull(Type.Number()),
    p95_ms: orNull(Type.Number()),
    paths: Rows,
  }),
  runs: Type.Array(Type.Object({ operation: Type.String(), outcomes: Counts })),
  queued: Counts,
  income: Type.Array(
    Type.Object({
      network: Type.String(),
      purpose: Type.String(),
      payments: Type.Integer(),
      day_xrp: Xrp,
      week_xrp: Xrp,
      month_xrp: Xrp,
      all_xrp: Xrp,
    }),
  ),
  connections: Counts,
  oauth_clients: Counts,
  breakers: Type.Array(Type.Object({ target: Type.String(), until: Moment })),
  stalls: Type.Array(Type.Object({ at: Moment, sentence: Type.String() })),
});
export const OauthClients = Type.Object({ oauth_clients: Rows });
export const OauthClient = Type.Object({
  authority: Type.String(),
  client_id: Type.String(),
  redirect_uri: Type.String({ description: "To be registered at the authority." }),
});
export const RemovedClient = Type.Object({ authority: Type.String(), status: Type.String() });
export const ParkedDeposits = Type.Object({ parked: Rows });
export const Entries = Type.Object({ key_prefix: Type.String(), entries: Rows });

export const AssignedDeposit = Type.Object({ tx_hash: Type.String(), order_id: Type.String(), status: Type.String() });
export const RefundedDeposit = Type.Object({
  tx_hash: Type.String(),
  refund_tx_hash: Type.String(),
  refunded_xrp: Xrp,
});
export const CancelledOrder = Type.Object({ order_id: Type.String(), status: Type.String(), parked: Type.Unknown() });
export const MovedOrder = Type.Object({
  order_id: Type.String(),
  status: Type.String(),
  outcome: Type.Optional(Type.String()),
  moved_to: Type.Optional(Type.Array(Anything)),
});
export const Reversal = Type.Object({ reversal: Anything });
export const GrantedAmounts = Type.Object({
  key_prefix: Type.String(),
  granted: Type.Object({ calls: Type.Integer(), xrp: Xrp }),
});
export const Scopes = Type.Object({ key_prefix: Type.String(), scopes: orNull(Type.Array(Type.String())) });
export const Budget = Type.Object({
  key_prefix: Type.String(),
  calls_per_day: orNull(Type.Integer()),
  xrp_per_day: orNull(Xrp),
  xrp_total: orNull(Xrp),
});
export const OperatorActors = Type.Object({ actors: Rows, disabled_elsewhere: Type.Array(Type.String()) });
export const ActorState = Type.Object({ slug: Type.String(), status: Type.String() });
export const DebitedAmount = Type.Object({ key_prefix: Type.String(), debited_xrp: Xrp });
export const RefundedBalance = Type.Object({
  key_prefix: Type.String(),
  refund_tx_hash: Type.String(),
  refunded_xrp: Xrp,
});
export const Standing: TSchema = Type.Object({ key_prefix: Type.String(), status: Type.String() });
export const ReplacedKey = Type.Object({ api_key: Type.String(), key_prefix: Type.String(), replaces: Type.String() });
export const IssuedKey = Type.Object({
  api_key: Type.String(),
  key_prefix: Type.String(),
  tier: orNull(Type.String()),
  status: Type.String(),
});
