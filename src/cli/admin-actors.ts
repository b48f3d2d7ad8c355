/** `bun run admin disabled-actors`, `disable-actor` and `enable-actor`: what the operator has switched off. */
import { wireRow } from "../accounts/listing.ts";
import { action, REASON } from "./admin-action.ts";
import type { Command } from "./command.ts";

const SLUG = { type: "word", hint: "slug", isRequired: true, description: "which actor", read: slugOf } as const;

export const ACTOR_COMMANDS: readonly Command[] = [
  action({
    name: "disabled-actors",
    summary: "Lists the actors that are switched off.",
    args: {},
    run: async ({ disabledActors }) => (await disabledActors.list()).map(wireRow),
  }),
  action({
    name: "disable-actor",
    summary: "Switches an actor off, in every process within a second.",
    args: { slug: SLUG, reason: REASON },
    async run({ disabledActors }, { slug, reason }) {
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

function slugOf(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,99}$/.test(text)) throw new Error("an actor is named by small letters, digits and dashes");
  return text;
}
