/** Whether the service wallet can be paid, asked of its ledger and remembered for a moment. */
import { HubError } from "../runtime/errors.ts";
import { type Drops, formatXrp } from "../runtime/money.ts";
import { ageOf, type Clock } from "../runtime/world.ts";

/** What the last validated ledger says of the wallet. */
export interface WalletAccount {
  readonly balance: Drops;
  /** What it must keep, by what it owns. */
  readonly reserve: Drops;
  /** Takes payments only from accounts it has authorized. */
  readonly isDepositAuth: boolean;
  /** Takes no payment without a destination tag. */
  readonly requiresTag: boolean;
  /** Asks not to be sent XRP; the ledger does not enforce it. */
  readonly disallowsXrp: boolean;
}

export interface WalletSource {
  /** CAIP-2 name of the ledger. */
  readonly network: string;
  /** `undefined` when no such account is there. @throws {HubError} `ledger_unavailable`. */
  wallet(address: string, signal: AbortSignal): Promise<WalletAccount | undefined>;
}

export interface WalletReport {
  /** CAIP-2 name of the ledger it was asked of. */
  readonly network: string;
  /** What keeps payments from being taken, in a sentence; `undefined` when nothing does. */
  readonly fault: string | undefined;
  /** The same of orders alone, as far as the ledger says so: each carries a tag, and may bring what the reserve lacks. */
  readonly orderFault?: string | undefined;
  /** What might go wrong, each in a sentence. */
  readonly warnings: readonly string[];
}

export type WalletCheck = () => Promise<WalletReport>;

export interface WalletCheckOptions {
  readonly ledger: WalletSource;
  readonly address: () => Promise<string>;
  /** The tag that payments for single calls are asked to carry. */
  readonly destinationTag: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const GOOD_FOR_MS = 5_000;

export function walletCheck({ ledger, address, destinationTag, clock, signal }: WalletCheckOptions): WalletCheck {
  const { network } = ledger;
  let checked: { readonly at: number; readonly report: Promise<WalletReport> } | undefined;
  return () => {
    const now = clock.now();
    if (checked === undefined || ageOf(checked.at, now) >= GOOD_FOR_MS) checked = { at: now, report: check() };
    return checked.report;
  };

  async function check(): Promise<WalletReport> {
    try {
      const account = await ledger.wallet(await address(), signal);
      return {
        network,
        fault: faultOf(account, destinationTag),
        orderFault: closedTo(account),
        warnings: account === undefined ? [] : warningsOf(account, destinationTag),
      };
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      const why = error.cause instanceof Error ? ` ${error.cause.message}.` : "";
      return { network, fault: `No server of the ledger gives an answer that can be relied on.${why}`, warnings: [] };
    }
  }
}

/** Why it takes payments from no stranger at all. */
function closedTo(account: WalletAccount | undefined): string | undefined {
  if (account === undefined) return "The wallet does not exist on its ledger yet: fund it.";
  return account.isDepositAuth
    ? "The wallet takes payments only from accounts it has authorized (DepositAuth): clear that flag."
    : undefined;
}

function faultOf(account: WalletAccount | undefined, tag: number | undefined): string | undefined {
  const closed = closedTo(account);
  if (account === undefined || closed !== undefined) return closed;
  const { balance, reserve } = account;
  if (account.requiresTag && tag === undefined)
    return "The wallet requires a destination tag (RequireDest) and payments for calls are asked for without one: set XRPL_DESTINATION_TAG.";
  if (balance < reserve)
    return `The wallet holds ${formatXrp(balance)} XRP, less than its reserve of ${formatXrp(reserve)} XRP: fund it.`;
  return undefined;
}

/** Without a tag of its own, payments for calls carry none: then requiring one would keep them out. */
function warningsOf({ requiresTag, disallowsXrp }: WalletAccount, tag: number | undefined): string[] {
  return [
    ...(requiresTag || tag === undefined
      ? []
      : [
          "A payment without a destination tag belongs to nobody: set RequireDest on the wallet, so that none arrives.",
        ]),
    ...(disallowsXrp
      ? ["The wallet asks not to be sent XRP (DisallowXRP), and some clients obey: clear that flag."]
      : []),
  ];
}
