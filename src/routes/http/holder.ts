/** Endpoints that answer about a key itself: they cost nothing, and without a valid key they answer 402. */
import { type Directory, type KeyHolder, standingOf } from "../../accounts/directory.ts";
import { paymentRequired } from "../../runtime/run/payment-required.ts";
import { standingHeaders } from "../../runtime/run/standing-headers.ts";
import { HubError, withHeaders } from "../../runtime/errors.ts";
import type { Accounts, Shortage } from "../../runtime/ports/accounts.ts";
import type { Quotes, Purchasable } from "../../runtime/ports/payment.ts";
import { type Area, requireScope } from "../../runtime/scopes.ts";
import type { Clock } from "../../runtime/world.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES } from "./body.ts";
import type { Visit } from "./protected.ts";
import { sentKey } from "./sent-key.ts";

export interface HolderDeps {
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly rail: Quotes;
  readonly prices: PriceList;
  readonly clock: Clock;
}

type Endpoint = Omit<Purchasable, "fingerprint" | "price"> & {
  /** What a limited key must be allowed to do; left out, every key may. */
  readonly area?: Area;
  /** Whether a key that is over is taken all the same; left out, none is. */
  readonly admits?: (holder: KeyHolder) => Promise<boolean>;
};

/**
 * Answers the holder of the key that was sent with what `answer` says, under the headers of its account.
 * @throws {HubError} `key_unknown`, `key_pending`, `key_expired` or `payment_required`, with terms; `key_not_allowed`.
 */
export async function answerHolder<T>(
  deps: HolderDeps,
  { request, set }: Visit,
  { area, ...endpoint }: Endpoint,
  answer: (holder: KeyHolder) => Promise<T>,
): Promise<T> {
  const holder = await expectHolder(deps, request, endpoint);
  try {
    if (area !== undefined) requireScope(holder.scopes, { area });
    const answered = await answer(holder);
    // It may hold what is shown this once, such as a new key.
    Object.assign(set.headers, await standingHeaders(deps.accounts, holder), { "cache-control": "private, no-store" });
    return answered;
  } catch (refusal) {
    // Its key was ended in between, and is unknown as any other.
    if (refusal instanceof HubError && refusal.code === "key_unknown")
      throw await notKnown(deps, endpoint, refusal.code);
    throw withHeaders(refusal, await standingHeaders(deps.accounts, holder));
  }
}

/**
 * The body of a holder's request, once all of it is there: it may be long in coming, and the key be ended meanwhile.
 * @throws {HubError} as `answerHolder`; what the body is refused for.
 */
export async function bodyOfHolder(
  deps: HolderDeps & BodyDeps,
  request: Request,
  { area: _area, ...endpoint }: Endpoint,
): Promise<unknown> {
  const body = await deps.bodies.json(request, DEFAULT_BODY_BYTES);
  await expectHolder(deps, request, endpoint);
  return body;
}

async function expectHolder(deps: HolderDeps, request: Request, endpoint: Omit<Endpoint, "area">): Promise<KeyHolder> {
  const sent = sentKey(request.headers);
  const holder = sent === undefined ? undefined : await deps.directory.find(sent);
  const standing = standingOf(holder, deps.clock.now());
  if (holder !== undefined && (standing.state === "known" || (await endpoint.admits?.(holder)))) return holder;
  throw await notKnown(deps, endpoint, sent === undefined || standing.state !== "refused" ? undefined : standing.code);
}

async function notKnown(
  { rail, prices }: HolderDeps,
  { admits: _admits, ...endpoint }: Omit<Endpoint, "area">,
  code?: Shortage["code"],
): Promise<HubError> {
  const purchasable = { ...endpoint, fingerprint: "", price: prices.call };
  return keyNeeded(await paymentRequired(rail, purchasable, code && { code }));
}

/** What is paid by these terms is not answered here: it is the balance of a key that makes the difference. */
function keyNeeded(refusal: HubError): HubError {
  const { code, details } = refusal;
  if (code !== "payment_required") return refusal;
  return new HubError(code, "This is about the account of an API key, and none was sent.", {
    ...details,
    nextActions: [
      "Send the key as X-API-Key.",
      "What is paid by these terms becomes the balance of a key: POST /api/v1/x402/register/ with per_call, tx_hash and invoice_id.",
    ],
  });
}
