/** `bun run admin scopes` and `budget`: what the keys of an account are limited to. */
import type { Config } from "../../app/settings/config.ts";
import { CATEGORIES } from "../../catalog/categories.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { type Drops, parseXrp, xrpNumber } from "../../runtime/money.ts";
import { isScope, SCOPE_WORDS, unknownScope } from "../../runtime/scopes.ts";
import { action, PREFIX } from "./action.ts";
import { REASON } from "./values.ts";
import { WrongArgs } from "../args.ts";
import type { Command } from "../command.ts";
import { openActors } from "./actors.ts";

const ALL = "all";
const NONE = "none";

export const LIMIT_COMMANDS: readonly Command[] = [
  action({
    name: "scopes",
    summary: "Limits an account's keys to scopes, in place of those before.",
    args: {
      prefix: PREFIX,
      scopes: {
        type: "word",
        hint: "all | none | scope,scope…",
        isRequired: true,
        description: `${SCOPE_WORDS}; none allows nothing, all lifts the limit`,
        read: scopesOf,
      },
      elsewhere: { type: "switch", description: "although this machine has no actor or category of such a name" },
      reason: REASON,
    },
    async run({ keyLimits }, { prefix, scopes, elsewhere, reason }, config) {
      if (scopes !== ALL && !elsewhere) await expectKnown(scopes, config);
      await keyLimits.setScopes(prefix, scopes === ALL ? undefined : scopes, reason);
      return [{ key_prefix: prefix, scopes: scopes === ALL ? ALL : scopes.join(" ") || NONE }];
    },
  }),

  action({
    name: "budget",
    summary: "Gives an account's keys a budget, in place of the one before.",
    args: {
      prefix: PREFIX,
      calls: { type: "option", hint: "number", description: "calls a day", read: callsOf },
      "xrp-per-day": { type: "option", hint: "amount", description: "of its balance, a day", read: dropsOf },
      "xrp-total": { type: "option", hint: "amount", description: "of its balance, in all", read: dropsOf },
      lift: { type: "switch", description: "without any limit" },
      reason: REASON,
    },
    check({ calls, lift, "xrp-per-day": perDay, "xrp-total": total }) {
      const isLimited = [calls, perDay, total].some((limit) => limit !== undefined);
      if (isLimited === lift) throw new WrongArgs("Give --calls, --xrp-per-day or --xrp-total, or else --lift.");
    },
    async run({ keyLimits }, { prefix, calls, "xrp-per-day": perDay, "xrp-total": total, reason }) {
      await keyLimits.setBudget(
        prefix,
        {
          ...(calls !== undefined && { callsPerDay: calls }),
          ...(perDay !== undefined && { dropsPerDay: perDay }),
          ...(total !== undefined && { dropsTotal: total }),
        },
        reason,
      );
      return [
        {
          key_prefix: prefix,
          calls_per_day: calls ?? null,
          xrp_per_day: perDay === undefined ? null : xrpNumber(perDay),
          xrp_total: total === undefined ? null : xrpNumber(total),
        },
      ];
    },
  }),
];

/** A slip would take from the keys what they were to be left, and say that it had not. */
async function expectKnown(scopes: readonly string[], config: Config): Promise<void> {
  if (!scopes.some((scope) => scope.includes(":"))) return; // To open the actors takes a moment.
  await using runtime = await openActors(config);
  const actors = runtime.registry.list().map(({ actor }) => actor);
  const unknown = unknownScope(scopes, { actors, apis: CATEGORIES.map(({ slug }) => slug) });
  if (unknown !== undefined)
    throw new OperatorError(
      `Cannot set the scopes: "${scopes[unknown.index]}" ${unknown.fault} Say --elsewhere if it is to come`,
    );
}

function scopesOf(text: string): readonly string[] | typeof ALL {
  if (text === ALL) return ALL;
  if (text === NONE) return [];
  const scopes = text.split(",").map((scope) => scope.trim());
  const wrong = scopes.find((scope) => !isScope(scope));
  if (wrong !== undefined) throw new Error(`"${wrong}" is no scope: there are ${SCOPE_WORDS}`);
  return scopes;
}

function callsOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error("it is a number of calls below a thousand million");
  return Number(text);
}

/** One million XRP: more than any account is given. */
const MOST: Drops = 1_000_000_000_000n;

function dropsOf(text: string): Drops {
  const drops = parseXrp(text);
  if (drops > MOST) throw new Error(`it is at most ${MOST / 1_000_000n}`);
  return drops;
}
