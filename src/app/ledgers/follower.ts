/** Has a wallet followed on its ledger: by polling, and sooner where a server's stream or the sandbox gives a sign. */
import { tellUnlessOutage } from "../telemetry/failures.ts";
import type { Log } from "../telemetry/log.ts";
import { createFollower, type Follower, type FollowerState } from "../../payment/follower/follower.ts";
import { passingMarkers, storedMarkers } from "../../payment/follower/markers.ts";
import type { AccountHistory } from "../../payment/ledger.ts";
import { isSocketUrl } from "../../payment/xrpl/rpc.ts";
import { listenToLedgers } from "../../payment/xrpl/stream.ts";
import type { Deposits } from "../../runtime/ports/deposits.ts";
import type { Clock } from "../../runtime/world.ts";
import type { Leadership } from "../../store/processes/leader.ts";
import type { Store } from "../../store/store.ts";

export interface WalletFollowerDeps {
  readonly history: AccountHistory;
  /** Classic address. */
  readonly wallet: () => Promise<string>;
  /** Of the ledger's servers. */
  readonly urls: readonly string[];
  /** The ledger that is in this process, where it is that one: calls back whenever it has closed. */
  readonly sandbox?: { onClose(listener: () => void): void } | undefined;
  readonly store: Store;
  readonly deposits: Deposits;
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: AbortSignal;
  /** Whether this process reads the ledger at this moment; else it looks how far the one that does has come. */
  readonly leadership: Pick<Leadership, "leads" | "onLead">;
}

/** About as often as ledgers close. */
const POLL_MS = 4_000;
/** With a stream the poll is for what the stream has lost. */
const STREAMED_POLL_MS = 15_000;
const RETRY_MS = 1_000;
/** A ledger that nobody has used. */
const UNUSED: FollowerState = { isStarting: false, ledger: 0, behind: 0, fault: undefined, gaps: [] };

export interface WalletFollower {
  readonly state: Follower["state"];
  /** Follows until the process stops. */
  start(): void;
}

export function followWallet(deps: WalletFollowerDeps): WalletFollower {
  const { history, wallet, urls, sandbox, store, clock, log, stop, deposits, leadership } = deps;
  const { network } = history;
  const since = clock.now();
  const streams = urls.filter(isSocketUrl);
  const follower = createFollower({
    history,
    wallet,
    markers: sandbox === undefined ? storedMarkers({ store, network, wallet, since }) : passingMarkers(),
    deposits,
    storeFault: () => store.fault(),
    clock,
    stop,
    leads: sandbox === undefined ? leadership.leads : () => true,
    pollMs: streams.length > 0 ? STREAMED_POLL_MS : POLL_MS,
    report: tellUnlessOutage(`Cannot count what arrives on ${network}`, log),
    warn: (sentence) => log.warn(sentence),
  });
  let isRunning = false;
  // The sandbox is not even loaded before somebody uses it, and until then nothing can have arrived.
  const state = () => (sandbox === undefined || isRunning ? follower.state() : UNUSED);
  return { state, start };

  function start(): void {
    if (sandbox === undefined) {
      listenToLedgers({ urls: streams, signal: stop, random: Math.random, firstRetryMs: RETRY_MS }, follower.wake);
      leadership.onLead(follower.wake);
      void follower.run();
      return;
    }
    sandbox.onClose(() => {
      if (isRunning) return follower.wake();
      isRunning = true;
      void follower.run();
    });
  }
}
