/** What the pool and its threads say to each other. */
import type { Issue } from "../runtime/errors.ts";
import type { ErrorCode } from "../runtime/error-codes.ts";

export interface OffloadJob {
  /** Address of the module whose default export does the work. */
  readonly module: string;
  /** That are handed over with it. */
  readonly bytes: number;
  readonly input: unknown;
}

export type WorkOutcome =
  | { readonly ok: true; readonly value: unknown }
  /** With a code, the message may be published. */
  | { readonly ok: false; readonly code?: ErrorCode; readonly message: string; readonly issues?: readonly Issue[] };

export type JobResult = WorkOutcome & {
  /** The job has left something behind in its thread, which the next one must not meet. */
  readonly isSpent: boolean;
};
