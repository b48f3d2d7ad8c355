/** The actors as the operator sees them, and switching one off and on. */
import type { StoredDisabledActors } from "../../accounts/disabled-actors.ts";
import type { Overview } from "../../metrics/overview.ts";
import { operatorActor } from "../../presenters/operator-actor.ts";
import { nameParameter } from "../../presenters/route.ts";
import * as answers from "../../presenters/schemas/operator.ts";
import { HubError } from "../../runtime/errors.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import * as forms from "./forms.ts";
import type { Mount } from "../http/mount.ts";
import { DONE, OPERATOR_PATH, type OperatorHandlers } from "./handlers.ts";

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
      summary:
        "The actors: version, who brought it, fence, price, cache time, how its runs ended, and whether it is off.",
      ok: { description: "All that are served, and what is switched off.", schema: answers.OperatorActors },
    },
    read(async () => {
      const [disabled, { runs }] = await Promise.all([disabledActors.list(), deps.readOverview()]);
      const offs = new Map(disabled.map((one) => [one.slug, one]));
      const strength = deps.fence?.()?.strength;
      const actors = registry.list().map((served) => {
        const { slug } = served.actor;
        const outcomes = runs.find(({ operation }) => operation === slug)?.outcomes ?? {};
        return { ...operatorActor(served, { prices, strength, off: offs.get(slug) }), outcomes };
      });
      const served = new Set(actors.map(({ slug }) => slug));
      return { actors, disabled_elsewhere: disabled.map(({ slug }) => slug).filter((slug) => !served.has(slug)) };
    }),
  );
  mountSwitch(
    "disable",
    "disabled",
    "Switches an actor off, in every process within a second.",
    async (slug, reason) => {
      if (registry.get(slug) === undefined)
        throw new HubError("unknown_actor", "No actor of this name is served here.");
      await disabledActors.disable(slug, reason);
    },
  );
  mountSwitch("enable", "enabled", "Switches an actor on again.", disabledActors.enable);

  function mountSwitch(
    word: string,
    status: string,
    summary: string,
    turn: (slug: string, reason: string) => Promise<void>,
  ): void {
    mount(
      {
        ...DONE,
        id: `${word}_actor`,
        path: `${OPERATOR_PATH}/actors/:slug/${word}/`,
        summary,
        params,
        body: forms.ReasonBody,
        ok: { description: `It is ${status}.`, schema: answers.ActorState },
        example,
      },
      act(forms.reason, async ({ reason }, { params: { slug = "" } }) => {
        await turn(slug, reason);
        return { slug, status };
      }),
    );
  }
}
