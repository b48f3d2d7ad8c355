/** `bun run admin actors`, `disabled-actors`, `disable-actor` and `enable-actor`: what is served, and what the operator has switched off. */
import { wireRow } from "../../accounts/listing.ts";
import type { Config } from "../../app/settings/config.ts";
import { priceList } from "../../app/settings/prices.ts";
import { operatorActor } from "../../presenters/operator-actor.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { nearest } from "../../runtime/meant-name.ts";
import { action, type Rows } from "./action.ts";
import { REASON } from "./values.ts";
import type { Command } from "../command.ts";
import { actorSources, type LocalRuntime, openLocalRuntime } from "../local-runtime.ts";

const SLUG = { type: "word", hint: "slug", isRequired: true, description: "which actor", read: slugOf } as const;

export const ACTOR_COMMANDS: readonly Command[] = [
  action({
    name: "actors",
    summary: "Lists the actors that this machine serves, and whether they are switched off.",
    args: {},
    async run({ disabledActors }, _values, config) {
      const offs = new Map((await disabledActors.list()).map((one) => [one.slug, one]));
      await using runtime = await openActors(config);
      return rowsOf(runtime, config, offs);
    },
  }),
  action({
    name: "disabled-actors",
    summary: "Lists the actors that are switched off.",
    args: {},
    run: async ({ disabledActors }) => (await disabledActors.list()).map(wireRow),
  }),
  action({
    name: "disable-actor",
    summary: "Switches an actor off, in every process within a second.",
    args: {
      slug: SLUG,
      elsewhere: { type: "switch", description: "although this machine serves none of this name" },
      reason: REASON,
    },
    async run({ disabledActors }, { slug, elsewhere, reason }, config) {
      if (!elsewhere) await assertServed(slug, config);
      await disabledActors.disable(slug, reason);
      return [{ slug, status: "disabled" }];
    },
  }),
  action({
    name: "enable-actor",
    summary: "Switches an actor on again.",
    args: { slug: SLUG, reason: REASON },
    async run({ disabledActors }, { slug, reason }) {
      await disabledActors.enable(slug, reason);
      return [{ slug, status: "enabled" }];
    },
  }),
];

export async function openActors(config: Config): Promise<LocalRuntime> {
  return openLocalRuntime(config, await actorSources(config));
}

/** A slip would switch off nothing, and say that it did. */
async function assertServed(slug: string, config: Config): Promise<void> {
  await using runtime = await openActors(config);
  if (runtime.registry.get(slug) !== undefined) return;
  const near = nearest(
    slug,
    runtime.registry.list().map(({ actor }) => actor.slug),
  );
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new OperatorError(
    `Cannot switch off "${slug}": this machine serves no actor of this name.${hint} Say --elsewhere if another one does`,
  );
}

type Offs = ReadonlyMap<string, { readonly reason: string; readonly since: number }>;

/** What was refused, and what is switched off and not served here, comes last. */
function rowsOf({ registry, fence }: LocalRuntime, config: Config, offs: Offs): Rows {
  const facts = { prices: priceList(config), strength: fence?.()?.strength };
  const served = registry.list().map((each) => {
    const { slug, disabled, ...row } = operatorActor(each, { ...facts, off: offs.get(each.actor.slug) });
    return { slug, state: disabled === null ? "on" : "off", ...row, ...disabled };
  });
  const elsewhere = [...offs].filter(([slug]) => registry.get(slug) === undefined);
  return [
    ...served,
    ...registry.refusals().map(({ source, reason }) => ({ slug: source, state: "refused", fault: reason })),
    ...elsewhere.map(([slug, { reason, since }]) => ({ slug, state: "off", ...wireRow({ reason, since }) })),
  ];
}

function slugOf(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,99}$/.test(text)) throw new Error("an actor is named by small letters, digits and dashes");
  return text;
}
