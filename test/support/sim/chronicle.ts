/** What is written down while a play goes on, for the invariants to judge by. */
import type { PaymentRow } from "../../../src/payment/claims/queries.ts";
import type { ValidatedPayment } from "../../../src/payment/ledger.ts";
import type { Drops } from "../../../src/runtime/money.ts";
import type { SimProcess } from "./process.ts";

/** How far a request has got: the places where the fault table strikes. */
export const POINTS = [
  "before the body is parsed",
  "before verify",
  "after verify",
  "after claim",
  "after submit",
  "after settle",
  "during the run",
  "after the result is stored",
  "while the answer is written",
] as const;
export type Point = (typeof POINTS)[number];

/** A payment as it is presented. */
export interface Proof {
  readonly header: string;
  readonly network: string;
  readonly hash: string;
  readonly invoiceId: string;
  /** What the invoice asks for. */
  readonly price: Drops;
  /** The signed transaction; left out, only its hash is shown. */
  readonly blob?: string;
  /** Why no honest payer would present it; left out, one would. */
  readonly flaw?: string;
}

export interface Asked {
  readonly slug: string;
  readonly q: string;
  readonly freshness?: "fresh";
  /** It is to be done later. */
  readonly isLater?: boolean;
}

/** One request of somebody's, on its way through a process. */
export interface Presentation {
  readonly number: number;
  readonly by: string;
  readonly process: SimProcess;
  readonly asked: Asked;
  /** Whether it is the request that the proof was quoted for. */
  readonly isOwn: boolean;
  readonly proof: Proof | undefined;
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly gone: AbortController;
  at: Point;
  /** When its process has begun with it, in the order of events. */
  begun?: number;
  /** The id of its run, should that be done later. */
  queuedAs?: string | undefined;
  /** What its sender was told, unless it was gone by then or the process had died. */
  told?: Told;
}

export interface Told {
  readonly at: number;
  readonly status: number;
  /** The error's, or "ok". */
  readonly code: string;
  readonly runId: string | undefined;
  readonly charged: Drops;
  readonly isCached: boolean;
  readonly headers: Headers;
  /** Of a 402. */
  readonly terms: unknown;
  /** Until when they can be paid, in milliseconds since the epoch. */
  readonly payableUntil: number;
  /** Whether the ledger had validated its payment by then. */
  readonly wasPaid: boolean;
  /** It paid less than what it now would get costs. */
  readonly isRefusedForPrice: boolean;
}

/** A run that has passed quota and payment and is about to start, or to be given the cached answer. */
export interface Admission {
  readonly presentation: Presentation;
  readonly runId: string;
  readonly charge: Drops;
  /** By its proof; otherwise its key's account covers it. */
  readonly isPaid: boolean;
  readonly isHit: boolean;
  readonly isForced: boolean;
  /** The book's row of its payment, at that moment. */
  readonly row: PaymentRow | undefined;
  /** Whether the process has let what it holds for it lapse, and may have lost it. */
  readonly hasSlept: boolean;
  /** What is set aside for calls of its key's account, at that moment. */
  readonly setAside: number;
  /** Whether another run for the same payment is under way, by a hold that has not lapsed. */
  readonly hasRival: boolean;
  /** What its ledger had of its payment. */
  readonly arrived: ValidatedPayment | undefined;
}

export interface DayOfCall {
  readonly process: number;
  readonly day: string;
  /** When the request was begun, and when this was done for it, in the order of events. */
  readonly begun: number;
  readonly done: number;
}

export interface Chronicle {
  readonly presentations: Presentation[];
  readonly admissions: Admission[];
  /** Hashes, each as often as a row of it was moved to "redeemed". */
  readonly redemptions: string[];
  /** Payments that became balance for their own payer, whose cached answer was gone. */
  readonly credits: string[];
  /** Payments that became balance for somebody who did not know their invoice. */
  readonly conversions: string[];
  /** The days that calls and prices were set aside on. */
  readonly days: DayOfCall[];
  /** Which fault struck at which point. */
  readonly strikes: { readonly fault: string; readonly point: Point }[];
  /** What happened, in order, to be read. */
  readonly log: string[];
}

export function emptyChronicle(): Chronicle {
  return {
    presentations: [],
    admissions: [],
    redemptions: [],
    credits: [],
    conversions: [],
    days: [],
    strikes: [],
    log: [],
  };
}
