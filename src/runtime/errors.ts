/**
 * The one error type whose text is published, and the table of its codes.
 * Anything else that is thrown becomes `internal` with a fixed sentence.
 */
import type { JsonText } from "../text/json-text.ts";

interface CodeFacts {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  /** What a caller can do next, when the thrower has nothing better to say. */
  readonly next: string;
}

/** Every published code, as the contract lists them. */
const CODES = {
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
  rate_limited: retryable(
    429,
    "Too many requests",
    "Wait for Retry-After, or register for a key at /api/v1/agent/register/.",
  ),
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

/** Every code with what is told of it, as the reference lists them. */
export const ERRORS = Object.entries(CODES).map(([name, facts]) => ({
  code: name as ErrorCode, // The keys of the table.
  ...(facts satisfies CodeFacts),
}));

/** One fault of the input: a JSON Pointer (RFC 6901) into it and what is wrong there. */
export interface Issue {
  readonly pointer: string;
  readonly detail: string;
}

/** The protocol's part of a 402: merged into the body, and sent as headers. */
export interface ErrorTerms {
  readonly body: object;
  /**
   * The body as JSON with more members after its own, where that is at hand. The parts are their text, and between two
   * of them stands the id. Bytes hold until the next are written.
   */
  write?(parts: readonly string[], id: string): string | Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
  /** Until when they hold, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface HubErrorDetails {
  readonly issues?: readonly Issue[];
  readonly retryAfterMs?: number | undefined;
  readonly nextActions?: readonly string[];
  readonly terms?: ErrorTerms | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of its own in the body. */
  readonly members?: Readonly<Record<string, string>>;
  /** More of them, of any shape. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What there is to be told all the same, as a JSON object, though nobody pays for it. */
  readonly answerJson?: JsonText;
  readonly cause?: unknown;
}

/** An error whose `message` may be shown to any caller: it never holds input, secrets or internals. */
export class HubError extends Error {
  override readonly name = "HubError";
  // Declared only: to define each on an error, as undefined, takes longer than all the rest of making one.
  declare readonly code: ErrorCode;
  declare readonly status: number;
  declare readonly title: string;
  declare readonly retryable: boolean;
  declare readonly details: HubErrorDetails;

  constructor(errorCode: ErrorCode, message: string, details: HubErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    const facts: CodeFacts = CODES[errorCode];
    this.code = errorCode;
    this.status = facts.status;
    this.title = facts.title;
    this.retryable = facts.retryable;
    this.details = details;
  }

  /** Never empty. */
  get nextActions(): readonly string[] {
    return this.details.nextActions ?? [CODES[this.code].next];
  }
}

/** The error as it may be published, with these headers under its own. */
export function withHeaders(error: unknown, headers: Readonly<Record<string, string>>): HubError {
  const { code, message, details } = asHubError(error);
  return new HubError(code, message, { ...details, headers: { ...headers, ...details.headers } });
}

/** The error itself when it may be published; otherwise `internal`, with the original as its cause. */
export function asHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  // What failed first; that its scope could not be left in order either comes of the same.
  if (error instanceof SuppressedError) return asHubError(error.suppressed);
  return new HubError("internal", "Something failed on our side; it was logged with this request's id.", {
    cause: error,
  });
}

/** What an operator can mend: its message says what and how, so that no stack is shown with it. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** One fault as an `invalid_input` error. `pointer` is a JSON Pointer into the input, "" for the whole. */
export function invalidInput(pointer: string, detail: string): HubError {
  const where = pointer === "" ? "The input" : `"${pointer.slice(1)}"`;
  return new HubError("invalid_input", `${where}: ${detail}`, { issues: [{ pointer, detail }] });
}

/** How many faults are looked for and told: an answer to all that a request can hold would be larger than that. */
export const MAX_ISSUES = 20;

/**
 * Several faults, the first twenty of them, as one `invalid_input` error. `refusal` begins its sentence, for example
 * "Cannot use the input".
 */
export function invalidFields(refusal: string, issues: readonly Issue[]): HubError {
  const faults = issues.slice(0, 3).map(({ pointer, detail }) => `${pointer.slice(1) || "the input"} ${detail}`);
  return new HubError("invalid_input", `${refusal}: ${faults.join("; ")}.`, { issues: issues.slice(0, MAX_ISSUES) });
}

function code(status: number, title: string, next: string): CodeFacts {
  return { status, title, retryable: false, next };
}

function retryable(status: number, title: string, next: string): CodeFacts {
  return { status, title, retryable: true, next };
}
