/**
 * Follows a wallet on its ledger and has counted what arrives, without anybody asking. Any number of processes may
 * follow the same wallet: what two of them tell of is counted once. Neither ledgers that no server holds nor a payment
 * that cannot be counted stop it: it goes on behind them, and comes back to them.
 */
import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "../../runtime/errors.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import { ageOf, type Awaitable, type Clock } from "../../runtime/world.ts";
import { unavailable } from "../../store/faults.ts";
import type { AccountHistory, HistoryPage } from "../ledger.ts";
import { countEntries, type CountFailure } from "./count.ts";
import type { Gap } from "./gaps.ts";
import { type GapDeps, readGap } from "./read-gap.ts";
import type { Markers } from "./markers.ts";

export interface FollowerOptions {
  readonly history: AccountHistory;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  readonly markers: Markers;
  readonly deposits: Deposits;
  /** What keeps deposits from being written down at all, in a sentence. */
  readonly storeFault: () => Awaitable<string | undefined>;
  readonly clock: Clock;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
  /** How long to wait before the ledger is looked at again, when nobody wakes the follower before. */
  readonly pollMs: number;
  /** Whether this process reads at this moment; left out, always. Else it looks how far another one has come. */
  readonly leads?: () => boolean;
  /** What went wrong with counting, once while it lasts; a ledger that does not answer is no news of that kind. */
  readonly report: (error: unknown) => void;
  /** What the operator should know of the ledger, in a sentence. */
  readonly warn: (sentence: string) => void;
}

export interface Follower {
  /** Reads on to the last validated ledger there is. @throws {HubError} `ledger_unavailable`. */
  catchUp(): Promise<void>;
  /** Follows until the process stops. */
  run(): Promise<void>;
  /** Has `run` look at the ledger now. */
  wake(): void;
  state(): FollowerState;
}

export interface FollowerState {
  /** Whether the first look at the ledger is still to come, or under way. */
  readonly isStarting: boolean;
  /** The last ledger that was read whole; 0 before the first. */
  readonly ledger: number;
  /** How many validated ledgers are still to be read, as far as is known. */
  readonly behind: number;
  /** Why payments may not be counted by themselves at present, in a sentence. */
  readonly fault: string | undefined;
  /** Ledgers before the last one in which payments may be that are not counted yet. */
  readonly gaps: readonly Gap[];
}

/** As long as the ledger may be silent before that is a fault; it closes every few seconds. */
const PATIENCE_MS = 60_000;
const START_MS = 250;
/** How long to wait before gaps are tried again: at once after a new one, then in longer and longer steps. */
const FIRST_GAP_MS = 4_000;
const LONGEST_GAP_MS = 60_000;

export function createFollower(options: FollowerOptions): Follower {
  const { history, wallet, markers, storeFault, clock, stop, pollMs, report, warn, leads = () => true } = options;
  const { network } = history;
  /** Since when the ledger should be read to its end. */
  let startedAt: number | undefined;
  let caughtUpAt: number | undefined;
  let failure: string | undefined;
  let reported: string | undefined;
  let ledger = 0;
  let isStarting = true;
  let behind = 0;
  let gaps: readonly Gap[] = [];
  let gapMs = 0;
  let gapsTriedAt = -Infinity;
  let bell = new AbortController();

  return { catchUp, run, wake: () => bell.abort(), state };

  async function catchUp(): Promise<void> {
    const address = await wallet();
    gaps = await markers.gaps();
    for (;;) {
      const from = await markers.from();
      if (from !== "first" && "after" in from) ledger = Math.max(ledger, from.after);
      const page = await history.read(address, from, stop);
      await count(page, address);
      ledger = Math.max(ledger, page.upTo);
      behind = Math.max(0, page.validatedIndex - page.upTo);
      if (behind === 0) break;
    }
    isStarting = false;
    caughtUpAt = clock.now();
    failure = undefined;
    if (gaps.length > 0 && ageOf(gapsTriedAt, clock.now()) >= gapMs) await fillGaps(address);
  }

  /** Another process reads: what it has come to stands in the store. */
  async function standBy(): Promise<void> {
    const from = await markers.from();
    gaps = await markers.gaps();
    if (from === "first" || !("after" in from)) return;
    if (from.after > ledger) caughtUpAt = clock.now();
    ledger = from.after;
    behind = 0;
    isStarting = false;
    failure = undefined;
  }

  async function count(page: HistoryPage, address: string): Promise<void> {
    const { upTo, missing, stamp } = page;
    const uncounted = await countEntries(page, depsFor(address));
    const ledgers = uncounted.map(({ ledgerIndex }) => ledgerIndex);
    // Not before all of it is counted: a process that dies here reads it again.
    await markers.advance({ upTo, missing, stamp, uncounted: ledgers, at: clock.now() });
    if (missing !== undefined)
      warn(`No server holds ledgers ${missing.first} to ${missing.last} of ${network}: ${LATER}`);
    tell(uncounted);
    if (missing === undefined && uncounted.length === 0) return;
    gaps = await markers.gaps();
    gapMs = 0;
  }

  async function fillGaps(address: string): Promise<void> {
    for (const gap of gaps) {
      const { left, uncounted } = await readGap(gap, await markers.from(), depsFor(address));
      if (left.length === 1 && left[0] === gap) continue;
      await markers.shrink(gap, left);
      tell(uncounted);
      if (left.length === 0) warn(`Ledgers ${gap.first} to ${gap.last} of ${network} have been read and counted.`);
    }
    gaps = await markers.gaps();
    gapsTriedAt = clock.now();
    gapMs = Math.min(Math.max(gapMs * 2, FIRST_GAP_MS), LONGEST_GAP_MS);
  }

  function depsFor(address: string): GapDeps {
    return { ...options, network, address, probe };
  }

  async function probe(): Promise<void> {
    const fault = await storeFault();
    if (fault !== undefined) throw unavailable(fault);
    await markers.gaps();
  }

  function tell(uncounted: readonly CountFailure[]): void {
    for (const { hash, ledgerIndex, cause } of uncounted)
      report(new Error(`Payment ${hash} in ledger ${ledgerIndex} cannot be counted yet`, { cause }));
  }

  async function run(): Promise<void> {
    startedAt = clock.now();
    while (!stop.aborted) {
      bell = new AbortController();
      try {
        await (leads() ? catchUp() : standBy());
        reported = undefined;
      } catch (error) {
        const isSilent = error instanceof HubError && error.code === "ledger_unavailable";
        failure = isSilent ? sentenceOf(error) : "What arrived cannot be counted.";
        if (!isSilent && reported !== String(error)) report(error);
        reported = String(error);
        isStarting = false;
      }
      // Another process is about to make the first step, or this one to lead.
      await pause(isStarting ? Math.min(pollMs, START_MS) : pollMs, undefined, {
        signal: AbortSignal.any([stop, bell.signal]),
      }).catch(() => undefined);
    }
  }

  function state(): FollowerState {
    const last = caughtUpAt ?? startedAt;
    const isLate = last !== undefined && ageOf(last, clock.now()) > PATIENCE_MS;
    const late = isLate ? "The ledger has not been read to its end for over a minute." : undefined;
    const unread = caughtUpAt === undefined ? "The ledger has not been read yet." : undefined;
    return { isStarting, ledger, behind, fault: failure ?? late ?? unread ?? gapSentence(gaps), gaps };
  }
}

const LATER = "payments in them are not counted until one does.";

function gapSentence([gap, ...others]: readonly Gap[]): string | undefined {
  if (gap === undefined) return undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length} more gaps)`;
  const which = `Ledgers ${gap.first} to ${gap.last}${more}`;
  return gap.reason === "missing"
    ? `${which} are held by no server: ${LATER}`
    : `${which} hold a payment that could not be counted yet.`;
}

function sentenceOf({ cause }: HubError): string {
  const why = cause instanceof Error ? ` ${cause.message}.` : "";
  return `The ledger cannot be read on.${why}`;
}
