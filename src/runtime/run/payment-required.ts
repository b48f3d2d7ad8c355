/** The 402 of a purchasable: what is due and why, and the terms to pay it by. */
import { HubError } from "../errors.ts";
import type { Drops } from "../money.ts";
import type { Shortage, Standing } from "../ports/accounts.ts";
import type { Quotes, Purchasable } from "../ports/payment.ts";
import { type Awaitable, mapAwaitable } from "../world.ts";
import { type PriceList, priceOfRun } from "./prices.ts";
import type { Run } from "./run.ts";
import { fingerprint } from "./fingerprint.ts";
import type { ErrorCode } from "../error-codes.ts";

const SENTENCES: Readonly<Record<"payment_required" | Shortage["code"], string>> = {
  payment_required: "This call needs an API key or a payment.",
  key_unknown: "This hub does not know this API key.",
  key_pending: "This API key starts to work when its order is paid.",
  key_expired: "This API key has expired.",
  quota_exhausted: "The daily calls of this API key are used up, and its balance does not cover the call.",
  insufficient_balance: "The balance of this API key does not cover the call.",
  budget_exhausted: "The budget of this API key does not cover the call.",
};

/** Nobody should pay by mistake for what a key of the free tier has for nothing. */
const FREE_WITH_KEY =
  "With an API key, which may be a free one, this costs nothing. A payment for it is not spent: it becomes balance.";

const KEY_REFUSALS: ReadonlySet<ErrorCode> = new Set<RefusedKey>(["key_unknown", "key_pending", "key_expired"]);

type RefusedKey = Extract<Standing, { state: "refused" }>["code"];
type Terms = Awaited<ReturnType<Quotes["terms"]>>;
type PricedRun = Pick<Run, "operation" | "input" | "freshness" | "standing" | "hit" | "promised" | "resumed">;

export function purchasableOf(run: PricedRun, price: Drops): Purchasable {
  const { operation, freshness, standing, hit, promised, resumed } = run;
  const { method, path, description, listing } = operation;
  return {
    method,
    path,
    description,
    fingerprint: fingerprint(run),
    price,
    listing,
    // Who insists on a fresh run pays for one, even if a cached answer was quoted before. What was accepted for later was
    // judged by that then.
    atLeast: freshness === "fresh" && resumed === undefined ? price : undefined,
    // What was quoted for a cached answer buys no fresh one after that is gone.
    newAtLeast: hit === undefined && promised === undefined ? price : undefined,
    isCached: hit === undefined ? undefined : true,
    // Whose account holds test money pays in test money, and nobody else does.
    network: standing.state === "known" ? standing.holder.network : undefined,
  };
}

/** The 402 of a run that no account has been asked to cover: its caller has none, or one that is refused. */
export function unpaid(run: PricedRun, quotes: Quotes, prices: PriceList): Awaitable<HubError> {
  const { standing } = run;
  const { billing, price } = priceOfRun(prices, run);
  if (standing.state === "refused") return paymentRequired(quotes, purchasableOf(run, price), { code: standing.code });
  return paymentRequired(quotes, purchasableOf(run, price), undefined, billing === "free" ? FREE_WITH_KEY : undefined);
}

/** `shortage` is what kept the caller's account from covering it; left out, the caller named no account. */
export function paymentRequired(
  quotes: Quotes,
  purchasable: Purchasable,
  shortage?: Shortage,
  sentence?: string,
): Awaitable<HubError> {
  const { code = "payment_required", retryAfterMs } = shortage ?? {};
  const refusal = (terms?: Terms): HubError => {
    const details = { terms, retryAfterMs };
    return withoutStack(() => new HubError(code, sentence ?? SENTENCES[code], details));
  };
  return KEY_REFUSALS.has(code)
    ? quotedIfPayable(quotes, purchasable, refusal)
    : mapAwaitable(quotes.terms(purchasable), refusal);
}

/** A key that is refused is refused whether or not a payment could be taken: to come again would not help its caller. */
async function quotedIfPayable(
  quotes: Quotes,
  purchasable: Purchasable,
  refusal: (terms?: Terms) => HubError,
): Promise<HubError> {
  try {
    return refusal(await quotes.terms(purchasable));
  } catch (error) {
    if (error instanceof HubError && error.code === "ledger_unavailable") return refusal();
    throw error;
  }
}

/** A price is told as often as anything is, and always from here: to note by which way takes as long as three stages. */
function withoutStack(make: () => HubError): HubError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
