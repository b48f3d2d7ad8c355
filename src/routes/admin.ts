/** The operator's endpoints. Without the setting, and for everybody without the token, they are not there. */
import { createHash, timingSafeEqual } from "node:crypto";
import { Elysia } from "elysia";
import type { Arrivals } from "../accounts/arrivals.ts";
import { accountRow, wireRow } from "../accounts/listing.ts";
import type { Operator } from "../accounts/operator.ts";
import { ACCOUNT_TIERS } from "../accounts/tiers.ts";
import { OneOf, type Static, Type } from "../runtime/actor.ts";
import { HubError, invalidInput } from "../runtime/errors.ts";
import { parseXrp, xrpNumber } from "../runtime/money.ts";
import { inputValidator } from "../runtime/schema.ts";
import { DEFAULT_BODY_BYTES, readJsonBody, validated } from "./body.ts";
import { EMAIL, PLAIN_TEXT } from "./registration-body.ts";

export interface AdminRoutesDeps {
  readonly operator: Operator;
  readonly arrivals: Arrivals;
  readonly adminToken: string | undefined;
}

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: PLAIN_TEXT });
const Issue = Type.Object({
  email: Type.String({ maxLength: 254, pattern: EMAIL }),
  tier: OneOf([...ACCOUNT_TIERS]),
  reason: Reason,
});
const Grant = Type.Object({
  calls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  xrp: Type.Optional(Type.Union([Type.Number(), Type.String({ maxLength: 32 })])),
  reason: Reason,
});
const Suspension = Type.Object({ reason: Reason });

const Assignment = Type.Object({
  order_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  key_prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  reason: Reason,
});

const issueBody = inputValidator(Issue);
const grantBody = inputValidator(Grant);
const suspensionBody = inputValidator(Suspension);
const assignmentBody = inputValidator(Assignment);

export function adminRoutes({ operator, arrivals, adminToken }: AdminRoutesDeps) {
  return new Elysia()
    .get("/api/v1/admin/accounts/", async ({ request }) => {
      admit(request);
      return { accounts: (await operator.accounts()).map(accountRow) };
    })
    .get("/api/v1/admin/orders/", async ({ request }) => {
      admit(request);
      return { orders: (await operator.orders()).map(wireRow) };
    })
    .get("/api/v1/admin/payments/", async ({ request }) => {
      admit(request);
      return {
        payments: (await arrivals.deposits()).map(wireRow),
        x402_payments: (await arrivals.payments()).map(wireRow),
        gaps: (await arrivals.gaps()).map(wireRow),
      };
    })
    .post(
      "/api/v1/admin/payments/:tx_hash/assign/",
      async ({ request, params }) => {
        admit(request);
        const { value } = validated(assignmentBody, await readJsonBody(request, DEFAULT_BODY_BYTES));
        const { order_id: orderId, key_prefix: keyPrefix, reason } = value as Static<typeof Assignment>; // Just validated.
        if ((orderId === undefined) === (keyPrefix === undefined))
          throw invalidInput("", "needs either order_id or key_prefix");
        const owner = orderId === undefined ? { keyPrefix: keyPrefix ?? "" } : { orderId };
        const { state, orderId: counted } = await arrivals.assign(params.tx_hash, owner, reason);
        return { tx_hash: params.tx_hash.toUpperCase(), order_id: counted, status: state };
      },
      { parse: "none" },
    )
    .post(
      "/api/v1/admin/keys/",
      async ({ request, set }) => {
        admit(request);
        const { value } = validated(issueBody, await readJsonBody(request, DEFAULT_BODY_BYTES));
        const account = value as Static<typeof Issue>; // Just validated.
        const key = await operator.issue(account);
        set.headers["cache-control"] = "private, no-store";
        return { api_key: key.text, key_prefix: key.prefix, tier: account.tier, status: "active" };
      },
      { parse: "none" },
    )
    .post(
      "/api/v1/admin/accounts/:key_prefix/grant/",
      async ({ request, params }) => {
        admit(request);
        const { value } = validated(grantBody, await readJsonBody(request, DEFAULT_BODY_BYTES));
        const { calls, xrp, reason } = value as Static<typeof Grant>; // Just validated.
        if (calls === undefined && xrp === undefined) throw invalidInput("", "needs calls or xrp");
        const drops = xrp === undefined ? undefined : readXrp(xrp);
        await operator.grant(params.key_prefix, {
          reason,
          ...(calls !== undefined && { calls }),
          ...(drops !== undefined && { drops }),
        });
        return { key_prefix: params.key_prefix, granted: { calls: calls ?? 0, xrp: drops ? xrpNumber(drops) : 0 } };
      },
      { parse: "none" },
    )
    .post(
      "/api/v1/admin/accounts/:key_prefix/suspend/",
      async ({ request, params }) => {
        admit(request);
        const { value } = validated(suspensionBody, await readJsonBody(request, DEFAULT_BODY_BYTES));
        await operator.suspend(params.key_prefix, String(value["reason"]));
        return { key_prefix: params.key_prefix, status: "suspended" };
      },
      { parse: "none" },
    );

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

function readXrp(xrp: number | string): bigint {
  try {
    return parseXrp(String(xrp));
  } catch {
    throw invalidInput("/xrp", "must be an amount of XRP with at most 6 decimals");
  }
}
