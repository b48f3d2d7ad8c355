/** The operator's endpoints. Without the setting, and for everybody without the token, they are not there. */
import type { Arrivals } from "../accounts/arrivals.ts";
import type { Corrections } from "../accounts/corrections.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { Operator } from "../accounts/operator.ts";
import type { OrderCare } from "../accounts/order-care.ts";
import type { Page } from "../accounts/page.ts";
import { nameParameter } from "../presenters/route.ts";
import * as answers from "../presenters/schemas/operator.ts";
import { Type } from "../runtime/actor.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { xrpNumber } from "../runtime/money.ts";
import * as forms from "./admin-forms.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES } from "./body.ts";
import type { Handler, Mount, RouteContext } from "./mount.ts";
import { showsToken } from "./operator-token.ts";

export interface AdminRoutesDeps extends BodyDeps {
  readonly operator: Operator;
  readonly arrivals: Arrivals;
  readonly corrections: Corrections;
  readonly orderCare: OrderCare;
  readonly adminToken: string | undefined;
}

type Visit = Pick<RouteContext, "request" | "params">;

const MAX_OFFSET = 1_000_000_000;
const PageQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 })),
});

export function adminRoutes(deps: AdminRoutesDeps, mount: Mount): void {
  const { operator, arrivals, corrections, orderCare, adminToken } = deps;
  const base = "/api/v1/admin";
  const listed = { method: "GET", tag: "operator", access: "operator", query: PageQuery } as const;
  const done = { method: "POST", tag: "operator", access: "operator" } as const;
  const ofKey = nameParameter("key_prefix", "Prefix of a key.");
  const ofPayment = nameParameter("tx_hash", "Hash of the transaction.");
  const ofOrder = nameParameter("order_id", "Id of the order.");
  const byKey = { params: { key_prefix: "hub_live_abc" } };
  const byPayment = { params: { tx_hash: "0".repeat(64) } };
  const byOrder = { params: { order_id: "ord_example" } };
  const reason = "Asked for by its owner.";

  mount(
    {
      ...listed,
      id: "list_accounts",
      path: `${base}/accounts/`,
      summary: "The accounts, the newest first.",
      ok: { description: "A page of them.", schema: answers.Accounts },
    },
    list(async (page) => ({ accounts: (await operator.accounts(page)).map(accountRow) })),
  );
  mount(
    {
      ...listed,
      id: "list_orders",
      path: `${base}/orders/`,
      summary: "The orders, the newest first.",
      ok: { description: "A page of them.", schema: answers.Orders },
    },
    list(async (page) => ({ orders: (await operator.orders(page)).map(wireRow) })),
  );
  mount(
    {
      ...listed,
      id: "list_payments",
      path: `${base}/payments/`,
      summary: "What has arrived, what was paid by x402, and ledgers that could not be read yet.",
      ok: { description: "A page of each.", schema: answers.Payments },
    },
    list(async (page) => ({
      payments: (await arrivals.deposits(page)).map(wireRow),
      x402_payments: (await arrivals.payments(page)).map(wireRow),
      gaps: (await arrivals.gaps()).map(wireRow),
    })),
  );
  mount(
    {
      ...listed,
      id: "list_parked_payments",
      path: `${base}/parked/`,
      summary: "Payments that nobody could be found for.",
      ok: { description: "A page of them.", schema: answers.Parked },
    },
    list(async (page) => ({ parked: (await arrivals.parked(page)).map(wireRow) })),
  );
  mount(
    {
      ...listed,
      id: "list_account_entries",
      path: `${base}/accounts/:key_prefix/entries/`,
      summary: "What an account's balance came from.",
      params: ofKey,
      ok: { description: "A page of entries, the newest first.", schema: answers.Entries },
      example: byKey,
    },
    list(async (page, { params: { key_prefix = "" } }) => ({
      key_prefix,
      entries: (await corrections.entries(key_prefix, page)).map(wireRow),
    })),
  );

  mount(
    {
      ...done,
      id: "assign_payment",
      path: `${base}/payments/:tx_hash/assign/`,
      summary: "Gives a parked payment to an order or an account.",
      params: ofPayment,
      body: forms.AssignmentBody,
      ok: { description: "Whose it is now.", schema: answers.Assigned },
      statuses: [402],
      example: { ...byPayment, body: { key_prefix: "hub_live_abc", reason } },
    },
    act(forms.assignment, assign),
  );
  mount(
    {
      ...done,
      id: "refund_payment",
      path: `${base}/payments/:tx_hash/refund/`,
      summary: "Writes down that a parked payment was sent back.",
      params: ofPayment,
      body: forms.RefundBody,
      ok: { description: "What was sent back.", schema: answers.Refunded },
      example: { ...byPayment, body: { refund_tx_hash: "1".repeat(64), reason } },
    },
    act(forms.refund, refundDeposit),
  );
  mount(
    {
      ...done,
      id: "cancel_order",
      path: `${base}/orders/:order_id/cancel/`,
      summary: "Cancels an order; what was paid for it is parked.",
      params: ofOrder,
      body: forms.ReasonBody,
      ok: { description: "It is cancelled.", schema: answers.CancelledOrder },
      example: { ...byOrder, body: { reason } },
    },
    act(forms.reason, cancel),
  );
  mount(
    {
      ...done,
      id: "move_order",
      path: `${base}/orders/:order_id/move/`,
      summary: "Gives what was paid for an order to another order or account, or makes it balance.",
      params: ofOrder,
      body: forms.AssignmentBody,
      ok: { description: "Where it went.", schema: answers.MovedOrder },
      example: { ...byOrder, body: { reason } },
    },
    act(forms.assignment, move),
  );
  mount(
    {
      ...done,
      id: "reverse_entry",
      path: `${base}/entries/:entry_id/reverse/`,
      summary: "Takes an entry of a balance back by one of the opposite amount.",
      params: nameParameter("entry_id", "Number of the entry."),
      body: forms.ReasonBody,
      ok: { description: "The entry that takes it back.", schema: answers.Reversal },
      example: { params: { entry_id: "1" }, body: { reason } },
    },
    act(forms.reason, reverse),
  );
  mount(
    {
      ...done,
      id: "grant_account",
      path: `${base}/accounts/:key_prefix/grant/`,
      summary: "Gives an account calls for today, or balance.",
      params: ofKey,
      body: forms.GrantBody,
      ok: { description: "What it got.", schema: answers.Granted },
      example: { ...byKey, body: { calls: 100, reason } },
    },
    act(forms.grant, grant),
  );
  mount(
    {
      ...done,
      id: "debit_account",
      path: `${base}/accounts/:key_prefix/debit/`,
      summary: "Takes from a balance.",
      params: ofKey,
      body: forms.DebitBody,
      ok: { description: "What was taken.", schema: answers.Debited },
      example: { ...byKey, body: { xrp: 1, reason } },
    },
    act(forms.debit, debit),
  );
  mount(
    {
      ...done,
      id: "refund_account",
      path: `${base}/accounts/:key_prefix/refund/`,
      summary: "Writes down that a balance was paid out.",
      params: ofKey,
      body: forms.RefundBody,
      ok: { description: "What was paid out.", schema: answers.BalanceRefunded },
      example: { ...byKey, body: { refund_tx_hash: "1".repeat(64), xrp: 1, reason } },
    },
    act(forms.refund, refundBalance),
  );
  mount(
    {
      ...done,
      id: "suspend_account",
      path: `${base}/accounts/:key_prefix/suspend/`,
      summary: "Ends what an account may do, for the time being.",
      params: ofKey,
      body: forms.ReasonBody,
      ok: { description: "It is suspended.", schema: answers.Standing },
      example: { ...byKey, body: { reason } },
    },
    act(forms.reason, async ({ reason: why }, { params: { key_prefix = "" } }) => {
      await operator.suspend(key_prefix, why);
      return { key_prefix, status: "suspended" };
    }),
  );
  mount(
    {
      ...done,
      id: "unsuspend_account",
      path: `${base}/accounts/:key_prefix/unsuspend/`,
      summary: "Makes a suspended account what it was before.",
      params: ofKey,
      body: forms.ReasonBody,
      ok: { description: "What it is again.", schema: answers.Standing },
      example: { ...byKey, body: { reason } },
    },
    act(forms.reason, async ({ reason: why }, { params: { key_prefix = "" } }) => ({
      key_prefix,
      ...(await operator.unsuspend(key_prefix, why)),
    })),
  );
  mount(
    {
      ...done,
      id: "rekey_account",
      path: `${base}/accounts/:key_prefix/key/`,
      summary: "Ends the keys of an account and gives it a new one.",
      params: ofKey,
      body: forms.ReasonBody,
      ok: { description: "The new key.", schema: answers.Rekeyed },
      example: { ...byKey, body: { reason } },
    },
    secret(
      act(forms.reason, async ({ reason: why }, { params: { key_prefix = "" } }) => {
        const key = await operator.rekey(key_prefix, why);
        return { api_key: key.text, key_prefix: key.prefix, replaces: key_prefix };
      }),
    ),
  );
  mount(
    {
      ...done,
      id: "issue_key",
      path: `${base}/keys/`,
      summary: "An active key without payment.",
      body: forms.IssueBody,
      ok: { description: "The key.", schema: answers.Issued },
      example: { body: { email: "you@example.com", tier: "basic", reason } },
    },
    secret(
      act(forms.issue, async (account) => {
        const key = await operator.issue(account);
        return { api_key: key.text, key_prefix: key.prefix, tier: account.tier, status: "active" };
      }),
    ),
  );

  async function assign({ owner, reason }: forms.Assignment, { params: { tx_hash = "" } }: Visit) {
    if (owner === undefined) throw invalidInput("", "needs either order_id or key_prefix");
    const { state, orderId } = await arrivals.assign(tx_hash, owner, reason);
    return { tx_hash: tx_hash.toUpperCase(), order_id: orderId, status: state };
  }

  async function refundDeposit({ drops, txHash, reason }: forms.Refund, { params: { tx_hash = "" } }: Visit) {
    const refund = { refundTxHash: txHash, reason, ...(drops !== undefined && { drops }) };
    const sent = await arrivals.refund(tx_hash, refund);
    return { tx_hash: tx_hash.toUpperCase(), refund_tx_hash: txHash, refunded_xrp: xrpNumber(sent) };
  }

  async function cancel({ reason }: forms.Reason, { params: { order_id = "" } }: Visit) {
    const { parked } = await orderCare.cancel(order_id, reason);
    return { order_id, status: "cancelled", parked };
  }

  async function move({ owner, reason }: forms.Assignment, { params: { order_id = "" } }: Visit) {
    if (owner === undefined) {
      await orderCare.credit(order_id, reason);
      return { order_id, status: "confirmed", outcome: "credited" };
    }
    const counted = await arrivals.move(order_id, owner, reason);
    return {
      order_id,
      status: "cancelled",
      moved_to: counted.map(({ orderId, state }) => ({ order_id: orderId, status: state })),
    };
  }

  async function reverse({ reason }: forms.Reason, { params: { entry_id = "" } }: Visit) {
    if (!/^\d{1,15}$/.test(entry_id)) throw new HubError("not_found", "No entry has this number.");
    return { reversal: wireRow(await corrections.reverse(Number(entry_id), reason)) };
  }

  async function grant({ calls, drops, reason }: forms.Grant, { params: { key_prefix = "" } }: Visit) {
    await operator.grant(key_prefix, {
      reason,
      ...(calls !== undefined && { calls }),
      ...(drops !== undefined && { drops }),
    });
    return { key_prefix, granted: { calls: calls ?? 0, xrp: drops ? xrpNumber(drops) : 0 } };
  }

  async function debit({ drops, reason }: forms.Debit, { params: { key_prefix = "" } }: Visit) {
    await corrections.debit(key_prefix, drops, reason);
    return { key_prefix, debited_xrp: xrpNumber(drops) };
  }

  async function refundBalance({ drops, txHash, reason }: forms.Refund, { params: { key_prefix = "" } }: Visit) {
    if (drops === undefined) throw invalidInput("/xrp", "is missing");
    await corrections.refund(key_prefix, { drops, txHash, reason });
    return { key_prefix, refund_tx_hash: txHash, refunded_xrp: xrpNumber(drops) };
  }

  function list<T>(read: (page: Page, visit: Visit) => Promise<T>) {
    return async ({ request, params }: Visit): Promise<T> => {
      admit(request);
      const offset = new URL(request.url).searchParams.get("offset") ?? "0";
      if (!/^\d{1,10}$/.test(offset) || Number(offset) > MAX_OFFSET)
        throw invalidInput("/offset", `must be a whole number from 0 to ${MAX_OFFSET}`);
      return read({ offset: Number(offset) }, { request, params });
    };
  }

  function act<Form, T>(readForm: (body: unknown) => Form, perform: (form: Form, visit: Visit) => Promise<T>) {
    return async ({ request, params }: Visit): Promise<T> => {
      admit(request);
      return perform(readForm(await deps.bodies.json(request, DEFAULT_BODY_BYTES)), { request, params });
    };
  }

  /** The answer holds a key. */
  function secret(handler: Handler): Handler {
    return async ({ request, params, set }) => {
      const answer = await handler({ request, params, set });
      set.headers["cache-control"] = "private, no-store";
      return answer;
    };
  }

  function admit(request: Request): void {
    if (adminToken === undefined || !showsToken(request, adminToken))
      throw new HubError("not_found", "Nothing is served at this path.");
  }
}
