/**
 * The one error type whose text is published.
 * Anything else that is thrown becomes `internal` with a fixed sentence.
 */
import type { JsonText } from "../text/json-text.ts";
import { type CodeFacts, CODES, type ErrorCode } from "./error-codes.ts";

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

/** What a run has to say is more than an answer holds. */
export function answerTooLarge(): HubError {
  return new HubError("invalid_input", "The answer would be too large: ask for less in one run.");
}

/** How many faults are looked for and told: an answer to all that a request can hold would be larger than that. */
export const MAX_ISSUES = 20;

/**
 * Several faults, the first twenty of them, as one `invalid_input` error. `refusal` begins its sentence, for example
 * "Cannot use the input".
 */
export function invalidFields(refusal: string, issues: readonly Issue[]): HubError {
  const faults = issues.slice(0, 3).map(({ pointer, detail }) => `${pointer.slice(1) || "the input"} ${detail}`);
  const told = faults.join("; ");
  const end = told.endsWith("?") ? "" : "."; // A fault may ask what was meant.
  return new HubError("invalid_input", `${refusal}: ${told}${end}`, { issues: issues.slice(0, MAX_ISSUES) });
}
