/**
 * Follows a wallet on its ledger and has counted what arrives, without anybody asking. Any number of processes may
 * follow the same wallet: what two of them tell of is counted once.
 */
import { setTimeout as pause } from "node:timers/promises";
import { HubError } from "../../runtime/errors.ts";
import type { Clock, Deposits } from "../../runtime/ports.ts";
import type { History, HistoryPage } from "../ledger.ts";
import { arrivalOf } from "./arrivals.ts";
import type { Markers } from "./markers.ts";

export interface FollowerOptions {
  readonly history: History;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  readonly markers: Markers;
  readonly deposits: Deposits;
  readonly clock: Clock;
  /** Ends every wait when the process stops. */
  readonly stop: AbortSignal;
  /** How long to wait before the ledger is looked at again, when nobody wakes the follower before. */
  readonly pollMs: number;
  /** What went wrong with counting; a ledger that does not answer is no news of that kind. */
  readonly report: (error: unknown) => void;
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
  /** The last ledger that was read whole; `undefined` before the first. */
  readonly ledger: number | undefined;
  /** How many validated ledgers are still to be read, as far as is known. */
  readonly behind: number;
  /** Why payments may not be counted by themselves at present, in a sentence. */
  readonly fault: string | undefined;
}

/** As long as the ledger may be silent before that is a fault; it closes every few seconds. */
const PATIENCE_MS = 60_000;
/** By how many ledgers a server may be behind what another one has shown. */
const FURTHEST_BACK = 100;
const ANEW = new Error('Its ledgers have begun anew: delete its row in the table "markers"');

export function createFollower(options: FollowerOptions): Follower {
  const { history, wallet, markers, deposits, clock, stop, pollMs, report } = options;
  /** Since when the ledger should be read to its end. */
  let startedAt: number | undefined;
  let caughtUpAt: number | undefined;
  let failure: string | undefined;
  let ledger: number | undefined;
  let behind = 0;
  let bell = new AbortController();

  return { catchUp, run, wake: () => bell.abort(), state };

  async function catchUp(): Promise<void> {
    const address = await wallet();
    for (;;) {
      const page = await history.read(address, await markers.from(), stop);
      for (const entry of page.entries) {
        const deposit = arrivalOf(entry, history.network, address);
        if (deposit !== undefined) await deposits.credit(deposit);
      }
      // Not before all of it is counted: a process that dies here reads it again.
      await markers.advance(page.upTo);
      ledger = Math.max(ledger ?? 0, page.upTo);
      behind = Math.max(0, page.validatedIndex - page.upTo);
      if (hasBegunAnew(page)) throw new HubError("ledger_unavailable", "The ledger has begun anew.", { cause: ANEW });
      if (behind === 0) break;
    }
    caughtUpAt = clock.now();
    failure = undefined;
  }

  /** Test networks begin anew from time to time; until their ledgers come up to the marker, none of them is read. */
  function hasBegunAnew({ upTo, validatedIndex }: HistoryPage): boolean {
    return upTo - validatedIndex > FURTHEST_BACK;
  }

  async function run(): Promise<void> {
    startedAt = clock.now();
    while (!stop.aborted) {
      bell = new AbortController();
      try {
        await catchUp();
      } catch (error) {
        const isSilent = error instanceof HubError && error.code === "ledger_unavailable";
        failure = isSilent ? sentenceOf(error) : "What arrived cannot be counted.";
        if (!isSilent) report(error);
      }
      await pause(pollMs, undefined, { signal: AbortSignal.any([stop, bell.signal]) }).catch(() => undefined);
    }
  }

  function state(): FollowerState {
    const last = caughtUpAt ?? startedAt;
    const isLate = last !== undefined && clock.now() - last > PATIENCE_MS;
    const late = isLate ? "The ledger has not been read to its end for over a minute." : undefined;
    return { ledger, behind, fault: failure ?? late };
  }
}

function sentenceOf({ cause }: HubError): string {
  const why = cause instanceof Error ? ` ${cause.message}.` : "";
  return `The ledger cannot be read on.${why}`;
}
