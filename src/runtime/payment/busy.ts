/** What a payment is answered that another request has in hand at this moment. */
import { HubError } from "../errors.ts";

export function paymentBusy(): HubError {
  return new HubError("idempotency_in_progress", "Another request with this payment is still running.", {
    retryAfterMs: 2_000,
  });
}
