/** The sandbox ledger: a simulated XRP Ledger with its API and its faucet, for tests, demos and a hub without a wallet. */
import type { Clock } from "../runtime/world.ts";
import { Chain, RIPPLE_EPOCH } from "./chain/chain.ts";
import { type Endowment, genesisLedger } from "./chain/genesis.ts";
import {
  type FaucetAnswer,
  type FaucetPayment,
  type FaucetRefusal,
  type FaucetRequest,
  payFromFaucet,
  sendFromFaucet,
  type SentPayment,
} from "./faucet.ts";
import type { Faults } from "./chain/faults.ts";
import { answerHttp, type RpcAnswer } from "./rpc/http.ts";
import { openSession, type SocketSession, type Socket } from "./rpc/socket.ts";
import { Subscriptions } from "./rpc/subscriptions.ts";
import { View } from "./rpc/view.ts";
import { restoreLedger, type Snapshot } from "./snapshot.ts";

export interface SandboxOptions {
  readonly networkId: number;
  readonly clock: Clock;
  /** A fraction from 0 up to 1. */
  readonly random: () => number;
  /** Accounts that are there from the beginning. */
  readonly endowments?: readonly Endowment[];
  readonly faults?: Faults;
  /** Goes on from here instead of beginning anew. */
  readonly snapshot?: Snapshot | undefined;
}

/** The port a request came in by: the operator's is told more. */
export type Port = "public" | "admin";

export interface Sandbox {
  readonly chain: Chain;
  /** Answers the body of a POST; `undefined` when a fault keeps it silent. */
  http(body: string, port: Port): RpcAnswer | undefined;
  /** Serves a socket until the session is disposed of. */
  session(socket: Socket, port: Port): SocketSession;
  faucet(request: FaucetRequest): FaucetAnswer | FaucetRefusal;
  /**
   * Pays with play money, for a person without a wallet. Comes back once it is in a closed ledger, or when the signal
   * says that it takes too long.
   */
  pay(payment: FaucetPayment, signal: AbortSignal): Promise<SentPayment>;
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { networkId, clock, random, endowments = [], faults = {}, snapshot } = options;
  const startedAt = clock.now();
  const first =
    snapshot === undefined
      ? genesisLedger(Math.floor(startedAt / 1000) - RIPPLE_EPOCH, endowments)
      : restoreLedger(snapshot);
  const chain = new Chain({ networkId, first, clock, faults });
  const server = { chain, view: new View(chain, faults), faults, clock, startedAt, random };
  const subscriptions = new Subscriptions(server);
  chain.listen(subscriptions);
  return {
    chain,
    http: (body, port) => answerHttp(body, server, port === "admin"),
    session: (socket, port) => openSession(server, subscriptions, socket, port === "admin"),
    faucet: (request) => payFromFaucet(chain, request, random),
    async pay(payment, signal) {
      const sent = sendFromFaucet(chain, payment);
      if (signal.aborted || !sent.isPaid) return sent;
      const isFinal = Promise.withResolvers<void>();
      using _listening = chain.listen({
        closed: () => chain.history.transaction(sent.hash) !== undefined && isFinal.resolve(),
      });
      signal.addEventListener("abort", () => isFinal.resolve(), { once: true });
      await isFinal.promise;
      return sent;
    },
  };
}

/** Closes a ledger again and again, until the signal says stop. */
export function closeRegularly(chain: Chain, everyMs: number, signal: AbortSignal): void {
  const timer = setInterval(() => void chain.close(), everyMs);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}
