/** A shop's wallet on a sandbox ledger behind its doors on loopback, and those who pay it. */
import { randomInt } from "node:crypto";
import { encode, encodeForSigning } from "ripple-binary-codec";
import { sign } from "ripple-keypairs";
import { createDeposits } from "../../src/accounts/deposits.ts";
import { createFollower, type Follower } from "../../src/payment/follower/follower.ts";
import { type Markers, storedMarkers } from "../../src/payment/follower/markers.ts";
import type { HubLedger } from "../../src/app/ledgers/ledger.ts";
import { rippledLedger } from "../../src/payment/xrpl/client.ts";
import type { Faults } from "../../src/sandbox-ledger/chain/faults.ts";
import { LedgerDraft } from "../../src/sandbox-ledger/ledger/draft.ts";
import type { Clock } from "../../src/runtime/world.ts";
import type { Store } from "../../src/store/store.ts";
import { type Wallet, walletOf } from "./payer.ts";
import { serveMirror, serveSandbox, type TestSandbox } from "./sandbox.ts";

export const SHOP = walletOf("shop");
export const BUYER = walletOf("buyer");
export const OTHER = walletOf("other");
export const NETWORK_ID = 21_338;
export const NETWORK = `xrpl:${NETWORK_ID}`;
const RICH = 1_000_000_000_000n;

/** What goes wrong with the server, changed as a test goes on. */
export type Weather = { -readonly [Fault in keyof Faults]: Faults[Fault] };

export interface DepositWorld extends AsyncDisposable {
  readonly served: TestSandbox;
  readonly weather: Weather;
  /** The same of a second server of the same chain, where the world has one. */
  readonly mirrorWeather: Weather;
  /** Over HTTP, or over a WebSocket. */
  readonly ledger: HubLedger;
  readonly clock: Clock;
  /** What the store calls this world's ledger. */
  readonly network: string;
  /** Sends a transaction, a payment of the buyer to the shop unless the fields say otherwise. Returns its hash. */
  send(fields: object, wallet?: Wallet): string;
  /** Sends it and closes the ledger. */
  pay(fields: object, wallet?: Wallet): string;
  close(): void;
  /** The marker of this world's chain: another one begins with the same ledgers. */
  markers(store: Store, since?: number): Markers;
  follower(store: Store, overrides?: Partial<Parameters<typeof createFollower>[0]>): Follower;
}

export interface WorldOptions {
  readonly networkId?: number;
  readonly overSocket?: boolean;
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Whether a second server of the same chain is asked, too. */
  readonly isMirrored?: boolean;
  /** More servers of the same chain would be another matter: these are asked first. */
  readonly urls?: readonly string[];
}

export function openDepositWorld(options: WorldOptions = {}): DepositWorld {
  const { networkId = NETWORK_ID, overSocket = false, timeoutMs = 2000, clock = { now: Date.now } } = options;
  const weather: Weather = {};
  const endowments = [SHOP, BUYER, OTHER].map(({ address }) => ({ address, drops: RICH }));
  const served = serveSandbox({ networkId, endowments, faults: weather, clock });
  const { chain } = served.sandbox;
  const mirrorWeather: Weather = {};
  const mirror = options.isMirrored ? serveMirror(served.sandbox, clock, mirrorWeather) : undefined;
  const stop = new AbortController();
  const world = randomInt(2 ** 31);
  const ledger = rippledLedger({
    network: `xrpl:${networkId}`,
    urls: [...(options.urls ?? []), overSocket ? served.socketUrl : served.url, ...(mirror ? [mirror.url] : [])],
    fetch,
    timeoutMs,
    pollMs: 1, // And so every question is asked anew.
    clock,
    stop: stop.signal,
  });
  const send = (fields: object, wallet = BUYER): string => {
    const unsigned = {
      TransactionType: "Payment",
      Account: wallet.address,
      Destination: SHOP.address,
      Amount: "1000000",
      Fee: "10",
      Sequence: new LedgerDraft(chain.open).account(wallet.address)?.Sequence ?? 0,
      ...(networkId > 1024 && { NetworkID: networkId }),
      SourceTag: world, // So that no hash of it is known from another world.
      ...fields,
      SigningPubKey: wallet.publicKey,
    };
    const blob = encode({ ...unsigned, TxnSignature: sign(encodeForSigning(unsigned), wallet.privateKey) });
    return chain.submit(blob).transaction.hash;
  };
  const network = `${ledger.network} ${world}`;
  const markers = (store: Store, since = clock.now()): Markers =>
    storedMarkers({ store, network, wallet: async () => SHOP.address, since });
  return {
    served,
    weather,
    mirrorWeather,
    network,
    ledger,
    clock,
    send,
    pay(fields, wallet) {
      const hash = send(fields, wallet);
      chain.close();
      return hash;
    },
    markers,
    close: () => void chain.close(),
    follower: (store, overrides = {}) =>
      createFollower({
        history: ledger,
        wallet: async () => SHOP.address,
        markers: markers(store),
        storeFault: () => store.fault(),
        deposits: createDeposits({ store, referralPercent: 5, main: NETWORK, clock }),
        clock,
        stop: stop.signal,
        pollMs: 60_000,
        report: (error) => {
          throw error;
        },
        warn: () => undefined,
        ...overrides,
      }),
    async [Symbol.asyncDispose]() {
      stop.abort();
      await mirror?.[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}
