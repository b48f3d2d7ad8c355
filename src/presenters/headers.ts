/** The headers of the hub's own, each with what it says: the reference and CORS name the same ones. */

export const ANSWER_HEADERS = {
  "X-Request-Id": "Names the request, in errors and in the log: the UUID that was sent, or a new one.",
  "X-Charge-XRP": "What this call cost, in XRP.",
  "X-Balance-XRP": "What is left of the key's prepaid balance, in XRP.",
  "X-Calls-Limit": "Daily calls of the key; -1 is unlimited.",
  "X-Calls-Remaining": "Daily calls that are left; -1 is unlimited.",
  "X-Calls-Reset": "When daily calls start anew, in seconds since the epoch.",
  "RateLimit-Policy": "The limits that apply (draft-ietf-httpapi-ratelimit-headers).",
  RateLimit: "What is left of each of them.",
  Age: "How many seconds ago the cached answer was made.",
  "Cache-Status": "Whether the answer came from the hub's cache (RFC 9211).",
  "Retry-After": "After how many seconds the request may be repeated.",
  "Idempotent-Replayed": "`true` where the answer was given before to the same idempotency key or payment.",
  "X-Payment-Receipt": "A signed receipt (JWS); its keys are at /.well-known/jwks.json.",
  "X-Payment-Surplus-XRP": "What was paid beyond the price.",
  "X-Payment-Unused": "`true` where a payment was brought and not needed.",
  "PAYMENT-REQUIRED": "The terms to pay by, as base64 of an x402 v2 PaymentRequired.",
  "PAYMENT-RESPONSE": "What became of the payment, as base64 of an x402 v2 SettlementResponse.",
  ETag: "Names this version of the document, for If-None-Match.",
  Location: "Where to go on.",
} as const;
export type HeaderName = keyof typeof ANSWER_HEADERS;

/** What a request may carry besides a body. */
export const REQUEST_HEADERS = {
  "X-API-Key": "The key of an account.",
  "PAYMENT-SIGNATURE": "A payment for this very request, as base64 of an x402 v2 PaymentPayload.",
  "Idempotency-Key":
    "16 to 128 characters of A-Z a-z 0-9 _ -: the same key and request give the same answer for 24 hours.",
  "Cache-Control": "`no-cache` forces a fresh run; `only-if-cached` takes nothing but a cached answer.",
} as const;
export type RequestHeaderName = keyof typeof REQUEST_HEADERS;
