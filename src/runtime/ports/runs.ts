/** Runs that are done later: written down with what was set aside for them, and taken by whichever process is free. */
import type { Drops } from "../money.ts";
import type { HandOver } from "./idempotency.ts";

/** That a run is to be done later, as far as the request says. */
export interface Later {
  /** Which kind of operation it is, for whoever finds it again: "actor", "api" or "tool". */
  readonly kind: string;
  /** Which one of that kind. */
  readonly name: string;
  /** As it was sent: it is judged again when its turn comes. */
  readonly sent: unknown;
  /** Where its end is told. */
  readonly webhook?: string | undefined;
}

/** What was found out and set aside for a run before it was written down. */
export interface ResumedRun {
  readonly hold?: string;
  /** What its payment is still to be redeemed for. */
  readonly due: Drops;
}

export interface NewRun {
  readonly id: string;
  readonly later: Later;
  readonly accountId?: string;
  /** Hash of the transaction that pays for it. */
  readonly payment?: string;
  readonly proof?: string;
  readonly due: Drops;
  readonly isCovered: boolean;
  /** Whether doing it twice does no more than doing it once. */
  readonly isRepeatable: boolean;
  readonly handOvers: readonly HandOver[];
}

export interface RunQueue {
  /**
   * Writes a run down with all that was set aside for it, in one transaction. Returns its id, or that of the run which
   * its payment has already. @throws {HubError} `overloaded` or `rate_limited` where too many wait.
   */
  put(run: NewRun): Promise<string>;
  /** The run that this very payment has for this very request, as long as it has not ended. */
  underWay(proof: string, later: Later): Promise<string | undefined>;
}
