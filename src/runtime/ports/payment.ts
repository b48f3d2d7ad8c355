/** The way money comes in for a run: what is bought, quoted, claimed and redeemed. */
import type { ErrorTerms, HubError } from "../errors.ts";
import type { Listing } from "../payment/listing.ts";
import type { Drops } from "../money.ts";
import type { HandOver, KeepResponse, Purchase, StoredResponse } from "./idempotency.ts";
import type { Awaitable } from "../world.ts";

/** What is sold: enough to bind a payment to exactly this request. */
export interface Purchasable {
  readonly method: string;
  /** The path that sells it, with its trailing slash. */
  readonly path: string;
  readonly description: string;
  /** SHA-256 of the request's content, in hex. */
  readonly fingerprint: string;
  readonly price: Drops;
  /** The least that a quote for a cached answer may have been; left out, any binds, as every quote for a fresh one does. */
  readonly atLeast?: Drops | undefined;
  /** The same, of a payment that nobody has claimed yet: nothing has been taken for that quote. */
  readonly newAtLeast?: Drops | undefined;
  /** A cached answer is sold, which waits. */
  readonly isCached?: true | undefined;
  /** Why it cannot be delivered at present: nothing new is taken for it then. */
  readonly refusal?: () => Awaitable<HubError | undefined>;
  /** CAIP-2 name of the ledger its caller pays on; left out, the hub's main one. */
  readonly network?: string | undefined;
  /** How it is called; left out, the terms do not say. */
  readonly listing?: Listing | undefined;
}

/** Names what a purchasable costs. */
export interface Quotes {
  /** The 402 of a purchasable: what to pay, and how. */
  terms(purchasable: Purchasable): Awaitable<ErrorTerms>;
}

/** The way money comes in. */
export interface Rail extends Quotes {
  /**
   * Verifies a proof of payment and claims it for this purchasable, in one atomic act.
   * @throws {HubError} `invalid_payment`, `payment_*`, `ledger_unavailable` or `settlement_unknown`.
   */
  claim(proof: string, purchasable: Purchasable): Awaitable<ClaimResult>;
  /** What this proof has bought for this very purchasable, where that is still told; `undefined` for any other text. Takes nothing. */
  bought(proof: string, purchasable: Purchasable): Awaitable<StoredResponse | undefined>;
  /** Whether this is a receipt of ours that the same purchasable was paid for, a short while ago. */
  admits(receipt: string, purchasable: Purchasable): Awaitable<boolean>;
  /**
   * Who has signed this proof for an invoice of this very purchasable; `undefined` where it does not prove that. Takes nothing.
   * @throws {HubError} `invalid_payment`.
   */
  payer(proof: string, purchasable: Purchasable): Awaitable<string | undefined>;
}

export type ClaimResult =
  | { readonly state: "claimed"; readonly claim: Claim }
  /** It was redeemed by the same request before, and this is what it bought. */
  | ({ readonly state: "redeemed" } & StoredResponse);

/** A claimed payment. Unless it is redeemed it stays with the payer, redeemable. */
export interface Claim extends AsyncDisposable {
  /** Hash of the transaction that pays. */
  readonly payment: string;
  /** What was quoted, and paid. */
  readonly price: Drops;
  /** Whether that was quoted for a cached answer. */
  readonly isCached: boolean;
  /** What to tell a payer whose run failed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Spends it, and keeps what it bought for a repeat of the request. Returns what to tell the payer. */
  redeem(purchase: Purchase, keep?: KeepResponse): Promise<StoredResponse["headers"]>;
  /** Lets go of it in the transaction that writes a run down, which claims it again when its turn comes. */
  handOver(): HandOver;
}
