/** Has counted what arrived by the entries of a wallet's history: one that cannot be counted never stops the next. */
import type { Deposit, Deposits } from "../../runtime/ports/deposits.ts";
import type { Clock } from "../../runtime/world.ts";
import type { HistoryEntry, HistoryPage } from "../ledger.ts";
import { arrivalOf } from "./arrivals.ts";

export interface CountDeps {
  readonly deposits: Deposits;
  readonly network: string;
  /** Classic address of the wallet. */
  readonly address: string;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  /** Throws while the store gives no answer: then no payment is at fault. */
  readonly probe: () => Promise<unknown>;
}

export interface CountFailure {
  readonly hash: string;
  readonly ledgerIndex: number;
  readonly cause: unknown;
}

/**
 * Counts the entries of the ledgers that were read whole.
 * @param parks whether what cannot be counted is parked for the operator, who can see and assign it then
 * @returns what could be neither
 */
export async function countEntries(
  { entries, upTo }: Pick<HistoryPage, "entries" | "upTo">,
  deps: CountDeps,
  parks = false,
): Promise<readonly CountFailure[]> {
  const uncounted: CountFailure[] = [];
  for (const entry of entries) {
    if (entry.ledgerIndex > upTo) break;
    const deposit = arrivalOf(entry, deps.network, deps.address);
    const cause = deposit === undefined ? undefined : await faultOf(deposit, deps, parks);
    if (cause !== undefined) uncounted.push({ ...placeOf(entry), cause });
  }
  return uncounted;
}

function placeOf({ hash, ledgerIndex }: HistoryEntry): Omit<CountFailure, "cause"> {
  return { hash, ledgerIndex };
}

type CreditDeps = Pick<CountDeps, "deposits" | "stop" | "probe">;

async function faultOf(deposit: Deposit, deps: CreditDeps, parks: boolean): Promise<unknown> {
  try {
    await deps.deposits.credit(deposit);
    return undefined;
  } catch (error) {
    if (deps.stop.aborted) throw error;
    await deps.probe();
    return parks && deposit.isParked !== true ? faultOf({ ...deposit, isParked: true }, deps, false) : error;
  }
}
