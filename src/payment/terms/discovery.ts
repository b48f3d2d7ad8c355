/** What this hub sells, as x402's discovery ("Bazaar") lists it: from the very operations that are sold. */
import type { Clock } from "../../runtime/world.ts";
import { type PriceList, priceOfInput } from "../../runtime/run/prices.ts";
import { extensionsOf } from "../extensions.ts";
import { type ExpectedRequirements, TRANSFER_METHODS } from "../requirements.ts";
import { type Payee, requirementsOf, withoutInvoice } from "./terms.ts";
import type { Operation } from "../../runtime/run/operation.ts";

export interface Resource {
  readonly resource: string;
  readonly type: "http";
  readonly x402Version: 2;
  /** As anybody pays; the invoice comes with the 402 of the call itself. */
  readonly accepts: readonly ExpectedRequirements[];
  /** ISO 8601. */
  readonly lastUpdated: string;
  readonly description: string;
  readonly mimeType: string;
  readonly serviceName: string;
  readonly tags: readonly string[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface DiscoveryOptions {
  readonly operations: () => readonly Operation[];
  readonly prices: PriceList;
  readonly payee: () => Promise<Payee>;
  readonly hubUrl: () => string;
  readonly clock: Clock;
}

const MAX_TAGS = 5;
/** What the protocol takes for a name or a tag. */
const LABEL = /^[\x20-\x7e]{1,32}$/;

/** Lists what can be bought at this moment. */
export function createDiscovery(options: DiscoveryOptions): () => Promise<readonly Resource[]> {
  const { operations, prices, hubUrl, clock } = options;
  const started = clock.now();
  /** When each operation was first seen: an edited actor is another one. */
  const since = new WeakMap<Operation, number>();
  let isFirst = true;

  return async () => {
    const payee = await options.payee();
    const priced = await Promise.all(
      operations().map(async (operation) => ({ operation, price: await priceOf(operation, prices) })),
    );
    const listed = priced.flatMap(({ operation, price }) => {
      if (!since.has(operation)) since.set(operation, isFirst ? started : clock.now());
      return price === undefined
        ? []
        : [resourceOf(operation, price, payee, hubUrl(), since.get(operation) ?? started)];
    });
    isFirst = false;
    return listed;
  };
}

/** What its example costs who has no key; `undefined` for what is free, or cannot be sold at present. */
async function priceOf(operation: Operation, prices: PriceList): Promise<bigint | undefined> {
  const { listing, pricing, refusal } = operation;
  const validation = listing === undefined ? undefined : await operation.validate(listing.example);
  if (!validation?.ok || (await refusal?.(validation.value, { state: "anonymous" })) !== undefined) return undefined;
  const { billing, price } = priceOfInput(prices, pricing, validation.value, false);
  return billing === "open" ? undefined : price;
}

function resourceOf(operation: Operation, price: bigint, payee: Payee, hubUrl: string, since: number): Resource {
  const { listing, path, description } = operation;
  const { name = operation.slug, tags = [] } = listing ?? {};
  return {
    resource: hubUrl + path,
    type: "http",
    x402Version: 2,
    accepts: TRANSFER_METHODS.map((method) => withoutInvoice(requirementsOf(price, "", payee, method))),
    lastUpdated: new Date(since).toISOString(),
    description,
    mimeType: "application/json",
    serviceName: LABEL.test(name) ? name : operation.slug.slice(0, 32),
    tags: tags.filter((tag) => LABEL.test(tag)).slice(0, MAX_TAGS),
    extensions: { ...extensionsOf(operation) },
  };
}
