/** The actors as the operator sees them, and switching one off and on. */
import type { StoredDisabledActors } from "../accounts/disabled-actors.ts";
import type { Overview } from "../metrics/overview.ts";
import { nameParameter } from "../presenters/route.ts";
import * as answers from "../presenters/schemas/operator.ts";
import { HubError } from "../runtime/errors.ts";
import { xrpNumber } from "../runtime/money.ts";
import type { PriceList } from "../runtime/run/prices.ts";
import type { Registry } from "../runtime/run/registry.ts";
import * as forms from "./admin-forms.ts";
import type { Mount } from "./mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers } from "./operator-handlers.ts";

export interface AdminActorsDeps {
  readonly registry: Registry;
  readonly disabledActors: StoredDisabledActors;
  readonly prices: PriceList;
  readonly readOverview: () => Promise<Overview>;
  /** How strong the fence is; `undefined` where nothing stands behind one. */
  readonly fence?: (() => { readonly strength: string } | undefined) | undefined;
}

export function adminActors(deps: AdminActorsDeps, { read, act }: OperatorHandlers, mount: Mount): void {
  const { registry, disabledActors, prices } = deps;
  const params = nameParameter("slug", "Slug of an actor.");
  const example = { params: { slug: "weather-nws" }, body: { reason: "It answers wrongly." } };

  mount(
    {
      id: "list_operator_actors",
      method: "GET",
      path: `${OPERATOR_PATH}/actors/`,
      tag: "operator",
      access: "operator",
      summary: "The actors: version, who brought it, fence, price, how its runs ended, and whether it is switched off.",
      ok: { description: "All that are served, and what is switched off.", schema: answers.OperatorActors },
    },
    read(async () => {
      const [disabled, { runs }] = await Promise.all([disabledActors.list(), deps.readOverview()]);
      const offs = new Map(disabled.map((one) => [one.slug, one]));
      const actors = registry.list().map(({ actor, placement }) => {
        const off = offs.get(actor.slug);
        return {
          slug: actor.slug,
          version: actor.version,
          level: placement.level,
          fence: placement.fenced === undefined ? null : (deps.fence?.()?.strength ?? "none"),
          fault: placement.fenced?.fault()?.message ?? null,
          tier: actor.price.tier,
          price_xrp: xrpNumber(prices.tiers[actor.price.tier]),
          outcomes: runs.find(({ operation }) => operation === actor.slug)?.outcomes ?? {},
          disabled: off === undefined ? null : { reason: off.reason, since: new Date(off.since).toISOString() },
        };
      });
      const served = new Set(actors.map(({ slug }) => slug));
      return { actors, disabled_elsewhere: disabled.map(({ slug }) => slug).filter((slug) => !served.has(slug)) };
    }),
  );
  mount(
    {
      ...DONE,
      id: "disable_actor",
      path: `${OPERATOR_PATH}/actors/:slug/disable/`,
      summary: "Switches an actor off, in every process within a second.",
      params,
      body: forms.ReasonBody,
      ok: { description: "It is off.", schema: answers.ActorState },
      example,
    },
    act(forms.reason, async ({ reason }, { params: { slug = "" } }) => {
      if (registry.get(slug) === undefined)
        throw new HubError("unknown_actor", "No actor of this name is served here.");
      await disabledActors.disable(slug, reason);
      return { slug, status: "disabled" };
    }),
  );
  mount(
    {
      ...DONE,
      id: "enable_actor",
      path: `${OPERATOR_PATH}/actors/:slug/enable/`,
      summary: "Switches an actor on again.",
      params,
      body: forms.ReasonBody,
      ok: { description: "It is on.", schema: answers.ActorState },
      example,
    },
    act(forms.reason, async ({ reason }, { params: { slug = "" } }) => {
      if (!(await disabledActors.list()).some((one) => one.slug === slug))
        throw new HubError("unknown_actor", "No actor of this name is switched off.");
      await disabledActors.enable(slug, reason);
      return { slug, status: "enabled" };
    }),
  );
}
