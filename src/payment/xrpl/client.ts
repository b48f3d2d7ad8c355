/**
 * The ledger behind one or more rippled or Clio servers, over HTTP or a WebSocket. What one answer says of another, such as "not
 * found" and "I hold all ledgers", is always asked of the same server.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../runtime/world.ts";
import type { Fate, AccountHistory, Ledger, PayerQuery, ValidatedPayment } from "../ledger.ts";
import { networkId } from "../requirements.ts";
import { ACCOUNT_INFO, ACCOUNT_TICKETS, TX } from "./answers.ts";
import type { WalletSource } from "../wallet-check.ts";
import { historyOf } from "./history.ts";
import { type AskServer, createAsk, type RpcOptions } from "./rpc.ts";
import { type LedgerServer, watchServer } from "./server.ts";
import { ServerRefusal, ServerFault, unavailable } from "./server-fault.ts";
import { submit } from "./submit.ts";
import { paymentOf } from "./validated.ts";
import { walletView } from "./wallet-view.ts";

export interface ClientOptions extends RpcOptions {
  /** CAIP-2 name of the ledger the servers must be of. */
  readonly network: string;
  /** http(s) or ws(s); the first that is fit is asked. */
  readonly urls: readonly string[];
  /** How often a new ledger is looked for while somebody waits for one. */
  readonly pollMs: number;
  readonly clock: Clock;
}

/** A flag of an account, as the ledger names it. */
const MASTER_DISABLED = 0x0010_0000;
const PAGES = 10;
/** A network's first ledger has no transactions; the first that is closed comes after it. */
const FIRST_CLOSED = 2;

export function rippledLedger({
  network,
  urls,
  pollMs,
  clock,
  ...rpc
}: ClientOptions): Ledger & AccountHistory & WalletSource {
  const ask = createAsk(rpc);
  const id = networkId(network);
  if (id === undefined) throw new Error(`Cannot use a ledger: "${network}" is no name of a network, needs "xrpl:N"`);
  const freshMs = Math.min(pollMs, 500);
  const servers = urls.map((url) => watchServer({ url, networkId: id, ask, freshMs, clock }));

  return {
    network,

    view: (payer, signal) =>
      firstFit(signal, async (server) => {
        const { index, reserveBase, reserveIncrement } = await server.state(signal);
        const reserves = { reserveBase, reserveIncrement };
        try {
          const params = { account: payer.account, ledger_index: "validated" };
          const { ledger_index: at, account_data: account } = await ask(server.url, ACCOUNT_INFO, params, signal);
          if (at > index) await server.newState(); // A ledger has closed meanwhile: whoever asks on knows of it, too.
          const view = {
            sequence: account.Sequence,
            balance: BigInt(account.Balance),
            ownerCount: account.OwnerCount,
            isMasterDisabled: (account.Flags & MASTER_DISABLED) !== 0,
            regularKey: account.RegularKey,
            hasTicket: await hasTicket(ask, server, payer, signal),
          };
          return { validatedIndex: Math.max(index, at), payer: view, ...reserves };
        } catch (error) {
          if (error instanceof ServerRefusal && error.error === "actNotFound")
            return { validatedIndex: index, payer: undefined, ...reserves };
          throw error;
        }
      }),

    wallet: (address, signal) => firstFit(signal, (server) => walletView(ask, server, address, signal)),

    submit: (blob, signal) => submit(blob, { ask, firstFit }, signal),

    fate: (hash, first, last, signal) => {
      let isOver = false;
      return firstFit(
        signal,
        async (server): Promise<Fate> => {
          // In this order: what is not found now was not in any ledger that was validated before.
          const state = await server.state(signal);
          const payment = await find(ask, server, hash, signal);
          if (payment !== undefined) return { state: "validated", payment };
          if (state.index >= last && state.holds(Math.max(first, FIRST_CLOSED), last)) return { state: "never" };
          return { state: "pending", validatedIndex: state.index };
        },
        (fate) => {
          if (fate.state !== "pending") return true;
          // Its ledgers are closed, and this server does not hold them all: the next one may.
          isOver ||= fate.validatedIndex >= last;
          return !isOver;
        },
      );
    },

    find: (hash, signal) =>
      firstFit(
        signal,
        async (server) => {
          await server.state(signal);
          return find(ask, server, hash, signal);
        },
        (payment) => payment !== undefined, // Not found proves nothing: the next server may hold more.
      ),

    ...historyOf(servers, ask),

    answers: (signal) => firstFit(signal, async (server) => void (await server.state(signal))),

    async nextLedger(index, signal) {
      while ((await firstFit(signal, (server) => server.state(signal))).index <= index) {
        await pause(pollMs, undefined, { signal }).catch(() => {
          throw unavailable();
        });
      }
    },
  };

  /** The first final answer; where no server gives one, the first answer. */
  async function firstFit<T>(
    signal: AbortSignal,
    act: (server: LedgerServer) => Promise<T>,
    isFinal: (answer: T) => boolean = () => true,
  ): Promise<T> {
    let fault: unknown;
    const tentative: T[] = [];
    for (const server of servers) {
      if (signal.aborted) break;
      try {
        const answer = await act(server);
        if (isFinal(answer)) return answer;
        tentative.push(answer);
      } catch (error) {
        if (!(error instanceof ServerFault || error instanceof ServerRefusal)) throw error;
        fault = error;
      }
    }
    for (const answer of tentative) return answer;
    throw unavailable(fault);
  }
}

async function find(
  ask: AskServer,
  { url }: LedgerServer,
  hash: string,
  signal: AbortSignal,
): Promise<ValidatedPayment | undefined> {
  try {
    const answer = await ask(url, TX, { transaction: hash, binary: false }, signal);
    if (answer.validated !== true) return undefined;
    return paymentOf(hash, "tx_json" in answer ? answer.tx_json : answer, answer.meta);
  } catch (error) {
    if (error instanceof ServerRefusal && error.error === "txnNotFound") return undefined;
    throw error;
  }
}

async function hasTicket(
  ask: AskServer,
  { url }: LedgerServer,
  payer: PayerQuery,
  signal: AbortSignal,
): Promise<boolean> {
  if (payer.method === "sequence") return false;
  let marker: unknown;
  for (let page = 0; page < PAGES; page++) {
    const params = { account: payer.account, type: "ticket", ledger_index: "validated", ...(page > 0 && { marker }) };
    const answer = await ask(url, ACCOUNT_TICKETS, params, signal);
    if (answer.account_objects.some(({ TicketSequence }) => TicketSequence === payer.slot)) return true;
    if (answer.marker === undefined) return false;
    marker = answer.marker;
  }
  return false;
}
