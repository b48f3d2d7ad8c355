/** The table of the published error codes: the status of each, and what is told of it. */

export interface CodeFacts {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** What a caller can do next, when the thrower has nothing better to say. */
  readonly next: string;
}

/** Every published code, as the contract lists them. */
export const CODES = {
  invalid_input: code(400, "Invalid input", "Correct the fields named in `errors` and send the request again."),
  invalid_json: code(400, "Invalid JSON", "Send one JSON object, encoded as UTF-8."),
  invalid_payment: code(
    400,
    "Malformed payment proof",
    "Send PAYMENT-SIGNATURE as base64 of an x402 v2 PaymentPayload.",
  ),
  url_not_allowed: code(400, "Address not allowed", "Use a public http or https address."),
  too_deep: code(400, "Nested too deeply", "Flatten the input to at most 200 levels."),
  payment_required: code(
    402,
    "Payment required",
    "Pay by the terms in `accepts` and repeat the request with PAYMENT-SIGNATURE.",
  ),
  payment_invalid: code(402, "Payment not accepted", "Pay by the fresh terms in `accepts`."),
  payment_expired: code(402, "Payment expired", "Pay by the fresh terms in `accepts`."),
  payment_already_used: code(402, "Payment already used", "Repeat the request the payment was made for, or pay again."),
  key_unknown: code(402, "API key not accepted", "Register at /api/v1/agent/register/ and send one X-API-Key."),
  key_pending: code(402, "API key awaits its payment", "Pay the order of this key, then repeat the request."),
  key_expired: code(402, "API key expired", "Renew the key at /api/v1/agent/register/."),
  quota_exhausted: code(402, "Daily calls used up", "Wait for the reset, or pay for this call by `accepts`."),
  insufficient_balance: code(402, "Balance too low", "Top up the balance, or pay for this call by `accepts`."),
  budget_exhausted: code(
    402,
    "Budget of the key used up",
    "Wait for Retry-After, ask whoever runs this hub for more, or pay for this call by `accepts`.",
  ),
  key_not_allowed: code(
    403,
    "API key not allowed to do this",
    "Use another key, or ask whoever runs this hub for the scope.",
  ),
  connection_required: code(
    424,
    "A connection is needed",
    "Ask your human to open `connect_url`, then repeat the request.",
  ),
  connection_pending: code(
    424,
    "The connection waits for its human",
    "Wait with GET /api/v1/agent/connections/{id}/?wait=30, and confirm with the code that the page showed.",
  ),
  connection_expired: code(424, "The connection no longer works", "Ask your human to open the fresh `connect_url`."),
  connection_choice: code(409, "Several connections would do", "Name one of `choices` in `connection`."),
  connection_not_allowed: code(
    403,
    "The connection is not for this call",
    "Name another connection, or have its rules changed.",
  ),
  scope_missing: code(
    424,
    "The connection lacks a scope",
    "Reconnect with `scopes` that hold what the operation needs.",
  ),
  oauth_client_required: code(
    424,
    "No OAuth client is registered",
    "POST /api/v1/agent/oauth-clients/ with the client that you register at `console_url`.",
  ),
  refresh_backoff: retryable(503, "The authority does not answer", "Repeat the request after Retry-After."),
  credential_not_for_host: code(400, "The connection is for other hosts", "Name a connection of this host."),
  insecure_upstream: code(400, "The address is not https", "Use an operation whose address is https."),
  vault_key_missing: retryable(
    503,
    "The credential cannot be opened",
    "Tell the operator of this hub: HUB_SECRET_PREVIOUS takes the secret that was replaced.",
  ),
  unknown_connection: code(404, "Unknown connection", "List yours at GET /api/v1/agent/connections/."),
  not_found: code(404, "Not found", "See /api/v1/genius/actors/ for what this hub offers."),
  unknown_actor: code(404, "Unknown actor", "List the actors at /api/v1/genius/actors/."),
  unknown_category: code(404, "Unknown category", "List the categories at /api/v1/agent/categories/."),
  unknown_api: code(404, "Unknown API", "Search the catalogue at /api/v1/agent/search/."),
  unknown_order: code(404, "Unknown order", "Create an order at /api/v1/webhook/create/."),
  unknown_run: code(404, "Unknown run", "List the runs of your key at GET /api/v1/runs/."),
  method_not_allowed: code(405, "Method not allowed", "Use a method of the Allow header."),
  request_timeout: retryable(408, "Request timeout", "Send the body without pauses."),
  payload_too_large: code(413, "Payload too large", "Send a smaller body."),
  unsupported_media_type: code(415, "Unsupported media type", "Send the body as application/json."),
  idempotency_conflict: code(409, "Idempotency key reused", "Use a new Idempotency-Key for a new request."),
  idempotency_in_progress: retryable(
    409,
    "The first request is still running",
    "Repeat the same request after Retry-After.",
  ),
  run_cancelled: code(409, "The run was cancelled", "Send the request again to have it done after all."),
  rate_limited: retryable(429, "Too many requests", "Wait for Retry-After."),
  internal: retryable(500, "Internal error", "Repeat the request; if it fails again, report its request_id."),
  actor_failed: retryable(
    502,
    "The actor failed",
    "Repeat the request: nothing was charged, and a payment stays good for it.",
  ),
  actor_disabled: retryable(503, "Actor switched off", "Use another actor, or repeat the request later."),
  upstream_failed: retryable(502, "The upstream service failed", "Repeat the request later."),
  upstream_unreachable: retryable(
    502,
    "The upstream service cannot be reached",
    "Repeat the request later; if it goes on, the operator of this hub looks at its DNS and network.",
  ),
  upstream_status: code(
    502,
    "The address gives no page",
    "Use another address: the same one gives the same answer again.",
  ),
  upstream_too_large: code(502, "The upstream answer is too large", "Ask for less."),
  upstream_invalid: retryable(502, "The upstream answer is not what it promises", "Repeat the request later."),
  llm_unavailable: retryable(
    503,
    "No language model available",
    "Use a run that needs no language model, or try later.",
  ),
  ledger_unavailable: retryable(
    503,
    "The ledger is unavailable",
    "Repeat the request with the same proof later; nothing was charged.",
  ),
  settlement_unknown: retryable(
    503,
    "Settlement not known yet",
    "Repeat the request with the same proof; it is never charged twice.",
  ),
  overloaded: retryable(503, "Overloaded", "Repeat the request after Retry-After."),
  actor_timeout: retryable(504, "The actor took too long", "Ask for less, or repeat the request later."),
  upstream_timeout: retryable(504, "The upstream service took too long", "Repeat the request later."),
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof CODES;

/** What is told of a code that came as text; `undefined` where it is none of ours. */
export function factsOf(code: string): CodeFacts | undefined {
  return Object.hasOwn(CODES, code) ? CODES[code as ErrorCode] : undefined; // A key of the table, then.
}

/** Every code with what is told of it, as the reference lists them. */
export const ERRORS = Object.entries(CODES).map(([name, facts]) => ({
  code: name as ErrorCode, // The keys of the table.
  ...(facts satisfies CodeFacts),
}));

function code(status: number, title: string, next: string): CodeFacts {
  return { status, title, retryable: false, next };
}

function retryable(status: number, title: string, next: string): CodeFacts {
  return { status, title, retryable: true, next };
}
