/** Reads what a registration asks for, strictly: whatever is doubtful is refused before anything is made. */
import { type Subscription, SUBSCRIPTIONS } from "../../accounts/tiers.ts";
import { OneOf, Type } from "../../runtime/actor.ts";
import { invalidInput } from "../../runtime/errors.ts";
import type { Drops } from "../../runtime/money.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { objectOf } from "../../text/foreign.ts";
import { readXrp } from "../http/amount.ts";
import { expectValid } from "../http/body.ts";

/** What is asked for in the body of a registration, before query and defaults have had their say. */
export interface RegistrationForm {
  readonly email: string;
  readonly name?: string;
  readonly tier: "free_testnet" | "per_call" | Subscription;
  readonly amount: Drops;
  readonly referrerKey?: string;
  readonly warnings: readonly string[];
}

/** One at-sign, a dotted host, nothing that a mail program would need quotes for. */
export const EMAIL =
  '^[^\\s@<>()\\[\\]\\\\,;:".\\u0000-\\u001f\\u007f]+(?:\\.[^\\s@<>()\\[\\]\\\\,;:".\\u0000-\\u001f\\u007f]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])$';
export const EMAIL_EXAMPLE = "you@example.com";
/** Text without control characters, which the store and the log are better off without. */
export const PLAIN_TEXT = "^[^\\u0000-\\u001f\\u007f]*$";

const ALL_TIERS = ["free_testnet", ...SUBSCRIPTIONS] as const;

export const RegistrationBody = Type.Object({
  email: Type.String({
    maxLength: 254,
    pattern: EMAIL,
    examples: [EMAIL_EXAMPLE],
    description: "Where the account's owner can be reached.",
  }),
  name: Type.Optional(Type.String({ maxLength: 200, pattern: PLAIN_TEXT })),
  tier: Type.Optional(OneOf(ALL_TIERS)),
  per_call: Type.Optional(Type.Boolean({ description: "Prepay calls instead of subscribing." })),
  amount: Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 32 })], { description: "XRP to prepay, for per_call." }),
  ),
  referrer_api_key: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Where nothing is free. */
export const PaidRegistrationBody = Type.Object({
  ...RegistrationBody.properties,
  tier: Type.Optional(OneOf(SUBSCRIPTIONS)),
});

const IN_PLACE = { description: "In place of the body's." };
/** What the query may say in place of the body. */
export const QueryTier = Type.Object({ tier: Type.Optional(OneOf(ALL_TIERS, IN_PLACE)) });
export const PaidQueryTier = Type.Object({ tier: Type.Optional(OneOf(SUBSCRIPTIONS, IN_PLACE)) });

const validate = inputValidator(RegistrationBody);
const validatePaid = inputValidator(PaidRegistrationBody);
const MIN_AMOUNT = 50_000n;
const MAX_AMOUNT = 10_000_000_000n;
const DEFAULT_AMOUNT = 1_000_000n;
/** Names that mean an object's own machinery: nobody sends them in good faith. */
const MACHINERY = ["__proto__", "constructor", "prototype"];

/** `queryTiers` are all values of the query parameter `tier`. @throws {HubError} `invalid_input`. */
export function readRegistration(body: unknown, queryTiers: readonly string[], sellsFree: boolean): RegistrationForm {
  refuseMachinery(body);
  const [queryTier] = queryTiers;
  const isMergeable = queryTier !== undefined && typeof body === "object" && body !== null && !Array.isArray(body);
  const sent = isMergeable ? { tier: queryTier, ...body } : body;
  if (!sellsFree && objectOf(sent)["tier"] === "free_testnet")
    throw invalidInput(
      "/tier",
      `must be one of ${SUBSCRIPTIONS.join(", ")}; POST /api/v1/agent/register/ for a free key`,
    );
  const { value: form, warnings } = expectValid(sellsFree ? validate : validatePaid, sent);
  if (queryTiers.some((tier) => tier !== form.tier)) throw invalidInput("/tier", "the query asks for another tier");
  if (form.per_call === true && form.tier !== undefined)
    throw invalidInput("/per_call", "choose either a tier or per_call");
  const amount = form.amount === undefined ? DEFAULT_AMOUNT : readAmount(form.amount);
  const isUnused = form.amount !== undefined && form.per_call !== true;
  return {
    email: form.email,
    tier: form.per_call === true ? "per_call" : (form.tier ?? "basic"),
    amount,
    warnings: isUnused ? [...warnings, '"amount" was ignored: it goes with per_call.'] : warnings,
    ...(form.name !== undefined && { name: form.name }),
    ...(form.referrer_api_key !== undefined && { referrerKey: form.referrer_api_key }),
  };
}

function readAmount(amount: number | string): Drops {
  const drops = readXrp(amount, "/amount");
  if (drops < MIN_AMOUNT || drops > MAX_AMOUNT) throw invalidInput("/amount", "must be from 0.05 to 10000 XRP");
  return drops;
}

function refuseMachinery(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const found = MACHINERY.find((name) => Object.hasOwn(body, name));
  if (found !== undefined) throw invalidInput(`/${found}`, "is not a field of a registration");
}
