/** Reads what the operator asks for. Every reader throws `invalid_input`. */
import type { Owner } from "../../accounts/arrivals.ts";
import type { OperatorClient } from "../../connections/operator-clients.ts";
import { ACCOUNT_TIERS, type AccountTier } from "../../accounts/tiers.ts";
import type { BalanceRefund } from "../../accounts/corrections.ts";
import type { Budget } from "../../accounts/key-limits.ts";
import { OneOf, type Static, Type, withDefault } from "../../runtime/actor.ts";
import { invalidInput } from "../../runtime/errors.ts";
import type { Drops } from "../../runtime/money.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { readXrp } from "../http/amount.ts";
import { expectValid } from "../http/body.ts";
import { EMAIL, EMAIL_EXAMPLE, PLAIN_TEXT } from "../accounts/registration-body.ts";

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: PLAIN_TEXT });
const Xrp = Type.Union([Type.Number(), Type.String({ maxLength: 32 })]);
const Name = Type.String({ minLength: 1, maxLength: 100 });

/** As much as a balance can hold. */
const MOST_DROPS = 9_000_000_000_000_000n;

export const ReasonBody = Type.Object({ reason: Reason });
/** Ending harm must not wait for words. */
export const SuspendBody = Type.Object({ reason: withDefault(Reason, "No reason was given.") });
export const IssueBody = Type.Object({
  email: Type.String({ maxLength: 254, pattern: EMAIL, examples: [EMAIL_EXAMPLE] }),
  tier: OneOf([...ACCOUNT_TIERS]),
  reason: Reason,
});
export const GrantBody = Type.Object({
  calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  xrp: Type.Optional(Xrp),
  reason: Reason,
});
export const ScopesBody = Type.Object({
  scopes: Type.Union([Type.Array(Type.String({ maxLength: 110 }), { maxItems: 100 }), Type.Null()]),
  elsewhere: Type.Optional(Type.Boolean({ description: "Although this hub has no actor or category of such a name." })),
  reason: Reason,
});
export const BudgetBody = Type.Object({
  calls_per_day: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  xrp_per_day: Type.Optional(Xrp),
  xrp_total: Type.Optional(Xrp),
  reason: Reason,
});
export const DebitBody = Type.Object({ xrp: Xrp, reason: Reason });
export const RefundBody = Type.Object({
  refund_tx_hash: Type.String({ pattern: "^[0-9A-Fa-f]{64}$" }),
  xrp: Type.Optional(Xrp),
  reason: Reason,
});
export const BalanceRefundBody = Type.Object({
  ...RefundBody.properties,
  network: Type.Optional(
    Type.String({
      pattern: "^xrpl:[0-9]{1,10}$",
      description: "Where it was sent; needed where the account has as much on two ledgers.",
    }),
  ),
});
export const AssignmentBody = Type.Object({
  order_id: Type.Optional(Name),
  key_prefix: Type.Optional(Name),
  reason: Reason,
});

/** Of a client at an authority, the operator's as an account's. */
export const CLIENT = {
  authority: Type.String({ pattern: "^[a-z0-9.-]{1,100}$" }),
  client_id: Type.String({ minLength: 1, maxLength: 500, pattern: "^[\\x21-\\x7e]+$" }),
  client_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 4000, pattern: "^[\\x20-\\x7e]+$" })),
  token_auth: Type.Optional(OneOf(["basic", "post", "none"])),
};
export const ClientBody = Type.Object({ ...CLIENT, reason: Reason });

const validClient = inputValidator(ClientBody);
const validReason = inputValidator(ReasonBody);
const validSuspend = inputValidator(SuspendBody);
const validIssue = inputValidator(IssueBody);
const validGrant = inputValidator(GrantBody);
const validScopes = inputValidator(ScopesBody);
const validBudget = inputValidator(BudgetBody);
const validDebit = inputValidator(DebitBody);
const validRefund = inputValidator(RefundBody);
const validBalanceRefund = inputValidator(BalanceRefundBody);
const validAssignment = inputValidator(AssignmentBody);

export type Reason = Static<typeof ReasonBody>;

export function reason(body: unknown): Reason {
  return expectValid(validReason, body).value;
}

export function suspend(body: unknown): Reason {
  return expectValid(validSuspend, body).value;
}

export function issue(body: unknown): { email: string; tier: AccountTier; reason: string } {
  return expectValid(validIssue, body).value;
}

export function client(body: unknown): OperatorClient {
  const {
    authority,
    client_id: clientId,
    client_secret: secret,
    token_auth,
    reason,
  } = expectValid(validClient, body).value;
  return { authority, clientId, secret, tokenAuth: token_auth, reason };
}

export interface GrantForm {
  readonly calls?: number;
  readonly drops?: Drops;
  readonly reason: string;
}

export function grant(body: unknown): GrantForm {
  const { calls, xrp, reason } = expectValid(validGrant, body).value;
  if (calls === undefined && xrp === undefined) throw invalidInput("", "needs calls or xrp");
  return { reason, ...(calls !== undefined && { calls }), ...(xrp !== undefined && { drops: someXrp(xrp) }) };
}

export function scopes(body: unknown): {
  scopes: readonly string[] | undefined;
  elsewhere: boolean;
  reason: string;
} {
  const { scopes: sent, elsewhere = false, reason } = expectValid(validScopes, body).value;
  return { scopes: sent ?? undefined, elsewhere, reason };
}

export function budget(body: unknown): { budget: Budget; reason: string } {
  const { calls_per_day: callsPerDay, xrp_per_day, xrp_total, reason } = expectValid(validBudget, body).value;
  const budget = {
    ...(callsPerDay !== undefined && { callsPerDay }),
    ...(xrp_per_day !== undefined && { dropsPerDay: boundedXrp(xrp_per_day, "/xrp_per_day") }),
    ...(xrp_total !== undefined && { dropsTotal: boundedXrp(xrp_total, "/xrp_total") }),
  };
  return { budget, reason };
}

function boundedXrp(xrp: number | string, pointer: string): Drops {
  const drops = readXrp(xrp, pointer);
  if (drops > MOST_DROPS) throw invalidInput(pointer, "must be no fortune");
  return drops;
}

export interface Debit {
  readonly drops: Drops;
  readonly reason: string;
}

export function debit(body: unknown): Debit {
  const { xrp, reason } = expectValid(validDebit, body).value;
  return { drops: someXrp(xrp), reason };
}

export interface RefundForm {
  /** 64 upper-case hex digits. */
  readonly txHash: string;
  readonly drops?: Drops;
  readonly reason: string;
}

export function refund(body: unknown): RefundForm {
  const { refund_tx_hash: hash, xrp, reason } = expectValid(validRefund, body).value;
  return { txHash: hash.toUpperCase(), reason, ...(xrp !== undefined && { drops: someXrp(xrp) }) };
}

export function balanceRefund(body: unknown): BalanceRefund {
  const { refund_tx_hash: hash, xrp, network, reason } = expectValid(validBalanceRefund, body).value;
  if (xrp === undefined) throw invalidInput("/xrp", "is missing");
  return { txHash: hash.toUpperCase(), drops: someXrp(xrp), network, reason };
}

export interface Assignment {
  /** Left out, whoever has it already. */
  readonly owner?: Owner;
  readonly reason: string;
}

export function assignment(body: unknown): Assignment {
  const sent = expectValid(validAssignment, body).value;
  const { order_id: orderId, key_prefix: keyPrefix, reason } = sent;
  if (orderId !== undefined && keyPrefix !== undefined) throw invalidInput("", "needs either order_id or key_prefix");
  if (orderId !== undefined) return { owner: { orderId }, reason };
  return keyPrefix === undefined ? { reason } : { owner: { keyPrefix }, reason };
}

function someXrp(xrp: number | string): Drops {
  const drops = readXrp(xrp, "/xrp");
  if (drops === 0n || drops > MOST_DROPS) throw invalidInput("/xrp", "must be more than 0, and no fortune");
  return drops;
}
