/** Comes back to ledgers that were passed: reads what a server holds of them by now, and says what is left. */
import type { From, AccountHistory } from "../ledger.ts";
import { type CountDeps, countEntries, type CountFailure } from "./count.ts";
import type { Gap } from "./gaps.ts";
import { uncountedGap } from "./markers.ts";

/** What could not be counted for so long never will be by itself: it is parked for the operator. */
const PARKED_AFTER_MS = 60_000;

export interface GapDeps extends CountDeps {
  readonly history: AccountHistory;
}

/** What is left is the gap itself where no server holds any of it. */
export async function readGap(
  gap: Gap,
  from: From,
  deps: GapDeps,
): Promise<{ readonly left: readonly Gap[]; readonly uncounted: readonly CountFailure[] }> {
  const { history, address, clock, stop } = deps;
  const stamps = from !== "first" && "after" in from ? from.stamps : [];
  const page = await history.readWithin(address, gap, stamps, stop);
  if (page === undefined) return { left: [gap], uncounted: [] };
  const isOld = clock.now() - gap.since >= PARKED_AFTER_MS;
  const uncounted = await countEntries(page, deps, gap.reason === "uncounted" && isOld);
  const left = [
    { ...gap, last: page.first - 1 },
    ...uncounted.map(({ ledgerIndex }) => uncountedGap(ledgerIndex, gap.since)),
    { ...gap, first: page.upTo + 1 },
  ].filter(({ first, last }) => first <= last);
  return { left, uncounted };
}
