/** The rails this hub is paid on: the ledgers behind their servers, and what keeps payments going. */
import { RENEW_MS } from "../store/processes/leases.ts";
import type { Config } from "./settings/config.ts";
import { ledgerNames, ledgerServers } from "./settings/ledger-servers.ts";
import type { Job } from "./jobs/jobs.ts";
import type { LocalLedger, World } from "./world.ts";
import { ledgerRail } from "../payment/rail/ledger-rail.ts";
import { createFacilitator, type Facilitator } from "../payment/facilitator/facilitator.ts";
import { type Rails, railsOf } from "../payment/rail/rails.ts";
import { createReceipts, type Receipts } from "../payment/receipts.ts";
import { orderCheck, payableCheck } from "../payment/rail/payable.ts";
import type { ReceivingWallet } from "../payment/rail/receiving-wallet.ts";
import { walletCheck, type WalletReport } from "../payment/wallet-check.ts";
import {
  type FollowedWallets,
  type UnfollowedOrders,
  unfollowedOrders,
} from "../payment/follower/unfollowed-orders.ts";
import type { Payee } from "../payment/terms/terms.ts";
import type { Policy } from "../payment/verify/blob.ts";
import type { Deposits } from "../runtime/ports/deposits.ts";
import type { Secrets } from "../store/hub/hub-key.ts";
import type { Leadership } from "../store/processes/leader.ts";
import type { Store } from "../store/store.ts";
import { type StoredResponses, storedResponses } from "../store/responses/stored-responses.ts";

export interface PaymentServiceDeps {
  readonly world: Pick<World, "clock" | "log" | "openLedger" | "followWallet">;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly hubUrl: () => string;
  /** Where this very process listens: the sandbox is in it, whatever address the public uses. */
  readonly ownUrl: () => string;
  /** Classic address of the service wallet. */
  readonly wallet: () => Promise<string>;
  /** The ledger that is in this process, where it is that one. */
  readonly sandbox: LocalLedger | undefined;
  /** Where what arrives is counted. */
  readonly deposits: Deposits;
  readonly stop: AbortSignal;
  readonly leadership: Leadership;
}

export interface PaymentServices {
  /** CAIP-2 names of the ledgers. */
  readonly networks: { readonly main: string; readonly test: string };
  readonly rail: Rails;
  readonly receipts: Receipts;
  /** What was bought, or is kept under a key: one that is both is written once. */
  readonly responses: StoredResponses;
  readonly facilitator: Facilitator;
  /** Where payments arrive, on the main ledger first. */
  readonly receivingWallets: readonly ReceivingWallet[];
  /** Who is paid on the main ledger. */
  readonly payee: () => Promise<Payee>;
  /** @throws {HubError} `ledger_unavailable` where the main ledger says that an order could not be paid. */
  readonly expectPayableOrder: () => Promise<void>;
  /** How the wallet stands on the main ledger and on the free tier's; where these are one, it is asked once. */
  readonly checkWallets: () => Promise<readonly [main: WalletReport, test: WalletReport]>;
  /** Finds out what became of payments that nobody waits for. */
  recover(): Promise<void>;
  readonly jobs: readonly Job[];
  /** Orders whose payers may pay into a wallet that is not followed any more. */
  leftOrders(): Promise<readonly UnfollowedOrders[]>;
  /** Follows the wallets on their ledgers until the process stops. */
  follow(): void;
}

const RECOVER_MS = 15_000;
const FORGET_MS = 60_000;
const POLICY: Policy = {
  /** A hundred times the usual fee. */
  maxFee: 10_000n,
  lagLedgers: 3,
};

export function createPayment(config: Config, deps: PaymentServiceDeps): PaymentServices {
  const { store, secrets, hubUrl, wallet, sandbox, stop } = deps;
  const { clock, log, openLedger, followWallet } = deps.world;
  const isSandbox = sandbox !== undefined;
  const destinationTag = config.XRPL_DESTINATION_TAG;
  const newId = () => crypto.randomUUID();
  const responses = storedResponses(store, clock);
  const receipts = createReceipts(secrets.current, hubUrl, secrets.earlier);
  const networks = ledgerNames(config);
  const servers = ledgerServers(config);
  const main = openRail(networks.main, servers.main);
  const test = networks.test === networks.main ? main : openRail(networks.test, servers.test);
  const lines = main === test ? [main] : [main, test];
  const facilitator = createFacilitator({ payees: lines, store, policy: POLICY, clock, newId, stop });
  return {
    networks,
    rail: railsOf(main, test),
    receipts,
    responses,
    facilitator,
    receivingWallets: lines.map(({ receivingWallet }) => receivingWallet),
    payee: main.payee,
    expectPayableOrder: orderCheck({ checkWallet: main.checkWallet, stop }),
    checkWallets: () => Promise.all([main.checkWallet(), test.checkWallet()]),
    async recover() {
      for (const { rail } of lines) await rail.recover();
    },
    jobs: [
      ...lines.flatMap(({ jobs }) => jobs),
      {
        complaint: "Cannot renew the holds of payments for other sellers",
        everyMs: RENEW_MS,
        run: () => facilitator.renew(),
        isLease: true,
      },
      {
        complaint: "Cannot forget what is kept of long answers",
        everyMs: FORGET_MS,
        run: () => responses.forget(),
        isLeaders: true,
      },
    ],
    follow: () => lines.forEach(({ followers }) => followers.forEach((follower) => follower.start())),
    leftOrders: async () => (isSandbox ? [] : unfollowedOrders(store, await followedWallets(), clock.now())),
  };

  function followedWallets(): Promise<readonly FollowedWallets[]> {
    const ofLines = lines.map(async ({ network }) => ({
      network,
      present: await wallet(),
      earlier: config.XRPL_PREVIOUS_WALLETS,
    }));
    return Promise.all(ofLines);
  }

  function openRail(network: string, servers: readonly string[]) {
    const urls = isSandbox ? [] : servers;
    const ledger = openLedger({ network, urls, ownUrl: deps.ownUrl, stop });
    const payee = async () => ({
      network,
      isSandbox,
      wallet: await wallet(),
      destinationTag,
      walletWord: config.HUB_WALLET_WORD,
    });
    const checkWallet = walletCheck({ ledger, address: wallet, destinationTag, clock, signal: stop });
    const earlierWallets = config.XRPL_PREVIOUS_WALLETS.filter((address) => address !== config.XRPL_WALLET_ADDRESS);
    const rail = ledgerRail({
      store,
      responses,
      ledger,
      assertPayable: payableCheck({ ledger, checkWallet, clock, stop }),
      invoices: {
        secret: secrets.current,
        earlierSecrets: secrets.earlier,
        network,
        ttlSeconds: config.INVOICE_TTL_SECONDS,
      },
      payee,
      earlierWallets,
      policy: POLICY,
      receipts,
      hubUrl,
      clock,
      newId,
      stop,
    });
    const { deposits, leadership } = deps;
    const wanted = { history: ledger, wallet, urls, sandbox, store, deposits, clock, log, stop, leadership };
    const follower = followWallet(wanted);
    const earlier = earlierWallets.map((address) => ({
      address,
      follower: followWallet({ ...wanted, wallet: async () => address }),
    }));
    const jobs: readonly Job[] = [
      {
        complaint: `Cannot renew the holds of payments on ${network}`,
        everyMs: RENEW_MS,
        run: () => rail.renew(),
        isLease: true,
      },
      {
        complaint: `Cannot recover payments on ${network}`,
        everyMs: RECOVER_MS,
        run: () => rail.recover(),
        isLeaders: true,
      },
    ];
    return {
      network,
      ledger,
      payee,
      rail,
      jobs,
      followers: [follower, ...earlier.map((each) => each.follower)],
      receivingWallet: {
        ledger,
        wallet,
        followed: follower.state,
        earlier: earlier.map((each) => ({ address: each.address, followed: each.follower.state })),
      },
      checkWallet,
    };
  }
}
