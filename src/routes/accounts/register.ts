/** Registrations: a key with the order that pays for it, or an order for a key that exists. */
import { type Directory, type KeyHolder, standingOf } from "../../accounts/directory.ts";
import type { Order } from "../../accounts/orders.ts";
import type { Register, Registration } from "../../accounts/registration.ts";
import type { AdmitRegistration } from "../../accounts/limits/registration-limits.ts";
import { rightsOf } from "../../accounts/tiers.ts";
import { invoiceSchema, registrationSchema } from "../../presenters/schemas/accounts.ts";
import { Type } from "../../runtime/actor.ts";
import { paymentRequired } from "../../runtime/run/payment-required.ts";
import { standingHeaders } from "../../runtime/run/standing-headers.ts";
import { xrpNumber } from "../../runtime/money.ts";
import type { Accounts } from "../../runtime/ports/accounts.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import type { Clock } from "../../runtime/world.ts";
import type { PriceList } from "../../runtime/run/prices.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES } from "../http/body.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import {
  bringsPayment,
  ConversionBody,
  type ConversionRouteDeps,
  convertPayment,
  readConversion,
} from "./conversion.ts";
import type { Mount } from "../http/mount.ts";
import { orderDocument } from "./order-document.ts";
import type { Visit } from "../http/protected.ts";
import {
  PaidQueryTier,
  PaidRegistrationBody,
  QueryTier,
  readRegistration,
  RegistrationBody,
} from "./registration-body.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import { sentKey } from "../http/sent-key.ts";

export interface RegisterRoutesDeps extends CallerDeps, ConversionRouteDeps, BodyDeps {
  readonly register: Register;
  readonly admitRegistration: AdmitRegistration;
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly prices: PriceList;
  readonly clock: Clock;
  /** @throws {HubError} 503 with the reason where an order could not be paid at this moment. */
  readonly expectPayableOrder: () => Promise<void>;
  /** Classic address of the service wallet. */
  readonly wallet: () => Promise<string>;
  readonly walletWord: string;
  readonly isSandbox: boolean;
  readonly hubUrl: () => string;
  /** Where test money comes from, if anybody knows. */
  readonly faucetUrl: () => string | undefined;
  /** The `x402` block at a price in drops. */
  readonly x402: (price: bigint) => Readonly<Record<string, unknown>>;
}

export function registerRoutes(deps: RegisterRoutesDeps, mount: Mount): void {
  const schema = registrationSchema(deps.walletWord);
  const common = { method: "POST", tag: "accounts", statuses: [402, 409], access: "open" } as const;
  mount(
    {
      ...common,
      id: "register",
      path: "/api/v1/agent/register/",
      summary: "A key, free or with the order that pays for it; with X-API-Key, an order for that key.",
      query: QueryTier,
      body: RegistrationBody,
      ok: { description: "The key and its order.", schema },
      example: { body: { email: "you@example.com", tier: "free_testnet" } },
    },
    async ({ request, set }) =>
      register(deps, { request, set }, true, await deps.bodies.json(request, DEFAULT_BODY_BYTES)),
  );
  mount(
    {
      ...common,
      id: "register_x402",
      path: "/api/v1/x402/register/",
      summary: "A key with the order that pays for it, or one whose balance is a payment already made.",
      query: PaidQueryTier,
      body: Type.Union([PaidRegistrationBody, ConversionBody]),
      ok: { description: "The key and its order.", schema },
      statuses: [402, 409, 502, 504],
      example: { body: { email: "you@example.com", per_call: true, amount: 1 } },
    },
    async ({ request, set }) => {
      const body = await deps.bodies.json(request, DEFAULT_BODY_BYTES);
      return bringsPayment(body)
        ? convert(deps, { request, set }, body)
        : register(deps, { request, set }, false, body);
    },
  );
  mount(
    {
      ...common,
      id: "create_order",
      path: "/api/v1/webhook/create/",
      summary: "An invoice; its key is issued when the payment is verified.",
      query: PaidQueryTier,
      body: PaidRegistrationBody,
      ok: { description: "Where to pay, how much and with which tag.", schema: invoiceSchema(deps.walletWord) },
      example: { body: { email: "you@example.com", tier: "basic" } },
    },
    async ({ request, set }) => invoice(deps, { request, set }, await deps.bodies.json(request, DEFAULT_BODY_BYTES)),
  );
}

async function register(deps: RegisterRoutesDeps, visit: Visit, sellsFree: boolean, body: unknown): Promise<object> {
  const { registration, form } = await make(deps, visit, sellsFree, body);
  const { order, tier, key, status, keyPrefix } = registration;
  return {
    ...(await document(deps, order)),
    api_key: key?.text ?? null,
    key_prefix: keyPrefix,
    status,
    tier,
    on_payment: registration.onPayment,
    calls_per_day: rightsOf(tier).callsPerDay,
    ...(tier === "free_testnet" && { faucet_url: deps.faucetUrl() }),
    x402: deps.x402(deps.prices.call),
    ...(form.warnings.length > 0 && { warnings: form.warnings }),
    recommended_next_action: nextAction(registration, order.network),
  };
}

/** An invoice without its key: that is issued when the payment is verified. */
async function invoice(deps: RegisterRoutesDeps, visit: Visit, body: unknown): Promise<object> {
  const { registration, form } = await make(deps, visit, false, body);
  return {
    ...(await document(deps, registration.order)),
    tier: registration.tier,
    on_payment: registration.onPayment,
    ...(form.warnings.length > 0 && { warnings: form.warnings }),
    recommended_next_action:
      "Send exactly amount_xrp to deposit_address with destination_tag, then POST order_id and tx_hash to /api/v1/webhook/verify/.",
  };
}

/** A key whose balance is a payment that has bought nothing. */
async function convert(deps: RegisterRoutesDeps, { request, set }: Visit, body: unknown): Promise<object> {
  const form = readConversion(body);
  const holder = await sentHolder(deps, request);
  await deps.admitRegistration(callerOf(request, deps), false);
  const purchasable = registrationSale(deps, requestUrl(request).pathname);
  const { order, key, keyPrefix } = await convertPayment(deps, form, holder, purchasable);
  set.headers["cache-control"] = "private, no-store";
  return {
    ...(await document(deps, order)),
    api_key: key?.text ?? null,
    key_prefix: keyPrefix,
    status: "active",
    tier: "per_call",
    calls_per_day: 0,
    credited_xrp: xrpNumber(order.amount),
    tx_hash: form.txHash,
    x402: deps.x402(deps.prices.call),
    ...(form.warnings.length > 0 && { warnings: form.warnings }),
    recommended_next_action:
      "Send the key as X-API-Key; its balance pays for calls. More may be sent with the same tag.",
  };
}

/** Judges first, counts next, and makes something last: bad input leaves nothing behind and uses up nothing. */
async function make(deps: RegisterRoutesDeps, { request, set }: Visit, sellsFree: boolean, body: unknown) {
  const queryTiers = requestUrl(request).searchParams.getAll("tier");
  const form = readRegistration(body, queryTiers, sellsFree);
  const holder = await sentHolder(deps, request);
  if (form.tier !== "free_testnet") await deps.expectPayableOrder();
  await deps.admitRegistration(callerOf(request, deps), form.tier === "free_testnet");
  const registration = await deps.register({ ...form, ...(holder && { holder }) });
  set.headers["cache-control"] = "private, no-store";
  if (holder !== undefined) Object.assign(set.headers, await standingHeaders(deps.accounts, holder));
  return { form, registration };
}

/** The account of the key that was sent. One that is pending or expired is just what a registration mends. */
async function sentHolder(deps: RegisterRoutesDeps, request: Request): Promise<KeyHolder | undefined> {
  const sent = sentKey(request.headers);
  if (sent === undefined) return undefined;
  const holder = await deps.directory.find(sent);
  const standing = standingOf(holder, deps.clock.now());
  if (holder !== undefined && !(standing.state === "refused" && standing.code === "key_unknown")) return holder;
  throw await paymentRequired(deps.rail, registrationSale(deps, requestUrl(request).pathname), {
    code: "key_unknown",
  });
}

function registrationSale({ prices }: RegisterRoutesDeps, path: string): Purchasable {
  return { method: "POST", path, description: "Registration.", fingerprint: "", price: prices.call };
}

async function document(deps: RegisterRoutesDeps, order: Order): Promise<Record<string, unknown>> {
  const { walletWord, isSandbox } = deps;
  const facts = { walletWord, isSandbox, hubUrl: deps.hubUrl(), now: deps.clock.now() };
  return orderDocument(order, { ...facts, wallet: await deps.wallet() });
}

/** What becomes of the key that was sent. */
const THEN: Readonly<Record<Registration["onPayment"], string>> = {
  started: "the key you sent gets the tier by itself",
  extended: "the tier of the key you sent is extended by itself",
  credited: "all of it becomes balance of the key you sent by itself",
};

function nextAction({ tier, key, onPayment }: Registration, network: string): string {
  if (tier === "free_testnet") return "Send the key as X-API-Key, for example to GET /api/v1/agent/usage/.";
  const then = key !== undefined ? "the key starts to work by itself" : THEN[onPayment];
  return `Send exactly amount_xrp to deposit_address with destination_tag on ${network}; ${then}.`;
}
