/** Registrations: a key with the order that pays for it, or an order for a key that exists. */
import { Elysia } from "elysia";
import { type Directory, type KeyHolder, standingOf } from "../accounts/directory.ts";
import type { Register, Registration } from "../accounts/registration.ts";
import type { AdmitRegistration } from "../accounts/registration-limits.ts";
import { rightsOf } from "../accounts/tiers.ts";
import { paymentDue } from "../runtime/due.ts";
import type { Accounts, Clock, Quotes } from "../runtime/ports.ts";
import type { PriceList } from "../runtime/prices.ts";
import { DEFAULT_BODY_BYTES, readJsonBody } from "./body.ts";
import { type CallerDeps, callerOf } from "./caller.ts";
import { orderDocument } from "./order-document.ts";
import type { Visit } from "./protected.ts";
import { readRegistration } from "./registration-body.ts";

export interface RegisterRoutesDeps extends CallerDeps {
  readonly register: Register;
  readonly admitRegistration: AdmitRegistration;
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly rail: Quotes;
  readonly prices: PriceList;
  readonly clock: Clock;
  /** Classic address of the service wallet. */
  readonly wallet: () => Promise<string>;
  readonly walletWord: string;
  /** Where test money comes from, if anybody knows. */
  readonly faucetUrl: () => string | undefined;
  /** The `x402` block at a price in drops. */
  readonly x402: (price: bigint) => Readonly<Record<string, unknown>>;
}

export function registerRoutes(deps: RegisterRoutesDeps) {
  return new Elysia()
    .post("/api/v1/agent/register/", ({ request, set }) => register(deps, { request, set }, true), { parse: "none" })
    .post("/api/v1/x402/register/", ({ request, set }) => register(deps, { request, set }, false), { parse: "none" })
    .post("/api/v1/webhook/create/", ({ request, set }) => invoice(deps, { request, set }), { parse: "none" });
}

async function register(deps: RegisterRoutesDeps, visit: Visit, sellsFree: boolean): Promise<object> {
  const { registration, form } = await make(deps, visit, sellsFree);
  const { order, tier, key, status, keyPrefix } = registration;
  return {
    ...(await document(deps, registration)),
    api_key: key?.text ?? null,
    key_prefix: keyPrefix,
    status,
    tier,
    calls_per_day: rightsOf(tier).callsPerDay,
    ...(tier === "free_testnet" && { faucet_url: deps.faucetUrl() }),
    x402: deps.x402(deps.prices.call),
    ...(form.warnings.length > 0 && { warnings: form.warnings }),
    recommended_next_action: nextAction(registration, order.network),
  };
}

/** An invoice without its key: that is issued when the payment is verified. */
async function invoice(deps: RegisterRoutesDeps, visit: Visit): Promise<object> {
  const { registration, form } = await make(deps, visit, false);
  return {
    ...(await document(deps, registration)),
    tier: registration.tier,
    ...(form.warnings.length > 0 && { warnings: form.warnings }),
    recommended_next_action:
      "Send exactly amount_xrp to deposit_address with destination_tag, then POST order_id and tx_hash to /api/v1/webhook/verify/.",
  };
}

/** Judges first, counts next, and makes something last: bad input leaves nothing behind and uses up nothing. */
async function make(deps: RegisterRoutesDeps, { request, set }: Visit, sellsFree: boolean) {
  const queryTiers = new URL(request.url).searchParams.getAll("tier");
  const form = readRegistration(await readJsonBody(request, DEFAULT_BODY_BYTES), queryTiers, sellsFree);
  const sent = request.headers.get("x-api-key");
  const holder = sent === null ? undefined : await existing(deps, sent, new URL(request.url).pathname);
  await deps.admitRegistration(callerOf(request, deps), form.tier === "free_testnet");
  const registration = await deps.register({ ...form, ...(holder && { holder }) });
  set.headers["cache-control"] = "private, no-store";
  if (holder !== undefined) Object.assign(set.headers, await deps.accounts.headers(holder));
  return { form, registration };
}

/** The account of the key that was sent. One that is pending or expired is just what a registration mends. */
async function existing(deps: RegisterRoutesDeps, sent: string, path: string): Promise<KeyHolder> {
  const holder = await deps.directory.find(sent);
  const standing = standingOf(holder, deps.clock.now());
  if (holder !== undefined && !(standing.state === "refused" && standing.code === "key_unknown")) return holder;
  const sale = { method: "POST", path, description: "Registration.", fingerprint: "", price: deps.prices.call };
  throw await paymentDue(deps.rail, sale, { code: "key_unknown" });
}

async function document(deps: RegisterRoutesDeps, { order }: Registration): Promise<Record<string, unknown>> {
  return orderDocument(order, { wallet: await deps.wallet(), walletWord: deps.walletWord, now: deps.clock.now() });
}

function nextAction({ tier, key }: Registration, network: string): string {
  if (tier === "free_testnet") return "Send the key as X-API-Key, for example to GET /api/v1/agent/usage/.";
  const then = key === undefined ? "the key you sent is renewed" : "the key starts to work";
  return `Send exactly amount_xrp to deposit_address with destination_tag on ${network}; ${then} by itself.`;
}
