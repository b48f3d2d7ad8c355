/** The 402 of a purchasable: x402 v2 payment requirements in header and body, and all a person or program needs to pay. */
import { SUBSCRIPTION_TIERS } from "../../accounts/tiers.ts";
import { formatXrp, xrpNumber } from "../../runtime/money.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import { extensionsOf, shorterExtensions } from "../extensions.ts";
import type { Invoice } from "../invoice.ts";
import {
  type ExpectedRequirements,
  type Requirements,
  TRANSFER_METHODS,
  type TransferMethod,
} from "../requirements.ts";
import { invoiceHash } from "../../runtime/payment/invoice-hash.ts";
import { walletDeepLink } from "../xrpl/deep-link.ts";

/** How long a payer has from signing to validation. */
const MAX_TIMEOUT_SECONDS = 60;

export const PAYMENT_REQUIRED = "payment-required";
export const PAYMENT_RESPONSE = "payment-response";

export interface Payee {
  /** CAIP-2 name of the ledger, for example "xrpl:0". */
  readonly network: string;
  /** Classic address of the service wallet. */
  readonly wallet: string;
  readonly destinationTag: number | undefined;
  /** Whether the ledger is the embedded one, where no real money moves. */
  readonly isSandbox: boolean;
  /** First half of the name of the deep-link field. */
  readonly walletWord: string;
}

export interface Terms {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Proxies refuse requests and answers whose header is longer than some kilobytes. */
const MAX_HEADER_CHARS = 4096;

/** `fault` is why a payment that was sent is not taken; left out, none was sent. */
export function termsOf(
  purchasable: Purchasable,
  invoice: Invoice,
  payee: Payee,
  hubUrl: string,
  fault = "Payment required",
): Terms {
  const required = {
    x402Version: 2,
    error: fault,
    resource: { url: hubUrl + purchasable.path, description: purchasable.description, mimeType: "application/json" },
    accepts: TRANSFER_METHODS.map((method) => {
      const required = requirementsOf(purchasable.price, invoice.id, payee, method);
      return { ...required, extra: { ...required.extra, proofKey: invoice.proofKey } };
    }),
  };
  return {
    headers: { [PAYMENT_REQUIRED]: headerOf(required, purchasable) },
    body: {
      ...required,
      extensions: extensionsOf(purchasable),
      payment: {
        network: payee.network,
        wallet_address: payee.wallet,
        destination_tag: payee.destinationTag ?? null,
        amount_xrp: xrpNumber(purchasable.price),
        amount_drops: purchasable.price.toString(),
        invoice_id: invoice.id,
        expires_at: new Date(invoice.expiresAt).toISOString(),
        answer: purchasable.isCached ? "cached" : "fresh",
      },
      [`${payee.walletWord}_deep_link`]: walletDeepLink(
        payee,
        { amount: purchasable.price, destinationTag: payee.destinationTag, invoiceHash: invoiceHash(invoice.id) },
        hubUrl,
      ),
      x402: x402Block(purchasable.price, hubUrl, payee.isSandbox),
      tiers: tierTable(),
    },
  };
}

/** As much as fits. */
function headerOf(required: object, purchasable: Purchasable): string {
  let header = "";
  for (const extensions of shorterExtensions(purchasable)) {
    header = Buffer.from(JSON.stringify({ ...required, extensions })).toString("base64");
    if (header.length <= MAX_HEADER_CHARS) break;
  }
  return header;
}

/** The `x402` block of run envelopes and 402 bodies. `price` is in drops. */
export function x402Block(price: bigint, hubUrl: string, isSandbox: boolean): Readonly<Record<string, unknown>> {
  const sandbox = isSandbox ? " This hub runs on its sandbox ledger: no real money moves." : "";
  return {
    protocol: "x402",
    per_call_xrp: xrpNumber(price),
    register: `${hubUrl}/api/v1/agent/register/?tier=free_testnet`,
    hub: hubUrl,
    note: `Pay on-chain, then retry with PAYMENT-SIGNATURE. Free tier: 300 calls per day after registering. Cache hits are discounted.${sandbox}`,
  };
}

/** `price` is in drops. Without a method the payer may have chosen either. */
export function requirementsOf(
  price: bigint,
  invoiceId: string,
  { network, wallet, destinationTag }: Pick<Payee, "network" | "wallet" | "destinationTag">,
  method?: TransferMethod,
): Requirements {
  return {
    scheme: "exact",
    network,
    amount: price.toString(),
    asset: "XRP",
    payTo: wallet,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: {
      areFeesSponsored: false,
      ...(method !== undefined && { assetTransferMethod: method }),
      paymentFlow: "upfront",
      invoiceId,
      ...(destinationTag !== undefined && { destinationTag }),
    },
  };
}

/** What is asked for of anybody, before there is an invoice. */
export function withoutInvoice(required: Requirements): ExpectedRequirements {
  const { invoiceId: _, ...extra } = required.extra;
  return { ...required, extra };
}

/** The subscriptions, as the specification lists them. */
export function tierTable(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(SUBSCRIPTION_TIERS).map(([name, tier]) => [
      name,
      { xrp: Number(formatXrp(tier.price)), fiat: tier.fiat, calls_per_day: tier.callsPerDay, period: tier.period },
    ]),
  );
}
