/** What the operator limits keys to: scopes and budgets. */
import type { KeyLimits } from "../../accounts/key-limits.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import { CATEGORIES } from "../../catalog/categories.ts";
import { invalidInput } from "../../runtime/errors.ts";
import { xrpNumber } from "../../runtime/money.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import { unknownScope } from "../../runtime/scopes.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

export interface AdminLimitsDeps {
  readonly keyLimits: KeyLimits;
  readonly registry: Registry;
}

export function adminLimits({ keyLimits, registry }: AdminLimitsDeps, { act }: OperatorHandlers, mount: Mount): void {
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
      example: { ...byKey, body: { scopes: ["search", "category:utilities"], reason } },
    },
    act(forms.scopes, async ({ scopes, elsewhere, reason: why }, { params: { key_prefix = "" } }) => {
      if (!elsewhere) expectKnown(scopes ?? []);
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

  /** A slip would take from the keys what they were to be left, and say that it had not. */
  function expectKnown(scopes: readonly string[]): void {
    const actors = registry.list().map(({ actor }) => actor);
    const unknown = unknownScope(scopes, { actors, apis: CATEGORIES.map(({ slug }) => slug) });
    if (unknown !== undefined)
      throw invalidInput(`/scopes/${unknown.index}`, `${unknown.fault} Say elsewhere if it is to come`);
  }
}
