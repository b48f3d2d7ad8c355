/** What registrations, orders and keys answer. */
import { type TSchema, Type } from "@sinclair/typebox";
import { Anything, Moment, NextAction, orNull, Warnings, Xrp } from "./common.ts";

const Key = orNull(Type.String({ description: "Shown once; only its hash is kept." }));

/** `walletWord` names the field of the link that opens a wallet. */
function orderMembers(walletWord: string): Record<string, TSchema> {
  return {
    order_id: Type.String(),
    deposit_address: Type.String({ description: "Classic address of the service wallet." }),
    destination_tag: Type.String(),
    amount_xrp: Xrp,
    [`${walletWord}_deep_link`]: Type.String(),
    network: Type.String(),
    status: Type.String(),
    expires_at: Moment,
  };
}

export function registrationSchema(walletWord: string): TSchema {
  return Type.Object({
    ...orderMembers(walletWord),
    api_key: Key,
    key_prefix: Type.String(),
    tier: Type.String(),
    on_payment: Type.Optional(Type.String()),
    calls_per_day: Type.Integer({ description: "-1 is unlimited." }),
    faucet_url: Type.Optional(Type.String()),
    credited_xrp: Type.Optional(Xrp),
    tx_hash: Type.Optional(Type.String()),
    x402: Anything,
    warnings: Warnings,
    recommended_next_action: NextAction,
  });
}

export function invoiceSchema(walletWord: string): TSchema {
  return Type.Object({
    ...orderMembers(walletWord),
    tier: Type.String(),
    on_payment: Type.String(),
    warnings: Warnings,
    recommended_next_action: NextAction,
  });
}

export const VerifiedOrder = Type.Object({
  status: Type.String({ description: "confirmed, pending or underpaid." }),
  order_id: Type.String(),
  tx_hash: Type.String(),
  delivered_xrp: Xrp,
  order_delivered_xrp: Xrp,
  amount_xrp: Xrp,
  network: Type.String(),
  api_key: Key,
  key_prefix: Type.String(),
  tier: Type.String(),
  outcome: orNull(Type.String()),
  calls_per_day: Type.Integer(),
  warnings: Warnings,
  recommended_next_action: NextAction,
});

export const PaymentState = Type.Object({
  status: Type.String({
    description: "Of an order: pending, underpaid, confirmed, expired, cancelled. Of an invoice: pending, arrived.",
  }),
  tx_hash: orNull(Type.String()),
  network: orNull(Type.String()),
  amount_xrp: orNull(Xrp),
  delivered_xrp: Xrp,
  missing_xrp: orNull(Xrp),
  recommended_next_action: NextAction,
});

export const Usage = Type.Object({
  key: Type.Object({
    prefix: Type.String(),
    last_four: Type.String(),
    tier: Type.String(),
    status: Type.String(),
    network: Type.String(),
    created_at: orNull(Moment),
    expires_at: orNull(Moment),
    scopes: orNull(Type.Array(Type.String(), { description: "What the key is limited to; null is nothing." })),
  }),
  quota: Type.Object({
    calls_per_day: Type.Integer({ description: "-1 is unlimited." }),
    used: Type.Integer(),
    remaining: Type.Integer(),
    resets_at: orNull(Moment),
  }),
  budget: orNull(
    Type.Object(
      {
        calls_per_day: orNull(Type.Integer()),
        calls_today: Type.Integer(),
        xrp_per_day: orNull(Xrp),
        xrp_today: Xrp,
        xrp_total: orNull(Xrp),
        xrp_used: Xrp,
      },
      { description: "What the key may take of its account, and has taken; a limit that is null is none." },
    ),
  ),
  balance: Type.Object({ xrp: Xrp, drops: Type.String() }),
  daily: Type.Array(Type.Object({ date: Type.String(), calls: Type.Integer(), charged_xrp: Xrp })),
  recent: Type.Array(Anything),
  recommended_next_action: NextAction,
});

export const RotatedKey = Type.Object({
  api_key: Type.String(),
  key_prefix: Type.String(),
  previous: Type.Object({ key_prefix: Type.String(), valid_until: Moment }),
  recommended_next_action: NextAction,
});

export const RevokedKey = Type.Object({
  key_prefix: Type.String(),
  status: Type.Literal("revoked"),
  revoked_at: Moment,
  recommended_next_action: NextAction,
});
