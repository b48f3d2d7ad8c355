/** How calls of an entry went in the last thirty days, as the hub has seen it. */

/** 2xx · 401 and 403 · 404 and 410 · 429 · 5xx · no answer · everything else. */
export const OUTCOMES = ["ok", "refused", "gone", "limited", "failed", "silent", "other"] as const;
export type CallOutcome = (typeof OUTCOMES)[number];

/**
 * `alive`: something was answered. `gone`: for three accounts at least it was not there, and for nobody it was.
 * `refusing`: for three accounts at least nothing but refusals. `failing`: for three accounts at least nothing but
 * failures. `unproven`: too little was seen.
 */
export type HealthState = "alive" | "gone" | "refusing" | "failing" | "unproven";

export interface Health {
  readonly state: HealthState;
  /** Accounts that have called it; all who pay by the call are one. */
  readonly accounts: number;
  /** Calls by outcome, each day half as much as ten days later. */
  readonly weights: Readonly<Partial<Record<CallOutcome, number>>>;
}

export interface HealthRecords {
  note(call: { readonly entry: string; readonly account?: string; readonly outcome: CallOutcome }): void;
  /** `undefined` where nothing was seen. Answered at once, from what was read last. */
  of(entry: string): Health | undefined;
  /** Another one whenever `of` may answer otherwise. */
  version(): number;
}

export function outcomeOf(status: number): CallOutcome {
  if (status >= 200 && status < 300) return "ok";
  if (status === 401 || status === 403) return "refused";
  if (status === 404 || status === 410) return "gone";
  if (status === 429) return "limited";
  return status >= 500 ? "failed" : "other";
}
