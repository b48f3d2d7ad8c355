/** The runs that a process has in work, each as long as nobody else may have it: until its lease has passed, or is lost. */
import type { RunRow } from "./queries.ts";
import { WEBHOOK } from "./query-parts.ts";

export interface HeldRun {
  readonly attempts: number;
  readonly isWebhook: boolean;
  /** In ticks of this process: from then on it may be somebody else's, whatever the store says when it answers again. */
  until: number;
  readonly stop: AbortController;
  isCancelled: boolean;
}

type RenewedRun = Pick<RunRow, "id" | "attempts" | "is_cancelled">;

export interface HeldRuns {
  readonly size: number;
  /** How many of them are webhooks. */
  readonly webhooks: number;
  /** `since` is a tick at which it was not taken yet. */
  hold(row: RenewedRun & Pick<RunRow, "kind">, since: number): HeldRun;
  /** Unless it has been taken again meanwhile. */
  drop(id: string, holding: HeldRun): void;
  isHeld(row: Pick<RunRow, "id" | "attempts">): boolean;
  cancel(id: string): void;
  /** Of a process that stood still, or cannot reach the store: nobody should do what another does by now. */
  endLapsed(): void;
  /**
   * To be called before the leases are renewed, and what it returns afterwards, with the rows that were and a tick before
   * that. What is taken meanwhile is in neither; what is not among the rows was lost, and ends.
   */
  beginRenewal(): (renewed: readonly RenewedRun[], since: number) => void;
}

export function createHeldRuns({ ticks, leaseMs }: { ticks: () => number; leaseMs: number }): HeldRuns {
  const held = new Map<string, HeldRun>();
  return {
    get size() {
      return held.size;
    },
    get webhooks() {
      return [...held.values()].filter(({ isWebhook }) => isWebhook).length;
    },
    hold({ id, kind, attempts, is_cancelled: cancelled }, since) {
      const holding = {
        attempts,
        isWebhook: kind === WEBHOOK,
        until: since + leaseMs,
        stop: new AbortController(),
        isCancelled: cancelled !== 0,
      };
      held.set(id, holding);
      return holding;
    },
    drop(id, holding) {
      if (held.get(id) === holding) held.delete(id);
    },
    isHeld: ({ id, attempts }) => held.get(id)?.attempts === attempts,
    cancel,
    endLapsed() {
      const tick = ticks();
      for (const { until, stop } of held.values()) if (tick >= until) stop.abort();
    },
    beginRenewal() {
      const before = [...held];
      return (renewed, since) => {
        const mine = new Map(renewed.map((each) => [each.id, each]));
        for (const [id, holding] of before) {
          const row = mine.get(id);
          if (row?.attempts !== holding.attempts) {
            holding.stop.abort();
            continue;
          }
          holding.until = since + leaseMs;
          if (row.is_cancelled !== 0) cancel(id);
        }
      };
    },
  };

  function cancel(id: string): void {
    const holding = held.get(id);
    if (holding === undefined || holding.isCancelled) return;
    holding.isCancelled = true;
    holding.stop.abort();
  }
}
