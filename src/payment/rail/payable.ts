/** Whether what is asked for can be taken at this moment: no terms are quoted for what cannot. */
import { withDeadline } from "../../runtime/async/with-deadline.ts";
import { HubError } from "../../runtime/errors.ts";
import { ageOf, type Awaitable, type Clock } from "../../runtime/world.ts";
import type { Ledger } from "../ledger.ts";
import type { WalletCheck } from "../wallet-check.ts";

/** @throws {HubError} 503 with the reason. */
export type AssertPayable = () => Awaitable<void>;

export interface PayableDeps {
  readonly ledger: Pick<Ledger, "answers">;
  readonly checkWallet: WalletCheck;
  readonly clock: Clock;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
}

const RETRY_MS = 5_000;
/** So many quotes a second may be given that asking for each would be a flood of its own. */
const GOOD_FOR_MS = 500;
/** What has not answered by then is down, whatever it is doing. */
const PATIENCE_MS = 2_000;

export function payableCheck(deps: PayableDeps): AssertPayable {
  const { clock } = deps;
  /** Its outcome is there at once when it was good. */
  let checked: { readonly at: number; outcome: Awaitable<void> } | undefined;
  return () => {
    const now = clock.now();
    if (checked === undefined || ageOf(checked.at, now) >= GOOD_FOR_MS) checked = begin(now);
    return checked.outcome;
  };

  function begin(at: number): { readonly at: number; outcome: Awaitable<void> } {
    const outcome = look(deps);
    const check = { at, outcome: outcome as Awaitable<void> };
    outcome.then(
      () => (check.outcome = undefined),
      () => undefined, // Whoever asks is told.
    );
    return check;
  }
}

/**
 * Whether an order could be paid. A ledger that gives no answer is no reason to refuse one: what is paid meanwhile is
 * counted when it does.
 */
export function orderCheck({ checkWallet, stop }: Pick<PayableDeps, "checkWallet" | "stop">): () => Promise<void> {
  return async () => {
    const report = await inTime(checkWallet, stop).catch(() => undefined);
    if (report?.orderFault !== undefined) throw notTaken(report.network, report.orderFault);
  };
}

async function look({ ledger, checkWallet, stop }: PayableDeps): Promise<void> {
  await inTime((signal) => ledger.answers(signal), stop);
  const { network, fault } = await inTime(checkWallet, stop);
  if (fault !== undefined) throw notTaken(network, fault);
}

function notTaken(network: string, fault: string): HubError {
  return new HubError("ledger_unavailable", `No payment can be taken on ${network} at present. ${fault}`, {
    retryAfterMs: RETRY_MS,
  });
}

/** @throws {HubError} what it fails with, or what it is when it does not answer. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>, stop: AbortSignal): Promise<T> {
  try {
    return await withDeadline(PATIENCE_MS, down, stop, work);
  } catch (error) {
    throw error instanceof HubError ? error : down(error);
  }
}

function down(cause?: unknown): HubError {
  return new HubError("ledger_unavailable", "The ledger gives no answer that can be relied on.", {
    retryAfterMs: RETRY_MS,
    cause,
  });
}
