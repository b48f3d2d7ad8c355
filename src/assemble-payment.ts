/** The rail this hub is paid on: the ledger behind its servers, and what keeps payments going. */
import { type FollowedWallet, followWallet } from "./assemble-follower.ts";
import { type Config, ledgerNames, ledgerServers } from "./config.ts";
import type { Log } from "./log.ts";
import { type LedgerRail, ledgerRail } from "./payment/ledger-rail.ts";
import { createReceipts, type Receipts } from "./payment/receipts.ts";
import type { Till } from "./payment/till.ts";
import { type WalletCheck, walletCheck, walletNews } from "./payment/wallet-check.ts";
import { rippledLedger } from "./payment/xrpl/client.ts";
import type { Fetch } from "./payment/xrpl/rpc.ts";
import type { Clock, Deposits } from "./runtime/ports.ts";
import type { Store } from "./store/store.ts";

export interface PaymentFacts {
  readonly store: Store;
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly hubUrl: () => string;
  /** Where this very process listens: the sandbox is in it, whatever address the public uses. */
  readonly ownUrl: () => string;
  /** Classic address of the service wallet. */
  readonly wallet: () => Promise<string>;
  readonly isSandbox: boolean;
  /** The ledger that is in this process, where it is that one. */
  readonly sandbox?: FollowedWallet["sandbox"];
  /** Where what arrives is counted. */
  readonly deposits: Deposits;
  readonly stop: AbortSignal;
  /** Reaches the ledger's servers. */
  readonly fetch: Fetch;
}

export interface AssembledPayment {
  readonly rail: LedgerRail;
  readonly receipts: Receipts;
  readonly checkWallet: WalletCheck;
  readonly tills: readonly Till[];
}

const SERVER_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;
/** The sandbox is in this process, and may close its ledgers much faster. */
const SANDBOX_POLL_MS = 50;
/** A hold lapses after 20 seconds. */
const RENEW_MS = 5_000;
const RECOVER_MS = 15_000;
/** A hundred times the usual fee, in drops. */
const MAX_FEE = 10_000n;
/** A payer's server may be ahead of ours by as much. */
const LAG_LEDGERS = 3;

export function assemblePayment(config: Config, facts: PaymentFacts): AssembledPayment {
  const { store, secret, clock, log, hubUrl, ownUrl, wallet, isSandbox, stop, fetch } = facts;
  const network = ledgerNames(config).main;
  const sandboxFetch: Fetch = (_url, init) => fetch(`${ownUrl()}/sandbox/ledger`, init);
  const urls = isSandbox ? ["sandbox:"] : ledgerServers(config);
  const ledger = rippledLedger({
    network,
    urls,
    fetch: isSandbox ? sandboxFetch : fetch,
    stop,
    timeoutMs: SERVER_TIMEOUT_MS,
    pollMs: isSandbox ? SANDBOX_POLL_MS : POLL_MS,
    clock,
  });
  const receipts = createReceipts(secret, hubUrl);
  const rail = ledgerRail({
    store,
    ledger,
    invoices: { secret, network, ttlSeconds: config.INVOICE_TTL_SECONDS },
    payee: async () => ({
      network,
      isSandbox,
      wallet: await wallet(),
      destinationTag: config.XRPL_DESTINATION_TAG,
      walletWord: config.HUB_WALLET_WORD,
    }),
    policy: { maxFee: MAX_FEE, lagLedgers: LAG_LEDGERS },
    receipts,
    hubUrl,
    clock,
    newId: () => crypto.randomUUID(),
    stop,
  });
  every(RENEW_MS, "Cannot renew the holds of payments", () => rail.renew());
  every(RECOVER_MS, "Cannot recover payments", () => rail.recover());
  const follower = followWallet({ history: ledger, urls, ...facts });
  const tills = [{ ledger, wallet, followed: follower.state }];
  const checkWallet = walletCheck(ledger, wallet, clock, stop);
  if (!isSandbox) void tellOfWallet();
  return { rail, receipts, tills, checkWallet };

  /** Before a customer finds out. */
  async function tellOfWallet(): Promise<void> {
    try {
      for (const news of await walletNews(ledger, wallet, checkWallet, stop)) log.warn(`${network}: ${news}`);
    } catch (error) {
      if (!stop.aborted) log.failure(`Cannot check the wallet on ${network}`, error);
    }
  }

  /** At once, and then again and again. */
  function every(ms: number, complaint: string, act: () => Promise<void>): void {
    const attempt = (): void => void act().catch((error: unknown) => log.failure(complaint, error));
    attempt();
    const timer = setInterval(attempt, ms);
    stop.addEventListener("abort", () => clearInterval(timer), { once: true });
  }
}
