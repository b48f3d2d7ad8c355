/** `bun run admin issue`, `grant`, `debit`, `suspend` and their like: what is done to an account, its keys and its balance. */
import { wireRow } from "../../accounts/listing.ts";
import { ACCOUNT_TIERS, type AccountTier } from "../../accounts/tiers.ts";
import { xrpNumber } from "../../runtime/money.ts";
import { WrongArgs } from "../args.ts";
import type { Command } from "../command.ts";
import { action, PREFIX } from "./action.ts";
import { emailOf, NETWORK, OFFSET, REASON, someXrp } from "./values.ts";

export const ACCOUNT_COMMANDS: readonly Command[] = [
  action({
    name: "entries",
    summary: "Lists the entries of an account's journal.",
    args: { prefix: PREFIX, offset: OFFSET },
    run: async ({ corrections }, { prefix, offset = 0 }) =>
      (await corrections.entries(prefix, { offset })).map(wireRow),
  }),

  action({
    name: "issue",
    summary: "Makes an active key without a payment, and prints it.",
    args: {
      email: { type: "word", hint: "email", isRequired: true, description: "whose it is", read: emailOf },
      tier: { type: "word", hint: ACCOUNT_TIERS.join("|"), isRequired: true, description: "", read: tierOf },
      reason: REASON,
    },
    async run({ operator }, { email, tier, reason }) {
      const key = await operator.issue({ email, tier, reason });
      return [{ api_key: key.text, key_prefix: key.prefix, tier, status: "active" }];
    },
  }),

  action({
    name: "grant",
    summary: "Gives an account calls for today, or XRP as balance.",
    args: {
      prefix: PREFIX,
      calls: { type: "option", hint: "number", description: "how many calls", read: callsOf },
      xrp: { type: "option", hint: "amount", description: "how much balance", read: someXrp },
      reason: REASON,
    },
    check({ calls, xrp }) {
      if (calls === undefined && xrp === undefined) throw new WrongArgs("Give --calls or --xrp, or both.");
    },
    async run({ operator }, { prefix, calls, xrp: drops, reason }) {
      await operator.grant(prefix, {
        reason,
        ...(calls !== undefined && { calls }),
        ...(drops !== undefined && { drops }),
      });
      return [{ key_prefix: prefix, granted_calls: calls ?? 0, granted_xrp: xrpNumber(drops ?? 0n) }];
    },
  }),

  action({
    name: "debit",
    summary: "Takes balance from an account.",
    args: {
      prefix: PREFIX,
      xrp: { type: "option", hint: "amount", isRequired: true, description: "how much", read: someXrp },
      network: NETWORK,
      reason: REASON,
    },
    async run({ corrections }, { prefix, xrp: drops, network, reason }) {
      await corrections.debit(prefix, drops, reason, network);
      return [{ key_prefix: prefix, debited_xrp: xrpNumber(drops) }];
    },
  }),

  action({
    name: "reverse",
    summary: "Writes the opposite of an entry into the journal.",
    args: {
      entry: { type: "word", hint: "number", isRequired: true, description: "of the entry", read: entryOf },
      reason: REASON,
    },
    run: async ({ corrections }, { entry, reason }) => [wireRow(await corrections.reverse(entry, reason))],
  }),

  action({
    name: "suspend",
    summary: "Refuses an account's keys until it is unsuspended.",
    args: { prefix: PREFIX, reason: REASON },
    async run({ operator }, { prefix, reason }) {
      await operator.suspend(prefix, reason);
      return [{ key_prefix: prefix, status: "suspended" }];
    },
  }),

  action({
    name: "unsuspend",
    summary: "Takes a suspended account's keys again.",
    args: { prefix: PREFIX, reason: REASON },
    run: async ({ operator }, { prefix, reason }) => [
      { key_prefix: prefix, ...(await operator.unsuspend(prefix, reason)) },
    ],
  }),

  action({
    name: "rekey",
    summary: "Ends an account's keys and prints a new one.",
    args: { prefix: PREFIX, reason: REASON },
    async run({ operator }, { prefix, reason }) {
      const key = await operator.rekey(prefix, reason);
      return [{ api_key: key.text, key_prefix: key.prefix, replaces: prefix }];
    },
  }),
];

function tierOf(text: string): AccountTier {
  const tier = ACCOUNT_TIERS.find((each) => each === text);
  if (tier === undefined) throw new Error(`it is one of ${ACCOUNT_TIERS.join(", ")}`);
  return tier;
}

function callsOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("it is a number of calls from 1 up, below a thousand million");
  return Number(text);
}

function entryOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error("an entry is named by its number");
  return Number(text);
}
