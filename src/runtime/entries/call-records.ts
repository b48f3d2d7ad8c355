/** What the hub knows of the calls it has carried: nobody else has seen how an operation does in practice. */
import type { Awaitable } from "../world.ts";

export const RECORD_DAYS = 30;
export const RECENT_DAYS = 7;

/** One call that has reached its upstream. */
export interface CallNote {
  /** Slug. */
  readonly entry: string;
  /** Left out for who pays by the call. */
  readonly account?: string;
  /** How long the answer took; left out where none came, or a 5xx, which is none. */
  readonly answeredInMs?: number;
}

/** An entry's calls of the last thirty days, and of the last seven. Moments in milliseconds since the epoch. */
export interface EntryRecord {
  readonly entry: string;
  /** How many accounts got an answer; all who pay by the call are one. */
  readonly accounts: number;
  readonly calls: number;
  readonly failures: number;
  /** Of a call that was answered. */
  readonly meanMs: number | null;
  readonly answeredAt: number | null;
  readonly failedAt: number | null;
  readonly recentCalls: number;
  readonly recentFailures: number;
}

export interface CallRecords {
  note(call: CallNote): void;
  /** Those that most accounts have used first. */
  read(): Awaitable<readonly EntryRecord[]>;
}
