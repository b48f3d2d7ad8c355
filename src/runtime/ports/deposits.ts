/** Payments to the service wallet, counted towards the orders they are for. */
import type { Drops } from "../money.ts";
import type { Awaitable } from "../world.ts";

/** A payment to the service wallet, as its ledger has validated it. */
export interface Deposit {
  readonly txHash: string;
  /** CAIP-2 name of the ledger. */
  readonly network: string;
  readonly destinationTag?: number;
  /** What arrived, in drops. */
  readonly delivered: Drops;
  /** Classic address of the sender. */
  readonly payer: string;
  /** The transaction's type; left out, a "Payment". */
  readonly type?: string;
  /** The `InvoiceID` it carried: 64 upper-case hex digits. */
  readonly invoiceHash?: string;
  /** It is written down and counted towards nothing, whatever its tag. */
  readonly isParked?: boolean;
}

/** Where validated payments are counted towards the orders they are for. */
export interface Deposits {
  /** Counts a payment once, however often, and from however many processes, it is told of. */
  credit(deposit: Deposit): Awaitable<CreditResult>;
}

/**
 * "parked": no order has this tag on this ledger; the operator sees it, and nothing is lost. "invoice": it pays for a
 * single call.
 */
export type CreditResult =
  { readonly state: "parked" | "invoice" } | { readonly state: "underpaid" | "confirmed"; readonly orderId: string };
