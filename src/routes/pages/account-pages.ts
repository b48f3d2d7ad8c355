/** The pages of a key: what pays for calls, and what it has used. What they show of a key the browser asks for with it. */
import { SUBSCRIPTION_TIERS } from "../../accounts/tiers.ts";
import { payBody } from "../../presenters/pages/pay.ts";
import { usageBody } from "../../presenters/pages/usage.ts";
import { xrpNumber } from "../../runtime/money.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Assets } from "./assets.ts";
import type { Mount } from "../http/mount.ts";

export interface AccountPageDeps {
  readonly assets: Assets;
  readonly prices: PriceList;
  readonly isSandbox: boolean;
  readonly hubUrl: () => string;
}

const A_PAGE = { description: "A page.", type: "text/html" } as const;

export function accountPages({ assets, prices, isSandbox, hubUrl }: AccountPageDeps, mount: Mount): void {
  mount(
    {
      id: "get_pay_page",
      method: "GET",
      path: "/pay",
      tag: "start",
      summary: "What pays for calls, as a page: a payment for one call, a balance, or a tier.",
      ok: A_PAGE,
      access: "open",
    },
    ({ set }) => {
      const tiers = Object.entries(SUBSCRIPTION_TIERS).map(([name, { price, ...tier }]) => ({
        name,
        xrp: xrpNumber(price),
        ...tier,
      }));
      return assets.answer(set, "pay", {
        title: "Pay",
        description: "Pay for one call, prepay a balance or take a tier, in XRP.",
        body: payBody({ tiers, callPrice: xrpNumber(prices.call), isSandbox, hubUrl: hubUrl() }),
      });
    },
  );
  mount(
    {
      id: "get_usage_page",
      method: "GET",
      path: "/usage",
      tag: "start",
      summary: "What a key has used and what is left, as a page.",
      ok: A_PAGE,
      access: "open",
    },
    ({ set }) =>
      assets.answer(set, "usage", {
        title: "Usage",
        description: "Calls of today, balance, and the last thirty days of a key.",
        body: usageBody(hubUrl()),
      }),
  );
}
