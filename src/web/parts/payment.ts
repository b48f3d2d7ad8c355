/** A payment that is to be made: kept for this tab until its answer has come, so that a page that is loaded again goes on. */
import { listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { HubRequest } from "./hub.ts";
import { forget, keep, kept } from "./tab-storage.ts";

const STORED = "hub_payment";
const HASH = /^[0-9A-F]{64}$/i;

/** Who is paid, how much and by when. */
export interface OfferedTerms {
  /** The first of the ways that x402 offers, to be sent back as it came. */
  readonly accepted: unknown;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  readonly amountXrp: number;
  readonly invoiceId: string;
  readonly proofKey: string;
  /** Milliseconds since the epoch, by the clock here. */
  readonly expiresAt: number;
  /** Opens a wallet with the payment filled in. */
  readonly walletLink: string;
}

export interface CallPayment {
  readonly title: string;
  readonly request: HubRequest;
  readonly terms: OfferedTerms;
  /** The page it came from. */
  readonly back: string;
  /** The transaction that pays, once it is known. */
  readonly hash?: string | undefined;
  /** Its answer has come. It is kept for whoever loads the page again. */
  readonly isAnswered?: boolean;
}

export interface OrderPayment {
  readonly orderId: string;
  readonly tier: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  /** 0 takes any amount. */
  readonly amountXrp: number;
  readonly expiresAt: number;
  readonly walletLink: string;
}

export type PaymentView = ({ readonly kind: "call" } & CallPayment) | ({ readonly kind: "order" } & OrderPayment);

/**
 * `undefined` where a 402 does not say all that is needed. `aheadMs` is by how much the clock here is ahead of the hub's: one
 * that goes wrong must not end a payment's time.
 */
export function readTerms(document: Readonly<Record<string, unknown>>, aheadMs = 0): OfferedTerms | undefined {
  const [accepted] = listOf(document["accepts"]);
  const payment = objectOf(document["payment"]);
  const { network, wallet_address: address, destination_tag: tag, amount_xrp: amount } = payment;
  const expiresAt = Date.parse(textOf(payment["expires_at"])) + aheadMs;
  const isWhole = accepted !== undefined && typeof amount === "number" && Number.isFinite(expiresAt);
  if (!isWhole || textOf(address) === "") return undefined;
  return {
    accepted,
    network: textOf(network),
    address: textOf(address),
    tag: typeof tag === "number" ? String(tag) : "",
    amountXrp: amount,
    invoiceId: textOf(payment["invoice_id"]),
    proofKey: textOf(objectOf(objectOf(accepted)["extra"])["proofKey"]),
    expiresAt,
    walletLink: walletLinkOf(document),
  };
}

/** `undefined` where a registration's answer has no order to pay. */
export function readOrder(document: Readonly<Record<string, unknown>>, aheadMs = 0): OrderPayment | undefined {
  const { order_id: id, deposit_address: address, destination_tag: tag, amount_xrp: amount } = document;
  const expiresAt = Date.parse(textOf(document["expires_at"])) + aheadMs;
  if (textOf(id) === "" || textOf(address) === "" || typeof amount !== "number" || !Number.isFinite(expiresAt))
    return undefined;
  return {
    orderId: textOf(id),
    tier: textOf(document["tier"]),
    network: textOf(document["network"]),
    address: textOf(address),
    tag: textOf(tag),
    amountXrp: amount,
    expiresAt,
    walletLink: walletLinkOf(document),
  };
}

/** The operator chooses the first half of its name. */
function walletLinkOf(document: Readonly<Record<string, unknown>>): string {
  const name = Object.keys(document).find((each) => each.endsWith("_deep_link")) ?? "";
  const address = textOf(document[name]);
  return /^https?:\/\//i.test(address) ? address : "";
}

/** What the hub takes for the proof that this transaction pays. */
export function proofOf({ accepted }: OfferedTerms, hash: string): string {
  const payload = JSON.stringify({ x402Version: 2, accepted, payload: { txHash: hash } });
  return btoa(String.fromCharCode(...new TextEncoder().encode(payload)));
}

export function isHash(text: string): boolean {
  return HASH.test(text);
}

export function keepPayment(payment: CallPayment): void {
  store({ kind: "call", ...payment });
}

export function keepOrder(payment: OrderPayment): void {
  store({ kind: "order", ...payment });
}

export function currentPayment(): PaymentView | undefined {
  const stored = kept(STORED);
  // Only this module writes it.
  return stored === undefined ? undefined : (JSON.parse(stored) as PaymentView);
}

/** Whoever comes anew has seen the answer; whoever loads the page again, or goes back to it, wants what was there. */
export function forgetAnswered(): void {
  const payment = currentPayment();
  const isAnswered = payment?.kind === "call" && payment.isAnswered === true;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (isAnswered && entry?.type === "navigate") forgetPayment();
}

/** Whether money was sent for a call that has no answer yet. */
export function isUnderWay(): boolean {
  const payment = currentPayment();
  return payment?.kind === "call" && payment.hash !== undefined && payment.isAnswered !== true;
}

export function forgetPayment(): void {
  forget(STORED);
}

function store(payment: PaymentView): void {
  keep(STORED, JSON.stringify(payment));
}
