/** The rails this hub is paid on: the ledgers behind their servers, and what keeps payments going. */
import { type FollowedWallet, followWallet } from "./follower.ts";
import { type Config, ledgerNames, ledgerServers } from "./config.ts";
import type { Log } from "./log.ts";
import { ledgerRail } from "../payment/ledger-rail.ts";
import { createFacilitator, type Facilitator } from "../payment/facilitator/facilitator.ts";
import { type Rails, railsOf } from "../payment/rails.ts";
import { createReceipts, type Receipts } from "../payment/receipts.ts";
import type { Till } from "../payment/till.ts";
import { walletCheck, type WalletReport } from "../payment/wallet-check.ts";
import type { Payee } from "../payment/terms.ts";
import type { Policy } from "../payment/verify/blob.ts";
import { rippledLedger } from "../payment/xrpl/client.ts";
import type { Fetch } from "../payment/xrpl/rpc.ts";
import type { Clock, Deposits } from "../runtime/ports.ts";
import type { Store } from "../store/store.ts";

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
  readonly rail: Rails;
  readonly receipts: Receipts;
  readonly facilitator: Facilitator;
  /** Where payments arrive, on the main ledger first. */
  readonly tills: readonly Till[];
  /** Who is paid on the main ledger. */
  readonly payee: () => Promise<Payee>;
  /** How the wallet stands on the main ledger and on the free tier's; where these are one, it is asked once. */
  readonly checkWallets: () => Promise<readonly [main: WalletReport, test: WalletReport]>;
}

const SERVER_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;
/** The sandbox is in this process, and may close its ledgers much faster. */
const SANDBOX_POLL_MS = 50;
/** A hold lapses after 20 seconds. */
const RENEW_MS = 5_000;
const RECOVER_MS = 15_000;
const POLICY: Policy = {
  /** A hundred times the usual fee. */
  maxFee: 10_000n,
  lagLedgers: 3,
};

export function assemblePayment(config: Config, facts: PaymentFacts): AssembledPayment {
  const { store, secret, clock, log, hubUrl, ownUrl, wallet, isSandbox, stop, fetch } = facts;
  const destinationTag = config.XRPL_DESTINATION_TAG;
  const newId = () => crypto.randomUUID();
  const receipts = createReceipts(secret, hubUrl);
  const sandboxFetch: Fetch = (_url, init) => fetch(`${ownUrl()}/sandbox/ledger`, init);
  const networks = ledgerNames(config);
  const servers = ledgerServers(config);
  const main = openRail(networks.main, servers.main);
  const test = networks.test === networks.main ? main : openRail(networks.test, servers.test);
  const lines = main === test ? [main] : [main, test];
  const facilitator = createFacilitator({ lines, store, policy: POLICY, clock, newId, stop });
  every(RENEW_MS, "Cannot renew the holds of payments for other sellers", () => facilitator.renew());
  return {
    rail: railsOf(main, test),
    receipts,
    facilitator,
    tills: lines.map(({ till }) => till),
    payee: main.payee,
    checkWallets: () => Promise.all([main.checkWallet(), test.checkWallet()]),
  };

  function openRail(network: string, servers: readonly string[]) {
    const urls = isSandbox ? ["sandbox:"] : servers;
    const ledger = rippledLedger({
      network,
      urls,
      fetch: isSandbox ? sandboxFetch : fetch,
      stop,
      timeoutMs: SERVER_TIMEOUT_MS,
      pollMs: isSandbox ? SANDBOX_POLL_MS : POLL_MS,
      clock,
    });
    const payee = async () => ({
      network,
      isSandbox,
      wallet: await wallet(),
      destinationTag,
      walletWord: config.HUB_WALLET_WORD,
    });
    const rail = ledgerRail({
      store,
      ledger,
      invoices: { secret, network, ttlSeconds: config.INVOICE_TTL_SECONDS },
      payee,
      policy: POLICY,
      receipts,
      hubUrl,
      clock,
      newId,
      stop,
    });
    every(RENEW_MS, "Cannot renew the holds of payments", () => rail.renew());
    every(RECOVER_MS, `Cannot recover payments on ${network}`, () => rail.recover());
    const follower = followWallet({ history: ledger, urls, ...facts });
    return {
      network,
      ledger,
      payee,
      rail,
      till: { ledger, wallet, followed: follower.state },
      checkWallet: walletCheck({ ledger, address: wallet, destinationTag, clock, signal: stop }),
    };
  }

  /** At once, and then again and again. */
  function every(ms: number, complaint: string, act: () => Promise<void>): void {
    const attempt = (): void => void act().catch((error: unknown) => log.failure(complaint, error));
    attempt();
    const timer = setInterval(attempt, ms);
    stop.addEventListener("abort", () => clearInterval(timer), { once: true });
  }
}
