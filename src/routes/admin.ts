/** The operator's endpoints. Without the setting, and for everybody without the token, they are not there. */
import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import type { Arrivals } from "../accounts/arrivals.ts";
import type { Corrections } from "../accounts/corrections.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { Operator } from "../accounts/operator.ts";
import type { OrderCare } from "../accounts/order-care.ts";
import type { Page } from "../accounts/page.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { xrpNumber } from "../runtime/money.ts";
import * as forms from "./admin-forms.ts";
import { DEFAULT_BODY_BYTES, readJsonBody } from "./body.ts";

export interface AdminRoutesDeps {
  readonly operator: Operator;
  readonly arrivals: Arrivals;
  readonly corrections: Corrections;
  readonly orderCare: OrderCare;
  readonly adminToken: string | undefined;
}

interface Visit {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

const MAX_OFFSET = 1_000_000_000;

export function adminRoutes({ operator, arrivals, corrections, orderCare, adminToken }: AdminRoutesDeps) {
  const raw = { parse: "none" } as const;
  return (
    new Elysia()
      .get(
        "/api/v1/admin/accounts/",
        list(async (page) => ({ accounts: (await operator.accounts(page)).map(accountRow) })),
      )
      .get(
        "/api/v1/admin/orders/",
        list(async (page) => ({ orders: (await operator.orders(page)).map(wireRow) })),
      )
      .get(
        "/api/v1/admin/payments/",
        list(async (page) => ({
          payments: (await arrivals.deposits(page)).map(wireRow),
          x402_payments: (await arrivals.payments(page)).map(wireRow),
          gaps: (await arrivals.gaps()).map(wireRow),
        })),
      )
      .get(
        "/api/v1/admin/parked/",
        list(async (page) => ({ parked: (await arrivals.parked(page)).map(wireRow) })),
      )
      .get(
        "/api/v1/admin/accounts/:key_prefix/entries/",
        list(async (page, { params: { key_prefix = "" } }) => ({
          key_prefix,
          entries: (await corrections.entries(key_prefix, page)).map(wireRow),
        })),
      )

      .post("/api/v1/admin/payments/:tx_hash/assign/", act(forms.assignment, assign), raw)
      .post("/api/v1/admin/payments/:tx_hash/refund/", act(forms.refund, refundDeposit), raw)
      .post("/api/v1/admin/orders/:order_id/cancel/", act(forms.reason, cancel), raw)
      .post("/api/v1/admin/orders/:order_id/move/", act(forms.assignment, move), raw)
      .post("/api/v1/admin/entries/:entry_id/reverse/", act(forms.reason, reverse), raw)
      .post("/api/v1/admin/accounts/:key_prefix/grant/", act(forms.grant, grant), raw)
      .post("/api/v1/admin/accounts/:key_prefix/debit/", act(forms.debit, debit), raw)
      .post("/api/v1/admin/accounts/:key_prefix/refund/", act(forms.refund, refundBalance), raw)
      .post(
        "/api/v1/admin/accounts/:key_prefix/suspend/",
        act(forms.reason, async ({ reason }, { params: { key_prefix = "" } }) => {
          await operator.suspend(key_prefix, reason);
          return { key_prefix, status: "suspended" };
        }),
        raw,
      )
      .post(
        "/api/v1/admin/accounts/:key_prefix/unsuspend/",
        act(forms.reason, async ({ reason }, { params: { key_prefix = "" } }) => ({
          key_prefix,
          ...(await operator.unsuspend(key_prefix, reason)),
        })),
        raw,
      )
      // These two answer a secret.
      .onAfterHandle(({ set, path }) => {
        if (/\/keys?\/?$/.test(path)) set.headers["cache-control"] = "private, no-store";
      })
      .post(
        "/api/v1/admin/accounts/:key_prefix/key/",
        act(forms.reason, async ({ reason }, { params: { key_prefix = "" } }) => {
          const key = await operator.rekey(key_prefix, reason);
          return { api_key: key.text, key_prefix: key.prefix, replaces: key_prefix };
        }),
        raw,
      )
      .post(
        "/api/v1/admin/keys/",
        act(forms.issue, async (account) => {
          const key = await operator.issue(account);
          return { api_key: key.text, key_prefix: key.prefix, tier: account.tier, status: "active" };
        }),
        raw,
      )
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
      return perform(readForm(await readJsonBody(request, DEFAULT_BODY_BYTES)), { request, params });
    };
  }

  function admit(request: Request): void {
    const sent = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (adminToken === undefined || sent === undefined || !timingSafeEqual(digest(sent), digest(adminToken)))
      throw new HubError("not_found", "Nothing is served at this path.");
  }
}

/** Equal in length whatever was sent, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
