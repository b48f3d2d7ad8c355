/** What the operator limits keys to: scopes and budgets. */
import type { KeyLimits } from "../../accounts/key-limits.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import { xrpNumber } from "../../runtime/money.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

export interface AdminLimitsDeps {
  readonly keyLimits: KeyLimits;
}

export function adminLimits({ keyLimits }: AdminLimitsDeps, { act }: OperatorHandlers, mount: Mount): void {
  const params = nameParameter("key_prefix", "Prefix of a key.");
  const byKey = { params: { key_prefix: "hub_live_abc" } };
  const reason = "Asked for by its owner.";

  mount(
    {
      ...DONE,
      id: "limit_scopes",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/scopes/`,
      summary: "Limits the keys of an account to scopes; null lifts that.",
      params,
      body: forms.ScopesBody,
      ok: { description: "What they may do.", schema: answers.Scopes },
      example: { ...byKey, body: { scopes: ["search", "category:data"], reason } },
    },
    act(forms.scopes, async ({ scopes, reason: why }, { params: { key_prefix = "" } }) => {
      await keyLimits.setScopes(key_prefix, scopes, why);
      return { key_prefix, scopes: scopes ?? null };
    }),
  );
  mount(
    {
      ...DONE,
      id: "limit_budget",
      path: `${OPERATOR_PATH}/accounts/:key_prefix/budget/`,
      summary: "Gives the keys of an account a budget; without any limit it is lifted.",
      params,
      body: forms.BudgetBody,
      ok: { description: "What they may take.", schema: answers.Budget },
      example: { ...byKey, body: { calls_per_day: 100, xrp_per_day: 1, xrp_total: 10, reason } },
    },
    act(forms.budget, async ({ budget, reason: why }, { params: { key_prefix = "" } }) => {
      await keyLimits.setBudget(key_prefix, budget, why);
      const { callsPerDay = null, dropsPerDay, dropsTotal } = budget;
      return {
        key_prefix,
        calls_per_day: callsPerDay,
        xrp_per_day: dropsPerDay === undefined ? null : xrpNumber(dropsPerDay),
        xrp_total: dropsTotal === undefined ? null : xrpNumber(dropsTotal),
      };
    }),
  );
}
