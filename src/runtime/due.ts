/** The 402 of a run: what is due, and the terms to pay it by. */
import { type ErrorCode, HubError } from "./errors.ts";
import type { Drops } from "./money.ts";
import { fingerprint, type Run } from "./pipeline.ts";
import type { Rail, Sale } from "./ports.ts";

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  key_unknown: "This hub does not know this API key. The call can be paid by itself.",
  key_pending: "This API key starts to work when its order is paid. The call can be paid by itself.",
  key_expired: "This API key has expired. The call can be paid by itself.",
  quota_exhausted: "The daily calls of this API key are used up, and its balance does not cover the call.",
  insufficient_balance: "The balance of this API key does not cover the call.",
};

export function saleOf(run: Run, price: Drops): Sale {
  const { method, path, description } = run.work;
  return { method, path, description, fingerprint: fingerprint(run), price };
}

export async function paymentDue(rail: Rail, run: Run, price: Drops): Promise<HubError> {
  const { code, retryAfterMs } = run.shortage ?? { code: "payment_required" as const };
  return new HubError(code, SENTENCES[code] ?? "This call needs a payment or an API key.", {
    terms: await rail.terms(saleOf(run, price)),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
