/** Whether the service wallet can be paid, asked of its ledger and remembered for a moment. */
import { HubError } from "../runtime/errors.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Ledger } from "./ledger.ts";

/** Comes to what is wrong, in a sentence; `undefined` when payments are accepted. */
export type WalletCheck = () => Promise<string | undefined>;

const GOOD_FOR_MS = 5_000;

export function walletCheck(
  ledger: Ledger,
  wallet: () => Promise<string>,
  clock: Clock,
  signal: AbortSignal,
): WalletCheck {
  let checked: { readonly at: number; readonly fault: Promise<string | undefined> } | undefined;
  return () => {
    const now = clock.now();
    if (checked === undefined || now - checked.at >= GOOD_FOR_MS) checked = { at: now, fault: check() };
    return checked.fault;
  };

  async function check(): Promise<string | undefined> {
    try {
      const view = await ledger.view({ account: await wallet(), method: "sequence", slot: 0 }, signal);
      if (view.payer === undefined) return "The wallet does not exist on its ledger yet: fund it.";
      if (view.payer.barsDeposits)
        return "The wallet takes payments only from whom it has admitted: switch DepositAuth off.";
      return view.payer.balance < view.reserveBase
        ? "The wallet is below its reserve: it may not be payable."
        : undefined;
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      const why = error.cause instanceof Error ? ` ${error.cause.message}.` : "";
      return `No server of the ledger gives an answer that can be relied on.${why}`;
    }
  }
}

/** What the operator should know of the wallet at the start, in sentences; empty when all is well. */
export async function walletNews(
  ledger: Ledger,
  wallet: () => Promise<string>,
  check: WalletCheck,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const fault = await check();
  if (fault !== undefined) return [fault];
  const { payer } = await ledger.view({ account: await wallet(), method: "sequence", slot: 0 }, signal);
  return payer?.requiresTag === false
    ? ["The wallet takes payments without a destination tag, which nobody can be credited for: switch RequireDest on."]
    : [];
}
