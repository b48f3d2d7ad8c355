/**
 * The ledger behind one or more rippled or Clio servers, over HTTP or a WebSocket. What belongs together is asked at the same
 * address; and as several servers may stand behind that, nothing is concluded from what one answer says of another.
 */
import { setTimeout as pause } from "node:timers/promises";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import type { Clock } from "../../runtime/world.ts";
import type { AccountHistory, Ledger, PayerQuery } from "../ledger.ts";
import { networkId } from "../requirements.ts";
import { ACCOUNT_INFO, ACCOUNT_TICKETS } from "./answers.ts";
import type { WalletSource } from "../wallet-check.ts";
import { fateAt, findAt } from "./fate.ts";
import { historyOf } from "./history.ts";
import { type AskServer, createAsk, type RpcOptions } from "./rpc.ts";
import { type LedgerServer, watchServer } from "./server.ts";
import { ServerRefusal, ServerFault, unavailable } from "./server-fault.ts";
import { submit } from "./submit.ts";
import { createServerTurns } from "./turns.ts";
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
/** A server that takes longer is left for the next one, where there is one: a frozen one must not freeze the hub. */
const PATIENCE_MS = 1_000;

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
  const turns = createServerTurns(
    urls.map((url) => watchServer({ url, networkId: id, ask, freshMs, clock })),
    clock,
  );

  return {
    network,

    view: (payer, asking) =>
      firstFit(asking, async (server, signal) => {
        const { index, reserveBase, reserveIncrement } = await server.state(signal);
        const reserves = { reserveBase, reserveIncrement };
        try {
          const params = { account: payer.account, ledger_index: "validated" };
          const { ledger_index: at, account_data: account } = await ask(server.url, ACCOUNT_INFO, params, signal);
          if (at > index) await server.newState(signal); // A ledger has closed meanwhile: whoever asks on knows of it, too.
          const view = {
            sequence: account.Sequence,
            balance: BigInt(account.Balance),
            ownerCount: account.OwnerCount,
            isMasterDisabled: (account.Flags & MASTER_DISABLED) !== 0,
            regularKey: account.RegularKey,
            hasTicket: await hasTicket(ask, server, payer, at, signal),
          };
          return { validatedIndex: at, payer: view, ...reserves };
        } catch (error) {
          if (error instanceof ServerRefusal && error.error === "actNotFound")
            return { validatedIndex: index, payer: undefined, ...reserves };
          throw error;
        }
      }),

    wallet: (address, asking) => firstFit(asking, (server, signal) => walletView(ask, server, address, signal)),

    submit: (blob, signal) => submit(blob, { ask, firstFit }, signal),

    fate: (sent, first, last, asking) => {
      let isOver = false;
      return firstFit(
        asking,
        (server, signal) => fateAt({ ask, server, signal }, sent, { first, last }),
        (fate) => {
          if (fate.state !== "pending") return true;
          // Its ledgers are closed, and this server does not hold them all: the next one may.
          isOver ||= fate.validatedIndex >= last;
          return !isOver;
        },
      );
    },

    find: (hash, asking) =>
      firstFit(
        asking,
        async (server, signal) => {
          await server.state(signal);
          return await findAt({ ask, server, signal }, hash);
        },
        (payment) => payment !== undefined, // Not found proves nothing: the next server may hold more.
      ),

    ...historyOf(turns, ask),

    answers: (asking) => firstFit(asking, async (server, signal) => void (await server.state(signal))),

    async nextLedger(index, asking) {
      while ((await firstFit(asking, (server, signal) => server.state(signal))).index <= index) {
        await pause(pollMs, undefined, { signal: asking }).catch(() => {
          throw unavailable();
        });
      }
    },
  };

  /** The first final answer; where no server gives one, the first answer. */
  async function firstFit<T>(
    asking: AbortSignal,
    act: (server: LedgerServer, signal: AbortSignal) => Promise<T>,
    isFinal: (answer: T) => boolean = () => true,
  ): Promise<T> {
    let fault: unknown;
    let first: { readonly answer: T } | undefined;
    for (const [place, server] of turns.order().entries()) {
      if (asking.aborted) break;
      const hasNext = place + 1 < urls.length;
      using patience = linkedSignal(
        asking,
        ...(hasNext ? [AbortSignal.timeout(Math.min(PATIENCE_MS, rpc.timeoutMs))] : []),
      );
      try {
        const answer = await act(server, patience.signal);
        turns.answered(server);
        if (isFinal(answer)) return answer;
        first ??= { answer };
      } catch (error) {
        if (!(error instanceof ServerFault || error instanceof ServerRefusal)) throw error;
        if (error instanceof ServerFault) turns.failed(server);
        fault = error;
      }
    }
    if (first !== undefined) return first.answer;
    throw unavailable(fault);
  }
}

/** In this ledger and no later one, in which the payment that is judged may have used it. */
async function hasTicket(
  ask: AskServer,
  { url }: LedgerServer,
  payer: PayerQuery,
  ledgerIndex: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (payer.method === "sequence") return false;
  let marker: unknown;
  for (let page = 0; page < PAGES; page++) {
    const params = { account: payer.account, type: "ticket", ledger_index: ledgerIndex, ...(page > 0 && { marker }) };
    const answer = await ask(url, ACCOUNT_TICKETS, params, signal);
    if (answer.account_objects.some(({ TicketSequence }) => TicketSequence === payer.slot)) return true;
    if (answer.marker === undefined) return false;
    marker = answer.marker;
  }
  return false;
}
