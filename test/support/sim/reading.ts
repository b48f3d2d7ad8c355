/** Small questions that several invariants ask of the evidence. */
import { PRICES } from "../operations.ts";
import { readStoredResponse } from "../../../src/runtime/run/stored-response.ts";
import type { PaymentRow } from "../../../src/payment/claims/queries.ts";
import type { Admission, Presentation, Proof, Told } from "./chronicle.ts";
import type { Evidence } from "./evidence.ts";

/** As the rail reckons it. */
const LOST_MS = 180_000;

export type Answered = Presentation & { readonly told: Told & { readonly runId: string } };

/** The requests that got what they asked for. */
export function answers({ presentations }: Evidence): readonly Answered[] {
  return presentations.filter((each): each is Answered => each.told?.status === 200 && each.told.runId !== undefined);
}

/** How the run of an answer came to be. */
export function admissionOf({ admissions }: Evidence, runId: string | undefined): Admission | undefined {
  return admissions.find((each) => each.runId === runId);
}

/** Whether it is a payment as the terms ask for it. */
export function isGood({ flaw }: Proof): boolean {
  return flaw === undefined;
}

/** A server that refuses a transaction and keeps it nevertheless makes liars of those who believe it. */
export function wasLiedAbout({ ledgers }: Evidence, hash: string): boolean {
  return ledgers.some(({ liedAbout }) => liedAbout.has(hash));
}

/**
 * Long after an invoice has expired, a hash that a server does not find counts as that of nothing, even if it has a gap:
 * servers forget old ledgers, and nobody could be told anything else for ever. It is found when the gap is closed.
 */
export function isLongLost({ at, code }: Told, { invoiceId }: Proof): boolean {
  const expiresAt = Buffer.from(invoiceId, "base64url").readUInt32BE(12) * 1000;
  return code === "payment_expired" && at > expiresAt + LOST_MS;
}

/** Whether it was paid for a cached answer that is gone, which is refused before anything is taken for it. */
export function isPromiseGone({ code, wasPaid, isRefusedForPrice }: Told, { price }: Proof): boolean {
  return wasPaid && code === "payment_invalid" && isRefusedForPrice && price < PRICES.tiers.enhanced;
}

/** The run whose answer is kept for a payment. */
export function storedRunOf({ result }: PaymentRow): string | undefined {
  return result === null ? undefined : readStoredResponse(result).purchase.runId;
}

export function grouped<T>(list: readonly T[], nameOf: (each: T) => string): Map<string, T[]> {
  return Map.groupBy(list, nameOf);
}
