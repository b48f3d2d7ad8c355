/** Rows of the store as the operator reads them: drops as XRP, moments as ISO 8601. */
import { xrpNumber } from "../runtime/money.ts";
import { budgetOnWire, scopesOf } from "./spending/budgets.ts";
import type { ListedAccount } from "./operator.ts";
import { momentText } from "../runtime/moment.ts";

export function accountRow({ account, key, limits, day }: ListedAccount): Record<string, unknown> {
  return {
    key_prefix: key.prefix,
    last_four: key.last_four,
    revoked_at: momentText(key.revoked_at),
    ...wireRow(account),
    scopes: scopesOf(limits) ?? null,
    budget: budgetOnWire(limits, day),
  };
}

export function wireRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === "bigint") return [`${name}_xrp`, xrpNumber(value)];
      return [
        name,
        name === "at" || name === "since" || name.endsWith("_at") ? momentText(value as number | null) : value,
      ];
    }),
  );
}
