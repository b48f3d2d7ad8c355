/** `bun run admin …`: what the operator's endpoints do, from the shell and without a running server. */
import type { Owner } from "../accounts/arrivals.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { RowPage } from "../accounts/page.ts";
import { ACCOUNT_TIERS, type AccountTier } from "../accounts/tiers.ts";
import { type Drops, parseXrp, xrpNumber } from "../runtime/money.ts";
import { CONNECTION_COMMANDS } from "./admin-connections.ts";
import { RUN_COMMANDS } from "./admin-runs.ts";
import { oauthClientCommand } from "./admin-clients.ts";
import { action, type Desk, PREFIX, type Rows } from "./admin-action.ts";
import { emailOf, REASON } from "./admin-values.ts";
import { ACTOR_COMMANDS } from "./admin-actors.ts";
import { LIMIT_COMMANDS } from "./admin-limits.ts";
import { secretCommand } from "./admin-secret.ts";
import { WrongArgs } from "./args.ts";
import { type Command, defineGroup } from "./command.ts";

const OFFSET = { type: "option", hint: "number", description: "how many rows to leave out", read: offsetOf } as const;
const OWNER = {
  type: "word",
  hint: "order id | key prefix",
  description: "whose it becomes",
  read: ownerOf,
} as const;
const SENT = { type: "word", hint: "tx hash of the refund", isRequired: true, description: "", read: hashOf } as const;

const COMMANDS: readonly Command[] = [
  listing("accounts", "Lists the accounts.", async ({ operator }, page) =>
    (await operator.accounts(page)).map(accountRow),
  ),
  listing("orders", "Lists the orders.", async ({ operator }, page) => (await operator.orders(page)).map(wireRow)),
  listing("payments", "Lists the deposits, after the gaps that could not be read yet.", async ({ arrivals }, page) =>
    [...(await arrivals.gaps()), ...(await arrivals.deposits(page))].map(wireRow),
  ),
  listing("x402-payments", "Lists the payments for single calls.", async ({ arrivals }, page) =>
    (await arrivals.payments(page)).map(wireRow),
  ),
  listing("parked", "Lists what arrived for nobody.", async ({ arrivals }, page) =>
    (await arrivals.parked(page)).map(wireRow),
  ),
  listing("audit", "Lists what operators did, and which keys were made and ended.", async ({ audit }, page) =>
    (await audit.lines(page)).map(wireRow),
  ),

  action({
    name: "entries",
    summary: "Lists the entries of an account's journal.",
    args: { prefix: PREFIX, offset: OFFSET },
    run: async ({ corrections }, { prefix, offset = 0 }) =>
      (await corrections.entries(prefix, { offset })).map(wireRow),
  }),

  action({
    name: "issue",
    summary: "Makes an active key without a payment, and prints it.",
    args: {
      email: { type: "word", hint: "email", isRequired: true, description: "whose it is", read: emailOf },
      tier: { type: "word", hint: ACCOUNT_TIERS.join("|"), isRequired: true, description: "", read: tierOf },
      reason: REASON,
    },
    async run({ operator }, { email, tier, reason }) {
      const key = await operator.issue({ email, tier, reason });
      return [{ api_key: key.text, key_prefix: key.prefix, tier, status: "active" }];
    },
  }),

  action({
    name: "grant",
    summary: "Gives an account calls for today, or XRP as balance.",
    args: {
      prefix: PREFIX,
      calls: { type: "option", hint: "number", description: "how many calls", read: callsOf },
      xrp: { type: "option", hint: "amount", description: "how much balance", read: someXrp },
      reason: REASON,
    },
    check({ calls, xrp }) {
      if (calls === undefined && xrp === undefined) throw new WrongArgs("Give --calls or --xrp, or both.");
    },
    async run({ operator }, { prefix, calls, xrp: drops, reason }) {
      await operator.grant(prefix, {
        reason,
        ...(calls !== undefined && { calls }),
        ...(drops !== undefined && { drops }),
      });
      return [{ key_prefix: prefix, granted_calls: calls ?? 0, granted_xrp: xrpNumber(drops ?? 0n) }];
    },
  }),

  action({
    name: "debit",
    summary: "Takes balance from an account.",
    args: {
      prefix: PREFIX,
      xrp: { type: "option", hint: "amount", isRequired: true, description: "how much", read: someXrp },
      reason: REASON,
    },
    async run({ corrections }, { prefix, xrp: drops, reason }) {
      await corrections.debit(prefix, drops, reason);
      return [{ key_prefix: prefix, debited_xrp: xrpNumber(drops) }];
    },
  }),

  action({
    name: "reverse",
    summary: "Writes the opposite of an entry into the journal.",
    args: {
      entry: { type: "word", hint: "number", isRequired: true, description: "of the entry", read: entryOf },
      reason: REASON,
    },
    run: async ({ corrections }, { entry, reason }) => [wireRow(await corrections.reverse(entry, reason))],
  }),

  action({
    name: "suspend",
    summary: "Refuses an account's keys until it is unsuspended.",
    args: { prefix: PREFIX, reason: REASON },
    async run({ operator }, { prefix, reason }) {
      await operator.suspend(prefix, reason);
      return [{ key_prefix: prefix, status: "suspended" }];
    },
  }),

  action({
    name: "unsuspend",
    summary: "Takes a suspended account's keys again.",
    args: { prefix: PREFIX, reason: REASON },
    run: async ({ operator }, { prefix, reason }) => [
      { key_prefix: prefix, ...(await operator.unsuspend(prefix, reason)) },
    ],
  }),

  action({
    name: "rekey",
    summary: "Ends an account's keys and prints a new one.",
    args: { prefix: PREFIX, reason: REASON },
    async run({ operator }, { prefix, reason }) {
      const key = await operator.rekey(prefix, reason);
      return [{ api_key: key.text, key_prefix: key.prefix, replaces: prefix }];
    },
  }),

  action({
    name: "cancel",
    summary: "Ends an order and parks what it has received.",
    args: {
      order: { type: "word", hint: "order id", isRequired: true, description: "which order" },
      reason: REASON,
    },
    async run({ orderCare }, { order, reason }) {
      const { parked } = await orderCare.cancel(order, reason);
      return [{ order_id: order, status: "cancelled", parked: parked.join(" ") }];
    },
  }),

  action({
    name: "move",
    summary: "Moves what an underpaid order has received: to another owner, or into its own account's balance.",
    args: {
      order: { type: "word", hint: "order id", isRequired: true, description: "the underpaid order" },
      owner: OWNER,
      reason: REASON,
    },
    async run({ arrivals, orderCare }, { order, owner, reason }) {
      if (owner === undefined) {
        await orderCare.credit(order, reason);
        return [{ order_id: order, status: "confirmed", outcome: "credited" }];
      }
      const counted = await arrivals.move(order, owner, reason);
      return counted.map(({ orderId: to, state }) => ({ moved_from: order, order_id: to, status: state }));
    },
  }),

  action({
    name: "assign",
    summary: "Gives a parked payment to an order or an account.",
    args: {
      payment: { type: "word", hint: "tx hash", isRequired: true, description: "of the parked payment" },
      owner: { ...OWNER, isRequired: true },
      reason: REASON,
    },
    async run({ arrivals }, { payment, owner, reason }) {
      const { state, orderId } = await arrivals.assign(payment, owner, reason);
      return [{ tx_hash: payment.toUpperCase(), order_id: orderId, status: state }];
    },
  }),

  action({
    name: "refund",
    summary: "Records that a parked payment, or balance, was sent back.",
    args: {
      what: {
        type: "word",
        hint: "tx hash | key prefix",
        isRequired: true,
        description: "the parked payment, or the account",
      },
      sent: { ...SENT, description: "the transaction that sent it back" },
      xrp: { type: "option", hint: "amount", description: "how much; all of a parked payment", read: someXrp },
      reason: REASON,
    },
    check({ what, xrp }) {
      if (xrp === undefined && !ARRIVAL.test(what))
        throw new WrongArgs("Give --xrp: how much of the balance was sent back.");
    },
    async run({ arrivals, corrections }, { what, sent: txHash, xrp: drops = 0n, reason }) {
      if (ARRIVAL.test(what)) {
        const refunded = await arrivals.refund(what, { refundTxHash: txHash, reason, ...(drops && { drops }) });
        return [{ tx_hash: what.toUpperCase(), refund_tx_hash: txHash, refunded_xrp: xrpNumber(refunded) }];
      }
      await corrections.refund(what, { drops, txHash, reason });
      return [{ key_prefix: what, refund_tx_hash: txHash, refunded_xrp: xrpNumber(drops) }];
    },
  }),
];

export const adminCommand = defineGroup({
  name: "admin",
  summary: "Does what the operator's endpoints do, without a running server.",
  commands: [
    ...COMMANDS,
    ...LIMIT_COMMANDS,
    ...ACTOR_COMMANDS,
    ...RUN_COMMANDS,
    ...CONNECTION_COMMANDS,
    oauthClientCommand,
    secretCommand,
  ],
});

function listing(name: string, summary: string, list: (desk: Desk, page: RowPage) => Promise<Rows>): Command {
  const args = { offset: OFFSET };
  return action({ name, summary, args, run: (desk, { offset = 0 }) => list(desk, { offset }) });
}

const TX_HASH = /^[0-9A-Fa-f]{64}$/;
/** What arrived: a transaction, or the part of one that was more than its price. */
const ARRIVAL = /^[0-9A-Fa-f]{64}(?:-surplus)?$/i;

function ownerOf(text: string): Owner {
  return text.startsWith("ord_") ? { orderId: text } : { keyPrefix: text };
}

function offsetOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`cannot leave "${text}" rows out`);
  return Number(text);
}

function callsOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("it is a number of calls from 1 up, below a thousand million");
  return Number(text);
}

function entryOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error("an entry is named by its number");
  return Number(text);
}

function tierOf(text: string): AccountTier {
  const tier = ACCOUNT_TIERS.find((each) => each === text);
  if (tier === undefined) throw new Error(`it is one of ${ACCOUNT_TIERS.join(", ")}`);
  return tier;
}

function hashOf(text: string): string {
  if (!TX_HASH.test(text)) throw new Error("a transaction is named by 64 hex digits");
  return text.toUpperCase();
}

function someXrp(text: string): Drops {
  const drops = parseXrp(text);
  if (drops === 0n) throw new Error("it must be more than nothing");
  return drops;
}
