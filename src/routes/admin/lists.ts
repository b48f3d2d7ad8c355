/** What the operator can look at: accounts, orders, payments and what balances came from. */
import type { Arrivals } from "../../accounts/arrivals.ts";
import type { Audit } from "../../accounts/audit.ts";
import type { Corrections } from "../../accounts/corrections.ts";
import { accountRow, wireRow } from "../../accounts/listing.ts";
import type { Operator } from "../../accounts/operator.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import type { Mount } from "../http/mount.ts";
import { LISTED, OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

export interface AdminListsDeps {
  readonly operator: Operator;
  readonly arrivals: Arrivals;
  readonly corrections: Corrections;
  readonly audit: Audit;
}

export function adminLists(deps: AdminListsDeps, { list }: OperatorHandlers, mount: Mount): void {
  const { operator, arrivals, corrections, audit } = deps;
  const ofKey = nameParameter("key_prefix", "Prefix of a key.");
  const byKey = { params: { key_prefix: "hub_live_abc" } };

  mount(
    {
      ...LISTED,
      id: "list_accounts",
      path: `${OPERATOR_PATH}/accounts/`,
      summary: "The accounts, the newest first.",
      ok: { description: "A page of them.", schema: answers.Accounts },
    },
    list(async (page) => ({ accounts: (await operator.accounts(page)).map(accountRow) })),
  );
  mount(
    {
      ...LISTED,
      id: "list_orders",
      path: `${OPERATOR_PATH}/orders/`,
      summary: "The orders, the newest first.",
      ok: { description: "A page of them.", schema: answers.Orders },
    },
    list(async (page) => ({ orders: (await operator.orders(page)).map(wireRow) })),
  );
  mount(
    {
      ...LISTED,
      id: "list_payments",
      path: `${OPERATOR_PATH}/payments/`,
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
      ...LISTED,
      id: "list_parked_payments",
      path: `${OPERATOR_PATH}/parked/`,
      summary: "Payments that nobody could be found for.",
      ok: { description: "A page of them.", schema: answers.ParkedDeposits },
    },
    list(async (page) => ({ parked: (await arrivals.parked(page)).map(wireRow) })),
  );
  mount(
    {
      ...LISTED,
      id: "list_audit",
      path: `${OPERATOR_PATH}/audit/`,
      summary: "What operators did, and which keys were made and ended, the newest first.",
      ok: { description: "A page of lines, sealed ones with their place in the chain.", schema: answers.Audit },
    },
    list(async (page) => ({ head: await audit.head(), lines: (await audit.lines(page)).map(wireRow) })),
  );
  mount(
    {
      ...LISTED,
      id: "list_account_entries",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/entries/`,
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
}
