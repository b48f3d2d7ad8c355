/** How a question to the model's server can fail, before it is known what to make of it. */

export type FaultKind =
  /** Nothing took the connection. */
  | "unreachable"
  /** It answered with a status of failure. */
  | "status"
  /** It took too long. */
  | "slow"
  /** The stream ended before the answer did. */
  | "cut"
  /** What came is no stream of an answer. */
  | "garbled"
  /** The answer goes on and on. */
  | "endless";

export interface FaultFacts {
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The beginning of what the server said, for the operator and for telling what it does not know. */
  readonly said?: string;
  /** Characters of an answer that had come; a model had worked when there are any, or when it was slow. */
  readonly received?: number;
  readonly cause?: unknown;
}

const OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422]);

export class ModelFault extends Error {
  override readonly name = "ModelFault";
  readonly kind: FaultKind;
  readonly facts: FaultFacts;

  constructor(kind: FaultKind, message: string, facts: FaultFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = kind;
    this.facts = facts;
  }

  /** Whether the server refused what this one request holds: another may be taken. */
  get isOfRequest(): boolean {
    return this.kind === "status" && OF_REQUEST.has(this.facts.status ?? 0);
  }

  /** Whether a model may have worked, so that tokens were spent. */
  get mayHaveCost(): boolean {
    return this.kind !== "unreachable" && this.kind !== "status";
  }
}
