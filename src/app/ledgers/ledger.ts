/** The ledgers a hub is paid on: behind their servers, or the sandbox that is in this very process. */
import type { AccountHistory, Ledger } from "../../payment/ledger.ts";
import type { WalletSource } from "../../payment/wallet-check.ts";
import { rippledLedger } from "../../payment/xrpl/client.ts";
import type { PlatformFetch } from "../../payment/xrpl/rpc.ts";
import type { Clock } from "../../runtime/world.ts";

/** A ledger with all that a hub asks of it. */
export type HubLedger = Ledger & AccountHistory & WalletSource;

export interface LedgerOptions {
  /** CAIP-2 name, for example "xrpl:0". */
  readonly network: string;
  /** Of the ledger; none for the sandbox, which is this process. */
  readonly urls: readonly string[];
  /** Where this very process listens. */
  readonly ownUrl: () => string;
  /** Ends every wait. */
  readonly stop: AbortSignal;
}

const SERVER_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;
/** The sandbox is in this process, and may close its ledgers much faster. */
const SANDBOX_POLL_MS = 50;

/** `fetch` reaches the servers. */
export function openLedger(
  { network, urls, ownUrl, stop }: LedgerOptions,
  clock: Clock,
  fetch: PlatformFetch,
): HubLedger {
  const common = { network, stop, clock, timeoutMs: SERVER_TIMEOUT_MS };
  if (urls.length > 0) return rippledLedger({ ...common, urls, fetch, pollMs: POLL_MS });
  // The way to oneself leads through no proxy, whatever the environment names. Its type knows no `false` yet.
  const direct = { proxy: false } as object;
  const sandbox: PlatformFetch = (_url, init) => fetch(`${ownUrl()}/sandbox/ledger`, { ...init, ...direct });
  return rippledLedger({ ...common, urls: ["sandbox:"], fetch: sandbox, pollMs: SANDBOX_POLL_MS });
}
